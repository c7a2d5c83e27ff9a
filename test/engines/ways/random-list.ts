// A random list with many features at once, a random request to it, and the rows that it must answer, computed from the
// rows in JavaScript.
import { and, asc, count, desc, eq, gt, max, ne, or, type SQL, sql, sum } from 'drizzle-orm'
import { type AnyPaginateConfig, paginateConfig, type PaginateConfigOptions, rowsOf } from '../../../src/index.js'
import type { TestDialect } from '../../support/create-tables.js'
import type { Random } from '../differential/random.js'
import { type Owner, type Part, type Row, TENANTS, type WayData, type WayTables, WORDS } from './tables.js'

type Value = string | number | null
type Getter = (row: Row) => Value
type Test = (row: Row) => boolean
interface Scope {
  readonly tenant: number
}

/** The builder without its types: what a list declares is random here. */
type AnyBuilder = Record<string, (...args: unknown[]) => AnyBuilder> & { build(): AnyPaginateConfig }

export interface WayCase {
  /** All but paging: `.withCursors()`, totals and settings differ from way to way. */
  readonly listOf: (settings?: PaginateConfigOptions) => AnyBuilder
  readonly options: { readonly scope?: Scope; readonly where?: SQL }
  /** The request without paging. */
  readonly request: URLSearchParams
  /** Of the rows that it must answer, in order. */
  readonly expected: readonly Row[]
  /** Of all rows that the list shows this caller. */
  readonly visible: readonly Row[]
  readonly facets: readonly string[]
  /** A row as `/memory` reads it, and what stands in place of SQL there. */
  readonly memory: {
    readonly rows: readonly object[]
    readonly options: object
    /** Nulls stand elsewhere in memory than in PostgreSQL where a list says nothing of them. */
    readonly hasOrder: boolean
  }
  /** What an item must hold of the row. */
  readonly itemOf: (row: Row) => Record<string, unknown>
  readonly totalSize: number | null
}

interface Field {
  readonly name: string
  readonly get: Getter
  readonly kind: 'text' | 'integer'
  readonly operators: readonly string[]
}

const TEXT = ['$eq', '$in', '$ilike', '$contains', '$sw', '$ew', '$null', '$gte', '$lt', '$btw']
const NUMBER = ['$eq', '$in', '$gt', '$gte', '$lt', '$lte', '$btw', '$null']

