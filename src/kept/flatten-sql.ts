// Kept: a fragment with its text joined up. Drizzle renders a fragment chunk by chunk and asks each chunk for its class; one text
// between two parameters is rendered in a fraction of the time.
import { Column, is, SQL, type SQLChunk, StringChunk, Table } from 'drizzle-orm'

/** What a dialect of Drizzle's writes for a column or a table: the same in every statement. */
export type ChunkText = (chunk: Column | Table) => string

/** The part of Drizzle's dialects that renders. */
interface Renderer {
  sqlToQuery?(fragment: SQL): { readonly sql: string }
}

const textsOf = new WeakMap<object, ChunkText>()

/** @param dialect Drizzle's, which knows the casing of names; null where it renders in another way */
export function chunkText(dialect: object): ChunkText | null {
  const renderer = dialect as Renderer
  if (typeof renderer.sqlToQuery !== 'function') return null
  let text = textsOf.get(dialect)
  if (text === undefined) {
    const texts = new WeakMap<Column | Table, string>()
    text = (chunk) => {
      let known = texts.get(chunk)
      if (known === undefined) {
        known = (renderer as Required<Renderer>).sqlToQuery(new SQL([chunk])).sql
        texts.set(chunk, known)
      }
      return known
    }
    textsOf.set(dialect, text)
  }
  return text
}

/** One line holds a text, the other a list of them. */
const textOfChunk = ({ value }: { readonly value: string | readonly string[] }): string =>
  typeof value === 'string' ? value : value.length === 1 ? (value[0] as string) : value.join('')

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
      if (chunk instanceof StringChunk) text += textOfChunk(chunk)
      else if (chunk instanceof SQL && !(chunk as unknown as { shouldInlineParams: boolean }).shouldInlineParams) visit(chunk.queryChunks)
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
