// How Drizzle's sessions prepare a statement. Its select passes all that a session needs to `prepareQuery`: that is
// recorded once and handed to the session of each request. So a kept statement is what Drizzle itself would send, on
// every driver.
import { fillPlaceholders, Param, Placeholder } from 'drizzle-orm'
import { is } from './kinds.js'
import type { MaybePromise } from '../types/database.js'
import type { Row } from '../types/row.js'
import { codecOf, paramWithCodec } from './fragments.js'
import { joiningText } from './joined-text.js'

/** What is called on a session. */
export interface Session {
  prepareQuery(...args: readonly unknown[]): Prepared
}

export interface Prepared {
  /** 0.45 only: reads rows from the driver's arrays. */
  customResultMapper?: unknown
  /** 0.45 only: which tables of a join may be missing. */
  joinsNotNullableMap?: unknown
  /** Takes the token of `db.$withAuth(token)`. */
  setToken?(token: unknown): unknown
  /** SQLite: the rows at once where the driver is synchronous. */
  all?(slots: readonly unknown[]): MaybePromise<Row[]>
  execute(slots: readonly unknown[]): MaybePromise<Row[]>
}

export const isSession = (session: unknown): session is Session =>
  typeof session === 'object' && session !== null && typeof (session as Partial<Session>).prepareQuery === 'function'

/** Has a statement that was just prepared read its rows: by the mapper on 0.45, by Drizzle itself without one. */
export function setReader(prepared: Prepared, map: unknown, joinsNotNullableMap: unknown): void {
  if (map !== null && 'customResultMapper' in prepared) prepared.customResultMapper = map
  else if (joinsNotNullableMap !== undefined) prepared.joinsNotNullableMap = joinsNotNullableMap
}

/** What a session prepares: the text with its parameters, and on 0.45 their types. */
export interface PreparedText {
  readonly sql: string
  /** Placeholders by slot number, and constants. */
  readonly params: readonly unknown[]
  /** 0.45: the SQL type of each parameter, which the RDS Data API is sent. */
  readonly typings?: readonly string[]
  /** Of a statement of ours in a relational query: what Drizzle's cache takes it to read. */
  readonly tables?: readonly string[]
}

/** The text with its values in the placeholders' place. */
export function withValues(text: PreparedText, slots: readonly unknown[]): PreparedText {
  // A list of slots serves as the record by slot number that it is typed as.
  return { ...text, params: fillPlaceholders(text.params as unknown[], slots as never) }
}

export interface Preparation {
  readonly query: PreparedText
  /** What Drizzle passes to `prepareQuery` after the text. */
  readonly args: readonly unknown[]
  readonly joinsNotNullableMap: unknown
}

/** The position of a statement's name among the arguments after the text, on PostgreSQL of both lines. */
const NAME_ARGUMENT = 1

/** The arguments after the text, with a name. */
export function namedArguments(args: readonly unknown[], name: string): readonly unknown[] {
  const named = [...args]
  named[NAME_ARGUMENT] = name
  return named
}

/** The select, as far as it is asked to prepare itself. */
export interface Preparable {
  prepare(name?: string): unknown
  /** PostgreSQL: prepares without a name on both lines; the public method of 1.0 makes one up. */
  _prepare?(name?: string): unknown
}

interface Recorded {
  readonly args: readonly unknown[]
  readonly prepared: { joinsNotNullableMap?: unknown; readonly setToken: () => object }
}

/** A session that prepares nothing and remembers what it was asked to prepare. */
export class RecordingSession {
  #recorded: Recorded | undefined

  prepareQuery = (...args: readonly unknown[]): object => {
    const prepared: Recorded['prepared'] = { setToken: () => prepared }
    this.#recorded = { args, prepared }
    return prepared
  }

  /** SQLite of 0.45 calls this one for statements that are run once. */
  prepareOneTimeQuery = this.prepareQuery

  /**
   * What Drizzle passes on for a select that was started in this session.
   *
   * @param dialect Drizzle's object
   */
  record(select: Preparable, dialect: object): Preparation {
    this.#recorded = undefined
    Object.assign(select, { dialect: joiningText(dialect) })
    if (select._prepare !== undefined) select._prepare()
    else select.prepare()
    if (this.#recorded === undefined) throw new Error('Drizzle prepared no statement; please report.')
    const {
      args: [query, ...args],
      prepared,
    } = this.#recorded as { args: readonly [PreparedText, ...unknown[]]; prepared: Recorded['prepared'] }
    return {
      query: { ...query, params: query.params.map(encodedSlot), ...typingsOf(query, dialect) },
      args: args.map(withoutBuilder),
      joinsNotNullableMap: prepared.joinsNotNullableMap,
    }
  }
}

/** A slot for a value of the app's. */
const isHostSlot = (param: unknown): param is Param => is(param, Param) && is(param.value, Placeholder)

/** An app's values are encoded before they are bound: their slots keep what 1.0 does after that, the driver's codec. */
function encodedSlot(param: unknown): unknown {
  if (!isHostSlot(param)) return param
  const codec = codecOf(param)
  return codec === undefined ? param.value : paramWithCodec(param.value, codec)
}

/**
 * Drizzle leaves the type out where a placeholder is in a value's place: an app's value has the type of its encoder.
 */
function typingsOf({ params, typings }: PreparedText, dialect: object): Pick<PreparedText, 'typings'> {
  const { prepareTyping } = dialect as { readonly prepareTyping?: (encoder: unknown) => string }
  if (typings === undefined || prepareTyping === undefined) return {}
  return {
    typings: params.map((param, at) => (isHostSlot(param) ? prepareTyping(param.encoder) : (typings[at] ?? 'none'))),
  }
}

/** 1.0 passes a function that names the tables of the statement and holds its builder: only the names are kept. */
function withoutBuilder(argument: unknown): unknown {
  if (
    typeof argument !== 'object' ||
    argument === null ||
    typeof (argument as { tables?: unknown }).tables !== 'function'
  )
    return argument
  const tables = (argument as { tables: () => unknown }).tables()
  return { ...argument, tables: () => tables }
}

// Drizzle's select builders: what they hold.

/** Of what `db.select(fields)` returns, before `from`. */
export interface StartState {
  readonly session?: object
  readonly dialect?: object
  /** Set by `db.$withAuth(token)` on 0.45. */
  readonly authToken?: unknown
  readonly fields?: unknown
}

/**
 * What the keys of cached texts know of a builder, or what no text depends on. `tagged` says in which form Bun's driver
 * is handed the text.
 */
const KNOWN_MEMBERS = new Set(['fields', 'session', 'dialect', 'authToken', 'answers', 'builder', 'tagged'])

/** A builder whose texts may be cached. */
interface CacheableStart extends StartState {
  readonly session: Session
  readonly dialect: object
}

/**
 * Has the builder a session and a dialect, and nothing else that may be a part of its statements? `db.with(…)` has
 * common tables, which may hold values of one request, and `selectDistinct` a word.
 */
export function isCacheable(start: StartState): start is CacheableStart {
  if (start.dialect === undefined || !isSession(start.session)) return false
  return Object.entries(start).every(
    ([name, value]: [string, unknown]) =>
      KNOWN_MEMBERS.has(name) || value === undefined || value === false || (Array.isArray(value) && value.length === 0),
  )
}

/** The same builder with other members. */
export function withState<Start extends StartState>(start: Start, state: Partial<Start>): Start {
  const copy = Object.create(Object.getPrototypeOf(start) as object) as Start
  return Object.assign(copy, start, state)
}