export function randomCase(random: Random, dialect: TestDialect, tables: WayTables, data: WayData): WayCase {
  const { rows: root, owners, parts } = tables
  const tenant = random.pick(TENANTS)
  const scoped = random.pick(['none', 'root', 'everywhere'] as const)
  const isInner = random.chance(0.25)
  const hasJoin = isInner || random.chance(0.6)
  const isVisibleHere = (of: { readonly tenant: number }): boolean => scoped !== 'everywhere' || of.tenant === tenant
  const ownerOf = (row: Row): Owner | null =>
    data.owners.find((owner) => owner.id === row.ownerId && isVisibleHere(owner)) ?? null
  const fewParts = random.chance(0.4)
  const partsOf = (row: Row): readonly Part[] =>
    data.parts.filter((part) => part.rowId === row.uid && isVisibleHere(part) && (!fewParts || part.n > 1))

  const partsOn = eq(parts.rowId, root.uid)
  const ownerOn = eq(owners.id, root.ownerId)
  const relation = () => {
    const rows = (rowsOf as unknown as (...args: unknown[]) => { where(condition: SQL): never })(
      parts,
      scoped === 'everywhere' ? ({ scope }: { scope: Scope }) => and(partsOn, eq(parts.tenant, scope.tenant)) : partsOn,
    )
    return (fewParts ? rows.where(gt(parts.n, 1)) : rows) as never as {
      count(): never
      aggregate(of: SQL, type?: string): never
      every(): never
      none(): never
    }
  }

  const fields: Field[] = [
    { name: 'label', get: (row) => row.label, kind: 'text', operators: TEXT },
    { name: 'kind', get: (row) => row.kind, kind: 'text', operators: TEXT },
    { name: 'size', get: (row) => row.size, kind: 'integer', operators: NUMBER },
    { name: 'half', get: (row) => (row.size === null ? null : row.size % 2), kind: 'integer', operators: NUMBER },
    { name: 'parts', get: (row) => partsOf(row).length, kind: 'integer', operators: NUMBER },
    {
      name: 'most',
      get: (row) => partsOf(row).reduce<number | null>((most, { n }) => (most === null || n > most ? n : most), null),
      kind: 'integer',
      operators: NUMBER,
    },
  ]
  if (hasJoin) {
    fields.push({ name: 'owner.name', get: (row) => ownerOf(row)?.name ?? null, kind: 'text', operators: TEXT })
    fields.push({ name: 'owner.rank', get: (row) => ownerOf(row)?.rank ?? null, kind: 'integer', operators: NUMBER })
  }
  const quantifier = random.pick(['some', 'every', 'none'] as const)
  const over = (row: Row, holds: (part: Part) => boolean): boolean => {
    const of = partsOf(row)
    return quantifier === 'some' ? of.some(holds) : quantifier === 'every' ? of.every(holds) : !of.some(holds)
  }

  const sortable = random.some(fields, 1, fields.length)
  const nulls = random.pick([undefined, 'first', 'last', 'smallest', 'largest'] as const)
  const searchable = random.some(
    fields.filter(({ kind }) => kind === 'text'),
    0,
    3,
  )
  const ownSearch = random.chance(0.15)
  const isSizeSorted = sortable.some(({ name }) => name === 'size')
  const isOneKey = random.chance(0.5)
  const keyDirection = random.pick(['asc', 'desc', 'follow'] as const)
  const [defaultField] = random.some(sortable, 0, 1)
  const defaultDirection = random.pick(['asc', 'desc'] as const)
  const fixed = random.pick([null, null, 'kind', 'size'] as const)
  const defaultKind = random.maybe(0.2, () => random.pick(WORDS))
  const isSelected = random.chance(0.5)
  const hasChildren = random.chance(0.5)
  const childLimit = random.maybe(0.4, () => random.int(1, 2))
  const facets = random.some(
    [...fields.map(({ name }) => name).filter((name) => name !== 'most'), ...(quantifier === 'some' ? ['word'] : [])],
    0,
    2,
  )
  const hasExpressions = random.chance(0.4)
  const whereKind = random.pick(['none', 'none', 'not-null', 'nullable'] as const)

  const listOf = (settings?: PaginateConfigOptions): AnyBuilder => {
    let list = paginateConfig(root as never, settings as never) as unknown as AnyBuilder
    if (scoped !== 'none') list = list['scopedBy']!(({ tenant }: Scope) => eq(root.tenant, tenant))
    if (hasJoin)
      list = list[isInner ? 'innerJoin' : 'leftJoin']!(
        'owner',
        owners,
        scoped === 'everywhere'
          ? ({ scope }: { scope: Scope }) => and(ownerOn, eq(owners.tenant, scope.tenant))
          : ownerOn,
      )
    list = list['field']!('half', sql<number>`${root.size} % 2`, 'integer')
    list = list['field']!('parts', relation().count())
    list = list['field']!('most', relation().aggregate(max(parts.n)))
    for (const { name, operators } of fields) list = list['filterable']!(name, ...operators)
    const rows = relation()
    const quantified = quantifier === 'some' ? rows : rows[quantifier]()
    list = list['filterableMany']!('word', quantified, parts.word, '$eq', '$in', '$ilike', '$null')
    list = list['filterableMany']!('part', quantified, {
      word: [parts.word, '$eq', '$null'],
      n: [parts.n, '$gte', '$in'],
    })
    list = list['filterWith']!('either', 'text', ({ value }: { value: string }) =>
      or(eq(root.label, value), eq(root.kind, value)),
    )
    list = list['sortable']!(...sortable.map(({ name }) => name), ...(nulls === undefined ? [] : [{ nulls }]))
    if (searchable.length > 0) list = list['searchable']!(...searchable.map(({ name }) => name))
    if (ownSearch)
      list = list['searchWith']!(({ term }: { term: string }) => or(eq(root.label, term), eq(root.kind, term)))
    if (fixed !== null) list = list['defaultSortBy']!(fixed === 'kind' ? desc(root.kind) : asc(root.size))
    else if (defaultField !== undefined) list = list['defaultSortBy']!(defaultField.name, defaultDirection)
    if (defaultKind !== null) list = list['defaultFilter']!('kind', { $eq: defaultKind })
    if (hasExpressions) list = list['withFilterExpressions']!()
    if (facets.length > 0) list = list['withFacets']!(Object.fromEntries(facets.map((name) => [name, true])))
    list = list['withSummary']!({ rows: count(), size: sum(root.size) })
    if (hasChildren)
      list = list['children']!(
        'lines',
        relation(),
        { id: parts.id, word: parts.word },
        { orderBy: [desc(parts.n)], ...(childLimit === null ? {} : { limit: childLimit }) },
      )
    if (isSelected)
      list = list['select']!({
        uid: true,
        label: true,
        upper: sql<string>`upper(${root.kind})`,
        parts: true,
        most: true,
        ...(hasJoin ? { owner: { name: true }, ownerRank: owners.rank } : {}),
        ...(hasChildren ? { lines: { id: true } } : {}),
      })
    list = list['selectable']!()
    list = list['withLimits']!(4, 100)
    return isOneKey
      ? list['withTieBreaker']!({ uid: keyDirection }, { assumeUnique: true })
      : list['withTieBreaker']!({ org: keyDirection, id: keyDirection })
  }

  const linesOf = (row: Row): readonly object[] =>
    [...partsOf(row)]
      .sort((a, b) => b.n - a.n || a.id - b.id)
      .slice(0, childLimit ?? undefined)
      .map(({ id, word }) => (isSelected ? { id } : { id, word }))
  const itemOf = (row: Row): Record<string, unknown> => {
    const owner = ownerOf(row)
    const children = hasChildren ? { lines: linesOf(row) } : {}
    if (!isSelected) return { ...row, ...children }
    const joined = hasJoin
      ? { owner: owner === null ? null : { name: owner.name }, ownerRank: owner?.rank ?? null }
      : {}
    return {
      uid: row.uid,
      label: row.label,
      upper: row.kind.toUpperCase(),
      parts: partsOf(row).length,
      most: fields.find(({ name }) => name === 'most')?.get(row),
      ...joined,
      ...children,
    }
  }

  // The request.
  const request = new URLSearchParams()
  const tests: Test[] = []
  const asked = new Set<string>()
  for (const field of random.some(fields, 0, 2)) {
    asked.add(field.name)
    tests.push(
      joined(random, field.operators, field.kind, request, field.name, (holds) => (row) => holds(field.get(row))),
    )
  }
  if (random.chance(0.3))
    tests.push(
      joined(
        random,
        ['$eq', '$in', '$ilike', '$null'],
        'text',
        request,
        'word',
        (holds) => (row) => over(row, ({ word }) => holds(word)),
      ),
    )
  if (random.chance(0.25)) {
    const ofPart: ((part: Part) => boolean)[] = []
    if (random.chance(0.7)) {
      const { text, holds } = criterion(random, ['$eq', '$null'], 'text')
      request.append('filter.part.word', text)
      ofPart.push(({ word }) => holds(word))
    }
    if (random.chance(0.7) || ofPart.length === 0) {
      const { text, holds } = criterion(random, ['$gte', '$in'], 'integer')
      request.append('filter.part.n', text)
      ofPart.push(({ n }) => holds(n))
    }
    tests.push((row) => over(row, (part) => ofPart.every((holds) => holds(part))))
  }
  if (random.chance(0.25)) {
    const value = random.pick(WORDS)
    const isNot = random.chance(0.5)
    request.append('filter.either', `${isNot ? '$not:' : ''}$eq:${value}`)
    tests.push((row) => (row.label === value || row.kind === value) !== isNot)
  }
  if (hasExpressions && random.chance(0.7)) {
    const written = expression(random, fields, over, 0)
    request.append('filter', written.text)
    tests.push(written.holds)
    for (const name of written.names) asked.add(name)
  }
  if (defaultKind !== null && !asked.has('kind')) tests.push((row) => row.kind === defaultKind)
  if (random.chance(0.3) && (ownSearch || searchable.length > 0)) {
    const term = random.pick(['a', 'b', 'ab', 'bc', 'c'])
    request.append('search', random.chance(0.5) ? term : ` ${term.toUpperCase().toLowerCase()} `)
    const by = random.some(searchable, 0, ownSearch ? 1 : 2)
    if (by.length > 0) for (const { name } of by) request.append('searchBy', name)
    tests.push((row) => {
      if (ownSearch && by.length === 0) return row.label === term || row.kind === term
      return (by.length > 0 ? by : searchable).some(({ get }) => String(get(row) ?? '').includes(term))
    })
  }
  const order = random.some(sortable, 0, 2).map((field) => ({ field, isDescending: random.chance(0.5) }))
  for (const { field, isDescending } of order)
    request.append('sortBy', `${field.name}:${isDescending ? 'DESC' : 'ASC'}`)

  // The rows.
  const byDefault = nullsOf(dialect)
  const placedFirst = (isDescending: boolean, how: string | undefined): boolean => {
    const place = how ?? byDefault
    return place === 'first' || (place === 'smallest' && !isDescending) || (place === 'largest' && isDescending)
  }
  const terms: { readonly get: Getter; readonly isDescending: boolean; readonly nullsFirst: boolean }[] = order.map(
    ({ field, isDescending }) => ({ get: field.get, isDescending, nullsFirst: placedFirst(isDescending, nulls) }),
  )
  if (terms.length === 0 && fixed !== null)
    terms.push(
      fixed === 'kind'
        ? { get: (row) => row.kind, isDescending: true, nullsFirst: false }
        : {
            get: (row) => row.size,
            isDescending: false,
            nullsFirst: placedFirst(false, isSizeSorted ? nulls : undefined),
          },
    )
  else if (terms.length === 0 && defaultField !== undefined) {
    const isDescending = defaultDirection === 'desc'
    terms.push({ get: defaultField.get, isDescending, nullsFirst: placedFirst(isDescending, nulls) })
  }
  const keyDescends = keyDirection === 'desc' || (keyDirection === 'follow' && (terms[0]?.isDescending ?? false))
  for (const get of isOneKey ? [(row: Row) => row.uid] : [(row: Row) => row.org, (row: Row) => row.id])
    terms.push({ get, isDescending: keyDescends, nullsFirst: false })

  const where = {
    none: undefined,
    'not-null': ne(root.kind, 'c'),
    nullable: ne(root.label, 'a'),
  }[whereKind]
  const isVisible = (row: Row): boolean =>
    (scoped === 'none' || row.tenant === tenant) &&
    (!isInner || ownerOf(row) !== null) &&
    (whereKind === 'none' || (whereKind === 'not-null' ? row.kind !== 'c' : row.label !== null && row.label !== 'a'))
  const visible = data.rows.filter(isVisible)
  const expected = visible
    .filter((row) => tests.every((holds) => holds(row)))
    .sort((a, b) => {
      for (const term of terms) {
        const difference = compared(term.get(a), term.get(b), term)
        if (difference !== 0) return difference
      }
      return 0
    })
  const sizes = expected.flatMap(({ size }) => (size === null ? [] : [size]))
  return {
    listOf,
    options: { ...(scoped === 'none' ? {} : { scope: { tenant } }), ...(where === undefined ? {} : { where }) },
    request,
    expected,
    visible,
    facets,
    memory: {
      rows: data.rows.map((row) => ({ ...row, owner: hasJoin ? ownerOf(row) : undefined, lines: linesOf(row) })),
      options: {
        where: isVisible,
        own: {
          values: {
            ...Object.fromEntries(fields.slice(3, 6).map(({ name, get }) => [name, get])),
            word: (row: Row) => partsOf(row).map(({ word }) => word),
            part: (row: Row) => partsOf(row),
            upper: (row: Row) => row.kind.toUpperCase(),
          },
          filters: { either: (row: Row, { value }: { value: string }) => row.label === value || row.kind === value },
          summary: { rows: (rows: readonly Row[]) => rows.length, size: () => null },
          ...(ownSearch ? { search: (row: Row, term: string) => row.label === term || row.kind === term } : {}),
        },
      },
      hasOrder: dialect !== 'postgresql' || (nulls !== undefined && (fixed !== 'size' || isSizeSorted)),
    },
    itemOf,
    totalSize: sizes.length === 0 ? null : sizes.reduce((total, size) => total + size, 0),
  }
}

