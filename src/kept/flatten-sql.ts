// Kept: a fragment with its text joined up. Drizzle renders a fragment chunk by chunk and asks each chunk for its class; one text
// between two parameters is rendered in a fraction of the time.
import { Column, is, SQL, type SQLChunk, StringChunk, Table } from 'drizzle-orm'
import { rendererOf } from '../drizzle/dialect.js'
import { chunkText, inlinesParams } from '../drizzle/fragments.js'

/** What a dialect of Drizzle's writes for a column or a table: the same in every statement. */
export type ChunkText = (chunk: Column | Table) => string

const textsOf = new WeakMap<object, ChunkText>()

/** @param dialect Drizzle's, which knows the casing of names; null where it renders in another way */
export function chunkTextOf(dialect: object): ChunkText | null {
  const render = rendererOf(dialect)
  if (render === null) return null
  let text = textsOf.get(dialect)
  if (text === undefined) {
    const texts = new WeakMap<Column | Table, string>()
    text = (chunk) => {
      let known = texts.get(chunk)
      if (known === undefined) {
        known = render(new SQL([chunk]))
        texts.set(chunk, known)
      }
      return known
    }
    textsOf.set(dialect, text)
  }
  return text
}

/**
 * The same SQL in as few chunks as can be; what is not understood here is left as it is.
 *
 * @param textOf null leaves columns and tables as they are, for statements that are not known yet
 */
export function flattenSql(fragment: SQL, textOf: ChunkText | null): SQL {
  // The constructor looks for a table in what it is given, which a condition has no use for.
  const flat = new SQL([])
  const chunks = flat.queryChunks
  let text = ''
  const visit = (members: readonly SQLChunk[]): void => {
    for (const chunk of members) {
      if (chunk === undefined) continue
      if (chunk instanceof StringChunk) text += chunkText(chunk)
      else if (chunk instanceof SQL && !inlinesParams(chunk)) visit(chunk.queryChunks)
      else if (textOf !== null && (is(chunk, Column) || is(chunk, Table))) text += textOf(chunk)
      else {
        if (text !== '') chunks.push(new StringChunk(text))
        text = ''
        chunks.push(chunk)
      }
    }
  }
  visit([fragment])
  if (text !== '') chunks.push(new StringChunk(text))
  return flat
}
