// Add-on search: full text of MySQL and MariaDB.
import { sql } from 'drizzle-orm'
import type { RankedSearch, SearchContext, SearchFunction } from '../../types/search-with.js'
import { clipTerm } from './clip-term.js'
import { checkColumns, type ColumnList, isText, type TextColumns } from './column-list.js'

/**
 * Searches a FULLTEXT index in natural language mode: rows with any of the words match, ranked by relevance. No term
 * causes an error of the database.
 *
 * @param columns all columns of one FULLTEXT index, of one table
 * @throws PaginateConfigError for anything but a list of text columns
 * @example
 * ```ts
 * .searchWith(matchAgainst([articles.title, articles.body]))
 * // ?search=null pointer → where match(`title`, `body`) against ('null pointer' in natural language mode)
 * ```
 */
export function matchAgainst<const Columns extends ColumnList>(
  columns: Columns & TextColumns<'matchAgainst', Columns>,
): SearchFunction<RankedSearch> {
  checkColumns('matchAgainst', columns, isText)
  const indexed = sql.join([...columns], sql`, `)
  const search = ({ term }: SearchContext): RankedSearch => {
    const match = sql`match(${indexed}) against (${safeTerm(term)} in natural language mode)`
    return { where: sql`(${match}) > 0`, rank: match }
  }
  return Object.assign(search, { orderedBy: 'rank' as const, columns })
}

/**
 * Only words: InnoDB fails on a `*` by itself, in this mode too. And drivers that write values into the statement
 * spell quotes and backslashes wrongly in a session under NO_BACKSLASH_ESCAPES.
 */
const safeTerm = (term: string): string => clipTerm(term).replaceAll(/[^\p{L}\p{M}\p{N}\p{So}_]+/gu, ' ')