/** What plain SQL does with nulls. */
const nullsOf = (dialect: TestDialect): string => (dialect === 'postgresql' ? 'largest' : 'smallest')

function compared(
  a: Value,
  b: Value,
  { isDescending, nullsFirst }: { readonly isDescending: boolean; readonly nullsFirst: boolean },
): number {
  if (a === b) return 0
  if (a === null || b === null) return (a === null) === nullsFirst ? -1 : 1
  return (a < b ? -1 : 1) * (isDescending ? -1 : 1)
}

/** One to three criteria of a field, appended to the request and read from left to right. */
function joined(
  random: Random,
  operators: readonly string[],
  kind: Field['kind'],
  request: URLSearchParams,
  name: string,
  test: (holds: (value: Value) => boolean) => Test,
): Test {
  const append = (connector: string): Test => {
    const { text, holds } = criterion(random, operators, kind)
    request.append(`filter.${name}`, `${connector}${text}`)
    return test(holds)
  }
  let all = append('')
  for (let more = random.pick([0, 0, 1, 2]); more > 0; more--) {
    const [before, isOr] = [all, random.chance(0.5)]
    const next = append(isOr ? '$or:' : random.pick(['$and:', '']))
    all = isOr ? (row) => before(row) || next(row) : (row) => before(row) && next(row)
  }
  return all
}

