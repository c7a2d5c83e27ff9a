// The dearest request of 2,000 characters: `npm run exhaust -- --dearest`, which bundles this file and starts it. First
// each kind of piece, repeated until the request is full; then mixtures, of which the dearest is changed a little and
// asked again. Each is asked as a page by number, and as the second page by cursor, whose position is a condition too.
import { parseArgs } from 'node:util'
import { eq, max, or, sql, sum } from 'drizzle-orm'
import {
  type AnyPaginateConfig,
  type ListDatabase,
  paginate,
  paginateConfig,
  PaginateQueryError,
  relativeTimestamp,
  rowsOf,
} from '../../../src/index.js'
import { createTableSql } from '../../support/create-tables.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { Random } from '../differential/random.js'
import { type Chosen, pieces, queryOf } from './pieces.js'
import { dearTables, fillSql } from './tables.js'

const MOST_CHARACTERS = 2000
const MOST_TERMS = 20
/** A second on the machine of the goals (`docs/contributing/benchmark.md`). */
const GOAL_MILLISECONDS = 1000
const GOAL_TIMES_ONE = 6
/** A piece that costs so much alone is not repeated further. */
const ENOUGH_MILLISECONDS = 8000

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '2' }, seed: { type: 'string', default: '1' } },
})
const random = new Random(Number(values.seed))

for (const engine of dialects) {
  const database = await engine.open()
  await prepare(database)
  await search(database)
  await database.close()
}
process.exit()

async function prepare({ dialect, execute }: TestDatabase): Promise<void> {
  const tables = Object.values(dearTables[dialect])
  await execute(['dear_owners', 'dear_rows', 'dear_parts'].map((name) => `drop table if exists ${name}`).join('; '))
  await execute(`${tables.map((table) => createTableSql(dialect, table)).join('; ')};\n${fillSql(dialect)}`)
  await execute(dialect === 'mysql' ? 'analyze table dear_rows, dear_parts, dear_owners' : 'analyze')
}

/** The same list, paged by number and by cursor. */
function listsOf({ dialect }: TestDatabase): {
  readonly numbers: AnyPaginateConfig
  readonly cursors: AnyPaginateConfig
} {
  const { rows: root, owners, parts } = dearTables[dialect]
  // Written for each field, as in a list that was written inline.
  const rows = () => rowsOf(parts, eq(parts.rowId, root.id))
  const text = ['$eq', '$in', '$ilike', '$contains', '$sw', '$ew'] as const
  const number = ['$eq', '$in', '$gte', '$btw'] as const
  const list = paginateConfig(root, { valueTypes: [relativeTimestamp({ timeZone: 'UTC' })] })
    .leftJoin('owner', owners, eq(owners.id, root.ownerId))
    .field('half', sql<number>`${root.size} % 50`, 'integer')
    .field('parts', rows().count())
    .field('total', rows().aggregate(sum(parts.n), 'decimal'))
    .field('most', rows().aggregate(max(parts.n)))
    .withLimits(20, 100)
    .withTieBreaker('id')
    .sortable('title', 'note', 'owner.name', 'parts', 'total', 'most')
    .searchable('title', 'note', 'owner.name')
    .filterable('title', ...text)
    .filterable('note', ...text)
    .filterable('size', ...number)
    .filterable('at', '$eq', '$gte')
    .filterable('tags', '$contains')
    .filterable('owner.name', '$ilike')
    .filterable('half', '$eq')
    .filterable('parts', ...number)
    .filterable('total', '$gte')
    .filterable('most', '$btw')
    .filterableMany('word', rows(), parts.word, '$eq', '$in', '$ilike')
    .filterableMany('every', rows().every(), parts.word, '$ilike')
    .filterableMany('none', rows().none(), parts.word, '$ilike')
    .filterableMany('part', rows(), { word: [parts.word, '$ilike'], n: [parts.n, '$eq'] })
    .filterWith('either', 'text', ({ value }) => or(eq(root.title, value), eq(root.note, value)))
    .withFilterExpressions()
  return { numbers: list.build(), cursors: list.withCursors().build() }
}

interface Measured {
  readonly chosen: Chosen
  readonly milliseconds: number
}

