// testing: bounds the time of a run, and reports while it runs.
import type { CheckListOptions, CheckProgress } from './options.js'

const DEFAULT_MAX_SECONDS = 50
const REPORT_EVERY_SECONDS = 5

export interface Clock {
  /** Is the time up before the request of this index? Reports in passing. */
  readonly isOver: (index: number) => boolean
  /** What was left out. */
  readonly reason: (index: number) => string
}

export function startClock(
  { maxSeconds = DEFAULT_MAX_SECONDS, onProgress = warn }: CheckListOptions,
  requests: number,
): Clock {
  const started = performance.now()
  let reported = 0
  const secondsUntilNow = (): number => Math.round((performance.now() - started) / 100) / 10
  return {
    isOver: (done) => {
      const seconds = secondsUntilNow()
      if (seconds - reported >= REPORT_EVERY_SECONDS) {
        reported = seconds
        onProgress({ seconds, maxSeconds, done, requests })
      }
      return seconds >= maxSeconds
    },
    reason: (done) => `${requests - done} of ${requests} planned requests: ${maxSeconds} seconds were up (maxSeconds)`,
  }
}

function warn({ seconds, maxSeconds, done, requests }: CheckProgress): void {
  const each = done === 0 ? '' : `, ${Math.round((seconds * 1000) / done)} ms each`
  const so = `${done} of ${requests} requests in ${Math.round(seconds)} s${each}`
  console.warn(
    `checkList: ${so}; it ends after ${maxSeconds} s (maxSeconds). explainList names indexes that the list lacks.`,
  )
}
