// One request to one list, asked in each way that there is: all must give the rows of the oracle.
import { not, sql, type SQL } from 'drizzle-orm'
import {
  type AnyPaginateConfig,
  applyFilters,
  facetCounts,
  type ListDatabase,
  paginate,
  paginateSelect,
  PaginateQuery,
  streamRows,
  summarize,
} from '../../../src/index.js'
import { exportHandler, listHandler } from '../../../src/entries/http/index.js'
import { filterArray, paginateArray } from '../../../src/entries/memory/index.js'
import type { TestDatabase } from '../../support/dialects.js'
import type { Random } from '../differential/random.js'
import type { WayCase } from './random-list.js'
import type { WayTables } from './tables.js'

interface Page {
  readonly items: readonly { readonly uid: number }[]
  readonly meta: {
    readonly totalItems?: number | null
    readonly nextCursor?: string | null
    readonly previousCursor?: string | null
    readonly cursors?: readonly string[]
  }
  readonly summary?: { readonly rows: number; readonly size: string | number | null }
}
type Loose<Answer> = (...of: unknown[]) => Answer
const read = paginate as unknown as Loose<Promise<Page>>
const select = paginateSelect as unknown as Loose<Promise<Page>>
const stream = streamRows as unknown as Loose<AsyncIterable<{ readonly uid: number }>>
const facetsOf = facetCounts as unknown as Loose<
  Promise<
    Record<string, readonly { readonly value: unknown; readonly count: number; readonly filter: string | null }[]>
  >
>
const summaryOf = summarize as unknown as Loose<Promise<{ readonly rows: number; readonly size: string | null }>>
interface Filtered {
  readonly where: SQL
  on(alias: unknown): { readonly where: SQL }
  applyTo(statement: unknown): PromiseLike<unknown>
}
const inMemory = paginateArray as unknown as Loose<Page>
const rowsInMemory = filterArray as unknown as Loose<readonly { readonly uid: number }[]>
const filter = applyFilters as unknown as Loose<Filtered>

const MOST_PAGES = 60
const PAGE_FORMS = ['auto', 'plain', 'deferred', 'reverse', 'filtered'] as const

/** What each way gave, and what it should have given; only those that differ. */
export interface Difference {
  readonly way: string
  readonly got: unknown
  readonly expected: unknown
}

