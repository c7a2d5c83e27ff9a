// Stage run: finished statements by shape, bounded, least recently used.

/** Counts since the process started. */
export interface ShapeCacheStats {
  /** Requests that found their statement finished, or the fragments of `applyFilters`. */
  readonly hits: number
  /** Requests whose statement or fragments had to be built. */
  readonly misses: number
  /** Shapes held now, each with its count and its page in the forms used so far, or with its fragments. */
  readonly size: number
  /** The most shapes that are held per database session, and as many for `applyFilters`. */
  readonly capacity: number
}

export interface ShapeCacheTally {
  hits: number
  misses: number
}

interface Entry<Value> {
  readonly shape: readonly number[]
  readonly value: Value
  /** The next one of the same hash. */
  chained: Entry<Value> | undefined
  younger: Entry<Value> | undefined
  older: Entry<Value> | undefined
}

/**
 * A bounded map by shape: a client that sends ever new shapes pushes out the oldest, and memory stays where it is. Shapes of
 * one hash are told apart by all their numbers, so that no request meets another one's statement.
 */
export class ShapeCache<Value> {
  readonly capacity: number
  readonly #tally: ShapeCacheTally
  readonly #byHash = new Map<number, Entry<Value>>()
  #size = 0
  #youngest: Entry<Value> | undefined
  #oldest: Entry<Value> | undefined

  /** @param tally where hits and misses are counted, together with other caches */
  constructor(capacity: number, tally: ShapeCacheTally = { hits: 0, misses: 0 }) {
    this.capacity = capacity
    this.#tally = tally
  }

  get size(): number {
    return this.#size
  }

  get(shape: readonly number[]): Value | undefined {
    let entry = this.#byHash.get(hashOf(shape))
    while (entry !== undefined && !isSame(entry.shape, shape)) entry = entry.chained
    if (entry === undefined) {
      this.#tally.misses += 1
      return undefined
    }
    this.#tally.hits += 1
    if (entry !== this.#youngest) {
      this.#unlink(entry)
      this.#link(entry)
    }
    return entry.value
  }

  /** @param shape one that `get` did not find; kept as it is, so not to be changed afterwards */
  set(shape: readonly number[], value: Value): void {
    const hash = hashOf(shape)
    const entry: Entry<Value> = { shape, value, chained: this.#byHash.get(hash), younger: undefined, older: undefined }
    this.#byHash.set(hash, entry)
    this.#link(entry)
    this.#size += 1
    if (this.#size > this.capacity) this.#drop(this.#oldest as Entry<Value>)
  }

  #link(entry: Entry<Value>): void {
    entry.older = this.#youngest
    entry.younger = undefined
    if (this.#youngest !== undefined) this.#youngest.younger = entry
    this.#youngest = entry
    this.#oldest ??= entry
  }

  #unlink({ younger, older }: Entry<Value>): void {
    if (younger === undefined) this.#youngest = older
    else younger.older = older
    if (older === undefined) this.#oldest = younger
    else older.younger = younger
  }

  #drop(dropped: Entry<Value>): void {
    this.#unlink(dropped)
    this.#size -= 1
    const hash = hashOf(dropped.shape)
    let before: Entry<Value> | undefined
    for (let entry = this.#byHash.get(hash); entry !== dropped && entry !== undefined; entry = entry.chained) before = entry
    if (before !== undefined) before.chained = dropped.chained
    else if (dropped.chained !== undefined) this.#byHash.set(hash, dropped.chained)
    else this.#byHash.delete(hash)
  }
}

function hashOf(shape: readonly number[]): number {
  let hash = 0
  for (let at = 0; at < shape.length; at++) hash = (Math.imul(hash, 31) + (shape[at] as number)) | 0
  return hash
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}
