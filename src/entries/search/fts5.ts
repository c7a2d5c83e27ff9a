// Add-on search: SQLite's FTS5.
import { type Column, type SQL, sql, Table } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { nameOf } from '../../fragments/referenced-tables.js'
import type { RankedSearch, SearchContext, SearchFunction } from '../../types/search-with.js'
import { checkOptions, type OptionNames } from '../../mistakes/check-options.js'
import { clipTerm } from './clip-term.js'

export interface Fts5Options {
  /** The column of the list that holds the row ids of the FTS5 table. @default the `rowid` of the root table */
  readonly rowid?: Column
}

/**
 * Searches an FTS5 table, whose row ids are those of the root table (`content='articles'`, or set by triggers). All
 * words must occur, and `"a b"` is a phrase. Ranked by `bm25`.
 *
 * No term causes an error of the database: words are quoted, so FTS5's operators are words like any other. A word that
 * is repeated, in upper or lower case, counts once.
 *
 * @param table the FTS5 table: its name, or a Drizzle table for it
 * @example
 * ```ts
 * .searchWith(fts5('articles_fts'))
 * // ?search=null pointer
 * // → where "articles"."rowid" in (select rowid from "articles_fts" where "articles_fts" match '"null" "pointer"')
 * ```
 */
export function fts5(table: Table | string, options: Fts5Options = {}): SearchFunction<RankedSearch> {
  checkOptions('fts5()', options, { rowid: true } satisfies OptionNames<Fts5Options>)
  const name = is(table, Table) ? nameOf(table) : table
  const index = sql.identifier(name)
  const search = ({ term, table: root }: SearchContext): RankedSearch => {
    const id = options.rowid === undefined ? sql`${sql.identifier(nameOf(root))}.rowid` : sql`${options.rowid}`
    const matches = sql`${index} match ${quotedWords(term)}`
    return { where: sql`${id} in (select rowid from ${index} where ${matches})`, rank: rankOf(id, index, matches) }
  }
  return Object.assign(search, {
    orderedBy: 'rank' as const,
    columns: options.rowid === undefined ? [] : [options.rowid],
  })
}

/**
 * bm25 of the row; the less, the better, hence the sign. The ranks are read once for all rows: without the limit SQLite
 * would put the condition on the row into the search, and repeat the search for each row.
 */
function rankOf(id: SQL, index: unknown, matches: SQL): SQL {
  const ranks = sql`select rowid as "id", bm25(${index}) as "score" from ${index} where ${matches} limit -1`
  return sql`(select -"ranked_"."score" from (${ranks}) as "ranked_" where "ranked_"."id" = ${id})`
}

/**
 * Each word, and each phrase in double quotes, as a string of FTS5's grammar: nothing in it is an operator. Once each,
 * in upper or lower case: FTS5 reads the rows of a word again wherever it is repeated.
 */
function quotedWords(term: string): string {
  // A NUL would end the expression within a string.
  const parts = clipTerm(term)
    .replaceAll('\u0000', ' ')
    .matchAll(/"([^"]*)"|[^\s"]+/g)
  const words = new Map<string, string>()
  for (const [word, phrase] of parts) {
    const text = phrase ?? word
    const key = text.trim().replace(/\s+/g, ' ').toLowerCase()
    if (!words.has(key)) words.set(key, `"${text}"`)
  }
  return [...words.values()].join(' ') || '""'
}
