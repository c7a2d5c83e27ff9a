// Builder: a search by the app's own condition.
import type { Column, SQL, SQLWrapper, Table } from 'drizzle-orm'
import type { MaybePromise } from './database.js'
import type { Sentences, ConfigTypeError } from './type-error.js'

/** What a request searches for. */
export interface SearchContext {
  /**
   * The trimmed term: within the configured lengths, well-formed text, and without NUL where the dialect cannot hold
   * it.
   */
  readonly term: string
  /** The root table, or the alias of it that the list was made with. */
  readonly table: Table
  /** How the list matches text on PostgreSQL. @default 'native' */
  readonly likeStrategy?: 'native' | 'portable'
}

/** A search's condition with the rank of a row: the greater, the better. */
export interface RankedSearch {
  readonly where: SQL
  /** A number, or null for the least rank. */
  readonly rank: SQL
}

/** A search that orders rows by how far they are from the term: the less, the better. */
export interface NearSearch {
  /** Which rows match. @default all rows: the distance cuts nothing off */
  readonly where?: SQL | undefined
  /**
   * A number, ordered by as it is written, so that an index over it serves the page. Null is farther than every number.
   */
  readonly distance: SQL
}

/**
 * What a search function returns, at once or later. Undefined compiles, because `or()` and `and()` may return it, but
 * at run time it causes a `PaginateConfigError`. A column may order the rows, as in `.orderBy()` of Drizzle.
 */
export type SearchAnswer =
  | SQL
  | undefined
  | { readonly where: SQL | undefined; readonly rank?: SQLWrapper | undefined }
  | { readonly where?: SQL | undefined; readonly distance: SQLWrapper }

/** Called once for each request with a term that nothing else rejects; never by `build()`. */
export interface SearchFunction<Answer extends MaybePromise<SearchAnswer> = MaybePromise<SearchAnswer>> {
  (context: SearchContext): Answer
  /**
   * What its answers order rows by. `describe()` reads it. Where it is absent, `describe()` takes a function that is
   * `async` for one that returns a distance, and calls any other once, with the term `a`.
   */
  readonly orderedBy?: SearchOrder
  /** The columns that a ready search reads. `build()` rejects one of a table that is not in the query. */
  readonly columns?: readonly Column[]
  /** Set by `words()`: memory looks for the words of a term in these columns. */
  readonly words?: readonly Column[]
}

export type SearchOrder = 'rank' | 'distance' | 'nothing'

/** The name that `sortBy` takes in addition: `relevance`, or never without a rank and a distance. */
export type RankName<Answer> = Answer extends SQL | undefined
  ? never
  : 'rank' extends keyof Answer
    ? 'relevance'
    : 'distance' extends keyof Answer
      ? 'relevance'
      : never

/** A field of that name would make `sortBy=relevance:DESC` ambiguous. */
export type SearchCheck<Fields, Search> = 'relevance' extends keyof Fields
  ? ConfigTypeError<Sentences['relevanceTaken']>
  : Search