export async function askEveryWay(
  random: Random,
  database: TestDatabase,
  { rows: root }: WayTables,
  aliased: WayTables['rows'],
  { listOf, options, request, expected, visible, facets, memory, itemOf, totalSize }: WayCase,
): Promise<{ readonly ways: number; readonly differences: readonly Difference[] }> {
  const db = database.db as unknown as ListDatabase
  const plain = database.db
  const differences: Difference[] = []
  let ways = 0
  const uids = expected.map(({ uid }) => uid)
  const sorted = [...uids].sort((a, b) => a - b)
  const check = async (way: string, should: unknown, ask: () => Promise<unknown>): Promise<void> => {
    ways += 1
    let got: unknown
    try {
      got = await ask()
    } catch (error) {
      const { message, cause } = error as Error
      got = `${message} ${cause instanceof Error ? cause.message : ''}`
    }
    if (JSON.stringify(got) !== JSON.stringify(should)) differences.push({ way, got, expected: should })
  }
  const idsOf = ({ items }: Page): readonly number[] => items.map(({ uid }) => uid)
  const query = (more: Record<string, string | number> = {}): string => {
    const all = new URLSearchParams(request)
    for (const [name, value] of Object.entries(more)) all.append(name, String(value))
    return all.toString()
  }
  const settings = () => ({
    together: random.chance(0.3),
    pageForm: random.pick(PAGE_FORMS),
    namedStatements: random.chance(0.5),
  })

  const numbered = listOf(settings()).build()
  const limit = random.int(1, 7)
  const pageBy = async (
    list: AnyPaginateConfig,
    ask: (source: string) => Promise<Page>,
  ): Promise<readonly number[]> => {
    const found: number[] = []
    for (let page = 1; page <= MOST_PAGES; page++) {
      const answer = await ask(query({ page, limit }))
      if (
        answer.meta.totalItems !== undefined &&
        answer.meta.totalItems !== null &&
        answer.meta.totalItems !== uids.length
      )
        return [-1, answer.meta.totalItems]
      found.push(...idsOf(answer))
      if (answer.items.length < limit) break
    }
    return found
  }
  await check('pages by number', uids, () => pageBy(numbered, (source) => read(db, source, numbered, options)))
  await check(
    'the items',
    expected.map(itemOf),
    async () => (await read(db, query({ limit: 100 }), numbered, options)).items,
  )
  await check('paginateSelect', uids, () =>
    pageBy(numbered, (source) => select(db, source, numbered, { uid: root.uid, size: root.size }, options)),
  )
  const totals = random.pick(['none', { upTo: 3 }, { upTo: 100 }])
  const bounded = listOf(settings())['withTotals']!(totals).build()
  await check('without an exact total', uids, () => pageBy(bounded, (source) => read(db, source, bounded, options)))
  await check('the plain query object', uids, async () => {
    const { sortBy, filters, search, searchBy, filterExpression } = PaginateQuery.from(query())
    return idsOf(await read(db, { sortBy, filters, search, searchBy, filterExpression, limit: 100 }, numbered, options))
  })

  const cursors = listOf(settings())['withCursors']!({ rows: true }).build()
  await check('a walk, forth and back', { forth: uids, back: uids }, async () => {
    const forth: number[] = []
    let page = await read(db, query({ limit }), cursors, options)
    for (let pages = 1; pages <= MOST_PAGES; pages++) {
      forth.push(...idsOf(page))
      const after = page.meta.nextCursor ?? null
      if (after === null) break
      page = await read(db, query({ limit, after }), cursors, options)
    }
    const back = [...idsOf(page)]
    for (let pages = 1; pages <= MOST_PAGES; pages++) {
      const before = page.meta.previousCursor ?? null
      if (before === null) break
      page = await read(db, query({ limit, before }), cursors, options)
      back.unshift(...idsOf(page))
    }
    return { forth, back }
  })
  if (uids.length > 0) {
    const at = random.int(0, uids.length - 1)
    await check('before and after a row', { before: uids.slice(0, at), after: uids.slice(at + 1) }, async () => {
      const { meta } = await read(db, query({ limit: 100 }), cursors, options)
      const cursor = meta.cursors?.[at] as string
      return {
        before: idsOf(await read(db, query({ limit: 100, before: cursor }), cursors, options)),
        after: idsOf(await read(db, query({ limit: 100, after: cursor }), cursors, options)),
      }
    })
  }
  await check('a stream', expected.map(itemOf), async () => {
    const items: unknown[] = []
    for await (const item of stream(db, query(), numbered, { ...options, batchSize: random.int(1, 9) }))
      items.push(item)
    return items
  })
  await check('a handler', uids, async () => {
    const handler = (listHandler as unknown as Loose<(request: Request) => Promise<Response>>)({
      db,
      config: numbered,
      ...ofRequest(options),
    })
    const answer = await handler(new Request(`http://localhost/rows?${query({ limit: 100 })}`))
    return idsOf((await answer.json()) as Page)
  })
  await check('an export', uids, async () => {
    const handler = (exportHandler as unknown as Loose<(request: Request) => Promise<Response>>)({
      db,
      config: numbered,
      as: 'ndjson',
      ...ofRequest(options),
    })
    const answer = await handler(new Request(`http://localhost/rows?${query()}`))
    const lines = (await answer.text()).split('\n').filter((line) => line !== '')
    return lines.map((line) => (JSON.parse(line) as { uid: number }).uid)
  })

  const inOrder = (found: readonly number[]): readonly number[] =>
    memory.hasOrder ? found : [...found].sort((a, b) => a - b)
  await check('in memory', { uids: inOrder(uids), rows: sorted }, async () => ({
    uids: inOrder(idsOf(inMemory(memory.rows, query({ limit: 100 }), numbered, memory.options))),
    rows: rowsInMemory(memory.rows, query(), numbered, memory.options).map(({ uid }) => uid),
  }))
  const byUid = [...expected].sort((a, b) => a.uid - b.uid)
  await check('the items in memory', byUid.map(itemOf), async () =>
    [...inMemory(memory.rows, query({ limit: 100 }), numbered, memory.options).items].sort((a, b) => a.uid - b.uid),
  )
  const members = ['uid', ...random.some(Object.keys(expected[0] === undefined ? {} : itemOf(expected[0])), 0, 3)]
  const chosen = (row: WayCase['expected'][number]): object =>
    Object.fromEntries(Object.entries(itemOf(row)).filter(([key]) => members.includes(key)))
  const fields = { fields: members.join(','), limit: 100 }
  await check(
    'chosen fields',
    expected.map(chosen),
    async () => (await read(db, query(fields), numbered, options)).items,
  )
  await check('chosen fields in memory', byUid.map(chosen), async () =>
    [...inMemory(memory.rows, query(fields), numbered, memory.options).items].sort((a, b) => a.uid - b.uid),
  )

  const filtered = filter(query(), numbered, options)
  const ofRoot = async (condition: SQL, by = plain): Promise<readonly number[]> => {
    const found = await by.select({ uid: root.uid }).from(root).where(condition)
    return found.map(({ uid }) => uid).sort((a, b) => a - b)
  }
  const rest = async (by = plain): Promise<readonly number[]> => {
    const left = await by.select({ uid: root.uid }).from(root)
    return left.map(({ uid }) => uid).sort((a, b) => a - b)
  }
  const all = await rest()
  const others = all.filter((uid) => !sorted.includes(uid))
  await check('where', sorted, () => ofRoot(filtered.where))
  await check('not(where)', others, () => ofRoot(not(filtered.where) as SQL))
  await check('where of an alias', sorted, async () => {
    const { where } = filtered.on(aliased)
    const found = await plain.select({ uid: aliased.uid }).from(aliased).where(where)
    return found.map(({ uid }) => uid).sort((a, b) => a - b)
  })
  await check('applyTo(select)', sorted, async () => {
    const found = (await filtered.applyTo(plain.select({ uid: root.uid }).from(root).$dynamic())) as { uid: number }[]
    return found.map(({ uid }) => uid).sort((a, b) => a - b)
  })
  await check('applyTo(delete)', others, () =>
    undone(database, async (tx) => {
      await filtered.applyTo(tx.delete(root))
      return rest(tx)
    }),
  )
  await check('applyTo(update)', sorted, () =>
    undone(database, async (tx) => {
      await filtered.applyTo(tx.update(root).set({ size: 99 }))
      return ofRoot(sql`${root.size} = 99`, tx)
    }),
  )
  await check('delete by not(where)', sorted, () =>
    undone(database, async (tx) => {
      await tx.delete(root).where(not(filtered.where) as SQL)
      return rest(tx)
    }),
  )

  await check('the summary', { rows: uids.length, size: totalSize }, async () => {
    const { rows, size } = await summaryOf(db, query(), numbered, undefined, options)
    return { rows, size: size === null ? null : Number(size) }
  })
  await check('the summary of a page', { rows: uids.length, size: totalSize }, async () => {
    const { summary } = await read(db, query({ limit: 1 }), numbered, options)
    const size = summary?.size ?? null
    return { rows: summary?.rows, size: size === null ? null : Number(size) }
  })
  if (facets.length > 0) {
    const listed = await facetsOf(db, query(), numbered, undefined, options)
    for (const name of facets) {
      const own = new URLSearchParams(request)
      own.delete(`filter.${name}`)
      const of = (listed[name] ?? []).map(({ count }) => count)
      await check(`the facet of ${name}`, of, async () => {
        const counts: number[] = []
        for (const { filter: back } of listed[name] ?? []) {
          const asked = new URLSearchParams(own)
          asked.append(`filter.${name}`, String(back))
          counts.push((await read(db, asked.toString(), numbered, options)).meta.totalItems ?? -1)
        }
        return counts
      })
    }
  }
  await check('rows of the caller', visible.length, async () => {
    // A criterion of its own, so that no default stands.
    return (await read(db, 'filter.kind=$not:$null', numbered, options)).meta.totalItems
  })
  return { ways, differences }
}

const ofRequest = ({ scope, where }: WayCase['options']): object => ({
  ...(scope === undefined ? {} : { scope: () => scope }),
  ...(where === undefined ? {} : { where: () => where }),
})

const UNDONE = Symbol('undone')

/** What a change leaves; everything is as it was afterwards. */
async function undone<Answer>(
  { db, name, execute }: TestDatabase,
  change: (tx: TestDatabase['db']) => Promise<Answer>,
): Promise<Answer> {
  // A transaction of better-sqlite3 cannot wait.
  if (name === 'sqlite') {
    await execute('begin')
    try {
      return await change(db)
    } finally {
      await execute('rollback')
    }
  }
  let answer: Answer | undefined
  await db
    .transaction(async (tx) => {
      answer = await change(tx as unknown as TestDatabase['db'])
      throw UNDONE
    })
    .catch((error: unknown) => {
      if (error !== UNDONE) throw error
    })
  return answer as Answer
}
