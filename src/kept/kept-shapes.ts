// Kept: what outlives a request, by key, least recently used, within one budget for the whole process.

/** Bytes that are kept over all configurations and databases of the process (an estimate that counts text, slots and objects). */
export const MAX_KEPT_BYTES = 16 * 2 ** 20
/** Shapes that are kept for one configuration. */
export const MAX_KEPT_SHAPES = 500
/** A statement with more values is built for each request: its text is long, and its number of values is seldom the same again. */
export const MAX_KEPT_SLOTS = 128
/** A statement with a longer text (in characters) is built for each request. */
export const MAX_KEPT_TEXT = 32_768

/** Counts since the process started. */
export interface ShapeCacheStats {
  /** Requests that found their statement text, or the fragments of `applyFilters`. */
  readonly hits: number
  /** Requests whose statement or fragments were built and kept. */
  readonly misses: number
  /** Shapes that are kept now, each with its count and its page in the forms used so far, or with its fragments. */
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
    for (let entry = this.#byHash.get(dropped.hash); entry !== dropped && entry !== undefined; entry = entry.chained) before = entry
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
