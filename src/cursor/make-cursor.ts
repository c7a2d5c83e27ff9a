// Stage render: the cursor of a row, sealed where the configuration says so.
import { PaginateConfigError } from '../errors.js'
import * as refusals from '../refusals.js'
import type { ResolvedConfig } from '../types/config.js'
import type { MaybePromise } from '../types/database.js'
import type { OrderTerm } from '../types/position.js'
import type { Result } from '../types/result.js'
import { MAX_CURSOR_LENGTH, writeCursor } from './cursor-text.js'
import { orderPrint } from './order.js'

/**
 * A promise only where `seal` returns one. Refused where a cursor would be longer than 8192 characters.
 *
 * @param texts of the row's keys
 */
export function makeCursor(
  texts: readonly (string | null)[],
  order: readonly OrderTerm[],
  { cursors }: Pick<ResolvedConfig, 'cursors'>,
): MaybePromise<Result<string>> {
  const text = writeCursor({ print: orderPrint(order), texts })
  const seal = cursors?.seal ?? null
  if (seal === null || text.length > MAX_CURSOR_LENGTH) return checked(text)
  const sealed = seal.seal(text)
  return typeof sealed === 'string' ? checked(sealed) : Promise.resolve(sealed).then(checked)
}

function checked(text: unknown): Result<string> {
  if (typeof text !== 'string' || text.trim() === '') {
    throw new PaginateConfigError(`.withCursors({ seal }) must return text that is not blank; return a string.`)
  }
  return text.length > MAX_CURSOR_LENGTH ? { ok: false, refusal: refusals.cursorTooLong() } : { ok: true, value: text }
}