function criterion(
  random: Random,
  operators: readonly string[],
  kind: Field['kind'],
): { readonly text: string; readonly holds: (value: Value) => boolean } {
  const operator = random.pick(operators)
  const value = (): string | number => (kind === 'text' ? random.pick(WORDS) : random.int(0, 4))
  const isNot = random.chance(0.3)
  const of = (text: string, holds: (value: string | number) => boolean, ofNull = false) => ({
    text: `${isNot ? '$not:' : ''}${operator}${text}`,
    holds: (asked: Value) => (asked === null ? ofNull : holds(asked)) !== isNot,
  })
  if (operator === '$null') return of('', () => false, true)
  if (operator === '$in') {
    const values = Array.from({ length: random.int(1, 3) }, value)
    return of(`:${values.join(',')}`, (asked) => values.includes(asked))
  }
  if (operator === '$btw') {
    const [low, high] = [value(), value()].sort() as [string | number, string | number]
    return of(`:${low},${high}`, (asked) => asked >= low && asked <= high)
  }
  const one = value()
  const compare: { readonly [operator: string]: (asked: string | number) => boolean } = {
    $eq: (asked) => asked === one,
    $gt: (asked) => asked > one,
    $gte: (asked) => asked >= one,
    $lt: (asked) => asked < one,
    $lte: (asked) => asked <= one,
    $ilike: (asked) => String(asked).includes(String(one)),
    $contains: (asked) => String(asked).includes(String(one)),
    $sw: (asked) => String(asked).startsWith(String(one)),
    $ew: (asked) => String(asked).endsWith(String(one)),
  }
  return of(`:${one}`, compare[operator] as (asked: string | number) => boolean)
}

