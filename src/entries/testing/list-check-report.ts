// testing: what `checkList` returns, as data and as a text for a terminal.
import type { ListCheckFailure } from './options.js'

export class ListCheckReport {
  readonly seed: number
  /** The number of requests that were sent, and how many of them returned a page; the others were rejected. */
  readonly requests: number
  readonly answered: number
  /** Requests whose rows were compared with the in-memory engine's. */
  readonly comparedWithMemory: number
  /** Rows in the list without a filter. */
  readonly rows: number
  /** The checks and requests that were left out, and why. */
  readonly notChecked: readonly string[]
  readonly failures: readonly ListCheckFailure[]

  constructor(data: Omit<ListCheckReport, 'toString'>) {
    this.seed = data.seed
    this.requests = data.requests
    this.answered = data.answered
    this.comparedWithMemory = data.comparedWithMemory
    this.rows = data.rows
    this.notChecked = data.notChecked
    this.failures = data.failures
  }

  /** Returns one sentence, then a line for each part that was left out. */
  toString(): string {
    const { requests, answered, comparedWithMemory, rows, seed, notChecked } = this
    const counts = `${answered} answered, ${requests - answered} rejected, ${comparedWithMemory} compared with memory`
    return [
      `${requests} requests to a list of ${rows} rows (seed ${seed}): ${counts}.`,
      ...notChecked.map((part) => `Not checked: ${part}.`),
    ].join('\n')
  }
}
