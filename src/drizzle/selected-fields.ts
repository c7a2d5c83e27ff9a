// What a view or a sub-query selects, as it was written inside of it.
import { type SQL, type Subquery, View } from 'drizzle-orm'
import { is } from './kinds.js'
import { ownViewFacts } from './tables.js'

interface Inside {
  readonly selectedFields: object
  /** Absent for a view that exists in the database already. */
  readonly query: SQL | undefined
}

/**
 * Drizzle hands views and sub-queries out behind proxies that rename every column to the outer name. A property's
 * descriptor is that of the object behind them.
 */
function insideOf(source: View | Subquery): Inside {
  if (is(source, View)) return ownViewFacts(source)
  const { selectedFields, sql } = ownValue(source, '_') as { readonly selectedFields: object; readonly sql: SQL }
  return { selectedFields, query: sql }
}

/** The selected members by key: columns of the tables inside, expressions, sub-selects and records. */
export function rawFieldsOf(source: View | Subquery): Readonly<Record<string, unknown>> {
  const { selectedFields } = insideOf(source)
  return Object.fromEntries(Object.keys(selectedFields).map((key) => [key, ownValue(selectedFields, key)]))
}

export function queryOf(source: View | Subquery): SQL | undefined {
  return insideOf(source).query
}

const ownValue = (target: object, key: string): unknown =>
  Object.getOwnPropertyDescriptor(target, key)?.value as unknown
