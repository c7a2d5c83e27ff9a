// Add-on search: every word of the term, in any of the columns.
import { type Column, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { checkOptions, type OptionNames } from '../../mistakes/check-options.js'
import { dialectOf } from '../../builder/read-table.js'
import { DIALECTS } from '../../dialects/index.js'
import type { LikeStrategy } from '../../types/config.js'
import type { SearchContext, SearchFunction } from '../../types/search-with.js'
import type { Operand } from '../../types/sql.js'
import type { DialectName } from '../../vocabulary.js'
import { scalarType } from '../../values/built-in.js'
import { readColumn } from '../../values/read-column.js'
import { wordsOf } from '../../basics/words-of.js'
import { clipTerm } from './clip-term.js'
import { checkColumns, type ColumnList, factsOf, isSearchable, type TextColumns } from './column-list.js'

export interface WordsOptions {
  /**
   * Is put around each column and each word, so that both are compared in the same form.
   *
   * @default none: a word is compared as `search` compares its term
   * @example `fold: (text) => sql`unaccent(${text})``
   */
  readonly fold?: ((text: SQLWrapper) => SQL) | undefined
}

/**
 * Searches for words: each word of the term must occur in at least one of the columns, in any order, as a substring.
 * Letter case and wildcards are as in `search`.
 *
 * @param columns text columns of the root or of joined tables. A joined table is joined only for a search
 * @throws PaginateConfigError without a column, and for one that is not text
 * @example
 * ```ts
 * .searchWith(words([articles.title, authors.name]))
 * // ?search=ada engine
 * // → where (title ilike '%ada%' or name ilike '%ada%') and (title ilike '%engine%' or name ilike '%engine%')
 * ```
 * @see fullText for words in their inflected forms, ranked
 */
export function words<const Columns extends ColumnList>(
  columns: Columns & TextColumns<'words', Columns>,
  options: WordsOptions = {},
): SearchFunction<SQL> {
  checkColumns('words', columns, isSearchable)
  checkOptions('words()', options, { fold: true } satisfies OptionNames<WordsOptions>)
  const { fold } = options
  const operands = columns.map(operandOf)
  const search = ({ term, table, likeStrategy = 'native' }: SearchContext): SQL => {
    const dialect = dialectOf(table)
    const contains = fold === undefined ? plainMatch(dialect, likeStrategy) : foldedMatch(dialect, likeStrategy, fold)
    const all = wordsOf(clipTerm(term))
    return joined(
      (fold === undefined ? withoutParts(all) : all).map(
        (word) =>
          sql`(${sql.join(
            operands.map((operand) => contains(operand, word)),
            sql` or `,
          )})`,
      ),
    )
  }
  // Memory cannot fold by SQL.
  return Object.assign(search, {
    orderedBy: 'nothing' as const,
    columns,
    ...(fold === undefined ? { words: columns } : {}),
  })
}

function operandOf(column: Column): Operand {
  const facts = factsOf(column) ?? readColumn(column)
  return { expression: column, column, facts, type: scalarType('text', facts) }
}

type Match = (operand: Operand, word: string) => SQL

/** As `search` matches its term. */
function plainMatch(name: DialectName, strategy: LikeStrategy): Match {
  const { sql: dialect } = DIALECTS[name]
  return (operand, word) => {
    const form = dialect.likeForm(word)
    const pattern = dialect.likeTerm(word, 'contains', form)
    return dialect.like(dialect.compared(operand), bound(pattern, name), 'contains', form, strategy)
  }
}

/** What folds a word may make a wildcard of a letter (`unaccent` does), so the database escapes what it has folded. */
function foldedMatch(name: DialectName, strategy: LikeStrategy, fold: (text: SQLWrapper) => SQL): Match {
  const { sql: dialect, typing } = DIALECTS[name]
  return (operand, word) => {
    const compared = fold(dialect.compared(operand))
    const folded = fold(dialect.parameter(bound(word, name), operand))
    // SQLite's patterns are short, and end at a NUL.
    if (typing === 'per-value') return dialect.like(compared, folded, 'contains', 'long', strategy)
    const literal = ['!', '%', '_', '['].reduce(
      (text, wildcard) => sql`replace(${text}, ${sql.raw(`'${wildcard}', '!${wildcard}'`)})`,
      folded,
    )
    const like = sql.raw(typing === 'strict' && strategy === 'native' ? 'ilike' : 'like')
    return sql`${compared} ${like} replace('%w%', 'w', ${literal}) escape '!'`
  }
}

/** The parameter of a text, respelled if a driver of the dialect cannot send it as it is. */
function bound(text: string, name: DialectName): SQLWrapper {
  const { spelling } = DIALECTS[name].sql
  const needed = spelling?.spellingOf(text) ?? null
  return needed === null || spelling === undefined
    ? sql`${text}`
    : spelling.restore(sql`${spelling.respell(text, needed)}`, needed)
}

/** A word that is a part of another one is found with it. */
const withoutParts = (all: readonly string[]): readonly string[] =>
  all.filter((word) => !all.some((other) => other !== word && other.includes(word)))

/** As a balanced tree: SQLite limits how deep an expression is. */
function joined(conditions: readonly SQL[]): SQL {
  const [first] = conditions
  if (conditions.length <= 1) return first ?? sql`1 = 1`
  const half = Math.ceil(conditions.length / 2)
  return sql`(${joined(conditions.slice(0, half))} and ${joined(conditions.slice(half))})`
}
