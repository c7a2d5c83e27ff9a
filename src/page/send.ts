// Stage run: statements are sent, one by itself or two together, and reported once they are answered.
import * as refusals from '../refusals.js'
import { type BatchDatabase, runBatch } from '../drizzle/session.js'
import { PaginateQueryError } from '../errors.js'
import { isPromiseLike } from '../basics/maybe-promise.js'
import type { Statement } from '../select/list-statements.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { MaybePromise } from '../types/database.js'
import type { Position } from '../types/position.js'
import type { NormalizedQuery } from '../types/query.js'
import type { Refusal } from '../types/result.js'
import type { Row } from '../types/row.js'
import { EXPRESSION } from '../vocabulary.js'

/** A statement to which the database has responded, or that failed. */
export interface StatementEvent {
  /**
   * `count` of the filtered set, the rows of a `page`, one set of its items' `children`, the `findMany` of
   * `paginateRelational` (`relational`), the planner's `estimate`, a `facet`, a `batch` of a stream, or a `summary`.
   */
  readonly kind: 'count' | 'page' | 'children' | 'relational' | 'estimate' | 'facet' | 'batch' | 'summary'
  readonly sql: string
  /** The parameters as they were sent to the driver, in the order of their places in the statement. */
  readonly params: readonly unknown[]
  /** From the call of the driver to its decoded rows. */
  readonly milliseconds: number
  /** Rows that were read: 1 for a count and a summary, the children of all items for a set, 0 if it failed. */
  readonly rows: number
  /** The error of the driver, if the statement failed. The call rejects with it. */
  readonly error?: unknown
}

/**
 * Calls a listener of the app. It is not waited for: if an asynchronous one rejects, nobody else would listen, and Node
 * would end the process.
 */
export function tell<Event>(listener: (event: Event) => void, event: Event): void {
  const returned: unknown = listener(event)
  if (isPromiseLike(returned)) void returned.then(undefined, () => {})
}

/** Calls the listener for statements that failed, then throws their error. */
function throwObserved(
  error: unknown,
  events: readonly Omit<StatementEvent, 'rows' | 'error'>[],
  onStatement: (event: StatementEvent) => void,
): never {
  for (const event of events) tell(onStatement, { ...event, rows: 0, error })
  throw error
}

/** Costs nothing where nobody listens. */
export function runObserved<Rows extends readonly unknown[] = Row[]>(
  kind: StatementEvent['kind'],
  statement: { readonly run: () => MaybePromise<Rows>; readonly query: Statement['query'] },
  onStatement: ((event: StatementEvent) => void) | undefined,
  countOf: (rows: Rows) => number = ({ length }) => length,
): MaybePromise<Rows> {
  if (onStatement === undefined) return statement.run()
  const started = performance.now()
  const event = () => ({ kind, ...statement.query(), milliseconds: performance.now() - started })
  const failed = (error: unknown): never => throwObserved(error, [event()], onStatement)
  const answered = (rows: Rows): Rows => {
    tell(onStatement, { ...event(), rows: countOf(rows) })
    return rows
  }
  let running: MaybePromise<Rows>
  try {
    running = statement.run()
  } catch (error) {
    return failed(error)
  }
  return isPromiseLike(running) ? running.then(answered, failed) : answered(running)
}

/** What a batch takes of a statement. */
interface BatchedStatement {
  readonly kind: StatementEvent['kind']
  readonly select: object
  readonly query: Statement['query']
}

/** The same of statements that are sent at once: if one fails, all of them fail. */
export async function runBatchObserved(
  db: BatchDatabase,
  statements: readonly BatchedStatement[],
  onStatement: ((event: StatementEvent) => void) | undefined,
): Promise<Row[][]> {
  const selects = statements.map(({ select }) => select)
  if (onStatement === undefined) return runBatch(db, selects)
  const started = performance.now()
  const events = () => {
    const milliseconds = performance.now() - started
    return statements.map(({ kind, query }) => ({ kind, ...query(), milliseconds }))
  }
  const answers = await runBatch(db, selects).catch((error: unknown) => throwObserved(error, events(), onStatement))
  events().forEach((event, at) => tell(onStatement, { ...event, rows: answers[at]?.length ?? 0 }))
  return answers
}

/** What throws at once becomes a rejection: the statement that was sent before is observed in either case. */
export async function begin<Rows>(run: () => MaybePromise<Rows>): Promise<Rows> {
  return run()
}

// A client's text with a character that the character set of a column or of a database lacks. No Drizzle schema shows
// that set, so the server says it first, and its error becomes a 400.

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
  const { code, message } = Object(thrown.cause ?? thrown) as { readonly code?: unknown; readonly message?: unknown }
  if (code === '22P05' || code === 'ER_CANNOT_CONVERT_STRING' || code === 'ER_CANT_AGGREGATE_NCOLLATIONS') return true
  return /^ER_CANT_AGGREGATE_[23]COLLATIONS$/.test(String(code)) && String(message).includes('COERCIBLE')
}

/**
 * The text with the highest character of all: smaller sets of characters begin as Unicode does. Null where all are
 * ASCII, which every set holds.
 */
function refusalOf(
  { query: { search, filters, filterExpression }, position }: Sent,
  config: ResolvedConfig,
): Refusal | null {
  let highest = 0x7f
  let refusal: Refusal | null = null
  const consider = (text: unknown, refuse: (text: string) => Refusal): void => {
    const height = typeof text === 'string' ? highestCharacter(text) : 0
    if (height <= highest) return
    highest = height
    refusal = refuse(text as string)
  }
  consider(search, () => refusals.searchInvalidText(RULE))
  for (const { name, criteria } of filters) {
    for (const criterion of criteria)
      consider(criterion, (text) => refusals.filterValueInvalid(nameIn(config, name), valueOf(text), RULE))
  }
  const terms = typeof filterExpression === 'string' ? config.expressions?.termsOf(filterExpression) : undefined
  for (const { name, criterion } of terms ?? []) {
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
