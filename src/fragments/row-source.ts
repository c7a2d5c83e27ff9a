// Builder and page: what a list's rows come from (a table, a view, an alias, a sub-query) and the members of its rows.
import { Column, getTableColumns, SQL, sql, Subquery, type Table, View } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import { decoderOf, originOf } from '../drizzle/fragments.js'
import { rawFieldsOf } from '../drizzle/selected-fields.js'
import { type NullProof, nullProofOf } from './null-proof.js'
import { nameOf, type RowSource } from './source-name.js'

/** One member of a source's rows. */
export interface SourceMember {
  /** Its property key. */
  readonly key: string
  /** The column, or a view's or sub-query's expression as the column of its alias that it is outside. */
  readonly expression: Column | SQL
  /** Its name in the database. */
  readonly name: string
  /** `never` null as the schema shows it, `possible`, or `unknown` where the query of a view is not understood. */
  readonly nulls: NullProof
}

/** What keeps a source from being read: a sentence for `build()`. */
export type SourceProblem =
  | { readonly key: string; readonly kind: 'no-alias' | 'nested' }
  /** Two columns have the name. */
  | { readonly key: string; readonly kind: 'same-name'; readonly name: string }

interface Reading {
  readonly members: readonly SourceMember[]
  readonly problems: readonly SourceProblem[]
}

/** As engines fold names, and as a column's key and its name in the casing of a database are alike: `tenantId`, `tenant_id`. */
export const foldedName = (name: string): string => name.replaceAll('_', '').toLowerCase()

const readings = new WeakMap<object, Reading>()

/** Members by property key, in the source's order; what cannot be read from outside is among the problems instead. */
export function readSource(source: RowSource): Reading {
  let reading = readings.get(source)
  if (reading === undefined) {
    reading = is(source, View) || is(source, Subquery) ? readSelected(source) : readTable(source)
    readings.set(source, reading)
  }
  return reading
}

function readTable(table: Table): Reading {
  const members = Object.entries(getTableColumns(table)).map(([key, column]): SourceMember => ({
    key,
    expression: column,
    name: column.name,
    nulls: column.notNull ? 'never' : 'possible',
  }))
  return { members, problems: [] }
}

function readSelected(source: View | Subquery): Reading {
  const members: SourceMember[] = []
  const problems: SourceProblem[] = []
  const names = new Set<string>()
  for (const [key, raw] of Object.entries(rawFieldsOf(source))) {
    const found = memberOf(source, key, raw)
    if (typeof found === 'string') problems.push({ key, kind: found })
    else if (names.has(found.name)) problems.push({ key, kind: 'same-name', name: found.name })
    else {
      names.add(found.name)
      members.push({ key, ...found, nulls: nullProofOf(source, raw) })
    }
  }
  return { members, problems }
}

/** As it is seen from outside the view or sub-query, or why it is not. */
function memberOf(
  source: View | Subquery,
  key: string,
  raw: unknown,
): Pick<SourceMember, 'expression' | 'name'> | 'no-alias' | 'nested' {
  // The source's own member of the key is the column under the source's name.
  if (is(raw, Column)) {
    const expression = (source as unknown as Readonly<Record<string, Column>>)[key] as Column
    return { expression, name: expression.name }
  }
  if (is(raw, SQL.Aliased))
    return { expression: named(source, raw.fieldAlias, decoderOf(raw.sql)), name: raw.fieldAlias }
  if (is(raw, SQL)) return 'no-alias'
  if (is(raw, Subquery)) return { expression: named(source, raw._.alias, scalarDecoder(raw)), name: raw._.alias }
  return 'nested'
}

/** `"source"."name"`: on 0.45 Drizzle writes the alias of an expression without its source. */
function named(source: View | Subquery, name: string, decoder: never): SQL {
  return sql`${sql.identifier(nameOf(source))}.${sql.identifier(name)}`.mapWith(decoder)
}

/**
 * A scalar sub-select is decoded as its one field is. Drizzle writes none of an expression without a name, or of
 * another sub-select.
 */
function scalarDecoder(scalar: Subquery): never {
  const [field] = Object.values(scalar._.selectedFields) as (Column | SQL.Aliased)[]
  return is(field, SQL.Aliased) ? decoderOf(field.sql) : (field as never)
}

/**
 * The member that `selected` stands for: an expression that was selected from a view or sub-query (`stats.total`),
 * which Drizzle returns as an alias that knows the expression. Undefined where none of the sources has it, or two
 * have it.
 */
export function memberBehind(selected: SQL.Aliased, sources: readonly RowSource[]): SQL | undefined {
  const found = sources.flatMap((source) => {
    if (!is(source, View) && !is(source, Subquery)) return []
    const entry = Object.entries(rawFieldsOf(source)).find(
      ([, raw]) => is(raw, SQL.Aliased) && raw.sql === selected.sql && raw.fieldAlias === selected.fieldAlias,
    )
    const member = readSource(source).members.find(({ key }) => key === entry?.[0])
    return member === undefined ? [] : [{ source, expression: member.expression as SQL }]
  })
  // 1.0 names the source that an expression was taken from.
  const named = found.length === 1 ? found : found.filter(({ source }) => nameOf(source) === originOf(selected))
  return named.length === 1 ? named[0]?.expression : undefined
}
