// Children: by which values of a page's row its children are found, and how they are read exactly. They are read next to
// the item, in a form that no driver rounds or converts, and nobody gets them.
import { Column, type SQL, sql } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { DIALECTS } from '../../dialects/index.js'
import type { DialectName } from '../../vocabulary.js'
import * as callRefusals from '../../mistakes/call-refusals.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import { shownKeyOf } from '../../builder/read-table.js'
import { refuse } from '../../mistakes/refuse.js'
import type { ParentList } from '../../builder/rows-support.js'
import { readKeyText } from '../positions/key-text.js'
import { positionKeyOf } from '../positions/position-key.js'
import { nameOf } from '../../fragments/source-name.js'
import type { Field } from '../../types/config.js'
import type { PositionKey } from '../../types/position.js'
import type { Row } from '../../types/row.js'
import type { Selection } from '../../types/selection.js'
import { readColumn } from '../../values/read-column.js'

/**
 * How a driver hands a value over. `number`: exact as a JavaScript number. `stored`: the same of SQLite, where a column
 * of integers may hold anything: what is not such a number comes as text. `text`: as the text of a cursor's key.
 */
type Reading = 'number' | 'stored' | 'text'

export interface KeyPart {
  readonly expression: Column
  readonly key: PositionKey
  readonly reading: Reading
}

export interface ParentKey {
  readonly parts: readonly KeyPart[]
  readonly fields: Selection
}

const keyField = (part: number): string => `~parent ${part}`

/** @param name of a set, for the error */
export function parentKey(list: ParentList, name: string): ParentKey {
  const parts = keyParts(list) ?? refuse(configRefusals.childrenWithoutKey(name, nameOf(list.root)))
  return keyOver(parts.map((expression) => keyPart(expression, list)))
}

export function keyOver(parts: readonly KeyPart[]): ParentKey {
  const fields = Object.fromEntries(parts.map((part, at) => [keyField(at), selected(part)]))
  return Object.freeze({ parts: Object.freeze(parts), fields: Object.freeze(fields) })
}

/**
 * The shortest key that the schema shows to be unique and never null; else the columns that the tie-breaker
 * says are unique, and never null where the schema does not show it. Null without either.
 */
export function keyParts({ root, tieBreaker }: Pick<ParentList, 'root' | 'tieBreaker'>): readonly Column[] | null {
  const shown = shownKeyOf(root)
  if (shown !== null) return shown
  const own = tieBreaker.map(({ field }) => (field.joins.length === 0 ? field.expression : null))
  return own.every((expression) => is(expression, Column)) ? own : null
}

/** The column's own type, whatever value type clients filter it by. */
export function keyPart(expression: Column, { dialect }: Pick<ParentList, 'dialect'>): KeyPart {
  const own: Field = {
    name: '',
    index: 0,
    expression,
    facts: null,
    type: null,
    isNullable: false,
    joins: [],
    path: null,
  }
  const found = positionKeyOf(own, dialect)
  // Keys are compared only for equality, which reads a text as a whole, and an enum by its text wherever it is.
  const isText =
    found.kind === 'weights' ||
    found.kind === 'padded' ||
    (found.kind === 'integer' && readColumn(expression).isNativeEnum)
  const key: PositionKey = isText ? { ...found, kind: 'text' } : found
  return Object.freeze({ expression, key, reading: readingOf(expression, key, dialect) })
}

function readingOf(expression: Column, { kind, range }: PositionKey, dialect: DialectName): Reading {
  if (DIALECTS[dialect].typing === 'per-value') return expression.getSQLType() === 'integer' ? 'stored' : 'text'
  const isSafe = range !== null && range.min >= Number.MIN_SAFE_INTEGER && range.max <= Number.MAX_SAFE_INTEGER
  return kind === 'integer' && isSafe && !NUMBERED.test(expression.getSQLType()) ? 'number' : 'text'
}

/** Types that `PositionKey` calls integers and drivers do not. */
const NUMBERED = /^(?:enum|boolean|tinyint\(1\))/

const MAX = sql.raw(String(Number.MAX_SAFE_INTEGER))

function selected({ expression, key, reading }: KeyPart): SQL {
  const exact = (): SQL => DIALECTS[key.dialect].keys.select(expression, key)
  switch (reading) {
    case 'number':
      return sql`${expression}`
    case 'stored':
      return sql`case when ${expression} between -${MAX} and ${MAX} then ${expression} else ${exact()} end`
    case 'text':
      return exact()
    default:
      return reading satisfies never
  }
}

/** A text without a tag is a number of libSQL under `intMode: 'string'`: the text of an exact key begins with a letter. */
const isInteger = (raw: unknown): boolean =>
  Number.isSafeInteger(raw) || typeof raw === 'bigint' || (typeof raw === 'string' && /^-?\d+$/.test(raw))

/**
 * The texts of a row's key, as `bindKeyText` takes them.
 *
 * @throws PaginateConfigError for null, which SQLite lets into a primary key
 */
export function keyTextsOf(row: Row, { parts }: ParentKey): readonly string[] {
  return parts.map(({ expression, key, reading }, at) => {
    const raw = row[keyField(at)] ?? refuse(callRefusals.wrongSortKey(expression.name, null))
    if (reading === 'stored' && isInteger(raw)) return `i${String(raw)}`
    return reading === 'number' ? String(raw) : (readKeyText(raw, key, 'key') as string)
  })
}

/** Equal prints: equal keys. */
export function printOf(row: Row, { parts }: ParentKey): unknown {
  if (parts.length === 1) return printOfValue(row[FIRST], parts[0] as KeyPart)
  return JSON.stringify(parts.map((part, at) => String(printOfValue(row[keyField(at)], part))))
}

const FIRST = keyField(0)

/** An object, as some drivers hand over bytes, is not a key of a map. */
const printOfValue = (raw: unknown, { key }: KeyPart): unknown =>
  typeof raw === 'object' ? readKeyText(raw, key, 'key') : raw

/** Last added, first deleted: V8 then goes back to the object's former shape, and keeps its fast properties. */
export function withoutParentKey(row: Row, { parts }: ParentKey): void {
  for (let at = parts.length - 1; at >= 0; at--) delete row[keyField(at)]
}
