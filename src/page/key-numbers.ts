// Stage run: numbers for the keys of fingerprints, which are as long as a fragment has columns.

/** Gives equal keys equal numbers, from 1 on; bounded, so a key that was not met for long may get another one. */
export class KeyNumbers {
  readonly #capacity: number
  #last = 0
  #young = new Map<string, number>()
  #old = new Map<string, number>()

  /** @param capacity how many keys are remembered at least; at most twice as many are */
  constructor(capacity: number) {
    this.#capacity = capacity
  }

  numberOf(key: string): number {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const number = this.#old.get(key) ?? ++this.#last
    if (this.#young.size >= this.#capacity) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, number)
    return number
  }
}
