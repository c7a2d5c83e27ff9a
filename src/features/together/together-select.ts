// Stage compile: count and page as one statement, both of one snapshot. The count is a row that the rows of the page are
// joined to, so a page past the end has its total too. Every column has a name of its own in the page's select, because
// columns of several tables may have one name.
import { type SQL, sql, type Table } from 'drizzle-orm'
import { wholeRows } from '../../drizzle/whole-rows.js'
import { mapValues } from '../../rows/map-values.js'
import { type RowMapper, rowMapper } from '../../rows/row-mapper.js'
import type { Row } from '../../types/row.js'
import type { Selection } from '../../types/selection.js'
import type { Statement } from '../../types/statement.js'
import { summarySelect } from '../summaries/summary-statement.js'
import { countSelect } from '../../select/count-select.js'
import { outerParts } from '../../select/keys-first.js'
import { itemFields, type ListParts, type PageBounds, type PageRead } from '../../select/list-parts.js'
import { finishOf, type ListStatements, nameOf } from '../../select/list-statements.js'
import { pageSelect } from '../../select/page-select.js'
import { buildSelect, restartSelect, type Select, type SelectStart } from '../../select/select-builder.js'

const COUNTED = 'counted'
const PAGE = 'page'
/** An order takes results before columns: raw SQL of the app that says `found` must still mean the one in the table. */
const FOUND = '~found'

/** A row of the joined result. */
interface TogetherRow {
  readonly items: Row
  /** Null in the one row of a page without rows. */
  readonly found: number | null
  readonly total: number
  readonly summary?: Row
}

/** A selection inside a select, and as it is read from outside. */
interface Read {
  readonly inside: Selection
  readonly outside: Selection
}

/** What the statement selects. */
export interface TogetherFields {
  readonly page: Read
  readonly summary: Read | null
  readonly all: Selection
}

export function togetherFields(items: Selection, summary: Selection | null): TogetherFields {
  const page = readThrough(items, PAGE, 'item')
  const aggregates = summary === null ? null : readThrough(summary, COUNTED, 'summary')
  return {
    page,
    summary: aggregates,
    all: {
      items: page.outside,
      found: outer(PAGE, FOUND),
      total: outer(COUNTED, 'total').mapWith(Number),
      ...(aggregates !== null && { summary: aggregates.outside }),
    },
  }
}

/**
 * Its one row is a `TogetherResult`.
 *
 * @param summary aggregates of the list's own next to the count; null for none
 */
export function togetherStatement(statements: ListStatements, read: PageRead, summary: Selection | null): Statement {
  let made: { readonly fields: TogetherFields; readonly aggregates: ListParts | null } | undefined
  const madeOf = (parts: ListParts): NonNullable<typeof made> => {
    if (made !== undefined) return made
    const aggregates = summary === null ? null : { ...parts, items: itemFields(summary, parts.config) }
    const fields = togetherFields(outerParts(parts, read).fields, aggregates?.items.fields ?? null)
    return (made = { fields, aggregates })
  }
  return statements.statement(`together ${nameOf(read)}`, {
    fields: (parts) => madeOf(parts).fields.all,
    finish: (parts) => {
      const itemsFinish = finishOf(parts, read)
      return (rows) => [togetherResult(rows, itemsFinish)] as unknown as Row[]
    },
    read,
    isRepeatable: !statements.facts.hasTextMatch,
    build: (start, parts) => {
      const { fields, aggregates } = madeOf(parts)
      return togetherSelect(start, parts, fields, read, statements.bounds(read), aggregates)
    },
    map: (parts) => togetherMapper(madeOf(parts).fields),
  })
}

/**
 * The order is written once more over the joined result: no engine promises the order of a sub-query.
 *
 * @param start over `fields.all`
 * @param summary the parts of the aggregates next to the count
 */
function togetherSelect(
  start: SelectStart,
  parts: ListParts,
  fields: TogetherFields,
  read: PageRead,
  bounds: PageBounds,
  summary: ListParts | null,
): Select {
  const { orderKeys } = outerParts(parts, read)
  const sorted = orderKeys.map((key, term) => [orderName(term), sql`${key}`.as(orderName(term))])
  const inside = { ...fields.page.inside, ...Object.fromEntries(sorted), [FOUND]: sql`1`.as(FOUND) }
  const page = pageSelect(restartSelect(start, inside), parts, read, bounds)
  const total = { total: sql`count(*)`.as('total'), ...fields.summary?.inside }
  const countStart = restartSelect(start, total)
  const counted = summary === null ? countSelect(countStart, parts) : summarySelect(countStart, summary)
  const names = orderKeys.map((_, term) => outer(PAGE, orderName(term)))
  return buildSelect(start, {
    table: counted.as(COUNTED) as unknown as Table,
    joins: [{ kind: 'left', table: page.as(PAGE) as unknown as Table, on: sql`1 = 1` }],
    where: undefined,
    orderBy: parts.orderOver(names, read.isReversed),
  })
}

const orderName = (term: number): string => `~order ${term}`

const outer = (source: string, name: string): SQL => sql`${sql.identifier(source)}.${sql.identifier(name)}`

/** Each value of a selection under a name of its own, and the same shape over these names. */
function readThrough(selection: Selection, source: string, prefix: string): Read {
  const inside: Record<string, SQL.Aliased> = {}
  const outside = mapValues(selection, (expression, decoder) => {
    const name = `~${prefix} ${Object.keys(inside).length}`
    // Its value is decoded outside.
    inside[name] = sql`${expression}`.as(name)
    return outer(source, name).mapWith(decoder)
  })
  return { inside, outside }
}

/** As `rowMapper` of the whole, which reads total and summary for the first row only. */
export function togetherMapper({ page, all }: TogetherFields): RowMapper {
  const items = rowMapper(page.outside)
  const width = Object.keys(page.inside).length
  const { items: _, ...others } = all as { readonly items: Selection }
  const beside = rowMapper(others)
  return (given, normalize) => {
    const rows = wholeRows(given)
    const read = items(rows, normalize).map((row): Record<string, unknown> => ({ items: row }))
    const [first] = rows
    if (first !== undefined) Object.assign(read[0] as object, beside([Array.from(first).slice(width)], normalize)[0])
    return read
  }
}

/** The total next to the rows of a page. */
export interface TogetherResult {
  readonly rows: Row[]
  readonly total: number
  readonly summary: Row | undefined
}

/** @param finish from Drizzle's rows to items in the page's order */
function togetherResult(rows: readonly Row[], finish: ((rows: Row[]) => Row[]) | null): TogetherResult {
  const { found, total, summary } = rows[0] as unknown as TogetherRow
  const items = found === null ? [] : rows.map(({ items: row }) => row as Row)
  return { rows: finish === null ? items : finish(items), total, summary }
}
