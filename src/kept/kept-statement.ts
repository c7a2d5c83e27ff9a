// Kept: a statement text with a session and values, ready to run.
import { fillPlaceholders } from 'drizzle-orm'
import type { Query } from '../select/select-builder.js'
import type { Statement } from '../select/list-statements.js'
import { chain, isPromiseLike } from '../select/maybe-promise.js'
import type { MaybePromise } from '../types/database.js'
import type { Row } from '../types/row.js'
import { statementNames } from './statement-names.js'
import type { StatementText } from './statement-text.js'

/** What is called on a session of Drizzle's. */
export interface Session {
  prepareQuery(...args: readonly unknown[]): Prepared
}

interface Prepared {
  /** 0.45 only. */
  customResultMapper?: unknown
  joinsNotNullableMap?: unknown
  setToken?(token: unknown): unknown
  /** SQLite: the rows at once where the driver is synchronous. */
  all?(slots: readonly unknown[]): MaybePromise<Row[]>
  execute(slots: readonly unknown[]): MaybePromise<Row[]>
}

/** The position of a statement's name among the arguments after the text, on PostgreSQL of both lines. */
const NAME_ARGUMENT = 1

/** Classes of sessions whose prepared queries take a row mapper (all that Drizzle 0.45 has, none of 1.0). */
const mappingSessions = new WeakSet<object>()

/** False also where no statement has run yet in a session of the class. */
export const takesRowMapper = (session: object | undefined): boolean => session !== undefined && mappingSessions.has(session.constructor)

/**
 * Statements that a synchronous driver has prepared. There, to prepare is to parse (about a third of a cheap request on
 * better-sqlite3), nothing of one call is left in the statement for the next, and SQLite prepares it again by itself after a
 * change of the schema. Other drivers parse on the server or send text, so nothing of theirs is kept.
 */
const preparedOf = new WeakMap<Session, WeakMap<StatementText, Prepared>>()

export class KeptStatement implements Statement {
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
    const { sql, params } = this.#text.query
    // A list of slots serves as the record by slot number that it is typed as.
    return { sql, params: fillPlaceholders(params as unknown[], this.#slots as never) }
  }

  #read(): MaybePromise<Row[]> {
    const text = this.#text
    if (text.runBy === 'all') return this.#readAll()
    const name = this.#isNamed ? statementNames.nameFor(text) : undefined
    const prepared = this.#prepare(name)
    const rows = prepared.execute(this.#slots)
    return name === undefined || !isPromiseLike(rows) ? rows : rows.then(undefined, (error: unknown) => {
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
    const prepared = name === undefined
      ? this.#session.prepareQuery(query, ...args)
      : this.#session.prepareQuery(query, ...args.slice(0, NAME_ARGUMENT), name, ...args.slice(NAME_ARGUMENT + 1))
    const isMapped = map !== null && 'customResultMapper' in prepared
    if (isMapped) {
      prepared.customResultMapper = map
      mappingSessions.add(this.#session.constructor)
    } else if (joinsNotNullableMap !== undefined) prepared.joinsNotNullableMap = joinsNotNullableMap
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
