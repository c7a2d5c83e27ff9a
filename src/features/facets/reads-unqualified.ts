// Facets: does raw text name a column without its table? Another table with such a column makes the name ambiguous.
import { is, Name, type SQL } from 'drizzle-orm'
import { leavesOf, type Lexis, sqlTokens, type Token } from '../filtered-set/sql-tokens.js'

const NOT_READ = Symbol('not read')

/**
 * @param names of columns, in lower case. Text that cannot be read for certain counts: a false alarm costs time, and no
 * answer.
 */
export function readsUnqualified(fragment: SQL, names: ReadonlySet<string>, lexis: Lexis): boolean {
  try {
    const tokens = sqlTokens(leavesOf(fragment), lexis, '', () => {
      throw NOT_READ
    })
    return tokens.some((token, at) => {
      const name = nameOf(token)
      return (
        name !== null &&
        names.has(name.toLowerCase()) &&
        !isSymbol(tokens[at - 1], '.') &&
        !isSymbol(tokens[at + 1], '.')
      )
    })
  } catch (error) {
    if (error === NOT_READ) return true
    throw error
  }
}

function nameOf(token: Token): string | null {
  if (token.kind === 'word') return token.text
  return token.kind === 'chunk' && is(token.chunk, Name) ? token.chunk.value : null
}

const isSymbol = (token: Token | undefined, symbol: string): boolean =>
  token?.kind === 'symbol' && token.text === symbol
