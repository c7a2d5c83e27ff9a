// Stage compile: the statements of one request. The one assembly of them: over slots where their texts are kept, over
// the values themselves where they are not.
import { sql } from 'drizzle-orm'
import { refuseWindows } from '../fragments/referenced-tables.js'
import { type KeptTexts, keptTexts } from '../kept/kept-texts.js'
import { chain } from '../basics/maybe-promise.js'
import { type RowMapper, rowMapper } from '../rows/row-mapper.js'
import { boundSlots, compileShape, hasTextMatch } from '../sql/compile-shape.js'
import type { ListDatabase } from '../types/database.js'
import type { ListRequest } from '../types/page-request.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { Selection } from '../types/selection.js'
import type { Finish, Statement } from '../types/statement.js'
import { countSelect, filteredSelect } from './count-select.js'
import {
  itemFields,
  type ListParts,
  listParts,
  ownItemFields,
  type PageBounds,
  type PageRead,
  rowKey,
} from './list-parts.js'
import { outerParts } from './keys-first.js'
import type { PageFacts } from './page-form.js'
import { pageSelect } from './page-select.js'
import { restartSelect, runSelect, type Select, type SelectStart, startFilled, startSelect } from './select-builder.js'

interface StatementOptions {
  readonly namedStatements: boolean
  /** Nothing is kept for them: they are looked at, or sent once. */
  readonly isFresh?: boolean
}

/** How the rows of a cached statement are made. */
export interface RowsOfParts {
  /** Part of the statement's name: the same text with other rows is another statement. */
  readonly name: string
  readonly mapper: (parts: ListParts) => RowMapper
}

/** How a statement is made of the parts. */
export interface Made {
  readonly fields: (parts: ListParts) => Selection
  readonly build: (start: SelectStart, parts: ListParts) => Select
  /** @default its rows are items */
  readonly finish?: (parts: ListParts) => Finish
  /** Its place and length, where it has any. */
  readonly read?: PageRead
  /** May the server plan it once for all values? @default false */
  readonly isRepeatable?: boolean
  /** @default records of all fields */
  readonly map?: RowsOfParts['mapper'] | undefined
}

/** What a request asks of the database. Each statement is made when it is asked for. */
export class ListStatements {
  readonly facts: PageFacts
  readonly #request: ListRequest<ResolvedConfig>
  readonly #start: SelectStart
  readonly #kept: KeptTexts<PageFacts> | null
  #parts: ListParts | undefined

  constructor(
    db: ListDatabase,
    request: ListRequest<ResolvedConfig>,
    { namedStatements, isFresh = false }: StatementOptions,
  ) {
    this.#request = request
    this.#start = startSelect(db, COUNT)
    // Without this call every statement is built for each request, and the package works.
    this.#kept = isFresh ? null : keptTexts(this.#start, request, namedStatements)
    this.facts = this.#kept === null ? this.#readFacts() : this.#kept.facts(() => this.#readFacts())
  }

  /** Are its texts cached? */
  get isKept(): boolean {
    return this.#kept !== null
  }

  count(): Statement {
    return this.statement('count', {
      fields: () => COUNT,
      build: countSelect,
      isRepeatable: !this.facts.hasTextMatch,
    })
  }

  /**
   * An unlimited read has a limit and no offset; a page by position too.
   *
   * @param rows @default records of all fields
   */
  page(read: PageRead, rows?: RowsOfParts): Statement {
    return this.statement(`${rows?.name ?? ''}${nameOf(read)}`, {
      fields: (parts) => outerParts(parts, read).fields,
      finish: (parts) => finishOf(parts, read),
      read,
      isRepeatable: !this.facts.hasTextMatch,
      build: (start, parts) => pageSelect(start, parts, read, this.bounds(read)),
      map: rows?.mapper,
    })
  }

  /** The filtered set as a select of constants, for the planner to look at. */
  filtered(): Select {
    return filteredSelect(startFilled(this.#start, this.#request.config.answers), this.#allParts())
  }

  /**
   * A statement over the request's set, as a feature makes it.
   *
   * @param name of its text, which no other text of the request has
   */
  statement(name: string, made: Made): Statement {
    const { fields, build, finish, read = null, isRepeatable = false } = made
    const kept = this.#kept
    if (kept === null) {
      const parts = this.#allParts()
      const start = startFilled(this.#start, this.#request.config.answers)
      return selectStatement(build(restartSelect(start, fields(parts)), parts), parts, finish?.(parts) ?? null)
    }
    return kept.statement(name, read, (session) => {
      const parts = this.#allParts()
      const selected = fields(parts)
      const select = build(restartSelect(this.#start, selected, session), parts)
      const map = made.map?.(parts) ?? rowMapper(selected)
      return { select, facts: parts.facts, map, finish: finish?.(parts) ?? null, isRepeatable }
    })
  }

  /** Where a page begins and how long it is, as its statement has them. */
  bounds({ limit, offset }: PageRead): PageBounds {
    const { isUnlimited, walk } = this.#request.shape
    const bounds = this.#kept?.bounds ?? { limit: sql`${limit}`, offset: sql`${offset}` }
    // Neither an unlimited read nor a page by position skips rows.
    return isUnlimited || walk !== null ? { ...bounds, offset: undefined } : bounds
  }

  #allParts(): ListParts {
    return (this.#parts ??= this.#kept === null ? this.#freshParts() : this.#partsOver(this.#kept))
  }

  #freshParts(): ListParts {
    const { config, shape, values, selection } = this.#request
    const compiled = compileShape(shape, config, boundSlots(values))
    return listParts(this.#request, itemFields(selection, config), compiled)
  }

  #partsOver({ slot, own, where, selection }: KeptTexts<PageFacts>): ListParts {
    const { config, shape } = this.#request
    return listParts({ config, where }, ownItemFields(selection, config), compileShape(shape, config, slot, own))
  }

  #readFacts(): PageFacts {
    const parts = this.#allParts()
    // Asked once for a text that is kept.
    if (parts.walk !== null && parts.items.hasWindowFunction) refuseWindows(parts.items.fields)
    return {
      hasRowKey: rowKey(parts) !== null,
      hasTextMatch: hasTextMatch(this.#request.shape),
      isPlainOnly: parts.isPlainOnly,
      hasSubSelect: hasSubSelect(this.#request),
      hasHalves: parts.halves !== null || parts.walkHalves !== null,
    }
  }
}

/** Do items have a sub-select that the order does not read? */
function hasSubSelect({ config, shape, selection }: ListRequest<ResolvedConfig>): boolean {
  for (const field of config.fields.values()) {
    if (field.subSelect === undefined || shape.order.some((term) => term.field === field)) continue
    if (Object.values(selection).includes(field.expression)) return true
  }
  return false
}

/** The forms of a page are texts of their own. */
export function nameOf({ form, isReversed, rangeLimit }: PageRead): string {
  return `${isReversed ? 'reversed ' : ''}${form}${rangeLimit === undefined ? '' : ` ${rangeLimit}`}`
}

function selectStatement(select: Select, { facts }: ListParts, finish: Finish): Statement {
  return {
    run: () => (finish === null ? runSelect(select, facts) : chain(runSelect(select, facts), finish)),
    query: () => select.toSQL(),
    finish,
  }
}

export function finishOf({ items: { finish } }: ListParts, { isReversed }: PageRead): Finish {
  if (!isReversed) return finish
  return (rows) => (finish === null ? rows : finish(rows)).reverse()
}

/** The fields of a count. */
export const COUNT = { total: sql<number>`count(*)`.mapWith(Number) }
