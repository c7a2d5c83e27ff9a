// Kept: what outlives a request, by key, least recently used, within one budget for the whole process.
import type { SQL } from 'drizzle-orm'
import { operandOf, usesColumnEncoder } from '../sql/encode-plan.js'
import { KEY_FORMS } from '../types/position.js'
import {
  CRITERION_FORMS,
  type CriterionForm,
  type ExpressionShape,
  type FilterShape,
  type Shape,
} from '../types/shape.js'
import type { Spelling } from '../types/sql.js'

/**
 * Bytes that are kept over all configurations and databases of the process (an estimate that counts text, slots and
 * objects).
 */
export const MAX_KEPT_BYTES = 16 * 2 ** 20
/** Shapes that are kept for one configuration. */
export const MAX_KEPT_SHAPES = 500
/**
 * A statement with more values is built for each request: its text is long, and its number of values is seldom the same
 * again.
 */
export const MAX_KEPT_SLOTS = 128
/** A statement with a longer text (in characters) is built for each request. */
export const MAX_KEPT_TEXT = 32_768

/** Counts since the process started. */
export interface ShapeCacheStats {
  /**
   * Requests that found their statement text. `applyFilters()` counts in none of these: its fragments are made for each
   * call.
   */
  readonly hits: number
  /** Requests whose statement was built and kept. */
  readonly misses: number
  /** Shapes that are kept now, each with its count and its page in the forms used so far. */
  readonly size: number
  /** The most shapes that are kept for a configuration. All configurations together keep at most 16 MiB. */
  readonly capacity: number
}

interface Entry {
  readonly owner: KeptShapes<unknown>
  readonly key: readonly number[]
  readonly hash: number
  readonly value: unknown
  bytes: number
  /** The next one of the same hash. */
  chained: Entry | undefined
  younger: Entry | undefined
  older: Entry | undefined
}

/** Object and list overhead of an entry, measured on Node 20 (bench/RESULTS.md, "memory"). */
const ENTRY_BYTES = 600

/** All entries of the process from the one used last to the one used longest ago. */
class Budget {
  readonly maxBytes: number
  bytes = 0
  youngest: Entry | undefined
  oldest: Entry | undefined

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  link(entry: Entry): void {
    entry.older = this.youngest
    entry.younger = undefined
    if (this.youngest !== undefined) this.youngest.younger = entry
    this.youngest = entry
    this.oldest ??= entry
  }

  unlink({ younger, older }: Entry): void {
    if (younger === undefined) this.youngest = older
    else younger.older = older
    if (older === undefined) this.oldest = younger
    else older.younger = younger
  }

  shrink(): void {
    while (this.bytes > this.maxBytes && this.oldest !== undefined) this.oldest.owner.drop(this.oldest)
  }
}

const processBudget = new Budget(MAX_KEPT_BYTES)

/** Bytes kept by the process now, as estimated. */
export const keptBytes = (): number => processBudget.bytes

/** Values by key for one configuration. Keys of one hash are told apart by all their numbers. */
export class KeptShapes<Value> {
  readonly #byHash = new Map<number, Entry>()
  readonly #capacity: number
  readonly #budget: Budget
  #size = 0
  hits = 0
  misses = 0

  constructor(capacity = MAX_KEPT_SHAPES, maxBytes?: number) {
    this.#capacity = capacity
    this.#budget = maxBytes === undefined ? processBudget : new Budget(maxBytes)
  }

  get size(): number {
    return this.#size
  }

  get(key: readonly number[]): Value | undefined {
    const entry = this.#find(key, hashOf(key))
    if (entry === undefined) return undefined
    if (entry !== this.#budget.youngest) {
      this.#budget.unlink(entry)
      this.#budget.link(entry)
    }
    return entry.value as Value
  }

  /**
   * @param key kept as it is, so not to be changed afterwards
   * @param bytes what the value holds
   */
  set(key: readonly number[], value: Value, bytes: number): void {
    const hash = hashOf(key)
    const found = this.#find(key, hash)
    if (found !== undefined) this.drop(found)
    const entry: Entry = {
      owner: this as KeptShapes<unknown>,
      key,
      hash,
      value,
      bytes: ENTRY_BYTES + key.length * 8 + bytes,
      chained: this.#byHash.get(hash),
      younger: undefined,
      older: undefined,
    }
    this.#byHash.set(hash, entry)
    this.#budget.link(entry)
    this.#budget.bytes += entry.bytes
    this.#size += 1
    if (this.#size > this.#capacity) this.#dropOldest()
    this.#budget.shrink()
  }

  delete(key: readonly number[]): void {
    const entry = this.#find(key, hashOf(key))
    if (entry !== undefined) this.drop(entry)
  }

  /** A value that is kept has come to hold more. */
  grow(key: readonly number[], bytes: number): void {
    const entry = this.#find(key, hashOf(key))
    if (entry === undefined) return
    entry.bytes += bytes
    this.#budget.bytes += bytes
    this.#budget.shrink()
  }

  drop(dropped: Entry): void {
    this.#budget.unlink(dropped)
    this.#budget.bytes -= dropped.bytes
    this.#size -= 1
    let before: Entry | undefined
    for (let entry = this.#byHash.get(dropped.hash); entry !== dropped && entry !== undefined; entry = entry.chained)
      before = entry
    if (before !== undefined) before.chained = dropped.chained
    else if (dropped.chained !== undefined) this.#byHash.set(dropped.hash, dropped.chained)
    else this.#byHash.delete(dropped.hash)
  }

  #find(key: readonly number[], hash: number): Entry | undefined {
    let entry = this.#byHash.get(hash)
    while (entry !== undefined && !isSame(entry.key, key)) entry = entry.chained
    return entry
  }

  #dropOldest(): void {
    for (let entry = this.#budget.oldest; entry !== undefined; entry = entry.younger) {
      if (entry.owner === (this as KeptShapes<unknown>)) return this.drop(entry)
    }
  }
}

