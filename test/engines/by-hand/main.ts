// `npm run exhaust -- --by-hand`, which bundles this file and starts it: requests at random, each next to the count and the
// select that somebody writes for it. What is slower here, by a plan that the engine chose for our text, is printed.
import { parseArgs } from 'node:util'
import { type AnyPaginateConfig, type ListDatabase, paginate } from '../../../src/index.js'
import { createTableSql } from '../../support/create-tables.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { Random } from '../differential/random.js'
import { type HandRequest, listsOf, pageByHand, someRequest } from './requests.js'
import { fillSql, handTables } from './tables.js'

/** Slower by half and by so many milliseconds, twice: below that it is noise. */
const LEAST_MILLISECONDS = 10
const LEAST_TIMES = 1.5
const SHOWN = 20

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '2' }, seed: { type: 'string', default: '1' } },
})

for (const engine of dialects) {
  const database = await engine.open()
  await prepare(database)
  await search(database, new Random(Number(values.seed)))
  await database.close()
}
process.exit()

async function prepare({ dialect, execute }: TestDatabase): Promise<void> {
  const tables = Object.values(handTables[dialect])
  await execute(tables.map((table) => createTableSql(dialect, table)).join('; '))
  await execute(fillSql(dialect))
  await execute(
    dialect === 'mysql' ? 'analyze table hand_orders, hand_lines, hand_customers, hand_products' : 'analyze',
  )
}

interface Compared {
  readonly request: string
  readonly ours: number
  readonly byHand: number
}

async function search(database: TestDatabase, random: Random): Promise<void> {
  const lists = listsOf(database.dialect)
  const slower: Compared[] = []
  const faster: Compared[] = []
  const sums = { ours: 0, byHand: 0 }
  const end = performance.now() + Number(values.minutes) * 60_000
  let tried = 0
  while (performance.now() < end) {
    const request = someRequest(database, random)
    const list = lists[request.totals]
    const query = await placeOf(database, request, list)
    if (query === null) continue
    const ours = (): Promise<readonly number[]> => pageOf(database, query, list)
    const hand = (): Promise<readonly number[]> => pageByHand(database, request)
    const [first, second] = [await measured(ours, hand), await measured(ours, hand)]
    const compared: Compared = {
      request: `${request.totals} ${decodeURIComponent(query)}`,
      ours: Math.min(first.ours, second.ours),
      byHand: Math.min(first.byHand, second.byHand),
    }
    if (first.found !== first.expected) {
      console.log(`${database.name}: other rows, ${request.totals} ${query}: ${first.found}, by hand ${first.expected}`)
      process.exitCode = 1
    }
    tried += 1
    sums.ours += compared.ours
    sums.byHand += compared.byHand
    if (isLonger(compared.ours, compared.byHand)) slower.push(compared)
    if (isLonger(compared.byHand, compared.ours)) faster.push(compared)
  }
  console.log(
    `${database.name}: ${tried} requests, ${sums.ours.toFixed(0)} ms, by hand ${sums.byHand.toFixed(0)} ms; ${faster.length} are faster, ${slower.length} slower:`,
  )
  slower.sort((a, b) => b.ours / b.byHand - a.ours / a.byHand)
  for (const { request, ours, byHand } of slower.slice(0, SHOWN))
    console.log(`  ${ours.toFixed(0).padStart(6)} ms  ${byHand.toFixed(0).padStart(6)} ms by hand  ${request}`)
}

function isLonger(one: number, other: number): boolean {
  return one > LEAST_TIMES * other + LEAST_MILLISECONDS
}

/** The query with its page; null where there is no second one by cursor. */
async function placeOf(database: TestDatabase, request: HandRequest, list: AnyPaginateConfig): Promise<string | null> {
  const { query, page, totals } = request
  if (totals !== 'cursor') return `${query}&page=${page}`
  if (page === 1) return query
  const { meta } = await read(database, query, list)
  return meta.nextCursor === null ? null : `${query}&after=${meta.nextCursor}`
}

type Read = (
  db: ListDatabase,
  query: string,
  list: AnyPaginateConfig,
) => Promise<{
  readonly items: readonly { readonly id: number }[]
  readonly meta: { readonly nextCursor: string | null }
}>

function read({ db }: TestDatabase, query: string, list: AnyPaginateConfig): ReturnType<Read> {
  return (paginate as unknown as Read)(db as unknown as ListDatabase, query, list)
}

async function pageOf(database: TestDatabase, query: string, list: AnyPaginateConfig): Promise<readonly number[]> {
  return (await read(database, query, list)).items.map(({ id }) => id)
}

async function measured(
  ours: () => Promise<readonly number[]>,
  byHand: () => Promise<readonly number[]>,
): Promise<{ readonly ours: number; readonly byHand: number; readonly found: string; readonly expected: string }> {
  const began = performance.now()
  const found = await ours()
  const turned = performance.now()
  const expected = await byHand()
  const ended = performance.now()
  return { ours: turned - began, byHand: ended - turned, found: found.join(), expected: expected.join() }
}
