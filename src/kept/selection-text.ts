// Stage run: the text of a selection, which is the same in every statement over it. Drizzle writes it again for each statement, column by
// column; where rows are mapped here, one piece of text in its place does.
import { type SQL, sql } from 'drizzle-orm'
import type { ResolvedConfig } from '../types/config.js'
import type { Selection } from '../types/selection.js'
import { buildSelect, restartSelect, type SelectStart, type StatementParts } from '../select/select-builder.js'

/** Null: has values of its own, or is not written the usual way. */
type SelectionText = SQL | null

interface SelectionTexts {
  isMet: boolean
  /** Columns without their table's name, as Drizzle writes them in a select over one table. */
  single?: SelectionText
  joined?: SelectionText
}

const texts = new WeakMap<object, WeakMap<Selection, SelectionTexts>>()

/**
 * Read when a selection is met for the second time: one that a host makes for each request is never met again.
 *
 * @param fields one object for all statements over a selection
 */
export function selectionText(start: SelectStart, fields: Selection, config: ResolvedConfig, isJoined: boolean): SelectionText {
  const { dialect } = start
  // Without a join Drizzle drops the tables from names, and there is no join to write it over.
  if (dialect === undefined || (isJoined && config.joins.length === 0)) return null
  let ofDialect = texts.get(dialect)
  if (ofDialect === undefined) {
    ofDialect = new WeakMap()
    texts.set(dialect, ofDialect)
  }
  let found = ofDialect.get(fields)
  if (found === undefined) {
    found = { isMet: false }
    ofDialect.set(fields, found)
  }
  if (!found.isMet) {
    found.isMet = true
    return null
  }
  const form = isJoined ? 'joined' : 'single'
  let text = found[form]
  if (text === undefined) {
    text = readText(start, fields, { table: config.table, joins: isJoined ? config.joins : [], where: undefined })
    found[form] = text
  }
  return text
}

const SELECT = 'select '
const ONE = { one: sql`1` }

/** The text between `select` and `from`. The same statement with another selection shows where it ends. */
function readText(start: SelectStart, fields: Selection, parts: StatementParts): SelectionText {
  const { sql: text, params } = buildSelect(restartSelect(start, fields), parts).toSQL()
  const one = buildSelect(restartSelect(start, ONE), parts).toSQL()
  const rest = one.sql.slice(SELECT.length + 1)
  if (params.length > one.params.length || !text.startsWith(SELECT) || !one.sql.startsWith(`${SELECT}1`) || !text.endsWith(rest))
    return null
  return sql.raw(text.slice(SELECT.length, text.length - rest.length))
}
