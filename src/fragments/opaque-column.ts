// A column that Drizzle's relational queries do not rename.
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
