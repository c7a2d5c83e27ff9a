// Kept: the statements of a request whose shape was asked for before. The first request of a shape renders them with Drizzle;
// every later one, in any session of any database, finds the text, binds its values and runs it through its own session.
import { isSession, type Session } from '../drizzle/session.js'
import { COUNT } from '../select/count-select.js'
import type { ListRequest } from '../select/list-parts.js'
import { type ListStatements, pageFacts, type SearchTimes, type Statement } from '../select/list-statements.js'
import type { PageRead } from '../select/page-form.js'
import { startSelect } from '../select/select-builder.js'
import { sqlDialect } from '../sql/sql-dialect.js'
import { walkPlan } from '../sql/walk-plan.js'
import type { ListDatabase } from '../types/database.js'
import type { Selection } from '../types/selection.js'
import type { EncodedValue } from '../types/sql.js'
import { recordOf } from './config-record.js'
import { dialectSettings } from './dialect-settings.js'
import { conditionKey, type FragmentKey, selectionKey } from './fragment-key.js'
import { KeptStatement } from './kept-statement.js'
import { MAX_KEPT_SLOTS, MAX_KEPT_TEXT } from './kept-shapes.js'
import { KeySink } from './plan-key.js'
import type { ShapeTexts } from './shape-texts.js'
import { slotLayout } from './slot-layout.js'
import type { StatementText } from './statement-text.js'
import { TextNumbers } from './text-numbers.js'
import { TextRenderer } from './text-renderer.js'

const fragmentNumbers = new TextNumbers(262_144)
const NO_CONDITION: NumberedKey = { number: 0, values: [] }

interface NumberedKey {
  /** Null: not kept. */
  readonly number: number | null
  readonly values: readonly unknown[]
}

const numbered = ({ key, values }: FragmentKey): NumberedKey => ({ number: key === null ? null : fragmentNumbers.numberOf(key), values })

const selectionKeys = new WeakMap<Selection, NumberedKey>()

/** A selection is usually one object for all requests. */
function numberedSelection(selection: Selection): NumberedKey {
  let known = selectionKeys.get(selection)
  if (known === undefined) {
    known = numbered(selectionKey(selection))
    selectionKeys.set(selection, known)
  }
  return known
}

/** Null where the request's statements are not kept: Drizzle then builds them, each time. */
export function keptStatements(db: ListDatabase, request: ListRequest & { readonly namedStatements: boolean }): ListStatements | null {
  const { config, plan, where, selection, namedStatements } = request
  const values: EncodedValue[] = []
  const sink = new KeySink(plan)
  walkPlan(plan, sqlDialect(config.dialect), values, sink)
  if (!sink.isKeepable || values.length > MAX_KEPT_SLOTS) return null
  const host = where === undefined ? NO_CONDITION : numbered(conditionKey(where))
  const selected = numberedSelection(selection)
  const planCount = values.length
  if (host.number === null || selected.number === null || planCount + host.values.length + selected.values.length > MAX_KEPT_SLOTS)
    return null
  const start = startSelect(db, COUNT)
  const { session, dialect } = start
  if (dialect === undefined || !isSession(session)) return null
  if (host.values.length > 0) values.push(...host.values)
  if (selected.values.length > 0) values.push(...selected.values)

  const { key } = sink
  key.push(host.number, selected.number, dialectSettings(dialect))
  const record = recordOf(config)
  const layout = slotLayout(planCount, host.values.length, selected.values.length)
  const renderer = new TextRenderer(start, request, layout, record)
  let texts = record.statements.get(key)
  if (texts === undefined) {
    record.statements.misses += 1
    texts = renderer.newTexts()
    record.statements.set(key, texts, 0)
  } else record.statements.hits += 1
  return new KeptListStatements(texts, renderer, key, { session, authToken: start.authToken, namedStatements }, values)
}

/** Binds the texts of a shape to one request's session and values. */
class KeptListStatements implements ListStatements {
  readonly isMergeable: boolean
  readonly isPlainOnly: boolean
  readonly hasRowKey: boolean
  readonly hasTextMatch: boolean
  readonly searchTimes: SearchTimes | null
  readonly splitCount: (() => Statement) | null
  readonly #texts: ShapeTexts
  readonly #renderer: TextRenderer
  readonly #key: readonly number[]
  readonly #host: Host
  readonly #values: unknown[]

  constructor(texts: ShapeTexts, renderer: TextRenderer, key: readonly number[], host: Host, values: unknown[]) {
    this.#texts = texts
    this.#renderer = renderer
    this.#key = key
    this.#host = host
    this.#values = values
    const { isMergeable, hasRowKey, hasTextMatch, isPlainOnly } = pageFacts(renderer.request, {
      isPlainOnly: texts.isPlainOnly,
      orderJoins: [],
    })
    this.isMergeable = isMergeable && texts.isMergeable
    this.isPlainOnly = isPlainOnly
    this.hasRowKey = hasRowKey
    this.hasTextMatch = hasTextMatch
    this.searchTimes = texts.clock
    this.splitCount =
      texts.clock === null ? null : () => this.#bound((texts.splitCount ??= this.#added(renderer.splitCount())), this.#values)
  }

  count(): Statement {
    return this.#bound((this.#texts.count ??= this.#added(this.#renderer.count(this.hasTextMatch))), this.#values)
  }

  page(read: PageRead): Statement {
    const { pages } = this.#texts
    const { isReversed, rangeLimit } = read
    let form: string = isReversed ? `reversed ${read.form}` : read.form
    if (rangeLimit !== undefined) form += rangeLimit
    let text = pages.get(form)
    if (text === undefined) {
      text = this.#added(this.#renderer.page(read, this.hasTextMatch))
      pages.set(form, text)
    }
    const slots = this.#values.slice()
    const { limit, offset, end } = this.#renderer.layout
    slots[limit] = read.limit
    slots[offset] = read.offset
    slots[end] = read.offset + read.limit
    return this.#bound(text, slots)
  }

  #bound(text: StatementText, slots: readonly unknown[]): Statement {
    return new KeptStatement(text, this.#host.session, this.#host.authToken, slots, this.#host.namedStatements)
  }

  /** A text that was rendered just now counts towards what is kept. */
  #added(text: StatementText): StatementText {
    const { statements } = this.#renderer.record
    // A text that is too long is used by this request alone.
    if (text.query.sql.length > MAX_KEPT_TEXT) statements.delete(this.#key)
    else statements.grow(this.#key, text.bytes)
    return text
  }
}

interface Host {
  readonly session: Session
  readonly authToken: unknown
  readonly namedStatements: boolean
}
