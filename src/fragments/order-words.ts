// Stage compile: what an engine does not take for an expression where an order says it.
import type { Name, SQL, SQLWrapper, StringChunk } from 'drizzle-orm'
import { visitChunks } from '../drizzle/chunks.js'
import { chunkText } from '../drizzle/fragments.js'
import { QUOTED } from './said-words.js'

// SQLite finds what has a collation too.
const BARE_NAME =
  /^("(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[\p{L}_][\p{L}\p{N}_$]*)(?:\s+collate\s+\S+)?(?:\s+(?:asc|desc))?(?:\s+nulls\s+(?:first|last))?$/iu
const CONSTANT =
  /^(?:[-+\s]*[\d.][\w.]*|[ebnx]?'(?:[^']|'')*'|null|true|false)(?:\s+collate\s+\S+)?(?:\s+(?:asc|desc))?(?:\s+nulls\s+(?:first|last))?$/i

/**
 * The name that the term is by itself; null for another term. It means a result of the select that has this name before
 * it means a column.
 */
export function bareName(term: SQLWrapper): string | null {
  const name = BARE_NAME.exec(termText(term))?.[1] ?? null
  return name !== null && /^["`[]/.test(name) ? name.slice(1, -1).replace(/(["`])\1/g, '$1') : name
}

/**
 * Is the term a value by itself? It orders nothing, but a number means the result in that place, on MySQL that of a
 * parameter too, and PostgreSQL rejects any other value.
 */
export const isConstant = (term: SQLWrapper): boolean => CONSTANT.test(termText(term))

/** Without comments and parentheses; a number instead of a parameter. */
function termText(term: SQLWrapper): string {
  let text = ''
  visitChunks(term, (chunk, kind) => {
    if (kind === 'sql' || kind === 'wrapper' || kind === 'nothing') return true
    if (kind === 'text') text += chunkText(chunk as StringChunk)
    else if (kind === 'name') text += `"${(chunk as Name).value.replaceAll('"', '""')}"`
    // Drizzle writes its name.
    else if (kind === 'aliased') text += `"${(chunk as SQL.Aliased).fieldAlias}"`
    else text += kind === 'param' || kind === 'value' || kind === 'placeholder' ? ' 0 ' : ' (c.c) '
    return false
  })
  return text
    .replace(QUOTED, (quoted) => (/^[-/]/.test(quoted) ? ' ' : quoted))
    .replaceAll(/[()]/g, ' ')
    .trim()
}
