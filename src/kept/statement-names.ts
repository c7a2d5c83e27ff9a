// Kept: names of prepared statements on PostgreSQL. A named statement is parsed once a connection, and postgres.js needs one
// round trip for it instead of two.
import { hashText } from '../values/hash-text.js'
import type { StatementText } from './statement-text.js'

/**
 * Names handed out by the process. A server keeps every named statement until its connection ends (about 100 kB each), so
 * neither a client with ever new shapes nor many configurations may name more; later statements go without a name.
 */
export const MAX_STATEMENT_NAMES = 256
/** A statement is named from its second run on: one that runs once is not worth a name on the server. */
const NAMED_FROM_RUN = 2
/**
 * How often a connection may turn out to have lost its statements, or to hold them for other columns, before no names are given
 * any more. Behind a pooler in transaction mode that is not told of prepared statements, every call would fail otherwise.
 */
const MAX_RENEWALS = 3

export class StatementNames {
  readonly #given = new Set<string>()
  /** Part of every name: after a failure, all statements get new names, which are unknown to every connection. */
  #generation = 0

  /** Undefined where the statement goes without a name. */
  nameFor(text: StatementText): string | undefined {
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

  /** Gives all statements new names where `error` says that the connection no longer has this one as it was prepared. */
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
 * `26000` after `DISCARD ALL` or on another connection of a pooler, `42P05` there too; `0A000` (`cached plan must not change
 * result type`) after `ALTER TABLE` or with another `search_path`.
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
