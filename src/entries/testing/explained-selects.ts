// testing: the statements whose plans `explainList` reads, as plain Drizzle writes them.
import { Column, type SQL, sql } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { tableReference } from '../../fragments/source-name.js'
import { PaginateQuery } from '../../index.js'
import { filterSet } from '../../features/filtered-set/apply-filters.js'
import type { ChildSet } from '../../types/children-part.js'
import type { Field } from '../../types/config.js'
import type { ListUnderTest } from './list-under-test.js'
import { decoded, joinedTo, keySelection, type Select, selectFrom } from './read-rows.js'

/** A field that is computed of rows of another table, as a page reads it. */
export function fieldOf(list: ListUnderTest, field: Field): SQL {
  return selectFrom(list, { value: decoded(field.expression) }, '')
    .limit(list.description.defaultLimit)
    .getSQL()
}

/** The children of one row, as the statement of a page finds them; null where no column of the root finds a row. */
export function childrenOf({ db, resolved, table }: ListUnderTest, { joins, conditions }: ChildSet): SQL | null {
  const key =
    resolved.rowKey?.[0] ?? resolved.tieBreaker.find(({ field }) => field.joins.length === 0)?.field.expression
  if (key === undefined || !is(key, Column)) return null
  const select = joinedTo((db.select({ key } as never) as unknown as Select).from(table), joins)
  const isOne = sql`${key} = (select ${key} from ${tableReference(table)} limit 1)`
  return select.where(sql.join([isOne, ...conditions.map((condition) => sql`(${condition})`)], sql` and `)).getSQL()
}

/** The first page's select as plain Drizzle writes it, with the joins that the request needs. */
export async function pageOf(list: ListUnderTest, request: string, isOrdered: boolean): Promise<SQL> {
  const { db, resolved, table, host } = list
  const filtered = await filterSet(PaginateQuery.from(request), resolved, host)
  const selected = filtered.applyTo(
    (db.select(keySelection(list) as never) as { from(root: unknown): { $dynamic(): never } }).from(table).$dynamic(),
  )
  const select = selected as unknown as {
    orderBy(...terms: readonly SQL[]): { limit(rows: number): { getSQL(): SQL } }
    getSQL(): SQL
  }
  return isOrdered
    ? select
        .orderBy(...filtered.orderBy)
        .limit(list.description.defaultLimit)
        .getSQL()
    : select.getSQL()
}
