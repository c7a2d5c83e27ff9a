// Children, counts and aggregates of a list, beside hand-written SQL of plain Drizzle.
import { and, asc, count, desc, eq, gte, inArray, isNotNull, max, min, type SQL, sql, sum } from 'drizzle-orm'
import { paginate, paginateConfig, PaginateQuery, rowsOf } from '../../../src/index.js'
import { type EngineSides, type Outcome, type RequestText, type Way } from '../differential/outcome.js'
import type { Random } from '../differential/random.js'
import type { Outcomes } from '../differential/shrink.js'
import { withSettings } from '../../support/settings.js'

/** One list with children, and one request of it. */
export interface ChildrenSpec {
  /** Children whose size is at least this; null for all of them. */
  readonly leastSize: number | null
  readonly hasNames: boolean
  /** How the label of a child is joined. */
  readonly label: 'inner' | 'left' | 'none'
  readonly order: 'none' | 'size' | 'id:desc'
  readonly childLimit: number | null
  readonly aggregate: 'sum' | 'max' | 'min' | 'count'
  /** What the page is filtered by, and sorted by. */
  readonly leastCount: number | null
  readonly leastAggregate: number | null
  readonly isNegated: boolean
  readonly sort: 'id' | 'many' | 'value'
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly page: number
}

export const generateChildren = (random: Random): ChildrenSpec => ({
  leastSize: random.chance(0.4) ? random.int(-3, 6) : null,
  hasNames: random.chance(0.5),
  label: random.pick(['inner', 'left', 'none']),
  order: random.pick(['none', 'size', 'id:desc']),
  childLimit: random.chance(0.5) ? random.int(1, 4) : null,
  aggregate: random.pick(['sum', 'max', 'min', 'count']),
  leastCount: random.chance(0.3) ? random.int(0, 3) : null,
  leastAggregate: random.chance(0.3) ? random.int(-3, 9) : null,
  isNegated: random.chance(0.3),
  sort: random.pick(['id', 'many', 'value']),
  direction: random.pick(['asc', 'desc']),
  limit: random.int(1, 9),
  page: random.int(1, 3),
})

type Tables = EngineSides['tables']

const AGGREGATES = { sum, max, min, count } as const

const isWanted = ({ leastSize }: ChildrenSpec, { parts }: Tables): SQL | undefined =>
  leastSize === null ? isNotNull(parts.id) : gte(parts.size, leastSize)

const selectionOf = ({ hasNames, label }: ChildrenSpec, { parts, labels }: Tables): Record<string, never> =>
  ({
    id: parts.id,
    size: parts.size,
    ...(hasNames ? { name: parts.name } : {}),
    ...(label === 'none' ? {} : { label: { word: labels.word } }),
  }) as never

const orderOf = ({ order }: ChildrenSpec, { parts }: Tables): SQL[] =>
  // A null size is of no database's first or last: it is told apart by a term of its own.
  order === 'size'
    ? [asc(sql`case when ${parts.size} is null then 0 else 1 end`), desc(parts.size)]
    : order === 'none'
      ? []
      : [desc(parts.id)]

function requestOf({ leastCount, leastAggregate, isNegated, sort, direction, limit, page }: ChildrenSpec): string {
  const parameters = new URLSearchParams({
    limit: String(limit),
    page: String(page),
    sortBy: `${sort}:${direction.toUpperCase()}`,
  })
  if (leastCount !== null) parameters.set('filter.many', `$gte:${leastCount}`)
  if (leastAggregate !== null) parameters.set('filter.value', `${isNegated ? '$not:' : ''}$gte:${leastAggregate}`)
  return String(parameters)
}

function fromList(spec: ChildrenSpec, { tables, database: { db } }: EngineSides, { pageForm }: Way): Promise<Outcome> {
  const { items, parts, labels } = tables
  const own = rowsOf(parts, eq(parts.itemId, items.id)).where(isWanted(spec, tables))
  const labelled = eq(labels.id, parts.labelId)
  const rows =
    spec.label === 'inner'
      ? own.innerJoin(labels, labelled)
      : spec.label === 'left'
        ? own.leftJoin(labels, labelled)
        : own
  const begun = paginateConfig(items)
    .withLimits(10, 100)
    .withTieBreaker('id')
    .children('parts', rows as typeof own, selectionOf(spec, tables), {
      orderBy: orderOf(spec, tables),
      ...(spec.childLimit === null ? {} : { limit: spec.childLimit }),
    })
    .field('many', own.count())
  const aggregate = AGGREGATES[spec.aggregate](parts.size) as SQL<number>
  const list = begun
    .field('value', own.aggregate(aggregate))
    .sortable('value', { nulls: 'smallest' })
    .sortable('id', 'many', 'value')
    .filterable('many', '$gte')
    .filterable('value', '$gte')
    .select({ id: true, parts: true, many: true, value: true } as never)
    .build()
  return answerOf(() => paginate(db, PaginateQuery.from(requestOf(spec)), withSettings(list as never, { pageForm })))
}

