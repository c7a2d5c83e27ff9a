// Kept: a statement as Drizzle hands it to its session, without the session. The text, the order of its parameters and the way
// its rows are read depend on the configuration, the dialect's settings and the shape alone, so every session may use them.
import type { Preparation, PreparedText } from '../drizzle/session.js'
import type { RowMapper } from '../rows/row-mapper.js'
import type { Row } from '../types/row.js'
import type { StatementFacts } from '../types/sql.js'

export class StatementText {
  readonly query: PreparedText
  /** What Drizzle passes to `prepareQuery` after the text. */
  readonly args: readonly unknown[]
  readonly joinsNotNullableMap: unknown
  /** 0.45: rows as the driver's arrays go through this mapper. Null: Drizzle maps them. */
  readonly map: RowMapper | null
  /** From Drizzle's rows to items in the page's order. */
  readonly finish: ((rows: Row[]) => Row[]) | null
  readonly runBy: StatementFacts['runBy']
  /** May the statement be prepared under a name? */
  readonly isNameable: boolean
  /** Runs since it was rendered. */
  runs = 0
  /** The name it has on PostgreSQL, and the generation of names that it belongs to. */
  name: { readonly text: string; readonly generation: number } | undefined

  /** @param isRepeatable may the server plan it once for all values? A text match is planned for its pattern each time */
  constructor(
    { query, args, joinsNotNullableMap }: Preparation,
    map: RowMapper | null,
    finish: ((rows: Row[]) => Row[]) | null,
    { runBy, haveNames }: StatementFacts,
    isRepeatable: boolean,
  ) {
    // V8 builds a text of many parts as a tree of them; to read a character joins them.
    query.sql.charCodeAt(0)
    this.query = query
    this.args = args
    this.joinsNotNullableMap = joinsNotNullableMap
    this.map = map
    this.finish = finish
    this.runBy = runBy
    this.isNameable = haveNames && isRepeatable
  }

  /** An estimate: text, a placeholder a parameter, and Drizzle's list of fields. */
  get bytes(): number {
    const fields = this.args[0]
    return 700 + this.query.sql.length + this.query.params.length * 16 + (Array.isArray(fields) ? fields.length * 150 : 1000)
  }
}
