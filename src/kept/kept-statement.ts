// Kept: a statement as Drizzle hands it to its session, without the session, and the same with a session and values,
// ready to run.
import type { StatementFacts } from '../dialects/dialect.js'
import {
  namedArguments,
  type Preparation,
  type Prepared,
  type PreparedText,
  type Session,
  setReader,
  withValues,
} from '../drizzle/session.js'
import { chain, isPromiseLike } from '../basics/maybe-promise.js'
import type { RowMapper } from '../rows/row-mapper.js'
import type { MaybePromise } from '../types/database.js'
import type { Row } from '../types/row.js'
import type { Query } from '../types/sql.js'
import { hashText } from '../values/hash-text.js'

// Names of prepared statements on PostgreSQL. A named statement is parsed once per connection, and postgres.js needs one
// round trip for it instead of two.

/**
 * Names given by the process. A server keeps every named statement until its connection ends (about 100 kB each),
 * so neither a client with ever new shapes nor many configurations may name more; later statements go without a name.
 */
export const MAX_STATEMENT_NAMES = 256
/** A statement is named from its second run on: one that runs once is not worth a name on the server. */
const NAMED_FROM_RUN = 2
/**
 * How often a connection may turn out to have lost its statements, or to hold them for other columns, before no names
 * are given any more. Behind a pooler in transaction mode that is not told of prepared statements, every call would
 * fail otherwise.
 */
const MAX_RENEWALS = 3

/** A statement's text, as far as it is named. */
export interface NamedText {
  readonly query: { readonly sql: string }
  readonly isNameable: boolean
  /** Runs since it was rendered. */
  runs: number
  /** Has the server answered it, with a name or without? */
  hasRun: boolean
  /** Its name, and the generation of names that it belongs to. */
  name: { readonly text: string; readonly generation: number } | undefined
}

export class StatementNames {
  readonly #given = new Set<string>()
  /** Part of every name: after a failure, all statements get new names, which are unknown to every connection. */
  #generation = 0

