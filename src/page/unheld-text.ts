// Stage run: a client's text with a character that the character set of a column or of a database lacks. No Drizzle
// schema shows that set, so the server says it first, and its error becomes a 400.
import { isPromiseLike } from '../basics/maybe-promise.js'
import { PaginateQueryError } from '../errors.js'
import * as refusals from '../refusals.js'
import type { MaybePromise } from '../types/database.js'
import type { Position } from '../types/position.js'
import type { NormalizedQuery } from '../types/query.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { Refusal } from '../types/result.js'
import { EXPRESSION } from '../vocabulary.js'

const RULE = 'text has a character that the database cannot hold'

/** What the client's texts are found in. */
interface Sent {
  readonly query: NormalizedQuery
  /** Of the cursor; null without one. */
  readonly position: Position | null
}

/**
 * What is thrown for an error of the statements: a `PaginateQueryError` where they failed on such a text, else the
 * error itself.
 */
export function errorInPlaceOf(error: unknown, sent: Sent, config: ResolvedConfig): unknown {
  const refusal = isUnheldText(error) ? refusalOf(sent, config) : null
  return refusal === null ? error : new PaginateQueryError(refusal)
}

/** The answer of statements, with `errorInPlaceOf` instead of their error. */
export function refusingUnheldText<Answer>(
  answer: MaybePromise<Answer>,
  sent: Sent,
  config: ResolvedConfig,
): MaybePromise<Answer> {
  // Drivers that answer at once are SQLite's, which holds every text.
  if (!isPromiseLike(answer)) return answer
  return answer.then(undefined, (error: unknown) => {
    throw errorInPlaceOf(error, sent, config)
  })
}

/**
 * PostgreSQL's untranslatable character, in a database whose encoding is not UTF-8; MySQL's string that cannot be
 * converted; MariaDB's mix of collations, one of which is a value's own. Drizzle hands the driver's error on as the
 * cause.
 */
function isUnheldText(error: unknown): boolean {
  const thrown = Object(error) as { readonly cause?: unknown }
  const given = Object(thrown.cause ?? thrown) as { readonly [member: string]: unknown }
  const { code } = given
  // PostgreSQL's routines of JSON report it for the `\u0000` of a row, which no text can hold.
  if (code === '22P05') return !String(given['routine']).includes('json')
  if (code === 'ER_CANNOT_CONVERT_STRING' || code === 'ER_CANT_AGGREGATE_NCOLLATIONS') return true
  return /^ER_CANT_AGGREGATE_[23]COLLATIONS$/.test(String(code)) && String(given['message']).includes('COERCIBLE')
}

/**
 * The text with the highest character of all: smaller sets of characters begin as Unicode does. Null where all are
 * ASCII, which every set holds.
 */
function refusalOf({ query, position }: Sent, config: ResolvedConfig): Refusal | null {
  let highest = 0x7f
  let refusal: Refusal | null = null
  const consider = (text: unknown, refuse: (text: string) => Refusal): void => {
    const height = typeof text === 'string' ? highestCharacter(text) : 0
    if (height <= highest) return
    highest = height
    refusal = refuse(text as string)
  }
  consider(query.search, () => refusals.searchInvalidText(RULE))
  for (const { name, criteria } of query.filters) {
    for (const criterion of criteria)
      consider(criterion, (text) => refusals.filterValueInvalid(nameIn(config, name), valueOf(text), RULE))
  }
  for (const { name, criterion } of config.expressions?.termsOf(query) ?? []) {
    consider(criterion, (text) => ({
      ...refusals.filterValueInvalid(nameIn(config, name), valueOf(text), RULE),
      parameter: EXPRESSION,
    }))
  }
  for (const key of position?.keys ?? []) consider(key?.value, () => refusals.cursorInvalid(position?.side ?? 'after'))
  return refusal
}

const nameIn = ({ filterable }: ResolvedConfig, name: string): string =>
  filterable.get(name.toLowerCase())?.field.name ?? name
const highestCharacter = (text: string): number =>
  [...text].reduce((most, one) => Math.max(most, one.codePointAt(0) as number), 0)
const valueOf = (criterion: string): string => criterion.replace(/^(?:\$[a-z]+:)+/i, '')
