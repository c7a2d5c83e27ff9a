// Facets: does raw text name a column without its table? Another table with such a column makes the name ambiguous.
import { Name, type SQL } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { readSource } from '../../fragments/row-source.js'
import type { RowSource } from '../../fragments/source-name.js'
import { leavesOf, type Lexis, sqlTokens, type Token } from '../filtered-set/sql-tokens.js'

const NOT_READ = Symbol('not read')

/**
 * @param names of columns, in upper or lower case. Text that cannot be read for certain counts: a false alarm costs time, and no
 * answer.
 */
export function readsUnqualified(fragment: SQL, names: Iterable<string>, lexis: Lexis): boolean {
  const lowered = new Set(Array.from(names, (name) => name.toLowerCase()))
  try {
    const tokens = sqlTokens(leavesOf(fragment), lexis, '', () => {
      throw NOT_READ
    })
    return tokens.some((token, at) => {
      const name = nameOf(token)
      return (
        name !== null &&
        lowered.has(name.toLowerCase()) &&
        !isSymbol(tokens[at - 1], '.') &&
        !isSymbol(tokens[at + 1], '.')
      )
    })
  } catch (error) {
    if (error === NOT_READ) return true
    throw error
  }
}

/** The names of their columns in the database. */
export const columnNamesOf = (sources: readonly RowSource[]): string[] =>
  sources.flatMap((source) => readSource(source).members.map(({ name }) => name))

function nameOf(token: Token): string | null {
  if (token.kind === 'word') return token.text
  return token.kind === 'chunk' && is(token.chunk, Name) ? token.chunk.value : null
}

const isSymbol = (token: Token | undefined, symbol: string): boolean =>
  token?.kind === 'symbol' && token.text === symbol