  /** Undefined where the statement goes without a name. */
  nameFor(text: NamedText): string | undefined {
    if (!text.isNameable || this.#generation > MAX_RENEWALS) return undefined
    text.runs += 1
    if (text.runs < NAMED_FROM_RUN) return undefined
    const { sql } = text.query
    const name = (text.name?.generation === this.#generation ? text.name : (text.name = this.#made(sql))).text
    if (this.#given.has(name)) return name
    if (this.#given.size >= MAX_STATEMENT_NAMES) return undefined
    this.#given.add(name)
    return name
  }

  /**
   * Gives all statements new names where `error` says that the connection no longer has this one as it was prepared.
   *
   * @param hasRun has the text been answered before? One of the app's own mistakes never is
   */
  renewAfter(error: unknown, name: string, hasRun = false): void {
    const isLost = hasCode(error, LOST_CODES) || (hasRun && hasCode(error, TYPE_CODES))
    // A name of an earlier generation: another call has seen to it.
    if (isLost && name.startsWith(this.#prefix())) this.#generation += 1
  }

  /** Forgets all names. For tests: a process begins so. */
  reset(): void {
    this.#given.clear()
    this.#generation = 0
  }

  #made(sql: string): { readonly text: string; readonly generation: number } {
    return { text: `${this.#prefix()}${hashText(sql)}${hashText(sql, 0x9e3779b9)}`, generation: this.#generation }
  }

  #prefix(): string {
    return `drizzle_paginate_${this.#generation === 0 ? '' : `${this.#generation}_`}`
  }
}

/** One for the process: connections are shared by configurations. */
export const statementNames = new StatementNames()

/**
 * `26000` after `DISCARD ALL` or on another connection of a pooler, `42P05` there too; `0A000`
 * (`cached plan must not change result type`) after `ALTER TABLE` or with another `search_path`.
 */
const LOST_CODES: ReadonlySet<unknown> = new Set(['26000', '42P05', '0A000'])
/**
 * `42846` (`cannot cast type …`) and `42883` (`operator does not exist`): parameters keep the types that they were
 * prepared with, and another `search_path`, or `ALTER TABLE`, has columns of other types, such as an enum of its own.
 */
const TYPE_CODES: ReadonlySet<unknown> = new Set(['42846', '42883'])

function hasCode(error: unknown, codes: ReadonlySet<unknown>): boolean {
  let at: unknown = error
  for (let depth = 0; depth < 4 && typeof at === 'object' && at !== null; depth++) {
    const { code, cause } = at as { readonly code?: unknown; readonly cause?: unknown }
    if (codes.has(code)) return true
    at = cause
  }
  return false
}

/**
 * The text, the order of its parameters and the way its rows are read depend on the configuration, the dialect's
 * settings and the shape, so every session may use them.
 */
export interface StatementText extends NamedText, Preparation {
  readonly query: PreparedText
  /** 0.45: rows as the driver's arrays go through this mapper. Null: Drizzle maps them. */
  readonly map: RowMapper | null
  /** From Drizzle's rows to items in the page's order. */
  readonly finish: ((rows: Row[]) => Row[]) | null
  readonly runBy: StatementFacts['runBy']
}

/**
 * @param isRepeatable may the server plan it once for all values? A text match is planned for its pattern each time
 */
export function statementText(
  { query, args, joinsNotNullableMap }: Preparation,
  map: RowMapper | null,
  finish: ((rows: Row[]) => Row[]) | null,
  { runBy, haveNames }: StatementFacts,
  isRepeatable: boolean,
): StatementText {
  // V8 builds a text of many parts as a tree of them; to read a character joins them.
  query.sql.charCodeAt(0)
  const isNameable = haveNames && isRepeatable
  return { query, args, joinsNotNullableMap, map, finish, runBy, isNameable, runs: 0, hasRun: false, name: undefined }
}

/** An estimate: text, a placeholder a parameter, and Drizzle's list of fields. */
export function bytesOf({ query, args: [fields] }: Pick<Preparation, 'query' | 'args'>): number {
  return 700 + query.sql.length + query.params.length * 16 + (Array.isArray(fields) ? fields.length * 150 : 1000)
}

/**
 * Statements that a synchronous driver has prepared. There, to prepare is to parse (about a third of a cheap request on
 * better-sqlite3), nothing of one call is left in the statement for the next, and SQLite prepares it again by itself
 * after a change of the schema. Other drivers parse on the server or send text, so nothing of theirs is kept.
 */
const preparedOf = new WeakMap<Session, WeakMap<StatementText, Prepared>>()

export interface KeptStatement {
  readonly run: () => MaybePromise<Row[]>
  /** What `run` sends. */
  readonly query: () => Query
}

/** A statement whose text is kept, with a session and values. */
export function keptStatement(
  text: StatementText,
  session: Session,
  authToken: unknown,
  slots: readonly unknown[],
  isNamed: boolean,
): KeptStatement {
  /** Drizzle's own call, with the name where the statement has one. */
  const prepare = (name: string | undefined): Prepared => {
    const { query, args, map, joinsNotNullableMap } = text
    const prepared = session.prepareQuery(query, ...(name === undefined ? args : namedArguments(args, name)))
    setReader(prepared, map, joinsNotNullableMap)
    if (authToken !== undefined) prepared.setToken?.(authToken)
    return prepared
  }
  const read = (): MaybePromise<Row[]> => {
    if (text.runBy === 'all') return readAll(text, session, slots, prepare)
    const name = isNamed ? statementNames.nameFor(text) : undefined
    const rows = prepare(name).execute(slots)
    if (!text.isNameable || !isPromiseLike(rows)) return rows
    return rows.then(
      (found) => {
        text.hasRun = true
        return found
      },
      (error: unknown) => {
        if (name !== undefined) statementNames.renewAfter(error, name, text.hasRun)
        throw error
      },
    )
  }
  return {
    run: () => (text.finish === null ? read() : chain(read(), text.finish)),
    query: () => {
      const { sql, params } = withValues(text.query, slots)
      return { sql, params }
    },
  }
}

/** `all` of a synchronous driver returns the rows at once. */
function readAll(
  text: StatementText,
  session: Session,
  slots: readonly unknown[],
  prepare: (name: undefined) => Prepared,
): MaybePromise<Row[]> {
  let ofSession = preparedOf.get(session)
  const known = ofSession?.get(text)
  const prepared = (known ?? prepare(undefined)) as Required<Prepared>
  const rows = prepared.all(slots)
  if (known !== undefined || isPromiseLike(rows)) return rows
  if (ofSession === undefined) preparedOf.set(session, (ofSession = new WeakMap()))
  ofSession.set(text, prepared)
  return rows
}
