// Kept: numbers for texts, so that a key holds a number where a fragment's key is as long as the fragment.

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
