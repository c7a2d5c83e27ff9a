// Kept: a statement text with a session and values, ready to run.
import { fillPlaceholders } from 'drizzle-orm'
import { namedArguments, type Prepared, type Session, setReader } from '../drizzle/session.js'
import type { Query } from '../select/select-builder.js'
import type { Statement } from '../select/list-statements.js'
import { chain, isPromiseLike } from '../maybe-promise.js'
import type { MaybePromise } from '../types/database.js'
import type { Row } from '../types/row.js'
import { statementNames } from './statement-names.js'
import type { StatementText } from './statement-text.js'

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
    setReader(prepared, this.#session, map, joinsNotNullableMap)
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
