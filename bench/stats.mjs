// Timing: contenders take turns in one run (A B C A B C …), so that whatever else the machine does meets all of them
// alike.

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

const wallMicroseconds = () => performance.now() * 1000
const cpuMicroseconds = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Runs `count` requests, `concurrency` of them at a time. */
async function block(run, from, count, concurrency) {
  if (concurrency === 1) {
    for (let i = from; i < from + count; i++) await run(i)
    return
  }
  let next = from
  const worker = async () => {
    while (next < from + count) await run(next++)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

/**
 * @typedef {{ median: number, rounds: number[], calls: number }} Timing microseconds a request, the median of all
 * rounds
 * @typedef {Record<string, Timing>} Timings
 */

/**
 * Times contenders in turns. Each round gives every contender one block of requests that takes about `blockMs`.
 *
 * @param {Record<string, (i: number) => unknown>} contenders a request each; `i` counts the requests
 * @param {{ rounds?: number, blockMs?: number, warmMs?: number, maxCalls?: number, concurrency?: number,
 *   clock?: 'wall' | 'cpu' }} [options]
 * `cpu` counts the whole process, collector's threads too
 * @returns {Promise<Timings>}
 */
export async function interleave(contenders, options = {}) {
  const { rounds = 9, blockMs = 60, warmMs = blockMs, maxCalls = 100_000, concurrency = 1, clock = 'wall' } = options
  const now = clock === 'cpu' ? cpuMicroseconds : wallMicroseconds
  const entries = Object.entries(contenders).map(([name, run]) => ({
    name,
    run,
    count: concurrency,
    from: 0,
    rounds: [],
  }))
  for (const entry of entries) await warmUp(entry, { blockMs, warmMs, maxCalls, concurrency })
  for (let round = 0; round < rounds; round++) {
    // Another one goes first each time: who follows whom matters where the database keeps what it has just read.
    const first = round % entries.length
    for (const entry of [...entries.slice(first), ...entries.slice(0, first)]) {
      const start = now()
      await block(entry.run, entry.from, entry.count, concurrency)
      entry.rounds.push((now() - start) / entry.count)
      entry.from += entry.count
    }
  }
  return Object.fromEntries(
    entries.map((entry) => [
      entry.name,
      { median: median(entry.rounds), rounds: entry.rounds, calls: entry.count * rounds },
    ]),
  )
}

/**
 * Warms up compiler, caches and connections, and finds how many requests make a block. A slow request makes one alone.
 */
async function warmUp(entry, { blockMs, warmMs, maxCalls, concurrency }) {
  const started = performance.now()
  for (;;) {
    const start = performance.now()
    await block(entry.run, entry.from, entry.count, concurrency)
    const took = performance.now() - start
    entry.from += entry.count
    const fitting = Math.ceil((entry.count * blockMs) / took)
    entry.count = Math.min(maxCalls, Math.max(concurrency, Math.min(fitting, entry.count * 4)))
    if (performance.now() - started >= warmMs) return
  }
}

/**
 * How many times slower `slow` is than `fast`: the median of the rounds' own ratios.
 *
 * @param {Timings} timings
 */
export function ratio(timings, slow, fast) {
  const [a, b] = [timings[slow], timings[fast]]
  if (a === undefined || b === undefined) return null
  return median(a.rounds.map((value, round) => value / b.rounds[round]))
}
