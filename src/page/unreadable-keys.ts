// Stage run: a cursor with a value of a type that only the server can read. The text is the client's, so its refusal is a 400.
import { sql } from 'drizzle-orm'
import { PaginateQueryError } from '../errors.js'
import * as refusals from '../refusals.js'
import { keySql } from '../sql/position/key-sql.js'
import type { ListDatabase } from '../types/database.js'
import type { BoundKey, OrderTerm, PositionKey } from '../types/position.js'
import type { PageRequest, PageResult } from './page-request.js'
import { isTransaction } from './send-together.js'

interface DoubtfulKey {
  readonly key: PositionKey
  readonly bound: BoundKey
}

/** The values of the request's position that nothing here can check: of SQL types that Drizzle has no column for. */
export function doubtfulKeys({ cursor }: PageRequest['plan']): readonly DoubtfulKey[] {
  const { position, order } = cursor ?? { position: null, order: [] }
  if (position === null) return []
  return order.flatMap(({ key }: OrderTerm, at) => {
    const bound = position.keys[at] ?? null
    return bound !== null && isDoubtful(key) ? [{ key, bound }] : []
  })
}

const isDoubtful = ({ kind, element }: PositionKey): boolean => kind === 'other' || (element !== null && isDoubtful(element))

/**
 * Where the page fails on such a value, the server is asked for the value alone: if it refuses that too, the cursor is to blame.
 * A page that does not fail costs nothing more. A transaction that failed answers nothing more, so its error passes through.
 *
 * @throws PaginateQueryError `cursor.invalid`; else what the page threw, unchanged
 */
export async function readWithDoubt(
  db: ListDatabase,
  { plan }: PageRequest,
  doubtful: readonly DoubtfulKey[],
  read: () => PageResult | PromiseLike<PageResult>,
): Promise<PageResult> {
  try {
    return await read()
  } catch (error) {
    if (isDataError(error) && !isTransaction(db) && (await isRefused(db, doubtful))) {
      throw new PaginateQueryError(refusals.cursorInvalid(plan.cursor?.position?.side ?? 'after'))
    }
    throw error
  }
}

async function isRefused(db: ListDatabase, doubtful: readonly DoubtfulKey[]): Promise<boolean> {
  const values = doubtful.map(({ key, bound }, at) => {
    const { parameter } = keySql(key.dialect)
    return [`value${at}`, sql`${parameter(sql`${bound.value}`, key, bound.form)} is null`] as const
  })
  try {
    await (db.select(Object.fromEntries(values) as never) as { from(source: unknown): PromiseLike<unknown> }).from(sql`(select 1) as one`)
    return false
  } catch (error) {
    return isDataError(error)
  }
}

/** SQLSTATE class 22, data exception. Both Drizzle lines hand the driver's error on as the cause. */
function isDataError(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: { readonly code?: unknown } }
  const state = cause?.code ?? code
  return typeof state === 'string' && /^22[0-9A-Z]{3}$/.test(state)
}