function hashOf(key: readonly number[]): number {
  let hash = 0
  for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, 31) + (key[at] as number)) | 0
  return hash
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}

// The key of a shape. Shapes with equal keys have equal statement text, whatever the values are.

const CODES = Object.fromEntries(CRITERION_FORMS.map((form, code) => [form, code])) as {
  readonly [Form in CriterionForm]: number
}
const SPELLING_CODES = { marks: 1, hex: 2, digits: 3 } as const

/** Null: no text with the fragment is kept. */
export type NumberOf = (fragment: SQL) => number | null

// The lowest two bits say what a number stands for, so that two different shapes never write the same list of numbers.
const FIELD = 0
const CRITERION = 1
const SEARCH = 2
const SORT = 3
// The same of an expression, whose place in the list is known.
const TERM = 0
const NOT = 1
const AND = 2
const OR = 3

/**
 * Small numbers, which are compared faster than a text is hashed. Null for a shape whose text may hold something of the
 * request: values that a column's encoder may turn into SQL, and fragments of the app's own that have no number.
 *
 * @param numberOf a fragment that the app made for this request: equal numbers, equal text
 */
export function shapeKey(shape: Shape, numberOf: NumberOf): number[] | null {
  const { filters, expression, search, ownSearch, order, walk, isUnlimited } = shape
  const side = walk === null ? 0 : walk.keys === null ? 2 : walk.side === 'after' ? 6 : 10
  const key = [(isUnlimited ? 1 : 0) | side | (expression === null ? 0 : 16) | (ownSearch === null ? 0 : 32)]
  // The first number says that it follows, and a group how many members it has.
  if (expression !== null && !pushExpression(key, expression, numberOf)) return null
  if (ownSearch !== null && !pushOwn(key, ownSearch.where, numberOf)) return null
  for (const filter of filters) if (!pushFilter(key, filter, numberOf)) return null
  if (search !== null) {
    key.push((spellingCode(search.spelling) << 3) | (search.form === 'like' ? 0 : 4) | SEARCH)
    for (const { index } of search.fields) key.push((index << 2) | SEARCH)
  }
  for (const { field, direction } of order) {
    key.push((field.index << 3) | (direction === 'asc' ? 0 : 4) | SORT)
    if (field.term === undefined) continue
    // No field has the index of a rank, so what follows needs no mark.
    key.push(field.isDistance === true ? 1 : 0)
    if (!pushOwn(key, field.expression as SQL, numberOf)) return null
  }
  // The first number says whether there is a position, and the order how many terms it has: these numbers need no mark.
  for (const slot of walk?.keys ?? []) key.push(slot === null ? KEY_FORMS.length : KEY_FORMS.indexOf(slot.form))
  return key
}

/** Each node before what is in it, with how much there is: the list of numbers is read in one way only. */
function pushExpression(key: number[], expression: ExpressionShape, numberOf: NumberOf): boolean {
  if ('term' in expression) {
    key.push((expression.term.length << 2) | TERM)
    return expression.term.every((filter) => {
      // A criterion's number may be that of a node.
      key.push(filter.criteria.length)
      return pushFilter(key, filter, numberOf)
    })
  }
  if ('not' in expression) {
    key.push(NOT)
    return pushExpression(key, expression.not, numberOf)
  }
  const isAnd = 'and' in expression
  const members = isAnd ? expression.and : expression.or
  key.push((members.length << 2) | (isAnd ? AND : OR))
  return members.every((member) => pushExpression(key, member, numberOf))
}

function pushFilter(key: number[], { filterable: { field }, criteria }: FilterShape, numberOf: NumberOf): boolean {
  // A field without a value type is asked only for null.
  if (field.type !== null && usesColumnEncoder(operandOf(field))) return false
  key.push((field.index << 2) | FIELD)
  for (const { form, spelling, isOr, isNegated, slotCount, own } of criteria) {
    key.push((CODES[form] << 6) | (spellingCode(spelling) << 4) | (isOr ? 8 : 0) | (isNegated ? 4 : 0) | CRITERION)
    // Every other form has one number of values.
    if (form === 'each') key.push(slotCount)
    if (own !== undefined && !pushOwn(key, own.where, numberOf)) return false
  }
  return true
}

function pushOwn(key: number[], fragment: SQL, numberOf: NumberOf): boolean {
  const number = numberOf(fragment)
  if (number !== null) key.push(number)
  return number !== null
}

const spellingCode = (spelling: Spelling | null): number => (spelling === null ? 0 : SPELLING_CODES[spelling])

// Numbers for texts, so that a key holds a number where a fragment's key is as long as the fragment.

/** Gives equal texts equal numbers, from 1 on. Bounded: a text that was not used for long may get another number. */
export class TextNumbers {
  readonly #maxCharacters: number
  #last = 0
  #characters = 0
  #young = new Map<string, number>()
  #old = new Map<string, number>()

  /** @param maxCharacters of the texts that are remembered at least; at most twice as many are */
  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters
  }

  numberOf(text: string): number {
    const young = this.#young.get(text)
    if (young !== undefined) return young
    const number = this.#old.get(text) ?? ++this.#last
    if (this.#characters > this.#maxCharacters) {
      this.#old = this.#young
      this.#young = new Map()
      this.#characters = 0
    }
    this.#young.set(text, number)
    this.#characters += text.length
    return number
  }
}
