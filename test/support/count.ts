// Counts the statements that an action sends.
import type { Statement } from './statement-log.js'
import type { TestDatabase } from './test-database.js'

export interface Counted<Value> {
  readonly value: Value
  readonly statements: readonly Statement[]
}

/** Runs the action and gives its result with the statements that it sent. */
export async function countStatements<Value>(
  database: TestDatabase,
  action: () => Value | Promise<Value>,
): Promise<Counted<Value>> {
  database.clear()
  const value = await action()
  return { value, statements: database.statements() }
}

/** Runs an action that must be refused and gives what it threw with the statements that it sent all the same. */
export async function countRefused(database: TestDatabase, action: () => unknown): Promise<Counted<unknown>> {
  database.clear()
  try {
    await action()
  } catch (error) {
    return { value: error, statements: database.statements() }
  }
  throw new Error('The action was expected to be refused, and was not.')
}

const normal = (sql: string): string => sql.toLowerCase()

export const isCount = (statement: Statement): boolean => normal(statement.sql).startsWith('select count(')

/** How often a table is joined in a statement, whatever the quotes. */
export const joinCount = (statement: Statement, table: string): number =>
  normal(statement.sql)
    .split(/ join /)
    .slice(1)
    .filter((part) => /^["`]?([a-z_]+)/.exec(part)?.[1] === table).length
