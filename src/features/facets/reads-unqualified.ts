// Facets: does raw text name a column without its table? Another table with such a column makes the name ambiguous.
import type { Name, SQL, StringChunk } from 'drizzle-orm'
import { visitChunks } from '../../drizzle/chunks.js'
import { chunkText } from '../../drizzle/fragments.js'
import { foldedName, readSource } from '../../fragments/row-source.js'
import type { RowSource } from '../../fragments/source-name.js'

const QUOTES = /["`[\]]/g
/** A word with no dot before or after it. */
const WORD = /(?<![\p{L}\p{M}\p{N}_$.])[\p{L}_][\p{L}\p{M}\p{N}_$]*(?![\p{L}\p{M}\p{N}_$.])/gu
const PLAIN_NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_$]*$/u

/**
 * @param names of columns, in upper or lower case. A word in a literal or a comment counts: a false alarm costs time,
 * and changes no value.
 */
export function readsUnqualified(fragment: SQL, names: Iterable<string>): boolean {
  const lowered = new Set(Array.from(names, (name) => name.toLowerCase()))
  // Other names than plain ones stand in quotes; any text of theirs counts.
  const others = [...lowered].filter((name) => !PLAIN_NAME.test(name))
  const folded = new Set([...lowered].map(foldedName))
  let text = ''
  let isFound = false
  visitChunks(fragment, (chunk, kind) => {
    if (kind === 'text') {
      const written = chunkText(chunk as StringChunk).toLowerCase()
      text = written.replaceAll(QUOTES, '')
      isFound ||=
        (text.match(WORD) ?? []).some((word) => folded.has(foldedName(word))) ||
        others.some((name) => written.includes(name))
    } else if (kind === 'name') isFound ||= folded.has(foldedName((chunk as Name).value)) && !text.endsWith('.')
    return !isFound
  })
  return isFound
}

/** The names of their columns in the database. */
export const columnNamesOf = (sources: readonly RowSource[]): string[] =>
  sources.flatMap((source) => readSource(source).members.map(({ name }) => name))
