// Conditions and selections of a host's own, as data: plain Drizzle says what they mean.
import {
  and,
  between,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type AnyPaginateConfig, paginate, PaginateQuery, paginateSelect } from '../../../src/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import * as value from '../differential/generate-values.js'
import { type Pairs, queryString } from '../differential/generate.js'
import {
  type EngineSides,
  type Outcome,
  outcomeOf,
  type RequestText,
  shown,
  type Way,
} from '../differential/outcome.js'
import type { Random } from '../differential/random.js'
import type { Outcomes } from '../differential/shrink.js'
import { withSettings } from '../../support/settings.js'

export type Fragment =
  | { readonly all: readonly Fragment[] }
  | { readonly any: readonly Fragment[] }
  | { readonly not: Fragment }
  | { readonly leaf: Leaf; readonly n: number; readonly m: number; readonly text: string }

const LEAVES = {
  eq: ({ items }, { n }) => eq(items.small, n),
  ne: ({ items }, { text }) => ne(items.label, text),
  lt: ({ items }, { n }) => lt(items.amount, n),
  between: ({ items }, { n, m }) => between(items.small, n, m),
  in: ({ items }, { n, m }) => inArray(items.id, [n, m, n + 1]),
  notIn: ({ items }, { n, m }) => notInArray(items.amount, [n, m]),
  like: ({ items }, { text }) => like(items.label, `%${text}%`),
  null: ({ items }) => isNull(items.note),
  notNull: ({ items }) => isNotNull(items.ownerId),
  boolean: ({ items }, { n }) => eq(items.isOn, n % 2 === 0),
  text: ({ items }, { text }) => eq(items.label, text),
  price: ({ items }, { n }) => gte(items.price, String(n)),
  // Without parentheses of its own: nothing may reach past the whole of it.
  looseOr: ({ items }, { n, m }) => sql`${items.small} = ${n} or ${items.small} = ${m}`,
  looseAnd: ({ items }, { n, m }) => sql`${items.small} >= ${n} and ${items.small} <= ${m} or ${items.amount} is null`,
  raw: ({ items }, { n }) => sql`${items.small} + ${sql.raw(String(Math.abs(n)))} > 0`,
  template: ({ items }, { n }) => sql`${items.small} * 2 - 1 >= ${n}`,
  nested: ({ items }, { n, m }) => sql`${sql`${items.small}`} between ${sql`${n}`} and ${sql.param(m)}`,
  joined: ({ items }, { n, m }) => sql`${items.id} in (${sql.join([sql`${n}`, sql`${m}`], sql`, `)})`,
  case: ({ items }, { n }) =>
    sql`case when ${items.isOk} is null then ${items.small} >= ${n} else ${items.id} <= ${n} end`,
  subquery: ({ items, parts }, { n }, db) =>
    inArray(items.id, db.select({ id: parts.itemId }).from(parts).where(gte(parts.size, n))),
  exists: ({ items, parts }, { text }, db) =>
    exists(
      db
        .select({ id: parts.id })
        .from(parts)
        .where(and(eq(parts.itemId, items.id), ne(parts.name, text))),
    ),
  scalar: ({ items, parts }, { n }) => sql`(select count(*) from ${parts} where ${parts.itemId} = ${items.id}) <> ${n}`,
} as const satisfies { readonly [name: string]: MakeLeaf }

type Tables = EngineSides['tables']
type Database = EngineSides['database']['db']
type MakeLeaf = (
  tables: Tables,
  values: { readonly n: number; readonly m: number; readonly text: string },
  db: Database,
) => SQL
type Leaf = keyof typeof LEAVES

export function generateFragment(random: Random, depth = 0): Fragment {
  const parts = (): Fragment[] => Array.from({ length: random.int(0, 3) }, () => generateFragment(random, depth + 1))
  if (depth < 3 && random.chance(0.4))
    return random.pick([
      () => ({ all: parts() }),
      () => ({ any: parts() }),
      () => ({ not: generateFragment(random, depth + 1) }),
    ])()
  return {
    leaf: random.pick(Object.keys(LEAVES) as Leaf[]),
    n: random.int(-3, 9),
    m: random.int(-3, 9),
    text: random.chance(0.5)
      ? value.orderedText(random)
      : random.pick(["'", "a' or '1'='1", '$1', '?', ':name', '--', '日']),
  }
}

/** Undefined where nothing is left: `and()` of nothing is no condition to Drizzle. */
function build(fragment: Fragment, tables: Tables, db: Database): SQL | undefined {
  if ('all' in fragment) return and(...fragment.all.map((part) => build(part, tables, db)))
  if ('any' in fragment) return or(...fragment.any.map((part) => build(part, tables, db)))
  if ('not' in fragment) {
    const inner = build(fragment.not, tables, db)
    return inner === undefined ? undefined : not(sql`(${inner})`)
  }
  // Drizzle puts no parentheses around a template of one's own among others.
  return sql`(${LEAVES[fragment.leaf](tables, fragment, db)})`
}