interface Shown {
  readonly items: readonly object[]
  readonly total: number
}

const answerOf = async (
  ask: () => PromiseLike<{ readonly items: unknown[]; readonly meta: unknown }>,
): Promise<Outcome> => {
  const { items, meta } = await ask()
  return shownOf({ items: items as object[], total: (meta as { totalItems: number }).totalItems })
}

/** A sum is text, number or bigint by the driver: its digits count. */
const shownOf = ({ items, total }: Shown): Outcome =>
  JSON.stringify({
    items: items.map((item) => {
      const { id, parts, many, value } = item as { readonly [name: string]: unknown }
      return { id, parts, many: Number(many), value: value === null ? null : Number(value) }
    }),
    total,
  })

/** Every row by a grouped select and a select of all children; filtered, sorted and cut in JavaScript. */
async function byHand(spec: ChildrenSpec, { tables, database: { db } }: EngineSides): Promise<Outcome> {
  const { items, parts, labels } = tables
  const wanted = isWanted(spec, tables)
  const groups = await db
    .select({ itemId: parts.itemId, many: count(), value: AGGREGATES[spec.aggregate](parts.size) as SQL<unknown> })
    .from(parts)
    .where(wanted)
    .groupBy(parts.itemId)
  const byItem = new Map(groups.map((group) => [group.itemId, group]))
  const none = { many: 0, value: spec.aggregate === 'count' ? 0 : null }
  const all = (await db.select({ id: items.id }).from(items)).map(({ id }) => {
    const { many, value } = byItem.get(id) ?? none
    return { id, many: Number(many), value: value === null ? null : Number(value) }
  })
  const { leastCount, leastAggregate, isNegated, sort, direction, limit, page } = spec
  const found = all.filter(
    ({ many, value }) =>
      (leastCount === null || many >= leastCount) &&
      (leastAggregate === null || (value !== null && value >= leastAggregate) !== isNegated),
  )
  const sign = direction === 'asc' ? 1 : -1
  const key = (row: (typeof all)[number]): number => row[sort] ?? -Infinity
  found.sort((a, b) => (key(a) === key(b) ? a.id - b.id : (key(a) < key(b) ? -1 : 1) * sign))
  const shown = found.slice((page - 1) * limit, page * limit)
  const ids = shown.map(({ id }) => id)
  // A nested record of a left join is null in the first level of a selection alone.
  const select = db
    .select({ ...selectionOf(spec, tables), itemId: parts.itemId as never })
    .from(parts)
    .$dynamic()
  const joined =
    spec.label === 'inner'
      ? select.innerJoin(labels, eq(labels.id, parts.labelId))
      : spec.label === 'left'
        ? select.leftJoin(labels, eq(labels.id, parts.labelId))
        : select
  const children =
    ids.length === 0
      ? []
      : ((await joined
          .where(and(wanted, inArray(parts.itemId, ids)))
          .orderBy(...orderOf(spec, tables), asc(parts.id))) as unknown as {
          readonly itemId: number
        }[])
  const cut = (rows: readonly object[]): readonly object[] =>
    spec.childLimit === null ? rows : rows.slice(0, spec.childLimit)
  return shownOf({
    items: shown.map((row) => ({
      ...row,
      parts: cut(children.filter(({ itemId }) => itemId === row.id).map(withoutItem)),
    })),
    total: found.length,
  })
}

export const childrenOutcomes =
  (spec: ChildrenSpec) =>
  async (sides: readonly EngineSides[], _request: RequestText, way: Way): Promise<Outcomes> => {
    const outcomes = new Map<string, Outcome>()
    for (const side of sides) {
      outcomes.set(`by hand/${side.database.name}`, await byHand(spec, side))
      outcomes.set(side.database.name, await fromList(spec, side, way))
    }
    return outcomes
  }

const withoutItem = (row: { readonly itemId: number }): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'itemId'))

/** Each engine's list beside the same engine by hand. */
export const isWrongChildren = (outcomes: Outcomes): boolean =>
  [...outcomes].some(([name, outcome]) => !name.startsWith('by hand/') && outcome !== outcomes.get(`by hand/${name}`))
