// Builder: what a select reads from, and whether a join may leave it without a row. Reads the chunks of a select as
// Drizzle writes it.
import type { Name, SQL, StringChunk } from 'drizzle-orm'
import { visitChunks } from '../drizzle/chunks.js'
import { chunkText } from '../drizzle/fragments.js'
import { nameOf, type RowSource } from './source-name.js'

export interface QuerySource {
  /** The name that columns are qualified with inside the query. */
  readonly name: string
  /** Null where only its name is known: a table's alias, which Drizzle writes as two names. */
  readonly source: RowSource | null
  /** May a row of the query lack one of it? */
  readonly isOptional: boolean
}

/** Ends in the keyword that a source follows. */
const BEFORE_SOURCE = /\b(?:(from)|(?:(left|right|full|inner|cross)\s+(?:outer\s+)?)?join)(?:\s+lateral)?\s*$/i
/** Between two names of one source: `"schema"."table" "alias"`. */
const WITHIN_SOURCE = /^\s*(?:(?:\.|as\s)\s*)?$/i
/** What can make a column null that no join does, and what has several selects. */
const NOT_UNDERSTOOD = /\b(?:union|intersect|except|rollup|cube|grouping)\b/i

/** Null if the query is not understood: a union, or a join in raw text. */
export function querySources(query: SQL): readonly QuerySource[] | null {
  const found: { name: string; source: QuerySource['source']; join: string }[] = []
  let isWithinNames = false
  let isUnderstood = true
  let keywords = 0
  const text = new TopLevelText()
  const look = (before: string): void => {
    if (NOT_UNDERSTOOD.test(before)) isUnderstood = false
    keywords += before.match(/\b(?:from|join)\b/gi)?.length ?? 0
  }
  const add = (name: string, source: QuerySource['source']): void => {
    if (!text.isTopLevel()) return
    const before = text.take()
    const last = found[found.length - 1]
    const keyword = BEFORE_SOURCE.exec(before)
    if (keyword !== null) {
      found.push({ name, source, join: (keyword[1] ?? keyword[2] ?? 'inner').toLowerCase() })
      isWithinNames = source === null
    } else if (isWithinNames && last !== undefined && WITHIN_SOURCE.test(before)) {
      last.name = name
      last.source = source
    } else isWithinNames = false
    look(before)
  }
  visitChunks(query, (chunk, kind) => {
    if (kind === 'text') text.add(chunkText(chunk as StringChunk))
    else if (kind === 'name') add((chunk as Name).value, null)
    else if (kind === 'table' || kind === 'view' || kind === 'subquery')
      add(nameOf(chunk as RowSource), chunk as RowSource)
    return kind === 'sql'
  })
  look(text.take())
  return isUnderstood && keywords === found.length ? withOptional(found) : null
}

function withOptional(
  found: readonly { readonly name: string; readonly source: QuerySource['source']; readonly join: string }[],
): QuerySource[] {
  return found.map(({ name, source, join }, index) => ({
    name,
    source,
    isOptional:
      join === 'left' ||
      join === 'full' ||
      found.slice(index + 1).some((later) => later.join === 'right' || later.join === 'full'),
  }))
}

/** The text of a select outside parentheses and quotes. */
class TopLevelText {
  #text = ''
  #depth = 0
  #quote = ''

  add(text: string): void {
    for (const character of text) {
      if (this.#quote !== '') {
        if (character === this.#quote) this.#quote = ''
      } else if (character === "'" || character === '"' || character === '`') this.#quote = character
      else if (character === '(') this.#depth += 1
      else if (character === ')') this.#depth -= 1
      else if (this.#depth === 0) this.#text += character
    }
  }

  isTopLevel(): boolean {
    return this.#depth === 0 && this.#quote === ''
  }

  /** What was added since the last call. */
  take(): string {
    const taken = this.#text
    this.#text = ''
    return taken
  }
}
