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
   */
  renewAfter(error: unknown, name: string): void {
    // A name of an earlier generation: another call has seen to it.
    if (isLostStatement(error) && name.startsWith(this.#prefix())) this.#generation += 1
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

function isLostStatement(error: unknown): boolean {
  let at: unknown = error
  for (let depth = 0; depth < 4 && typeof at === 'object' && at !== null; depth++) {
    const { code, cause } = at as { readonly code?: unknown; readonly cause?: unknown }
    if (LOST_CODES.has(code)) return true
    at = cause
  }
  return false
}

/**
 * The text, the order of its parameters and the way its rows are read depend on the configuration, the dialect's
 * settings and the shape, so every session may use them.
 */
export class StatementText {
  readonly query: PreparedText
  /** What Drizzle passes to `prepareQuery` after the text. */
  readonly args: readonly unknown[]
  readonly joinsNotNullableMap: unknown
  /** 0.45: rows as the driver's arrays go through this mapper. Null: Drizzle maps them. */
  readonly map: RowMapper | null
  /** From Drizzle's rows to items in the page's order. */
  readonly finish: ((rows: Row[]) => Row[]) | null
  readonly runBy: StatementFacts['runBy']
  /** May the statement be prepared under a name? */
  readonly isNameable: boolean
  /** Runs since it was rendered. */
  runs = 0
  /** The name it has on PostgreSQL, and the generation of names that it belongs to. */
  name: { readonly text: string; readonly generation: number } | undefined

  /**
   * @param isRepeatable may the server plan it once for all values? A text match is planned for its pattern each time
   */
  constructor(
    { query, args, joinsNotNullableMap }: Preparation,
    map: RowMapper | null,
    finish: ((rows: Row[]) => Row[]) | null,
    { runBy, haveNames }: StatementFacts,
    isRepeatable: boolean,
  ) {
    // V8 builds a text of many parts as a tree of them; to read a character joins them.
    query.sql.charCodeAt(0)
    this.query = query
    this.args = args
    this.joinsNotNullableMap = joinsNotNullableMap
    this.map = map
    this.finish = finish
    this.runBy = runBy
    this.isNameable = haveNames && isRepeatable
  }

  /** An estimate: text, a placeholder a parameter, and Drizzle's list of fields. */
  get bytes(): number {
    const fields = this.args[0]
    return (
      700 + this.query.sql.length + this.query.params.length * 16 + (Array.isArray(fields) ? fields.length * 150 : 1000)
    )
  }
}

/**
 * Statements that a synchronous driver has prepared. There, to prepare is to parse (about a third of a cheap request on
 * better-sqlite3), nothing of one call is left in the statement for the next, and SQLite prepares it again by itself
 * after a change of the schema. Other drivers parse on the server or send text, so nothing of theirs is kept.
 */
const preparedOf = new WeakMap<Session, WeakMap<StatementText, Prepared>>()

export class KeptStatement {
  readonly #text: StatementText
  readonly #session: Session
  readonly #authToken: unknown
  readonly #slots: readonly unknown[]
  readonly #isNamed: boolean

  constructor(text: StatementText, session: Session, authToken: unknown, slots: readonly unknown[], isNamed: boolean) {
    this.#text = text
    this.#session = session
    this.#authToken = authToken
    this.#slots = slots
    this.#isNamed = isNamed
  }

  run(): MaybePromise<Row[]> {
    const { finish } = this.#text
    const rows = this.#read()
    return finish === null ? rows : chain(rows, finish)
  }

  query(): Query {
    const { sql, params } = withValues(this.#text.query, this.#slots)
    return { sql, params }
  }

  #read(): MaybePromise<Row[]> {
    const text = this.#text
    if (text.runBy === 'all') return this.#readAll()
    const name = this.#isNamed ? statementNames.nameFor(text) : undefined
    const prepared = this.#prepare(name)
    const rows = prepared.execute(this.#slots)
    return name === undefined || !isPromiseLike(rows)
      ? rows
      : rows.then(undefined, (error: unknown) => {
          statementNames.renewAfter(error, name)
          throw error
        })
  }

  /** `all` of a synchronous driver returns the rows at once. */
  #readAll(): MaybePromise<Row[]> {
    const known = preparedOf.get(this.#session)?.get(this.#text)
    if (known !== undefined) return (known as Required<Prepared>).all(this.#slots)
    const prepared = this.#prepare(undefined) as Required<Prepared>
    const rows = prepared.all(this.#slots)
    if (!isPromiseLike(rows)) this.#keep(prepared)
    return rows
  }

  /** Drizzle's own call, with the name where the statement has one. */
  #prepare(name: string | undefined): Prepared {
    const { query, args, map, joinsNotNullableMap } = this.#text
    const prepared = this.#session.prepareQuery(query, ...(name === undefined ? args : namedArguments(args, name)))
    setReader(prepared, map, joinsNotNullableMap)
    if (this.#authToken !== undefined) prepared.setToken?.(this.#authToken)
    return prepared
  }

  #keep(prepared: Prepared): void {
    let ofSession = preparedOf.get(this.#session)
    if (ofSession === undefined) {
      ofSession = new WeakMap()
      preparedOf.set(this.#session, ofSession)
    }
    ofSession.set(this.#text, prepared)
  }
}
