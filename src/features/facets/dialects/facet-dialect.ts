// Facets: what a dialect writes in its own way.
import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { ColumnFacts } from '../../../types/value.js'

/** The elements of an array, joined to the row that holds them. */
export interface Elements {
  /** What follows the tables and their joins. */
  readonly join: SQL
  /** What `$contains` compares. */
  readonly key: SQL
  /** The text that a client sends for `key`. */
  readonly text: SQL
  /** The element as JSON text; null where `key` is the element itself. */
  readonly json: SQL | null
  /** True for an element that is a value. */
  readonly isValue: SQL
  /** The columns that it adds to the statement. */
  readonly columns: readonly string[]
}

export interface FacetDialect {
  /** What rows end with whose condition has an `exists`, so that the planner still reads it as a join; null elsewhere. */
  readonly existsFence: SQL | null
  /** min() and max() take the members of an enum as text, where comparisons take their positions. */
  readonly comparesEnumsAsText: boolean
  /** Blanks at the end of a `char(n)` count for nothing: it is compared without them. */
  readonly padsChar: boolean
  /** A truth value is a number, which may be another than 0 and 1. */
  readonly numbersBooleans: boolean
  /** Any of the values of a group. */
  readonly anyOf: (values: SQL) => SQL
  /**
   * A value in a form that keeps its digits on the way through the driver.
   *
   * @param dataType as Drizzle names the column's; the value type of an expression
   * @param sqlType empty for an expression
   */
  readonly exactValue: (value: SQL, dataType: string, sqlType: string) => SQL
  /**
   * What a driver's value leaves out: a timestamp with all its digits as ISO text in UTC, a single as a double, the text
   * of an integer or a decimal that the column's mode makes a number. Null where nothing is.
   *
   * @param dataType as Drizzle names the column's; for elements of an array, as it names theirs; empty for an expression and for elements of JSON
   */
  readonly exact: (value: SQL, facts: ColumnFacts, dataType: string) => SQL | null
  /** @param source the name of the elements in the statement */
  readonly elements: (array: SQLWrapper, facts: ColumnFacts | null, source?: string) => Elements
}
