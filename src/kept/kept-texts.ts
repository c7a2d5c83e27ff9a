// Kept: a memo of statement texts, called at one place (select/list-statements.ts). The first request of a shape
// records what Drizzle hands to its session; every later one, in any session of any database, finds that text and runs
// it with its own values.
import type { SQL, SQLWrapper } from 'drizzle-orm'
import { resolvedConfig } from '../mistakes/resolved-config.js'
import type { StatementFacts } from '../dialects/dialect.js'
import { settingParts } from '../drizzle/kinds.js'
import { isCacheable, type StartState, type Preparable, RecordingSession, type Session } from '../drizzle/session.js'
import type { RowMapper } from '../rows/row-mapper.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { ListRequest } from '../types/page-request.js'
import type { AnyPaginateConfig } from '../types/paginate-config.js'
import type { Selection } from '../types/selection.js'
import type { Finish } from '../types/statement.js'
import type { EncodedValue, FragmentWriter, SlotWriter } from '../types/sql.js'
import { conditionKey, type FragmentKey, isStatic, selectionKey, idOf } from './fragment-key.js'
import {
  KeptShapes,
  MAX_KEPT_SHAPES,
  MAX_KEPT_SLOTS,
  MAX_KEPT_TEXT,
  type ShapeCacheStats,
  shapeKey,
  TextNumbers,
} from './kept-shapes.js'
import { bytesOf, keptStatement, type KeptStatement, type StatementText, statementText } from './kept-statement.js'
import { identityOf, placeholderSlot, withSlots } from './slots.js'

/** A statement as it is rendered once. */
interface RenderedStatement {
  readonly select: Preparable
  readonly facts: StatementFacts
  readonly map: RowMapper
  readonly finish: Finish
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

const fragmentNumbers = new TextNumbers(262_144)

/** The configuration's own selections are the same for all its requests. */
function selectionNumber(
  selection: Selection,
  { selection: own, pageSelection }: ResolvedConfig,
  fragments: Fragments,
): number | null {
  if (selection === own) return 0
  return selection === pageSelection ? -1 : fragments.numberOf(selection, selectionKey(selection))
}

/** The fragments that an app made for one request, and the values of the whole request. */
class Fragments {
  /** By slot: the values of the list's scope, those of the shape, then those of each fragment. */
  readonly slots: unknown[]
  readonly #places: { readonly fragment: object; readonly firstSlot: number }[] = []

  constructor(scope: readonly unknown[], values: readonly EncodedValue[]) {
    this.slots = scope.length === 0 ? [...values] : [...scope, ...values]
  }

  get count(): number {
    return this.#places.length
  }

  /** Equal numbers: equal text. Null: it is not kept. */
  numberOf(fragment: object, { key, values }: FragmentKey): number | null {
    // One object in two places would have the slots of one of them, in the text of another request too.
    if (key === null || this.#places.some((place) => place.fragment === fragment)) return null
    this.#places.push({ fragment, firstSlot: this.slots.length })
    for (const value of values) this.slots.push(value)
    return fragmentNumbers.numberOf(key)
  }

  /** The same with slots in the places of its values. */
  overSlots<Fragment extends object>(fragment: Fragment): Fragment {
    const place = this.#places.find((candidate) => candidate.fragment === fragment)
    return place === undefined ? fragment : withSlots(fragment, place.firstSlot, placeholderSlot)
  }
}

/** Null where the request's statements are not kept: Drizzle then builds them, each time. */
export function keptTexts<Facts>(
  start: StartState,
  request: ListRequest<ResolvedConfig>,
  isNamed: boolean,
): KeptTexts<Facts> | null {
  const { config, shape, values, where, selection } = request
  if (!isCacheable(start) || values.length > MAX_KEPT_SLOTS) return null
  const { session, dialect } = start
  const shapes = shapesOf(config)
  if (shapes === null) return null
  const fragments = new Fragments(scopeValues(config), values)
  const key = shapeKey(shape, (own) => fragments.numberOf(own, conditionKey(own)))
  if (key === null) return null
  // No plan is known to serve all values of an app's own search or filter.
  const mayBeNamed = isNamed && fragments.count === 0
  const condition = where === undefined ? 0 : fragments.numberOf(where, conditionKey(where))
  const selected = selectionNumber(selection, config, fragments)
  if (condition === null || selected === null || fragments.slots.length > MAX_KEPT_SLOTS) return null
  // Sessions of one class are handed the same arguments.
  key.push(condition, selected, dialectSettings(dialect), idOf(session.constructor))
  return new KeptTexts(start, session, request, { key, shapes, fragments, isNamed: mayBeNamed })
}

interface Found {
  readonly key: readonly number[]
  readonly shapes: KeptShapes<ShapeTexts<unknown>>
  readonly fragments: Fragments
  readonly isNamed: boolean
}

/** What is kept for the shape of one request, bound to its session and values. */
export class KeptTexts<Facts> {
  readonly #start: StartState
  readonly #session: Session
  readonly #request: ListRequest<ResolvedConfig>
  readonly #key: readonly number[]
  readonly #shapes: KeptShapes<ShapeTexts<unknown>>
  readonly #texts: ShapeTexts<Facts>
  readonly #fragments: Fragments
  readonly #isNamed: boolean

