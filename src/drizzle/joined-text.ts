// A statement with its text joined up, before Drizzle writes it. Drizzle asks each chunk for its class, up to ten
// times: one text between two parameters costs it a fraction of the dozens of chunks that make it up.
import { type Column, type Name, SQL, StringChunk, type Table } from 'drizzle-orm'
import { visitChunks } from './chunks.js'
import { chunkText, inlinesParams } from './fragments.js'

interface Renderer {
  sqlToQuery(fragment: SQL): { readonly sql: string }
  escapeName(name: string): string
}

/** What each dialect object writes for a column or a table: the same in every statement. */
const textsOf = new WeakMap<object, WeakMap<Column | Table, string>>()

/** The same dialect object, which joins up the text of what it writes. Any other one is answered as it is. */
export function joiningText(dialect: object): object {
  if (
    typeof (dialect as Partial<Renderer>).sqlToQuery !== 'function' ||
    typeof (dialect as Partial<Renderer>).escapeName !== 'function'
  )
    return dialect
  const renderer = dialect as Renderer
  let texts = textsOf.get(dialect)
  if (texts === undefined) textsOf.set(dialect, (texts = new WeakMap()))
  const known = texts
  const write: Writer = {
    name: (name) => renderer.escapeName(name.value),
    source: (chunk) => {
      let text = known.get(chunk)
      if (text === undefined) known.set(chunk, (text = renderer.sqlToQuery(new SQL([chunk])).sql))
      return text
    },
  }
  return Object.assign(Object.create(dialect) as object, {
    sqlToQuery: (fragment: SQL, ...rest: []) => renderer.sqlToQuery(joined(fragment, write), ...rest),
  })
}

interface Writer {
  readonly name: (name: Name) => string
  readonly source: (chunk: Column | Table) => string
}

/** The same SQL in as few chunks as can be. */
function joined(fragment: SQL, write: Writer): SQL {
  // The constructor asks each chunk whether it is a table.
  const whole = new SQL([])
  const chunks = whole.queryChunks
  let text = ''
  visitChunks(fragment, (chunk, kind) => {
    switch (kind) {
      case 'text':
        text += chunkText(chunk as StringChunk)
        return false
      case 'column':
      case 'table':
        text += write.source(chunk as Column | Table)
        return false
      case 'name':
        text += write.name(chunk as Name)
        return false
      case 'sql':
        if (!inlinesParams(chunk as SQL)) return true
        break
      case 'nothing':
        return false
      default:
    }
    if (text !== '') chunks.push(new StringChunk(text))
    text = ''
    chunks.push(chunk as never)
    return false
  })
  if (text !== '') chunks.push(new StringChunk(text))
  return whole
}
