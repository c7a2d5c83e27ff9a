// Kept: renders the texts of a shape with Drizzle's own builder, slots in place of values.
import { Param, type Placeholder, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { RecordingSession, takesRowMapper } from '../drizzle/session.js'
import { rowMapper } from '../rows/row-mapper.js'
import { COUNT, countSelect } from '../select/count-select.js'
import { itemFields, type ItemFields, type ListParts, listParts, type ListRequest, type PageBounds } from '../select/list-parts.js'
import { finishedBy, hasOffset } from '../select/list-statements.js'
import type { PageRead } from '../select/page-form.js'
import { isJoinedPage, pageSelect } from '../select/page-select.js'
import { restartSelect, type Select, type SelectStart } from '../select/select-builder.js'
import { isTrigramIndexed, splitCountSelect } from '../select/split-search.js'
import { compilePlan } from '../sql/compile-plan.js'
import type { ResolvedConfig } from '../types/config.js'
import type { Selection } from '../types/selection.js'
import type { SlotWriter } from '../types/sql.js'
import type { ConfigRecord } from './config-record.js'
import { chunkTextOf, flattenSql } from './flatten-sql.js'
import { withSlots } from './fragment-key.js'
import { SearchClock } from './search-clock.js'
import { selectionText } from './selection-text.js'
import type { ShapeTexts } from './shape-texts.js'
import type { SlotLayout } from './slot-layout.js'
import { StatementText } from './statement-text.js'

/** One placeholder per slot number for all statements: a kept statement has a list of references to them. */
const placeholders: Placeholder[] = []

const placeholderSlot: SlotWriter = (slot, encoder) => {
  const placeholder = (placeholders[slot] ??= sql.placeholder(String(slot)))
  return encoder === undefined ? (placeholder as unknown as SQLWrapper) : new Param(placeholder, encoder)
}

/** Renders the texts of a shape. What it compiles on the way is gone with the request. */
export class TextRenderer {
  readonly request: ListRequest
  readonly layout: SlotLayout
  readonly record: ConfigRecord
  readonly #start: SelectStart
  readonly #session = new RecordingSession()
  #parts: ListParts | undefined

  constructor(start: SelectStart, request: ListRequest, layout: SlotLayout, record: ConfigRecord) {
    this.#start = start
    this.request = request
    this.layout = layout
    this.record = record
  }

  newTexts(): ShapeTexts {
    const { split, isPlainOnly, orderJoins } = this.parts
    return {
      count: undefined,
      splitCount: undefined,
      pages: new Map(),
      clock: split === null ? null : new SearchClock(isTrigramIndexed(split, this.request.config)),
      isMergeable: orderJoins.length === 0,
      isPlainOnly,
    }
  }

  /** Everything with slots in place of values, its text joined up. */
  get parts(): ListParts {
    if (this.#parts !== undefined) return this.#parts
    const { config, plan, where, selection } = this.request
    const { layout } = this
    const parts = listParts(
      {
        config,
        where: layout.hostCount === 0 ? where : withSlots(where, layout.host, placeholderSlot),
        selection,
      },
      compilePlan(plan, config, placeholderSlot),
      keptItemFields(
        this.record,
        layout.selectionCount === 0 ? selection : withSlots(selection, layout.selection, placeholderSlot),
        config,
      ),
    )
    const textOf = chunkTextOf(this.#start.dialect ?? {})
    const flat = (fragment: SQL): SQL => (textOf === null ? fragment : flattenSql(fragment, textOf))
    const { split, reversedOrderBy } = parts
    this.#parts = {
      ...parts,
      where: parts.where && flat(parts.where),
      orderBy: parts.orderBy.map(flat),
      reversedOrderBy: () => reversedOrderBy().map(flat),
      split: split && { ...split, joined: flat(split.joined), root: flat(split.root), notJoined: flat(split.notJoined) },
    }
    return this.#parts
  }

  count(hasTextMatch: boolean): StatementText {
    return this.#text(COUNT, (start) => countSelect(start, this.parts), COUNT_MAPPER, null, !hasTextMatch)
  }

  splitCount(): StatementText {
    const { split, config } = this.parts
    if (split === null) throw new Error('This search has no second part; please report.')
    return this.#text(COUNT, (start) => splitCountSelect(start, split, config), COUNT_MAPPER, null, false)
  }

  page(read: PageRead, hasTextMatch: boolean): StatementText {
    const { parts, layout, request } = this
    const { items } = parts
    const bounds: PageBounds = {
      limit: placeholderSlot(layout.limit),
      offset: hasOffset(request.plan) ? placeholderSlot(layout.offset) : undefined,
      end: placeholderSlot(layout.end),
    }
    const text = takesRowMapper(this.#start.session)
      ? selectionText(this.#start, parts.fields, parts.config, isJoinedPage(parts, read))
      : null
    const finish = finishedBy(items, read) ?? null
    const build = (start: SelectStart): Select => pageSelect(start, parts, read, bounds)
    return this.#text(text === null ? parts.fields : { text }, build, mapperOf(items, parts), finish, !hasTextMatch)
  }

  #text(
    fields: Selection,
    build: (start: SelectStart) => Select,
    map: ReturnType<typeof rowMapper>,
    finish: StatementText['finish'],
    isRepeatable: boolean,
  ): StatementText {
    const select = build(restartSelect(this.#start, fields, this.#session))
    return new StatementText(this.#session.record(select, this.#start.dialect ?? {}), map, finish, this.parts.facts, isRepeatable)
  }
}

const COUNT_MAPPER = rowMapper(COUNT)

/** One object for all statements over a selection. */
function keptItemFields({ itemFields: known }: ConfigRecord, selection: Selection, config: ResolvedConfig): ItemFields {
  let items = known.get(selection)
  if (items === undefined) {
    items = itemFields(selection, config)
    known.set(selection, items)
  }
  return items
}

/** By the number of keys that are read beside the items. */
const mappers = new WeakMap<ItemFields, Map<number, ReturnType<typeof rowMapper>>>()

function mapperOf(items: ItemFields, { fields, cursor }: Pick<ListParts, 'fields' | 'cursor'>): ReturnType<typeof rowMapper> {
  const keyCount = cursor?.keys.length ?? 0
  const ofItems = mappers.get(items) ?? new Map<number, ReturnType<typeof rowMapper>>()
  let map = ofItems.get(keyCount)
  if (map === undefined) {
    map = rowMapper(fields)
    mappers.set(items, ofItems.set(keyCount, map))
  }
  return map
}
