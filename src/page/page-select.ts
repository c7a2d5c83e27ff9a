// Stage run: the page select in each of its forms.
import { and, Column, eq, is, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { uniqueKeysOf } from '../builder/read-table.js'
import type { SplitSearch } from '../sql/compile-plan.js'
import type { ResolvedConfig } from '../types/config.js'
import type { PageAccess } from './page-form.js'
import { buildSelect, restartSelect, type Select, type SelectAsTable, type SelectStart } from './select-builder.js'
import { innerJoinOf } from './split-search.js'

/** What a page is made of, form aside. */
export interface PageParts {
  readonly config: ResolvedConfig
  readonly where: SQL | undefined
  /** Joins that decide which rows there are. */
  readonly whereJoins: readonly number[]
  readonly orderJoins: readonly number[]
  readonly selectionJoins: readonly number[]
  readonly orderBy: readonly SQL[]
  readonly reversedOrderBy: () => readonly SQL[]
  readonly limit: SQLWrapper
  readonly offset: SQLWrapper | undefined
  /** Set where a search can be read in its two parts. */
  readonly split: { readonly search: SplitSearch; /** `limit + offset` */ readonly end: SQLWrapper } | null
}

const KEYS = 'page_keys'
const FENCED = 'filtered_keys'

/** @param start over the fields of the items */
export function pageSelect(start: SelectStart, parts: PageParts, { isReversed, keys }: Pick<PageAccess, 'isReversed' | 'keys'>): Select {
  const { config, where, whereJoins, orderJoins, selectionJoins, limit, offset } = parts
  const orderBy = isReversed ? parts.reversedOrderBy() : parts.orderBy
  const key = keys === null ? null : pageKey(config)
  if (key === null) {
    const joins = joinsOf(config, union(whereJoins, orderJoins, selectionJoins))
    return buildSelect(start, { table: config.table, joins, where, orderBy, limit, offset })
  }
  // MySQL has no offset without a limit, and nothing was gained there.
  const ordered =
    keys === 'merged' && parts.split !== null ? keysWithin(mergedKeys(start, parts, parts.split, key), start, parts, key, orderBy)
    : keys === 'fenced' && config.dialect !== 'mysql' ? keysWithin(fencedKeys(start, parts, key), start, parts, key, orderBy)
    : orderedKeys(start, parts, key, orderBy)
  const found = ordered.as(KEYS)
  // Rows are looked up by key, with the joins that their items and their order need, and put in order once more.
  const joins = joinsOf(config, union(orderJoins, selectionJoins))
  return buildSelect(start, { table: config.table, first: { table: found, on: onKeys(found, key) }, joins, where: undefined, orderBy })
}

/** Does the page's statement have a join, be it with its own keys? */
export function isJoinedPage({ config, whereJoins, orderJoins, selectionJoins }: PageParts, { keys }: Pick<PageAccess, 'keys'>): boolean {
  return whereJoins.length + orderJoins.length + selectionJoins.length > 0 || (keys !== null && pageKey(config) !== null)
}

/** Key columns in the page's order. */
function orderedKeys(start: SelectStart, parts: PageParts, key: readonly Column[], orderBy: readonly SQL[]): Select {
  const { config, where, whereJoins, orderJoins, limit, offset } = parts
  const fields = keyFields(key, KEYS)
  const joins = joinsOf(config, union(whereJoins, orderJoins))
  return buildSelect(restartSelect(start, fields), { table: config.table, joins, where, orderBy, limit, offset })
}

/** As `orderedKeys`, of the rows in a set of keys. */
function keysWithin(set: SelectAsTable, start: SelectStart, parts: PageParts, key: readonly Column[], orderBy: readonly SQL[]): Select {
  const { config, orderJoins, limit, offset } = parts
  return buildSelect(restartSelect(start, keyFields(key, KEYS)), {
    table: config.table,
    first: { table: set, on: onKeys(set, key) },
    joins: joinsOf(config, orderJoins),
    where: undefined,
    orderBy,
    limit,
    offset,
  })
}

/**
 * The whole filtered set: an offset keeps the planner from pulling the condition up, so that it finds the rows by what is
 * filtered and never by walking the order's index.
 */
function fencedKeys(start: SelectStart, { config, where, whereJoins }: PageParts, key: readonly Column[]): SelectAsTable {
  return buildSelect(restartSelect(start, keyFields(key, FENCED)), {
    table: config.table,
    joins: joinsOf(config, whereJoins),
    where,
    ...(config.dialect === 'sqlite' ? { limit: sql`-1` } : {}),
    offset: sql`0`,
  }).as(FENCED)
}

/** The first rows of each part of a search, up to the page's end: the page is among them. A row of both parts is there once. */
function mergedKeys(
  start: SelectStart,
  { config, orderBy }: PageParts,
  { search, end }: NonNullable<PageParts['split']>,
  key: readonly Column[],
): SelectAsTable {
  const part = (joins: ResolvedConfig['joins'], where: SQL): Select =>
    buildSelect(restartSelect(start, keyFields(key, FENCED)), { table: config.table, joins, where, orderBy, limit: end })
  return part([innerJoinOf(search, config)], search.joined).union(part([], search.root)).as(FENCED)
}

/** Rows of the root by their keys in a select. */
const onKeys = (set: SelectAsTable, key: readonly Column[]): SQL =>
  and(...key.map((column, index) => eq(set[keyName(index)] as Column, column))) as SQL

const keyName = (index: number): string => `k${index}`

/** Keys under names of their own: raw SQL of the host that says `id` without its table must still mean the one in the table. */
const keyFields = (key: readonly Column[], source: string): Record<string, SQL.Aliased> =>
  Object.fromEntries(key.map((column, index) => [keyName(index), sql`${column}`.as(`${source}_${index}`)]))

const keys = new WeakMap<ResolvedConfig, readonly Column[] | null>()

/** Columns of the root table by which the schema shows a row to be found again, of those that break ties; null where there are none. */
export function pageKey(config: ResolvedConfig): readonly Column[] | null {
  let key = keys.get(config)
  if (key === undefined) {
    key = findKey(config)
    keys.set(config, key)
  }
  return key
}

function findKey({ tieBreaker, table, dialect }: ResolvedConfig): readonly Column[] | null {
  // These forms were measured on PostgreSQL and SQLite, and run on MySQL; elsewhere pages are plain.
  if (dialect !== 'postgresql' && dialect !== 'sqlite' && dialect !== 'mysql') return null
  const columns: Column[] = []
  for (const { field } of tieBreaker) {
    if (!is(field.expression, Column) || field.joins.length > 0 || field.isNullable) return null
    if ((field.expression as Column & { readonly table: unknown }).table !== table) return null
    columns.push(field.expression)
  }
  const names = new Set(columns.map((column) => column.name))
  return uniqueKeysOf(table).some((unique) => unique.every((name) => names.has(name))) ? columns : null
}

export function union(...lists: readonly (readonly number[])[]): readonly number[] {
  return [...new Set(lists.flat())].sort((a, b) => a - b)
}

export function joinsOf(config: ResolvedConfig, indices: readonly number[]): ResolvedConfig['joins'] {
  return config.joins.filter((_, index) => indices.includes(index))
}