interface Written {
  readonly text: string
  readonly holds: Test
  readonly names: readonly string[]
}
function expression(
  random: Random,
  fields: readonly Field[],
  over: (row: Row, holds: (part: Part) => boolean) => boolean,
  depth: number,
): Written {
  if (depth > 1 || random.chance(0.3)) {
    if (random.chance(0.2)) {
      const { text, holds } = criterion(random, ['$eq', '$in', '$ilike', '$null'], 'text')
      return { text: `word=${text}`, holds: (row) => over(row, ({ word }) => holds(word)), names: ['word'] }
    }
    const field = random.pick(fields)
    const { text, holds } = criterion(random, field.operators, field.kind)
    return { text: `${field.name}=${text}`, holds: (row) => holds(field.get(row)), names: [field.name] }
  }
  const members = Array.from({ length: random.int(1, 3) }, () => expression(random, fields, over, depth + 1))
  const isOr = random.chance(0.5)
  const isNot = random.chance(0.3)
  return {
    text: `${isNot ? 'NOT ' : ''}(${members.map(({ text }) => text).join(isOr ? ' OR ' : ' AND ')})`,
    holds: (row) =>
      (isOr ? members.some(({ holds }) => holds(row)) : members.every(({ holds }) => holds(row))) !== isNot,
    names: members.flatMap(({ names }) => names),
  }
}
