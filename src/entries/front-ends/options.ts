// Front ends: the options of all of them.
import type { Names } from '../client/option-names.js'

/**
 * A fact about a field that the front end's state does not have.
 *
 * - `date`: the list holds dates without a time. This is the default for date filters whose value has no time.
 * - `timestamp`: the list holds timestamps.
 * - `dateTime`: the list holds timestamps, and every value of the filter has a time, midnight too.
 * - `day`: the list holds timestamps, and the front end compares their days.
 * - `boolean`: the field is a boolean, also if its filter's value is text.
 * - `exact`: the front end compares this text letter by letter (a case-sensitive column, or one chosen from a list).
 * - `caseless`: the list's own `$eq` ignores letter case on this text (a collation, `citext`).
 * - `trimmed`: no value of this text consists of white space only.
 */
export type FieldFact = (typeof FACTS)[number]
const FACTS = ['date', 'timestamp', 'dateTime', 'day', 'boolean', 'exact', 'caseless', 'trimmed'] as const

export interface FrontEndOptions {
  /** Facts about fields that the front end's state does not have. @example `{ placedAt: 'timestamp' }` */
  readonly fields?: { readonly [field: string]: FieldFact | readonly FieldFact[] } | undefined
  /**
   * The list's largest limit, in rows: a larger page is read in several requests, exactly.
   *
   * @default 100
   */
  readonly maxLimit?: number | undefined
  /** The IANA time zone in which a day begins and a date and time are read. @default the reader's own */
  readonly timeZone?: string | undefined
  /**
   * Says that the list declares `.withFilterExpressions()`. An "or" across fields needs it, and so do conditions on one
   * field that need parentheses. @default false
   */
  readonly expressions?: boolean | undefined
}

export const FRONT_END_OPTIONS: Names<FrontEndOptions> = {
  fields: true,
  maxLimit: true,
  timeZone: true,
  expressions: true,
}

/** Throws a sentence about what a list cannot do, instead of sending a request that asks for something else. */
export const cannot = (sentence: string): never => {
  throw new RangeError(sentence)
}

/**
 * Returns the facts of a field, to be looked up by name.
 *
 * @throws RangeError for a fact that does not exist: the request would ask for other rows without it
 */
export function factsOfField({ fields }: FrontEndOptions, field: string): ReadonlySet<FieldFact> {
  const facts = fields && Object.hasOwn(fields, field) ? ([fields[field]!].flat() as FieldFact[]) : []
  for (const fact of facts)
    if (!FACTS.includes(fact)) cannot(`The field '${field}' has the fact '${fact}'; choose one of ${FACTS.join(', ')}.`)
  return new Set(facts)
}
