// Builder: a search by the host's own condition.
import type { SQL, Table } from 'drizzle-orm'

/** What a request searches for. */
export interface SearchContext {
  /** The trimmed term: within the configured lengths, well-formed text, and without NUL where the dialect cannot hold it. */
  readonly term: string
  /** The root table, or the alias of it that the list was made with. */
  readonly table: Table
}

/** A search's condition with the rank of a row: the greater, the better. */
export interface RankedSearch {
  readonly where: SQL
  /** A number, or null for the least rank. */
  readonly rank: SQL
}

/** What a search function answers. */
export type SearchAnswer = SQL | { readonly where: SQL; readonly rank?: SQL | undefined }

/** Pure: called for each request with a term. */
export type SearchFunction<Answer extends SearchAnswer = SearchAnswer> = (context: SearchContext) => Answer

/** The name that `sortBy` takes in addition: `relevance`, or never without a rank. */
export type RankName<Answer> = Answer extends SQL ? never : 'rank' extends keyof Answer ? 'relevance' : never
