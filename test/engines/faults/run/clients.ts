// Clients over HTTP, and what is counted of the answers that they get.
import { get, type IncomingMessage } from 'node:http'
import { ERROR_BODIES } from './servers.js'

/** How long a client waits for the end of an answer. */
const PATIENCE = 6000

export interface Outcome {
  /** Null: the connection ended before an answer. */
  readonly status: number | null
  readonly body: string
  /** Has the body ended as a whole one does? */
  readonly isComplete: boolean
  readonly isLate: boolean
}

export interface AskOptions {
  /** The client goes away after as many milliseconds. */
  readonly leaveAfter?: number | undefined
  /** The client waits as long before it reads. */
  readonly readAfter?: number | undefined
  readonly patience?: number | undefined
}

export function ask(port: number, path: string, options: AskOptions = {}): Promise<Outcome> {
  const { leaveAfter, readAfter = 0, patience = PATIENCE } = options
  return new Promise((resolve) => {
    let status: number | null = null
    const pieces: Buffer[] = []
    let isLate = false
    let hasLeft = false
    const finish = (isComplete: boolean): void => {
      for (const timer of timers) clearTimeout(timer)
      resolve({ status, body: Buffer.concat(pieces).toString('utf8'), isComplete, isLate })
    }
    const request = get({ host: '127.0.0.1', port, path, agent: false }, (response: IncomingMessage) => {
      status = response.statusCode ?? null
      response.on('data', (piece: Buffer) => void pieces.push(piece))
      response.pause()
      setTimeout(() => response.resume(), readAfter)
      response.on('error', () => finish(false))
      // Of a client that has left, it is complete where its end was received and never read.
      response.on('close', () => finish(response.complete && !hasLeft))
    })
    request.on('error', () => finish(false))
    const timers = [setTimeout(() => ((isLate = true), request.destroy()), patience)]
    if (leaveAfter !== undefined) timers.push(setTimeout(() => ((hasLeft = true), request.destroy()), leaveAfter))
  })
}

export const COUNTS = ['notWhole', 'lost', 'unhandled', 'errorText', 'otherTenant', 'unanswered'] as const
export type Count = (typeof COUNTS)[number]

/** Of one fault, one driver and one adapter. */
export class Tally {
  requests = 0
  whole = 0
  failed = 0
  /** What is known of the driver itself, and is no finding. */
  ofDriver = 0
  readonly counts = new Map<Count, number>(COUNTS.map((name) => [name, 0]))
  readonly examples: string[] = []

  add(name: Count, example: string, by = 1): void {
    if (by === 0) return
    this.counts.set(name, (this.counts.get(name) ?? 0) + by)
    if (this.examples.length < 3) this.examples.push(`${name}: ${example}`)
  }

  /** Counts that are known of the driver itself. */
  leaveToDriver(...names: readonly Count[]): void {
    for (const name of names) {
      this.ofDriver += this.counts.get(name) ?? 0
      this.counts.set(name, 0)
    }
  }

  /** @param expected the whole answer; null where the request has none */
  judge(path: string, { status, body, isComplete, isLate }: Outcome, expected: string | null, hasLeft = false): void {
    this.requests++
    const tenant = path.split('/')[1]
    const others = [...body.matchAll(/"tenant":(\d+)/g)].filter(([, found]) => found !== tenant)
    if (others.length > 0) this.add('otherTenant', `${path} gave a row of another tenant`)
    if (status !== 200) {
      this.failed++
      if (isLate) this.add('unanswered', path)
      else if (status !== null && isComplete && !ERROR_BODIES.some((known) => known.test(body)))
        this.add('errorText', `${path}: ${status} ${body.slice(0, 200)}`)
    } else if (!isComplete) {
      this.failed++
      if (isLate && !hasLeft) this.add('unanswered', `the rest of ${path}`)
      if (expected !== null && !expected.startsWith(body))
        this.add('errorText', `${path} broke after …${body.slice(-200)}`)
    } else if (body === expected) this.whole++
    else this.add('notWhole', `${path} gave ${body.length} characters, …${body.slice(-120)}`)
  }
}
