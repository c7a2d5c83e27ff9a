// Part "memory": what a cached plan holds, what a request allocates, and whether random requests make the heap grow.
import { api, internals } from '../build.mjs'
import { oursConfig, oursList } from '../contenders/ours.mjs'
import { collectedHeap as heap, MEGABYTE } from '../heap.mjs'
import { coldRequest, mixedList } from '../requests.mjs'
import { progressBar } from '../progress.mjs'
import { stubDatabase } from '../stubs.mjs'
import { postgresTables } from '../tables.mjs'

/**
 * Requests of random values and shapes: a few hundred shapes as a rule, one in ten from thousands (more than are kept),
 * one in ten refused. The seed is fixed.
 */
function randomRequests() {
  let state = 20_260_101
  const next = (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  return () => {
    const draw = next(20)
    const [list] = coldRequest(draw === 2 || draw === 3 ? next(4096) : next(256))
    if (draw === 0) return `${list}&filter.unknown${next(1e6)}=$eq:1`
    if (draw === 1) return `${list}&sortBy=f${next(1e6)}:ASC`
    return `${list}&page=${1 + next(40)}&filter.authorId=$in:${Array.from({ length: 1 + next(30) }, () => next(1e6)).join(',')}`
  }
}

export async function memory({ isFull }) {
  const db = stubDatabase(25)
  const config = oursConfig(postgresTables())
  const list = oursList(db, config, { path: '/articles' })
  await list('')
  const before = heap()
  const shapes = new Set()
  const plans = 400
  for (let i = 0; shapes.size < plans; i++) {
    const [query] = coldRequest(i)
    shapes.add(query.replaceAll(/\d+/g, ''))
    await list(query)
  }
  const held = internals.shapeCacheStats(config).size
  const perPlan = (heap() - before) / held

  // Bytes allocated: the heap's growth over requests too few to start a collection.
  for (let i = 0; i < 20_000; i++) await list(mixedList(i))
  const samples = []
  for (let sample = 0; sample < 9; sample++) {
    const start = heap()
    for (let i = 0; i < 200; i++) await list(mixedList(i))
    samples.push((process.memoryUsage().heapUsed - start) / 200)
  }
  samples.sort((a, b) => a - b)

  const total = isFull ? 1_000_000 : 50_000
  const random = randomRequests()
  const bar = progressBar(`memory, ${total} random requests`, total)
  const points = []
  for (let i = 1; i <= total; i++) {
    try {
      await list(random())
    } catch (error) {
      if (!(error instanceof api.PaginateQueryError)) throw error
    }
    if (i % (total / 10) === 0) {
      points.push([i, heap() / MEGABYTE])
      bar(i)
    }
  }
  const [, first] = points[0]
  const [, last] = points.at(-1)
  return {
    title: 'Memory',
    columns: ['what', 'figure', 'unit'],
    rows: [
      ['a cached plan: both statements and their mapper', perPlan / 1024, 'kB'],
      ['allocated by a warm request of 25 rows', samples[4] / 1024, 'kB'],
      [`heap after ${total / 10} random requests, collected`, first, 'MB'],
      [`heap after ${total} random requests, collected`, last, 'MB'],
      ['plans held at the end', internals.shapeCacheStats(config).size, 'plans'],
    ],
    figures: { perPlan, growth: last - first, requests: total, points },
  }
}