  constructor(
    start: StartState,
    session: Session,
    request: ListRequest<ResolvedConfig>,
    { key, shapes, fragments, isNamed }: Found,
  ) {
    this.#start = start
    this.#session = session
    this.#request = request
    this.#key = key
    this.#shapes = shapes
    this.#fragments = fragments
    this.#isNamed = isNamed
    let texts = shapes.get(key)
    if (texts === undefined) {
      shapes.misses += 1
      texts = { facts: undefined, byName: new Map() }
      shapes.set(key, texts, 0)
    } else shapes.hits += 1
    this.#texts = texts as ShapeTexts<Facts>
  }

  /** Writes a slot instead of a value. */
  get slot(): SlotWriter {
    const { length } = scopeValues(this.#request.config)
    return length === 0 ? placeholderSlot : (slot, encoder) => placeholderSlot(slot + length, encoder)
  }

  /** Writes a fragment that the app made for the request, with slots in the places of its values. */
  get own(): FragmentWriter {
    return (fragment) => this.#fragments.overSlots(fragment)
  }

  /** The condition with slots in the places of its values. */
  get where(): SQL | undefined {
    const { where } = this.#request
    return where && this.#fragments.overSlots(where)
  }

  get selection(): Selection {
    return this.#fragments.overSlots(this.#request.selection)
  }

  /** Slots for the numbers of a page: they follow all others. */
  get bounds(): { readonly limit: SQLWrapper; readonly offset: SQLWrapper } {
    const { length } = this.#fragments.slots
    return { limit: placeholderSlot(length), offset: placeholderSlot(length + 1) }
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
    const { slots: values } = this.#fragments
    const slots = bounds === null ? values : [...values, bounds.limit, bounds.offset]
    return keptStatement(text, this.#session, this.#start.authToken, slots, this.#isNamed)
  }

  #rendered(render: (session: object) => RenderedStatement): StatementText {
    const session = new RecordingSession()
    const { select, facts, map, finish, isRepeatable } = render(session)
    const text = statementText(session.record(select, this.#start.dialect ?? {}), map, finish, facts, isRepeatable)
    // A text that is too long is used only by this request.
    if (text.query.sql.length > MAX_KEPT_TEXT) this.#shapes.delete(this.#key)
    else this.#shapes.grow(this.#key, bytesOf(text))
    return text
  }
}

/** Bound in the first slots of each statement. */
const scopeValues = ({ answers }: Pick<ResolvedConfig, 'answers'>): readonly unknown[] => answers?.bound ?? []

const shapesByList = new WeakMap<object, KeptShapes<ShapeTexts<unknown>> | null>()

/** Null for a configuration with a fragment that may say something else each time. */
function shapesOf(config: ResolvedConfig): KeptShapes<ShapeTexts<unknown>> | null {
  const list = identityOf(config)
  let shapes = shapesByList.get(list)
  if (shapes === undefined) {
    shapes = isStatic(fragmentsOf(config)) ? new KeptShapes() : null
    shapesByList.set(list, shapes)
  }
  return shapes
}

/** Everything that the configuration writes into its statements. */
function fragmentsOf({
  table: root,
  fields,
  defaultSort,
  filterable,
  joins,
  pageSelection,
}: ResolvedConfig): readonly unknown[] {
  const collections = [...filterable.values()].flatMap(({ field, collection }) =>
    collection === null
      ? []
      : [field.expression, collection.table, collection.on, collection.joins.flatMap(({ table, on }) => [table, on])],
  )
  return [
    root,
    [...fields.values()].map(({ expression }) => expression),
    // A default order takes expressions that no field has.
    defaultSort.map(({ field }) => field.expression),
    collections,
    joins.flatMap(({ table, on }) => [table, on]),
    pageSelection,
  ]
}

/**
 * How often requests of a configuration found their statements finished. Many misses at full size mean that clients
 * send more shapes (sets of fields, operators and sorts, values apart) than are kept.
 *
 * @example `shapeCacheStats(articleList)` → `{ hits: 9950, misses: 50, size: 50, capacity: 500 }`
 */
export function shapeCacheStats(config: AnyPaginateConfig): ShapeCacheStats {
  const { hits, misses, size } = shapesOf(resolvedConfig(config)) ?? { hits: 0, misses: 0, size: 0 }
  return { hits, misses, size, capacity: MAX_KEPT_SHAPES }
}

// What a rendered text depends on, apart from the statement itself: the dialect object's class and settings.
// `drizzle()` makes a new dialect object at each call, so one per request must find what another one rendered.

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
