// Add-on search: rows by how near their embedding is, with pgvector.
import { checkOptions, type OptionNames } from '../../mistakes/check-options.js'
import { type Column, cosineDistance, innerProduct, l1Distance, l2Distance, type SQL, sql } from 'drizzle-orm'
import { chain } from '../../basics/maybe-promise.js'
import type { MaybePromise } from '../../types/database.js'
import type { NearSearch, SearchFunction } from '../../types/search-with.js'
import { checkColumn, isVector } from './column-list.js'

/** The numbers that an embedding model returns for a text. */
export type Embedding = readonly number[]

export interface NearestOptions {
  /**
   * One of Drizzle's functions: `cosineDistance`, `l2Distance`, `innerProduct`, `l1Distance`. An index serves the one
   * of its operator class: `vector_cosine_ops`, `vector_l2_ops`, `vector_ip_ops`, `vector_l1_ops`.
   *
   * @default cosineDistance
   */
  readonly distance?: ((column: Column, value: number[]) => SQL) | undefined
  /** Rows that are farther, and rows without an embedding, do not match. @default every row matches */
  readonly maxDistance?: number | undefined
}

/** Of pgvector. */
const DISTANCES: readonly unknown[] = [cosineDistance, l2Distance, innerProduct, l1Distance]

/**
 * Searches by meaning: sorts rows by the distance of their embedding from that of the term, nearest first. Every row
 * matches unless `maxDistance` is given; rows without an embedding come last.
 *
 * @param column of type `vector` or `halfvec`
 * @param embed returns the embedding of a term, or a promise of it. Called once per page, never by `build()`. If it
 * throws, the call rejects with the same error. A cursor holds distances, so the same term must have the same embedding
 * on the next page
 * @throws PaginateConfigError for a column of another type, unless `distance` is a function of your own
 * @example
 * ```ts
 * .searchWith(nearest(articles.embedding, (term) => embeddings.of(term), { distance: cosineDistance }))
 * // ?search=storage → order by "embedding" <=> '[0.1,0.7,…]', "id" limit 20
 * ```
 */
export function nearest<Answer extends MaybePromise<Embedding>>(
  column: Column,
  embed: (term: string) => Answer,
  options: NearestOptions = {},
): SearchFunction<Answer extends PromiseLike<unknown> ? Promise<NearSearch> : NearSearch> {
  checkOptions('nearest()', options, { distance: true, maxDistance: true } satisfies OptionNames<NearestOptions>)
  const { distance = cosineDistance, maxDistance } = options
  if (DISTANCES.includes(distance)) checkColumn('nearest', column, isVector)
  const search = ({ term }: { readonly term: string }): MaybePromise<NearSearch> =>
    chain(embed(term) as MaybePromise<Embedding>, (embedding) => {
      const far = distance(column, [...embedding])
      return maxDistance === undefined ? { distance: far } : { where: sql`${far} <= ${maxDistance}`, distance: far }
    })
  // A promise exactly where `embed` answers one.
  return Object.assign(search, { orderedBy: 'distance', columns: [column] }) as never
}
