// Stage compile: what several dialects do alike.
import { type SQL, sql } from 'drizzle-orm'
import { timeText } from '../../basics/ticks.js'
import type { EncodedValue, Operand } from '../../types/sql.js'
import type { DecodedValue } from '../../types/value.js'
import type { SqlDialect, StatementFacts } from '../dialect.js'
import type { TextMatch } from '../../vocabulary.js'

/** Of a dialect on which nothing was measured. */
export const plainStatements: StatementFacts = {
  runBy: 'execute',
  haveNames: false,
  mayReadKeysFirst: false,
  fence: null,
  earlyFence: null,
  needsHalves: false,
  stopsOutside: false,
  orderOfFound: null,
  explain: null,
  readsChangedTable: true,
}

/** True for a built-in value type over a column of another one: the column is read as that type. */
export function isReadAsOther({ type, facts }: Operand): boolean {
  if (facts === null || type.kind === 'custom') return false
  return type.kind !== facts.valueType || facts.storage === 'enum-text'
}

/** Is the value type laid over a column of text? */
export const isOverText = ({ facts }: Operand): boolean => facts?.valueType === 'text' || facts?.valueType === 'char'

/** Text read as a boolean, where the database has no cast of it: true for what PostgreSQL prints, and for 1. */
export const textAsBoolean = (lowered: SQL): SQL => sql`(${lowered} in ('t', 'true', '1'))`

/** A number where it is exact; an integer past 2^53 keeps its digits as a bigint. */
export function integer(value: bigint): number | bigint {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value
}

/** Values that every dialect binds alike: those of made types, singles, and all that a driver takes as they are. */
export function encodePlain(value: DecodedValue, { type, facts }: Operand): EncodedValue {
  switch (type.kind) {
    case 'float':
      return facts?.isSinglePrecision === true ? Math.fround(value as number) : value
    case 'custom':
      return type.encode === undefined ? value : type.encode(value)
    default:
      return value
  }
}

/** A span of time of either sign. */
export const spanText = (ticks: bigint): string => (ticks < 0n ? `-${timeText(-ticks, 6)}` : timeText(ticks, 6))

/**
 * Of `decimal(12,4)`: 4. plain `decimal` has no digits after the point; an expression, whose scale is unknown, may have
 * `most`.
 */
export function scaleOf({ type, facts }: Operand, most: number): number {
  if (facts === null || facts.valueType !== type.kind) return most
  return Number(/\(\d+, ?(\d+)\)/.exec(facts.sqlType)?.[1] ?? 0)
}

/** The values of a list in JSON, as the text that a client would write. */
export const textsInJson = (values: readonly EncodedValue[]): string => JSON.stringify(values.map(String))

/** Each value of a list has its own parameter. */
export const inOneByOne: Pick<SqlDialect, 'encodeList' | 'isInList'> = {
  encodeList: () => null,
  isInList: (compared, slot) => sql`${compared} in (${slot})`,
}

/** LIKE with an escape character that is named: without one it would be the backslash, or none. */
export const escapedLike = (wildcards?: string): Pick<SqlDialect, 'likeForm' | 'likeTerm' | 'like'> => ({
  likeForm: () => 'like',
  likeTerm: (term, match) => likePattern(term, match, '!', wildcards),
  like: (compared, slot) => sql`${compared} like ${slot} escape '!'`,
})

/** Where a term can say where its nulls go. */
export const orderTerm: SqlDialect['orderTerm'] = (expression, direction, nulls) => [
  sql`${expression}${ORDERS[direction][nulls ?? 'unsaid']}`,
]

const ordersOf = (direction: string): { readonly [nulls in 'first' | 'last' | 'unsaid']: SQL } => ({
  first: sql.raw(` ${direction} nulls first`),
  last: sql.raw(` ${direction} nulls last`),
  unsaid: sql.raw(` ${direction}`),
})
const ORDERS = { asc: ordersOf('asc'), desc: ordersOf('desc') }

// A client's term as a LIKE pattern that matches it literally.

/** `%term%`, `term%` or `%term`, with the wildcards (and the escape character itself) escaped. */
export function likePattern(term: string, match: TextMatch, escape: '\\' | '!', wildcards = '%_'): string {
  const [before, after] = AROUND[match]
  let pattern = before
  for (const character of term)
    pattern += character === escape || wildcards.includes(character) ? escape + character : character
  return pattern + after
}

const AROUND: { readonly [Match in TextMatch]: readonly [before: string, after: string] } = {
  contains: ['%', '%'],
  'starts-with': ['', '%'],
  'ends-with': ['%', ''],
}
