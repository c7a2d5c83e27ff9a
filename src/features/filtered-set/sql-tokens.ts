// Filtered sets: SQL text in words, with the chunks between them, as far as a reader of names needs it. Literals and
// comments say nothing.
import { type SQL, type SQLWrapper, StringChunk, type Subquery } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { type ChunkKind, chunkKind, visitChunks } from '../../drizzle/chunks.js'
import { chunkText } from '../../drizzle/fragments.js'

/**
 * How a dialect reads text: MySQL has `#` comments, and a backslash that may or may not keep a quote from ending its
 * literal.
 */
export type Lexis = 'standard' | 'escaping'

/** What a fragment is made of, nested SQL opened; `open` and `close` enclose what Drizzle puts in parentheses. */
export type Leaf =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'alias'; readonly name: string }
  | { readonly kind: 'chunk'; readonly chunk: unknown }

export type Token =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  /** A name or a keyword in raw text, with the text around it for messages; a quoted one is not a keyword. */
  | { readonly kind: 'word'; readonly text: string; readonly isQuoted: boolean; readonly shown: () => string }
  | { readonly kind: 'symbol'; readonly text: string }
  /** A text, a number. */
  | { readonly kind: 'literal' }
  /** @param leaf the place of its leaf */
  | { readonly kind: 'chunk'; readonly chunk: unknown; readonly leaf: number }

export function leavesOf(fragment: SQL): readonly Leaf[] {
  const leaves: Leaf[] = []
  const enter = (chunk: unknown, kind: ChunkKind): boolean => {
    if (kind === 'sql') return true
    const inner = kind === 'list' ? (chunk as unknown[]) : innerSql(chunk)
    if (inner === undefined) {
      leaves.push({ kind: 'chunk', chunk })
      return false
    }
    leaves.push({ kind: 'open' })
    for (const member of Array.isArray(inner) ? inner : [inner]) visitChunks(member, enter)
    leaves.push({ kind: 'close' })
    if (kind === 'subquery') leaves.push({ kind: 'alias', name: (chunk as Subquery)._.alias })
    return false
  }
  visitChunks(fragment, enter)
  return leaves
}

/** The SQL of a sub-select or of another wrapper; undefined for what is written unchanged. */
export function innerSql(chunk: unknown): SQL | undefined {
  const kind = chunkKind(chunk)
  if (kind === 'wrapper') return (chunk as SQLWrapper).getSQL()
  if (kind !== 'subquery') return undefined
  const { isWith, sql } = (chunk as Subquery)._
  return isWith ? undefined : sql
}

/**
 * @param reject what is called with text that cannot be read for certain, or that has `name` in a comment. @param name
 * empty for none
 */
export function sqlTokens(
  leaves: readonly Leaf[],
  lexis: Lexis,
  name: string,
  refuse: (text: string) => never,
): Token[] {
  const tokens: Token[] = []
  let text = ''
  const flush = (): void => {
    readText(text, lexis, name, refuse, tokens)
    text = ''
  }
  for (const [leaf, given] of leaves.entries()) {
    if (given.kind === 'chunk' && is(given.chunk, StringChunk)) {
      text += chunkText(given.chunk)
      continue
    }
    // Drizzle writes nothing for it.
    if (given.kind === 'chunk' && given.chunk === undefined) continue
    flush()
    if (given.kind === 'alias') tokens.push({ kind: 'word', text: given.name, isQuoted: true, shown: () => given.name })
    else tokens.push(given.kind === 'chunk' ? { kind: 'chunk', chunk: given.chunk, leaf } : given)
  }
  flush()
  return tokens
}

const TOKEN = /* @__PURE__ */ new RegExp(
  [
    /(?<blank>\s+)/,
    /(?<comment>--[^\n]*|\/\*[^]*?\*\/)/,
    /(?<escaped>e'(?:[^'\\]|\\[^]|'')*')/,
    /(?<text>'(?:[^']|'')*'|\$(?<tag>(?:[a-z_]\w*)?)\$[^]*?\$\k<tag>\$)/,
    /(?<quoted>"(?:[^"]|"")*"|`(?:[^`]|``)*`)/,
    // A literal or a comment that does not end here, or that has a syntax of its own.
    /(?<unread>u&['"]|['"`]|\/\*)/,
    /(?<word>[\p{L}_][\p{L}\p{N}_$]*)/u,
    /(?<number>\d[\w.]*)/,
    /(?<symbol>::|[^])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
)
const BRACKETED = /^\[([\p{L}_][\p{L}\p{N}_ $]*)\]/u

function readText(text: string, lexis: Lexis, name: string, refuse: (text: string) => never, tokens: Token[]): void {
  const pattern = new RegExp(TOKEN)
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { index } = match
    const shown = (): string => shownOf(text, index)
    const {
      comment,
      escaped,
      text: literal,
      quoted,
      unread,
      word,
      number,
      symbol,
    } = match.groups as Partial<Record<string, string>>
    if (comment !== undefined) {
      if ((name !== '' && comment.toLowerCase().includes(name.toLowerCase())) || comment.indexOf('/*', 2) !== -1)
        refuse(shown())
      // MySQL reads `a--1` as a number, and `/*! … */` as SQL.
      if (lexis === 'escaping' && /^(?:--\S|\/\*[!+M])/.test(comment)) refuse(shown())
    } else if (unread !== undefined) refuse(shown())
    else if (escaped !== undefined || number !== undefined) tokens.push({ kind: 'literal' })
    else if (literal !== undefined) {
      if (lexis === 'escaping' && /[^\\](?:\\\\)*\\'/.test(literal)) refuse(shown())
      tokens.push({ kind: 'literal' })
    } else if (quoted !== undefined) tokens.push({ kind: 'word', text: unquoted(quoted), isQuoted: true, shown })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word, isQuoted: false, shown })
    else if (symbol === '(' || symbol === ')') tokens.push({ kind: symbol === '(' ? 'open' : 'close' })
    else if (symbol === '#' && lexis === 'escaping') pattern.lastIndex = endOfLine(text, index)
    else if (symbol !== undefined) {
      const bracketed = symbol === '[' && !isSubscripted(tokens) ? BRACKETED.exec(text.slice(index)) : null
      if (bracketed === null) tokens.push({ kind: 'symbol', text: symbol })
      else {
        tokens.push({ kind: 'word', text: bracketed[1] as string, isQuoted: true, shown })
        pattern.lastIndex = index + bracketed[0].length
      }
    }
  }
}

/** The text between the parentheses around a place. */
function shownOf(text: string, at: number): string {
  const before = /[^()]*$/.exec(text.slice(0, at))?.[0] ?? ''
  const after = /^.[^()]*/su.exec(text.slice(at))?.[0] ?? ''
  return `${before}${after}`.trim().slice(0, 80)
}

const unquoted = (quoted: string): string =>
  quoted.slice(1, -1).replaceAll(quoted.slice(0, 1).repeat(2), quoted.slice(0, 1))

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

/** `values[1]`: brackets after a value are PostgreSQL's subscripts. Elsewhere they quote a name. */
function isSubscripted(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1)
  return last !== undefined && (last.kind !== 'symbol' || last.text === ']') && last.kind !== 'open'
}
