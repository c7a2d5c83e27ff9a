// Stage run: finished statements by shape, bounded, least recently used.

/** Counts since the process started. */
export interface ShapeCacheStats {
  /** Requests answered with a finished statement. */
  readonly hits: number
  /** Requests whose statement had to be built. */
  readonly misses: number
  /** Shapes held now, each with its count and its page in the forms used so far. */
  readonly size: number
  /** The most shapes that are held per database session. */
  readonly capacity: number
}

export interface ShapeCacheTally {
  hits: number
  misses: number
}

/** A bounded map: a client that sends ever new shapes pushes out the oldest, and memory stays where it is. */
export class ShapeCache<Value> {
  readonly capacity: number
  readonly #tally: ShapeCacheTally
  readonly #entries = new Map<string, Value>()

  /** @param tally where hits and misses are counted, together with other caches */
  constructor(capacity: number, tally: ShapeCacheTally = { hits: 0, misses: 0 }) {
    this.capacity = capacity
    this.#tally = tally
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) {
      this.#tally.misses += 1
      return undefined
    }
    this.#tally.hits += 1
    // A Map lists its keys in the order they were set: setting anew makes this the youngest.
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#entries.set(key, value)
    if (this.#entries.size > this.capacity) {
      const oldest = this.#entries.keys().next()
      if (oldest.done === false) this.#entries.delete(oldest.value)
    }
  }
}
