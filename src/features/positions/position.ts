// Stages plan and run: a place in an order, by the exact values of a row. Pages by cursor and streams go on from it.
import { Column, type Table, View } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { DIALECTS } from '../../dialects/index.js'
import { tableOf } from '../../drizzle/tables.js'
import * as callRefusals from '../../mistakes/call-refusals.js'
import { refuse } from '../../mistakes/refuse.js'
import { nameOf } from '../../fragments/source-name.js'
import { bindKeyText, readKeyText } from './key-text.js'
import { positionKeyOf } from './position-key.js'
import { nullPlace, orderTerms } from '../../sql/order-terms.js'
import type { Field, SortTerm } from '../../types/config.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { BoundKey, OrderTerm, Position } from '../../types/position.js'
import { isReadAsOtherType } from '../../values/facts-under-type.js'

/** The terms of a request's order, with what a position takes from each. */
export function orderOf(sort: readonly SortTerm[], config: ResolvedConfig): readonly OrderTerm[] {
  const { sortsNullsLast } = DIALECTS[config.dialect]
  const views = [config.table, ...config.joins.map(({ table }) => table)].filter((source) => is(source, View))
  return orderTerms(sort, config).map(({ field, direction }) => {
    const isFirst = sortsNullsLast === (direction === 'desc')
    return {
      field,
      direction,
      key: positionKeyOf(field, config.dialect),
      // A column that is read as another type is null for text that is not of that type.
      isNullable:
        field.isNullable || isReadAsOtherType(field) || (isUnenforced(field, views) && !isTieBreaker(field, config)),
      nulls: nullPlace({ field, direction }, config) ?? (isFirst ? 'first' : 'last'),
    }
  })
}

/** A column that a view declares: that it is not null is what the schema says, and nothing that a database enforces. */
function isUnenforced({ expression }: Field, views: readonly Table[]): boolean {
  if (views.length === 0 || !is(expression, Column)) return false
  const name = nameOf(tableOf(expression))
  return views.some((view) => nameOf(view) === name)
}

const isTieBreaker = (field: Field, { tieBreaker }: ResolvedConfig): boolean =>
  tieBreaker.some((term) => term.field === field)

/** The position of a row by the texts of its keys; null if the texts do not fit this order. */
export function positionAt(
  texts: readonly (string | null)[],
  side: Position['side'],
  terms: readonly OrderTerm[],
): Position | null {
  if (texts.length !== terms.length) return null
  const keys: (BoundKey | null)[] = []
  for (const [index, { key, isNullable }] of terms.entries()) {
    const text = texts[index] ?? null
    const bound = text === null ? null : bindKeyText(text, key)
    if (bound === null && (text !== null || !isNullable)) return null
    keys.push(bound)
  }
  return { side, keys }
}

/**
 * The texts of a row's keys, as they are in a cursor. Each is bound as it will be when the cursor comes back.
 *
 * @throws PaginateConfigError where a row has a value that its field's type does not have: the cursor would be rejected
 */
export function keyTexts(raw: readonly unknown[], terms: readonly OrderTerm[]): readonly (string | null)[] {
  return terms.map(({ key, field: { name }, isNullable }, index) => {
    const text = readKeyText(raw[index], key, name)
    if (text === null ? !isNullable : bindKeyText(text, key) === null) refuse(callRefusals.wrongSortKey(name, text))
    return text
  })
}

// Reading by position ends, whatever the database does. What an order and its condition compare differently would
// repeat rows.

/**
 * Asks of each position whether the reading goes on. A loop is found in constant memory (Brent's algorithm): one
 * position is held while twice as many as before pass it.
 *
 * @returns false where the position was passed before
 */
export function advances(): (texts: readonly (string | null)[]) => boolean {
  let [held, previous]: (string | null)[] = [null, null]
  let [passed, wanted] = [0, 1]
  return (texts) => {
    const position = JSON.stringify(texts)
    if (position === held || position === previous) return false
    previous = position
    passed += 1
    if (passed === wanted) [held, passed, wanted] = [position, 0, wanted * 2]
    return true
  }
}
