// Kept: a memo of statement texts, called at one place (select/list-statements.ts). The first request of a shape records what Drizzle hands to its
// session; every later one, in any session of any database, finds that text and runs it with its own values.
import { type Column, Param, type Placeholder, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { resolvedConfig } from '../builder/resolved-config.js'
import type { StatementFacts } from '../dialects/dialect.js'
import { settingParts } from '../drizzle/kinds.js'
import { type StartState, isSession, type Preparable, RecordingSession, type Session } from '../drizzle/session.js'
import type { RowMapper } from '../rows/row-mapper.js'
import type { ResolvedConfig } from '../types/config.js'
import type { AnyPaginateConfig } from '../types/paginate-config.js'
import type { Row } from '../types/row.js'
import type { Selection } from '../types/selection.js'
import type { Shape } from '../types/shape.js'
import type { EncodedValue, SlotWriter } from '../types/sql.js'
import { conditionKey, type FragmentKey, isStatic, selectionKey, withSlots, idOf } from './fragment-key.js'
import { KeptShapes, MAX_KEPT_SHAPES, MAX_KEPT_SLOTS, MAX_KEPT_TEXT, type ShapeCacheStats, shapeKey, TextNumbers } from './kept-shapes.js'
import { KeptStatement, StatementText } from './kept-statement.js'

/** What decides the texts of a request. Its fragments are its own: nobody else can change them. */
interface KeptRequest {
  readonly config: ResolvedConfig
  readonly shape: Shape
  readonly values: readonly EncodedValue[]
  readonly where: SQL | undefined
  readonly selection: Selection
}

/** A statement as it is rendered once. */
interface RenderedStatement {
  readonly select: Preparable
  readonly facts: StatementFacts
  readonly map: RowMapper
  /** From Drizzle's rows to items in the page's order; null where they are that already. */
  readonly finish: ((rows: Row[]) => Row[]) | null
  /** May the server plan it once for all values? A text match is planned for its pattern each time. */
  readonly isRepeatable: boolean
}

/** The numbers of a page. */
interface Bounds {
  readonly limit: number
  readonly offset: number
}

/** Texts of one shape, each rendered when it is first run, by the form of its statement. */
type ShapeTexts<Facts> = { facts: Facts | undefined; readonly byName: Map<string, StatementText> }

const NO_FRAGMENT: FragmentKey = { key: '', values: [] }
const WITH_CHILDREN: FragmentKey = { key: 'children', values: [] }

/** The configuration's own selections are the same for all its requests. */
function ownSelectionKey(selection: Selection, { selection: own, children }: ResolvedConfig): FragmentKey | null {
  if (selection === own) return NO_FRAGMENT
  return selection === children?.selection ? WITH_CHILDREN : null
}

const fragmentNumbers = new TextNumbers(262_144)

/** Null where the request's statements are not kept: Drizzle then builds them, each time. */
export function keptTexts<Facts>(start: StartState, request: KeptRequest, isNamed: boolean): KeptTexts<Facts> | null {
  const { config, shape, values, where, selection } = request
  const { session, dialect } = start
  if (dialect === undefined || !isSession(session) || values.length > MAX_KEPT_SLOTS) return null
  const shapes = shapesOf(config)
  const key = shapes === null ? null : shapeKey(shape)
  if (shapes === null || key === null) return null
  const condition = where === undefined ? NO_FRAGMENT : conditionKey(where)
  const selected = ownSelectionKey(selection, config) ?? selectionKey(selection)
  if (condition.key === null || selected.key === null) return null
  const slots = values.concat(condition.values, selected.values)
  if (slots.length > MAX_KEPT_SLOTS) return null
  key.push(fragmentNumbers.numberOf(condition.key), fragmentNumbers.numberOf(selected.key), dialectSettings(dialect))
  return new KeptTexts(start, session, request, { key, shapes, slots, hostCount: condition.values.length, isNamed })
}

interface Found {
  readonly key: readonly number[]
  readonly shapes: KeptShapes<ShapeTexts<unknown>>
  readonly slots: readonly unknown[]
  /** Values of the condition: they follow those of the shape. */
  readonly hostCount: number
  readonly isNamed: boolean
}

/** What is kept for the shape of one request, bound to its session and values. */
export class KeptTexts<Facts> {
  readonly #start: StartState
  readonly #session: Session
  readonly #request: KeptRequest
  readonly #key: readonly number[]
  readonly #shapes: KeptShapes<ShapeTexts<unknown>>
  readonly #texts: ShapeTexts<Facts>
  /** Values of the shape, of the condition and of the selection. */
  readonly #slots: readonly unknown[]
  readonly #hostCount: number
  readonly #isNamed: boolean

  constructor(start: StartState, session: Session, request: KeptRequest, { key, shapes, slots, hostCount, isNamed }: Found) {
    this.#start = start
    this.#session = session
    this.#request = request
    this.#key = key
    this.#shapes = shapes
    this.#slots = slots
    this.#hostCount = hostCount
    this.#isNamed = isNamed
    let texts = shapes.get(key)
    if (texts === undefined) {
      shapes.misses += 1
      texts = { facts: undefined, byName: new Map() }
      shapes.set(key, texts, 0)
    } else shapes.hits += 1
    this.#texts = texts as ShapeTexts<Facts>
  }

  /** Writes a slot in the place of a value. */
  readonly slot: SlotWriter = placeholderSlot

  /** The condition with slots in the places of its values. */
  get where(): SQL | undefined {
    const { where, values } = this.#request
    return where === undefined || this.#hostCount === 0 ? where : withSlots(where, values.length, placeholderSlot)
  }

  get selection(): Selection {
    const { selection, values } = this.#request
    const first = values.length + this.#hostCount
    return first === this.#slots.length ? selection : withSlots(selection, first, placeholderSlot)
  }

  /** Slots for the numbers of a page: they follow all others. */
  get bounds(): { readonly limit: SQLWrapper; readonly offset: SQLWrapper; readonly end: SQLWrapper } {
    const { length } = this.#slots
    return { limit: placeholderSlot(length), offset: placeholderSlot(length + 1), end: placeholderSlot(length + 2) }
  }

  /** What follows from the shape. */
  facts(read: () => Facts): Facts {
    return (this.#texts.facts ??= read())
  }

  /**
   * @param name of the statement's form
   * @param render builds the statement over slots, in the session it is given
   */
  statement(name: string, bounds: Bounds | null, render: (session: object) => RenderedStatement): KeptStatement {
    const { byName } = this.#texts
    let text = byName.get(name)
    if (text === undefined) {
      text = this.#rendered(render)
      byName.set(name, text)
    }
    const slots = bounds === null ? this.#slots : [...this.#slots, bounds.limit, bounds.offset, bounds.offset + bounds.limit]
    return new KeptStatement(text, this.#session, this.#start.authToken, slots, this.#isNamed)
  }

  #rendered(render: (session: object) => RenderedStatement): StatementText {
    const session = new RecordingSession()
    const { select, facts, map, finish, isRepeatable } = render(session)
    const text = new StatementText(session.record(select, this.#start.dialect ?? {}), map, finish, facts, isRepeatable)
    // A text that is too long is used by this request alone.
    if (text.query.sql.length > MAX_KEPT_TEXT) this.#shapes.delete(this.#key)
    else this.#shapes.grow(this.#key, text.bytes)
    return text
  }
}

/** One placeholder per slot number for all statements: a kept statement has a list of references to them. */
const placeholders: Placeholder[] = []

function placeholderSlot(slot: number, encoder?: Column): SQLWrapper {
  const placeholder = (placeholders[slot] ??= sql.placeholder(String(slot)))
  return encoder === undefined ? (placeholder as unknown as SQLWrapper) : new Param(placeholder, encoder)
}

const shapesByConfig = new WeakMap<ResolvedConfig, KeptShapes<ShapeTexts<unknown>> | null>()

/** Null for a configuration with a fragment that may say something else each time. */
function shapesOf(config: ResolvedConfig): KeptShapes<ShapeTexts<unknown>> | null {
  let shapes = shapesByConfig.get(config)
  if (shapes === undefined) {
    shapes = isStatic(fragmentsOf(config)) ? new KeptShapes() : null
    shapesByConfig.set(config, shapes)
  }
  return shapes
}

/** Everything that the configuration writes into its statements. */
function fragmentsOf({ table: root, fields, defaultSort, filterable, joins, selection, children }: ResolvedConfig): readonly unknown[] {
  const collections = [...filterable.values()].flatMap(({ field, collection }) =>
    collection === null
      ? []
      : [field.expression, collection.table, collection.on, collection.joins.flatMap(({ table, on }) => [table, on])],
  )
  return [
    root,
    [...fields.values()].map(({ expression }) => expression),
    // `.defaultOrderBy()` takes expressions that no field has.
    defaultSort.map(({ field }) => field.expression),
    collections,
    joins.flatMap(({ table, on }) => [table, on]),
    children?.selection ?? selection,
  ]
}

/**
 * How often requests of a configuration found their statements finished. Many misses at full size mean that clients send
 * more shapes (sets of fields, operators and sorts, values apart) than are kept.
 *
 * @example `shapeCacheStats(articleList)` → `{ hits: 9950, misses: 50, size: 50, capacity: 500 }`
 */
export function shapeCacheStats(config: AnyPaginateConfig): ShapeCacheStats {
  const { hits, misses, size } = shapesOf(resolvedConfig(config)) ?? { hits: 0, misses: 0, size: 0 }
  return { hits, misses, size, capacity: MAX_KEPT_SHAPES }
}

// What a rendered text depends on, apart from the statement itself: the dialect object's class and settings. `drizzle()`
// makes a new dialect object at each call, so one per request must find what another one rendered.

const numbers = new TextNumbers(65_536)
const numberOfDialect = new WeakMap<object, number>()

/** Equal numbers: the same SQL text and the same mapping of rows. */
export function dialectSettings(dialect: object): number {
  let number = numberOfDialect.get(dialect)
  if (number === undefined) {
    number = numbers.numberOf(settingsText(dialect))
    numberOfDialect.set(dialect, number)
  }
  return number
}

function settingsText(dialect: object): string {
  let text = `${idOf(dialect.constructor)}`
  for (const [name, value] of Object.entries(dialect) as [string, unknown][]) text += `,${name}:${settingText(value)}`
  return text
}

function settingText(value: unknown): string {
  if (typeof value === 'function') return `f${idOf(value)}`
  if (typeof value !== 'object' || value === null) return `${typeof value} ${String(value)}`
  const parts = settingParts(value)
  return parts === null ? `o${idOf(value)}` : parts.map(settingText).join(' ')
}
