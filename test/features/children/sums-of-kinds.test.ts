// Sums and averages of PostgreSQL that are no decimals: of singles and of spans of time. Pages, criteria, facets and
// cursors must agree on their values.
import { avg, eq, max, type SQL, sum } from 'drizzle-orm'
import { doublePrecision, integer, interval, pgTable, real, time } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AnyPaginateConfig, facetCounts, paginate, paginateConfig, rowsOf } from '../../../src/index.js'
import { startPglite } from '../../support/start-pglite.js'

const tasks = pgTable('tasks', { id: integer().primaryKey() })
const entries = pgTable('entries', {
  id: integer().primaryKey(),
  taskId: integer('task_id'),
  spent: interval(),
  day: interval({ fields: 'hour' }),
  clock: time(),
  single: real(),
  double: doublePrecision(),
})
const ofTask = rowsOf(entries, eq(entries.taskId, tasks.id))
let db: ReturnType<typeof drizzle>

beforeAll(async () => {
  const client = await startPglite()
  db = drizzle({ client })
  await client.exec(`create table tasks (id integer primary key);
    create table entries (id integer primary key, task_id integer, spent interval, day interval hour, clock time, single real, double double precision);
    insert into tasks select * from generate_series(1, 6);
    insert into entries select n, 1 + n % 5, make_interval(mins => n, secs => 0.000001 * n), make_interval(hours => n), time '01:00' + make_interval(mins => n), n * 0.1, n * 0.25 from generate_series(1, 12) n`)
})

describe.each<[title: string, aggregate: SQL, type: string]>([
  ['the sum of intervals', sum(entries.spent), 'interval'],
  ['the average of intervals', avg(entries.spent), 'interval'],
  ['the sum of intervals of one field', sum(entries.day), 'interval'],
  ['the sum of times', sum(entries.clock), 'interval'],
  ['the sum of singles', sum(entries.single), 'float'],
  ['the greatest single', max(entries.single), 'float'],
  ['the average of singles', avg(entries.single), 'decimal'],
  ['the sum of doubles', sum(entries.double), 'decimal'],
])('%s', (_title, aggregate, type) => {
  const begun = () =>
    paginateConfig(tasks)
      .field('total', ofTask.aggregate(aggregate))
      .withLimits(50, 50)
      .withTieBreaker('id')
      .sortable('total')
      .filterable('total', '$eq', '$in', '$gte', '$btw', '$null')
      .select({ id: true, total: true })
  interface Item {
    readonly id: number
    readonly total: unknown
  }
  const read = async (list: AnyPaginateConfig, query: string) => {
    const page = await paginate(db as never, query, list)
    const { nextCursor } = page.meta as { readonly nextCursor?: string | null }
    return { items: page.items as readonly Item[], nextCursor }
  }

  test('has a type of its own', () => {
    expect(begun().build().describe().filterableFields).toMatchObject([{ name: 'total', type }])
  })

  test('is in facets as in items, and each leads back to its rows', async () => {
    const list = begun().build()
    const { items } = await read(list, '?sortBy=total:ASC')
    const { total } = await facetCounts(db as never, '', list, { total: true })
    const facets = total as readonly { value: unknown; filter: string | null }[]
    expect(facets.map(({ value }) => String(value)).sort()).toEqual(items.map((item) => String(item.total)).sort())
    for (const { value, filter } of facets) {
      const found = await read(list, `?filter.total=${filter}`)
      expect(found.items).toEqual(items.filter((item) => item.total === value))
    }
  })

  test('is compared from its least value on', async () => {
    const list = begun().build()
    const { total } = await facetCounts(db as never, '', list, { total: true })
    const { items } = await read(list, '?sortBy=total:ASC')
    const least = (total as readonly { value: unknown; filter: string | null }[]).find(
      ({ value }) => value === items[0]?.total,
    )
    const found = await read(list, `?filter.total=${least?.filter?.replace('$eq', '$gte')}`)
    expect(found.items).toHaveLength(5)
  })

  test('is an order of cursors', async () => {
    const list = begun().withCursors().build()
    for (const direction of ['ASC', 'DESC']) {
      const { items } = await read(begun().build(), `?sortBy=total:${direction}`)
      const met: unknown[] = []
      let after: string | null | undefined
      do {
        const page = await read(list, `?sortBy=total:${direction}&limit=2${after ? `&after=${after}` : ''}`)
        met.push(...page.items)
        after = page.nextCursor
      } while (after)
      expect(met).toEqual(items)
    }
  })
})
