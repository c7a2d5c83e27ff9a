// Words of SQL that a fragment says, the app's own too.
import type { SQLWrapper, StringChunk } from 'drizzle-orm'
import { visitChunks } from '../drizzle/chunks.js'
import { chunkText } from '../drizzle/fragments.js'

export const hasSelect = (fragment: SQLWrapper | undefined): boolean => says(fragment, /\bselect\b/i)
/** Not of the word in a literal or a comment. */
export const hasSubSelect = (fragment: SQLWrapper | undefined): boolean => says(fragment, /\(\s*select\b/i)
export const hasExists = (fragment: SQLWrapper | undefined): boolean => says(fragment, /\bexists\b/i)

function says(fragment: SQLWrapper | undefined, word: RegExp): boolean {
  let found = false
  visitChunks(fragment, (chunk, kind) => {
    found ||= kind === 'text' && word.test(chunkText(chunk as StringChunk))
    return !found
  })
  return found
}

/** The text of SQL without its literals. A backslash in the text may mean that a quote does not end one. */
export const withoutLiterals = (text: string): string => text.replaceAll(/'(?:[^']|'')*'/g, '')

/** A name as the source of a regular expression. */
export const patternOf = (name: string): string => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

// Literals, quoted names and comments. MySQL runs what stands in `/*! … */`, and reads `a--1` as a number.
export const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|--(?!\S)[^\n]*|\/\*(?!M?!)[^]*?\*\//g