/** A leaf alone goes without parentheses: the package has to put its own. */
const conditionOf = (fragment: Fragment, tables: Tables, db: Database): SQL | undefined =>
  'leaf' in fragment ? LEAVES[fragment.leaf](tables, fragment, db) : build(fragment, tables, db)

const SELECTED = {
  label: ({ items }) => items.label,
  amount: ({ items }) => items.amount,
  price: ({ items }) => items.price,
  stamp: ({ items }) => items.stamp,
  isOk: ({ items }) => items.isOk,
  words: ({ items }) => items.words,
  sum: ({ items }, n) => sql<number>`${items.small} + ${n}`.mapWith(Number),
  shout: ({ items }) => sql<string>`upper(${items.label})`,
  named: ({ items }, n) => sql<number>`${items.id} * ${n}`.mapWith(Number).as('named'),
  // Drizzle drops the table's name before a column in the selection of a select from one table: the name is written
  // out.
  parts: ({ items, parts }) =>
    sql<number>`(select count(*) from ${parts} where ${parts.itemId} = ${items}.${sql.identifier('id')})`.mapWith(
      Number,
    ),
  either: ({ items }) => sql<string>`coalesce(${items.note}, ${items.label})`,
  nested: ({ items }, n) => ({ small: items.small, more: sql<number>`${items.small} - ${n}`.mapWith(Number) }),
} as const satisfies { readonly [name: string]: (tables: Tables, n: number) => unknown }
type Selected = keyof typeof SELECTED

export interface HostSpec {
  readonly where: Fragment
  /** Names of what is selected; null for the list's own items. */
  readonly selection: readonly Selected[] | null
  readonly n: number
}

export const generateHost = (random: Random): HostSpec => ({
  where: generateFragment(random),
  selection: random.chance(0.4) ? random.some(Object.keys(SELECTED) as Selected[], 1, 5) : null,
  n: random.int(-2, 7),
})

/** Typed by its id alone: the rest is picked by chance. */
function selectionOf({ selection, n }: HostSpec, tables: Tables): { id: Tables['items']['id'] } {
  const chosen: Record<string, unknown> = { id: tables.items.id }
  for (const name of selection ?? []) chosen[name] = SELECTED[name](tables, n)
  return chosen as { id: Tables['items']['id'] }
}

/**
 * On each engine: the answer with the host's condition is memory's over the rows that plain Drizzle finds by it, and
 * the selected members are those that plain Drizzle selects.
 */
export const hostOutcomes =
  (host: HostSpec) =>
  async (sides: readonly EngineSides[], request: RequestText, way: Way): Promise<Outcomes> => {
    const outcomes = new Map<string, Outcome>()
    const query = PaginateQuery.from(typeof request === 'string' ? request : queryString(request as Pairs))
    for (const side of sides) {
      const { rows, values, config } = side.memory
      const {
        tables,
        database: { db, name },
      } = side
      const where = conditionOf(host.where, tables, db)
      const found = new Set(
        (await db.select({ id: tables.items.id }).from(tables.items).where(where)).map(({ id }) => id),
      )
      const fromMemory = outcomeOf(() =>
        paginateArray(rows, query, config, { path: '/items', where: ({ id }) => found.has(id), own: { values } }),
      )
      outcomes.set(`memory/${name}`, await shown(fromMemory))
      outcomes.set(name, await shown(fromDatabase(side, query, config, host, where, way)))
    }
    return outcomes
  }

async function fromDatabase(
  { tables, database: { db } }: EngineSides,
  query: PaginateQuery,
  config: AnyPaginateConfig,
  host: HostSpec,
  where: SQL | undefined,
  { pageForm }: Way,
): Promise<Outcome> {
  const options = { path: '/items', where }
  const list = withSettings(config, { pageForm })
  if (host.selection === null) return outcomeOf(() => paginate(db, query, list, options))
  const selection = selectionOf(host, tables)
  let items: readonly { readonly id: unknown }[] = []
  const outcome = await outcomeOf(async () => {
    const page = await paginateSelect(db, query, list, selection, options)
    items = page.items
    return page
  })
  if (items.length === 0) return outcome
  const plain = await db
    .select(selection)
    .from(tables.items)
    .where(
      inArray(
        tables.items.id,
        items.map(({ id }) => Number(id)),
      ),
    )
  const expected = new Map(plain.map((row) => [row.id, JSON.stringify(row)]))
  const different = items.find((item) => JSON.stringify(item) !== expected.get(Number(item.id)))
  return different === undefined
    ? outcome
    : `selected ${JSON.stringify(different)}, plain Drizzle ${expected.get(Number(different.id))}`
}
