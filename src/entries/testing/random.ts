// testing: random choices that a seed repeats (mulberry32, public domain).

export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  /** @param values at least one */
  pick<Value>(values: readonly Value[]): Value {
    return values[this.int(0, values.length - 1)] as Value
  }

  /** At most `count` different members, in random order. */
  some<Value>(values: readonly Value[], count: number): Value[] {
    const rest = [...values]
    const taken: Value[] = []
    while (taken.length < count && rest.length > 0) taken.push(rest.splice(this.int(0, rest.length - 1), 1)[0] as Value)
    return taken
  }
}
