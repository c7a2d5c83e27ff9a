// What an engine answers to a request, in a form that can be compared between engines byte for byte.
import { gte } from 'drizzle-orm'
import { type AnyPaginateConfig, paginate, PaginateQuery, PaginateQueryError } from '../../../src/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import type { TestDatabase, TestEngine } from '../../support/dialects.js'
import { accessorsOf, buildConfig, type ConfigSpec } from './config-spec.js'
import { type Pairs, queryString } from './generate.js'
import { type DataSet, fillSql, type MemoryRow, memoryRows } from './rows.js'
import { createTablesSql, itemTables } from './tables.js'
import { withSettings } from '../../support/settings.js'

/** The forms in which a page can be read; each is to answer the same rows. */
export const PAGE_FORMS = ['auto', 'plain', 'deferred', 'reverse', 'filtered'] as const
export type PageForm = (typeof PAGE_FORMS)[number]

/** How a request is put, besides its text. */
export interface Way {
  readonly pageForm: PageForm
  /** Is there a condition of the host's own? */
  readonly isScoped: boolean
}

/** Parameters, or a query string as it stands. */
export type RequestText = Pairs | string

const textOf = (request: RequestText): string => (typeof request === 'string' ? request : queryString(request))

/** JSON of ids, meta and links, or of a refusal's code, parameter and message. */
export type Outcome = string

/** Links are asked for too. */
const REQUEST = '/items'

/**
 * An integer column of SQLite has 64 bits, and says so where it refuses a value: the one difference between messages.
 */
const withoutRange = (message: string): string => message.replace(/between -?\d+ and -?\d+\.$/, 'between two bounds.')

interface Answer {
  readonly items: readonly unknown[]
  readonly meta: unknown
  readonly links: unknown
}

export async function outcomeOf(answer: () => Answer | Promise<Answer>): Promise<Outcome> {
  try {
    const { items, meta, links } = await answer()
    return JSON.stringify({ ids: items.map((item) => Number((item as { id: unknown }).id)), meta, links })
  } catch (error) {
    if (!(error instanceof PaginateQueryError)) throw error
    return JSON.stringify({ code: error.code, parameter: error.parameter, message: withoutRange(error.message) })
  }
}

/** An engine with tables of its own, and the in-memory engine under that engine's configuration. */
export class EngineSides {
  readonly database: TestDatabase
  readonly #prefix: string
  readonly #tables: ReturnType<typeof itemTables>
  #rows: ReturnType<typeof memoryRows> = []
  #config: AnyPaginateConfig | null = null
  #spec: ConfigSpec | null = null
  #values: ReturnType<typeof accessorsOf> = {}
  #varied = new Map<(spec: ConfigSpec) => ConfigSpec, AnyPaginateConfig>()

  private constructor(database: TestDatabase, prefix: string) {
    this.database = database
    this.#prefix = prefix
    this.#tables = itemTables(database.dialect, prefix)
  }

  static async open(engine: TestEngine, prefix: string): Promise<EngineSides> {
    const database = await engine.open()
    await database.execute(createTablesSql(database.dialect, prefix))
    return new EngineSides(database, prefix)
  }

  async fill(data: DataSet): Promise<void> {
    this.#rows = memoryRows(data)
    await this.database.execute(fillSql(this.database.dialect, this.#prefix, data))
  }

  configure(spec: ConfigSpec): void {
    this.#spec = spec
    this.#config = buildConfig(this.#tables, spec)
    this.#values = accessorsOf(spec)
    this.#varied = new Map()
  }

  #configured(): { config: AnyPaginateConfig; spec: ConfigSpec } {
    if (this.#config === null || this.#spec === null) throw new Error('Configure the engine first.')
    return { config: this.#config, spec: this.#spec }
  }

  get tables(): ReturnType<typeof itemTables> {
    return this.#tables
  }

  /** What calls of another shape than a page take. */
  get memory(): {
    readonly rows: readonly MemoryRow[]
    readonly values: ReturnType<typeof accessorsOf>
    readonly config: AnyPaginateConfig
    readonly spec: ConfigSpec
  } {
    const { config, spec } = this.#configured()
    return { rows: this.#rows, values: this.#values, config, spec }
  }

  /** The same tables under a variant of the configuration, made once: what is kept for it is used by later requests. */
  varied(vary: (spec: ConfigSpec) => ConfigSpec): AnyPaginateConfig {
    const known = this.#varied.get(vary)
    if (known !== undefined) return known
    const config = buildConfig(this.#tables, vary(this.#configured().spec))
    this.#varied.set(vary, config)
    return config
  }

  fromDatabase(request: RequestText, { pageForm, isScoped }: Way): Promise<Outcome> {
    const { config } = this.#configured()
    const where = isScoped ? gte(this.#tables.items.small, 0) : undefined
    const query = PaginateQuery.from(textOf(request))
    const list = withSettings(config, { pageForm })
    return outcomeOf(() => paginate(this.database.db, query, list, { path: REQUEST, where }))
  }

  fromMemory(request: RequestText, { isScoped }: Way): Promise<Outcome> {
    const { config } = this.#configured()
    const where = isScoped ? (row: MemoryRow) => row.small >= 0 : undefined
    const query = PaginateQuery.from(textOf(request))
    const own = { values: this.#values }
    return outcomeOf(() => paginateArray(this.#rows, query, config, { path: REQUEST, where, own }))
  }
}

/** Every side's outcome, by name: `memory/sqlite` is the in-memory engine under SQLite's configuration. */
export async function outcomesOf(
  sides: readonly EngineSides[],
  request: RequestText,
  way: Way,
): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  for (const side of sides) {
    const { name } = side.database
    outcomes.set(`memory/${name}`, await shown(side.fromMemory(request, way)))
    outcomes.set(name, await shown(side.fromDatabase(request, way)))
  }
  return outcomes
}

/** An error that is no refusal is an outcome that nobody else has. */
export async function shown(outcome: Promise<Outcome>): Promise<Outcome> {
  try {
    return await outcome
  } catch (error) {
    const { message, cause } = error as Error
    return `${message} ${cause instanceof Error ? cause.message : ''}`
  }
}

const isAnswer = (outcome: Outcome): boolean => outcome.startsWith('{')

export function disagrees(outcomes: ReadonlyMap<string, Outcome>): boolean {
  return new Set(outcomes.values()).size > 1 || ![...outcomes.values()].every(isAnswer)
}
