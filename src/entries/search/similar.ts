// Add-on search: text by its trigrams, with PostgreSQL's pg_trgm.
import { type Column, sql } from 'drizzle-orm'
import type { NearSearch, SearchFunction } from '../../types/search-with.js'
import { clipTerm } from './clip-term.js'
import { checkColumn, isText, type TextColumn } from './column-list.js'

/**
 * Finds text with typing errors: rows whose text shares enough trigrams with the term (`pg_trgm.similarity_threshold`,
 * 0.3 by default), most alike first. Letter case does not matter.
 *
 * An index `using gist (column gist_trgm_ops)` serves both the match and the order; `gin_trgm_ops` serves only the
 * match.
 *
 * @param column text of the root or of a joined table; null does not match
 * @throws PaginateConfigError for a column that is not text
 * @example
 * ```ts
 * .searchWith(similar(authors.name))
 * // ?search=Dostoevsky → where "name" % 'Dostoevsky' order by "name" <-> 'Dostoevsky', "id"
 * ```
 * @see nearest for a search by meaning
 */
export function similar<Searched extends Column>(
  column: Searched & TextColumn<'similar', Searched>,
): SearchFunction<Required<NearSearch>> {
  checkColumn('similar', column, isText)
  const search = ({ term }: { readonly term: string }) => {
    const text = clipTerm(term)
    return { where: sql`${column} % ${text}`, distance: sql`${column} <-> ${text}` }
  }
  return Object.assign(search, { orderedBy: 'distance' as const, columns: [column] })
}
