// Add-on search: PostgreSQL's full-text search.
import { type Column, getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'
import { isSameMember } from '../../values/declared-decoder.js'
import { PaginateConfigError } from '../../errors.js'
import { readSource } from '../../fragments/row-source.js'
import type { RankedSearch, SearchContext, SearchFunction } from '../../types/search-with.js'
import { clipTerm } from './clip-term.js'
import { checkOptions, type OptionNames } from '../../mistakes/check-options.js'
import { checkColumns, type ColumnList, isNumber, isSurelyText, isText, type TextColumns } from './column-list.js'

export interface FullTextOptions {
  /**
   * A text search configuration of the database, by its name: `english`, `simple`, `public.my_words`. @default
   * 'english'
   */
  readonly language?: string
}

const NAMES: OptionNames<FullTextOptions> = { language: true }

/**
 * Searches with PostgreSQL's full-text search, in the syntax of `websearch_to_tsquery`: all words must occur, `"a b"`
 * is a phrase, `or` joins alternatives, `-word` excludes. Ranked by `ts_rank`. No term causes an error of the database.
 *
 * If a left join finds no row, a row is found by the words of its other columns.
 *
 * PostgreSQL uses an index if it holds the same expression, which `fullTextDocument` writes. A generated column of type
 * `tsvector` with a GIN index is faster, because its rows are ranked without reading their text again.
 *
 * @param columns text columns of the root or of joined tables, also with numbers among them, or one column of type
 *   `tsvector` or `jsonb`
 * @throws PaginateConfigError for anything but a list of such columns, and if the language is not a plain name
 * @example
 * ```ts
 * .searchWith(fullText([articles.title, articles.body], { language: 'english' }))
 * // ?search=null -pointer
 * // → where to_tsvector('english', "title" || ' ' || coalesce("body", '')) @@ websearch_to_tsquery('english', 'null -pointer')
 * ```
 * @see fullTextDocument for the index
 */
export function fullText<const Columns extends ColumnList>(
  columns: Columns & TextColumns<'fullText', Columns>,
  options: FullTextOptions = {},
): SearchFunction<RankedSearch> {
  checkSearched('fullText', columns)
  checkOptions('fullText()', options, NAMES)
  const language = languageLiteral(options)
  const search = ({ term, table }: SearchContext): RankedSearch => {
    // A left join, in the list or in a view, makes a column null whose own table says that it never is.
    const { members } = readSource(table)
    const isNeverNull = (column: Column): boolean =>
      members.some(
        ({ name, nulls, expression }) => name === column.name && nulls === 'never' && isSameMember(expression, column),
      )
    const document = documentOf(columns, options, isNeverNull)
    const query = sql`websearch_to_tsquery(${language}, ${safeTerm(term)})`
    return { where: sql`${document} @@ ${query}`, rank: sql`ts_rank(${document}, ${query})` }
  }
  return Object.assign(search, { orderedBy: 'rank' as const, columns })
}

/**
 * Returns the expression that `fullText` searches, for an index on it.
 *
 * @example
 * ```ts
 * (table) => [index('articles_search').using('gin', fullTextDocument([table.title, table.body], { language: 'english' }))]
 * // create index articles_search on articles using gin (to_tsvector('english', "title" || ' ' || coalesce("body", '')))
 * ```
 */
export function fullTextDocument<const Columns extends ColumnList>(
  columns: Columns & TextColumns<'fullTextDocument', Columns>,
  options: FullTextOptions = {},
): SQL {
  checkOptions('fullTextDocument()', options, NAMES)
  checkSearched('fullTextDocument', columns)
  return documentOf(columns, options, ({ notNull }) => notNull)
}

function documentOf(columns: ColumnList, options: FullTextOptions, isNeverNull: (column: Column) => boolean): SQL {
  const [first] = columns
  if (columns.length === 1)
    return ownColumn(first).getSQLType() === 'tsvector'
      ? sql`${first}`
      : sql`to_tsvector(${languageLiteral(options)}, ${first})`
  const texts = columns.map((column) => {
    if (isNeverNull(column)) return sql`${column}`
    return isSurelyText(ownColumn(column)) ? sql`coalesce(${column}, '')` : sql`coalesce(${column}::text, '')`
  })
  return sql`to_tsvector(${languageLiteral(options)}, ${sql.join(texts, sql` || ' ' || `)})`
}

function checkSearched(call: 'fullText' | 'fullTextDocument', columns: ColumnList): void {
  checkColumns(call, columns, (column) => {
    const own = ownColumn(column)
    // `||` reads a number as text, and no type of documents.
    return isText(own) || (columns.length > 1 ? isNumber(own) : /^(?:tsvector|jsonb?)$/.test(own.getSQLType()))
  })
}

/** In a table's callback, where indexes are declared, Drizzle 0.45 passes columns that do not know their own type. */
function ownColumn(column: Column): Column {
  const { table } = column as Column & { readonly table: Table }
  return (Object.values(getTableColumns(table)) as Column[]).find(({ name }) => name === column.name) ?? column
}

/** A constant: an index is found by the text of its expression, which a parameter would change. */
function languageLiteral({ language = 'english' }: FullTextOptions): SQL {
  if (!/^[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)?$/i.test(language)) {
    throw new PaginateConfigError(
      `fullText() needs the plain name of a text search configuration, not '${language}'; name one such as 'english'.`,
    )
  }
  return sql.raw(`'${language}'`)
}

/** Dashes with no word between them. */
const DASHES = /(?:-[\s\p{C}!&|()<>:*\\]*){16,}/gu

/** PostgreSQL keeps each `-` until its word on a stack of 32, and fails where that is full. */
const safeTerm = (term: string): string => clipTerm(term).replace(DASHES, ' ')
