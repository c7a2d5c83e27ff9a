// Seeded randomness: the same seed, the same choices, on every machine.

export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A number from 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number between the two, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<Value>(values: readonly Value[]): Value {
    if (values.length === 0) throw new Error('Nothing to pick from.')
    return values[this.int(0, values.length - 1)] as Value
  }

  /** Between `min` and `max` of the values, each at most once, in random order. */
  some<Value>(values: readonly Value[], min: number, max: number): Value[] {
    const rest = [...values]
    const count = Math.min(rest.length, this.int(min, max))
    return Array.from({ length: count }, () => rest.splice(this.int(0, rest.length - 1), 1)[0] as Value)
  }

  maybe<Value>(probability: number, make: () => Value): Value | null {
    return this.chance(probability) ? make() : null
  }
}
