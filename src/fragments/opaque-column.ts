// Page: a column, and a whole fragment, that Drizzle's relational queries do not rename.
import { type Column, type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * Relational queries of 0.45 rename every column of a condition to the root table's alias, those of a sub-select's own
 * tables too. A column behind an opaque wrapper keeps its name.
 */
export class OpaqueColumn implements SQLWrapper {
  private readonly column: Column
  constructor(column: Column) {
    this.column = column
  }
  getSQL(): SQL {
    return sql`${this.column}`
  }
  shouldOmitSQLParens(): boolean {
    return true
  }
}

/** The same of every column in a fragment, such as a sub-select with tables of its own. */
export class OpaqueFragment implements SQLWrapper {
  private readonly fragment: SQL
  constructor(fragment: SQL) {
    this.fragment = fragment
  }
  getSQL(): SQL {
    return this.fragment
  }
  shouldOmitSQLParens(): boolean {
    return true
  }
}
