// Explorer's page: SQL and JSON cut into words of one kind, for their colours. The text stays what it is.

export type TokenKind = 'text' | 'name' | 'parameter' | 'number' | 'keyword'

export interface Token {
  /** Null for white space and signs. */
  readonly kind: TokenKind | null
  readonly text: string
}

/** Drizzle quotes every name, so a bare word is SQL's own. A doubled quote ends one literal and starts the next. */
const SQL =
  /(?<text>'[^']*'?)|(?<name>"[^"]*"?|`[^`]*`?|\[[a-z_][^\]]*\])|(?<parameter>\$\d+|\?|@\w+)|(?<number>\b\d[\d.]*)|(?<keyword>[a-z_]\w*)/gi
const JSON_TEXT =
  /(?<name>"(?:[^"\\]|\\[^])*"(?=:))|(?<text>"(?:[^"\\]|\\[^])*(?:"|\\?$))|(?<number>-?\d[\d.e+-]*)|(?<keyword>true|false|null)/gi

export const sqlTokens = (sql: string): Token[] => tokensOf(sql, SQL)
export const jsonTokens = (json: string): Token[] => tokensOf(json, JSON_TEXT)

function tokensOf(text: string, words: RegExp): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const { index, 0: word, groups = {} } of text.matchAll(words)) {
    if (index > end) tokens.push({ kind: null, text: text.slice(end, index) })
    const [kind = null] = Object.keys(groups).filter((name) => groups[name] !== undefined) as TokenKind[]
    tokens.push({ kind, text: word })
    end = index + word.length
  }
  return end < text.length ? [...tokens, { kind: null, text: text.slice(end) }] : tokens
}
