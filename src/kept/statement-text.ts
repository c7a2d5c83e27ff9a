// Kept: a statement as Drizzle hands it to its session, without the session. The text, the order of its parameters and the way
// its rows are read depend on the configuration, the dialect's settings and the shape alone, so every session may use them.
import { is, Param, Placeholder } from 'drizzle-orm'
import type { RowMapper } from '../rows/row-mapper.js'
import type { Select } from '../select/select-builder.js'
import type { Row } from '../types/row.js'
import type { StatementFacts } from '../types/sql.js'

/** What a session prepares: the text with its parameters, and on 0.45 their types. */
export interface PreparedText {
  readonly sql: string
  /** Placeholders by slot number, and constants. */
  readonly params: readonly unknown[]
  /** 0.45: the SQL type of each parameter, which the RDS Data API is sent. */
  readonly typings?: readonly string[]
}

export class StatementText {
  readonly query: PreparedText
  /** What Drizzle passes to `prepareQuery` after the text. */
  readonly args: readonly unknown[]
  /** 0.45: rows as the driver's arrays go through this mapper. Null: Drizzle maps them. */
  readonly map: RowMapper | null
  readonly joinsNotNullableMap: unknown
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
    preparation: Preparation,
    map: RowMapper | null,
    finish: ((rows: Row[]) => Row[]) | null,
    { runBy, haveNames }: StatementFacts,
    isRepeatable: boolean,
    dialect: object,
  ) {
    const [query, ...args] = preparation.args as readonly [PreparedText, ...unknown[]]
    // V8 builds a text of many parts as a tree of them; to read a character joins them.
    query.sql.charCodeAt(0)
    this.query = { ...query, params: query.params.map(encodedSlot), ...typingsOf(query, dialect) }
    this.args = args.map(withoutBuilder)
    this.map = map
    this.joinsNotNullableMap = preparation.prepared.joinsNotNullableMap
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

interface Preparation {
  readonly args: readonly unknown[]
  readonly prepared: { joinsNotNullableMap?: unknown; readonly setToken: () => object }
}

/**
 * A session that prepares nothing. Drizzle's select passes all that a session needs to `prepareQuery`: it is recorded here, and
 * passed to the real session for each request. So a kept statement is what Drizzle itself would send, on every driver.
 */
export class RecordingSession {
  #recorded: Preparation | undefined

  prepareQuery = (...args: readonly unknown[]): object => {
    const prepared: Preparation['prepared'] = { setToken: () => prepared }
    this.#recorded = { args, prepared }
    return prepared
  }

  /** SQLite of 0.45 calls this one for statements that are run once. */
  prepareOneTimeQuery = this.prepareQuery

  /** What Drizzle passes on for a select that was started in this session. */
  record(select: Select): Preparation {
    this.#recorded = undefined
    // On PostgreSQL the public method of 1.0 makes up a name.
    if (select._prepare !== undefined) select._prepare()
    else select.prepare()
    if (this.#recorded === undefined) throw new Error('Drizzle prepared no statement; please report.')
    return this.#recorded
  }
}

/** A host's values are encoded before they are bound: their slots keep what 1.0 does after that, the driver's codec. */
function encodedSlot(param: unknown): unknown {
  if (!is(param, Param) || !is(param.value, Placeholder)) return param
  const { codec } = param as Param & { readonly codec?: unknown }
  return codec === undefined ? param.value : new (Param as unknown as CodecParam)(param.value, undefined, codec)
}

/** Drizzle leaves the type out where a placeholder is in a value's place: a host's value has the type of its encoder. */
function typingsOf({ params, typings }: PreparedText, dialect: object): Pick<PreparedText, 'typings'> {
  const { prepareTyping } = dialect as { readonly prepareTyping?: (encoder: unknown) => string }
  if (typings === undefined || prepareTyping === undefined) return {}
  const isHostSlot = (param: unknown): param is Param => is(param, Param) && is(param.value, Placeholder)
  return { typings: params.map((param, at) => (isHostSlot(param) ? prepareTyping(param.encoder) : (typings[at] ?? 'none'))) }
}

type CodecParam = new (value: unknown, encoder: undefined, codec: unknown) => Param

/** 1.0 passes a function that names the tables of the statement and holds its builder: the names alone are kept. */
function withoutBuilder(argument: unknown): unknown {
  if (typeof argument !== 'object' || argument === null || typeof (argument as { tables?: unknown }).tables !== 'function') return argument
  const tables = (argument as { tables: () => unknown }).tables()
  return { ...argument, tables: () => tables }
}