async function search(database: TestDatabase): Promise<void> {
  const { numbers, cursors } = listsOf(database)
  const page = paginate as unknown as (
    db: ListDatabase,
    query: string,
    list: AnyPaginateConfig,
  ) => Promise<{ readonly meta: { readonly nextCursor?: string | null } }>
  const db = database.db as unknown as ListDatabase
  const timeOf = async (chosen: Chosen): Promise<number> => {
    const query = queryOf(chosen)
    let started = performance.now()
    try {
      await page(db, query, numbers)
      const byNumber = performance.now() - started
      const { nextCursor } = (await page(db, query, cursors)).meta
      started = performance.now()
      if (typeof nextCursor === 'string') await page(db, `${query}&after=${encodeURIComponent(nextCursor)}`, cursors)
      return Math.max(byNumber, performance.now() - started)
    } catch (error) {
      // Too many criteria, terms or sort fields: the request costs nothing.
      if (!(error instanceof PaginateQueryError)) throw error
      return 0
    }
  }
  const least = async (chosen: Chosen): Promise<number> => Math.min(await timeOf(chosen), await timeOf(chosen))
  const plain = await least([])
  console.log(`${database.name}: a plain page takes ${plain.toFixed(1)} ms`)

  /** As many of a piece as there may be. */
  const full = (piece: number): Chosen => {
    const chosen: number[] = []
    while (fits([...chosen, piece])) chosen.push(piece)
    return chosen
  }
  const alone: (Measured & { readonly piece: number; readonly one: number })[] = []
  for (const piece of pieces.keys()) {
    const one = await least([piece])
    const all = full(piece)
    let [chosen, milliseconds]: [Chosen, number] = [[piece], one]
    for (let many = 4; ; many = Math.min(many * 4, all.length)) {
      const some = all.slice(0, many)
      const took = await least(some)
      if (took > milliseconds) [chosen, milliseconds] = [some, took]
      if (many >= all.length || took > ENOUGH_MILLISECONDS) break
    }
    alone.push({ piece, one, chosen, milliseconds })
  }
  alone.sort((a, b) => b.milliseconds - a.milliseconds)
  const row = (name: string, one: number | null, many: number, took: number): string =>
    `  ${name.padEnd(34)} ${one === null ? '        ' : one.toFixed(0).padStart(5)} ms  ${String(many).padStart(3)} ${took.toFixed(0).padStart(6)} ms  ${(took / plain).toFixed(0).padStart(5)} plain pages`
  for (const { piece, one, chosen, milliseconds } of alone.slice(0, 12))
    console.log(row((pieces[piece] as { kind: string }).kind, one, chosen.length, milliseconds))

  // Mixtures of what is dear alone.
  const dear = alone.slice(0, 12).map(({ piece }) => piece)
  let best: Measured = alone[0] as Measured
  const end = performance.now() + Number(values.minutes) * 60_000
  let tried = 0
  while (performance.now() < end) {
    const kept = random.chance(0.6) ? best.chosen.filter(() => random.chance(0.7)) : []
    const chosen = [...kept]
    for (;;) {
      const piece = random.chance(0.8) ? random.pick(dear) : random.int(0, pieces.length - 1)
      const more = [...chosen, ...Array.from({ length: random.pick([1, 1, 4]) }, () => piece)]
      if (!fits(more)) break
      chosen.push(...more.slice(chosen.length))
    }
    const milliseconds = await timeOf(chosen)
    tried += 1
    if (milliseconds <= best.milliseconds) continue
    // A pause of the machine is no cost of the request.
    const again = Math.min(milliseconds, await timeOf(chosen))
    if (again > best.milliseconds) best = { chosen, milliseconds: again }
  }
  const one = Math.max(...new Set(best.chosen.map((piece) => alone.find((of) => of.piece === piece)?.one ?? 0)))
  const times = best.milliseconds / one
  console.log(row(`the dearest of ${tried} mixtures`, null, best.chosen.length, best.milliseconds))
  console.log(
    `  ${times.toFixed(1)} times the dearest of its criteria (goal ${GOAL_TIMES_ONE}); ?${queryOf(best.chosen)}`,
  )
  if (best.milliseconds > GOAL_MILLISECONDS && times > GOAL_TIMES_ONE) {
    console.log(
      `${database.name}: more than ${GOAL_MILLISECONDS} ms, and more than ${GOAL_TIMES_ONE} times one criterion`,
    )
    process.exitCode = 1
  }
}

/** A hundred criteria and twenty terms, by the list's own bounds. */
function fits(chosen: Chosen): boolean {
  const terms = chosen.filter((piece) => pieces[piece]?.isTerm).length
  return terms <= MOST_TERMS && chosen.length <= 100 && queryOf(chosen).length <= MOST_CHARACTERS
}
