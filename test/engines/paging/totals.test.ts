// What a list that counts less sends and answers: the table of its modes, row by row, with the statements counted.
import { gte } from 'drizzle-orm'
import { withReplicas } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, type AnyPaginateConfig, type StatementEvent } from '../../../src/index.js'
import { listOf } from '../../support/article-list.js'
import { countStatements, isCount } from '../../support/count.js'
import { StatementLog } from '../../support/statement-log.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { withSettings } from '../../support/settings.js'

/** Statements by their kind: `c` a count, `p` a page, `e` an estimate. */
const kinds = (statements: readonly { readonly sql: string }[]): string =>
  statements
    .map((statement) => (statement.sql.startsWith('explain') ? 'e' : isCount(statement as never) ? 'c' : 'p'))
    .join('')

describe.each(dialects)('totals on $name', (engine) => {
  let database: TestDatabase
  let rows: number
  beforeAll(async () => {
    database = await engine.open()
    rows = (await paginate(database.db, { limit: 1 }, list('exact'))).meta.totalItems
  })
  afterAll(() => database.close())

  const begin = () => listOf(database).filterable('id', '$lte').allowUnlimited(1000)
  const list = (mode: 'exact') => begin().withTotals(mode).build()

  /** A page of the first `total` articles. */
  async function ask(config: AnyPaginateConfig, total: number, page: number, limit: number) {
    const query = { page, limit, filters: { id: `$lte:${total}` } }
    const { value, statements } = await countStatements(database, () =>
      paginate(database.db, query, config, { path: '/a' }),
    )
    const meta = value.meta as unknown as Record<string, unknown>
    const { totalItems, totalPages, totalItemsAtLeast, hasNextPage } = meta
    return {
      kinds: kinds(statements),
      totalItems,
      totalPages,
      totalItemsAtLeast,
      hasNextPage,
      items: value.items.length,
      last: value.links.last !== null,
    }
  }

  test('the seed has the rows that these cases ask for', () => expect(rows).toBeGreaterThanOrEqual(12))

  // R12.1.1
  test(`'exact' is what a list does that declares nothing`, async () => {
    for (const page of [1, 2, 9])
      expect(await ask(list('exact'), 12, page, 5)).toEqual(await ask(begin().build(), 12, page, 5))
    expect(await ask(list('exact'), 12, 1, 5)).toMatchObject({ kinds: 'cp', totalItems: 12, totalPages: 3 })
    expect('totalItemsAtLeast' in (await paginate(database.db, {}, list('exact'))).meta).toBe(false)
  })

  test.each<[string, number, number, number, object]>([
    // R12.1.2, R12.1.4, R12.1.5, R12.1.6, R12.1.7, R12.1.8, R12.1.9
    [
      'a full page with more',
      12,
      1,
      5,
      { totalItems: null, totalPages: null, totalItemsAtLeast: 6, hasNextPage: true, items: 5, last: false },
    ],
    [
      'a middle page',
      12,
      2,
      5,
      { totalItems: null, totalPages: null, totalItemsAtLeast: 11, hasNextPage: true, items: 5, last: false },
    ],
    [
      'the last page',
      12,
      3,
      5,
      { totalItems: 12, totalPages: 3, totalItemsAtLeast: 12, hasNextPage: false, items: 2, last: true },
    ],
    [
      'a last page that is full',
      10,
      2,
      5,
      { totalItems: 10, totalPages: 2, totalItemsAtLeast: 10, hasNextPage: false, items: 5, last: true },
    ],
    [
      'one page',
      3,
      1,
      5,
      { totalItems: 3, totalPages: 1, totalItemsAtLeast: 3, hasNextPage: false, items: 3, last: true },
    ],
    [
      'nothing',
      0,
      1,
      5,
      { totalItems: 0, totalPages: 0, totalItemsAtLeast: 0, hasNextPage: false, items: 0, last: true },
    ],
    [
      'past the end',
      12,
      9,
      5,
      { totalItems: null, totalPages: null, totalItemsAtLeast: 0, hasNextPage: false, items: 0, last: false },
    ],
    [
      'just past the end',
      10,
      3,
      5,
      { totalItems: null, totalPages: null, totalItemsAtLeast: 0, hasNextPage: false, items: 0, last: false },
    ],
  ])(`'none': %s, in one statement`, async (_, total, page, limit, expected) => {
    expect(await ask(begin().withTotals('none').build(), total, page, limit)).toEqual({ kinds: 'p', ...expected })
  })

  test.each<[string, number, number, number, number, object]>([
    // R12.1.3, R12.1.4, R12.1.5, R12.1.6, R12.1.7, R12.1.8, R12.1.9
    [
      'more rows than the bound',
      7,
      12,
      1,
      5,
      {
        kinds: 'pc',
        totalItems: null,
        totalPages: null,
        totalItemsAtLeast: 8,
        hasNextPage: true,
        items: 5,
        last: false,
      },
    ],
    [
      'as many rows as the bound',
      12,
      12,
      1,
      5,
      { kinds: 'pc', totalItems: 12, totalPages: 3, totalItemsAtLeast: 12, hasNextPage: true, items: 5, last: true },
    ],
    [
      'fewer rows than the bound',
      50,
      12,
      1,
      5,
      { kinds: 'pc', totalItems: 12, totalPages: 3, totalItemsAtLeast: 12, hasNextPage: true, items: 5, last: true },
    ],
    [
      'a page that reaches the bound',
      5,
      12,
      1,
      5,
      {
        kinds: 'p',
        totalItems: null,
        totalPages: null,
        totalItemsAtLeast: 6,
        hasNextPage: true,
        items: 5,
        last: false,
      },
    ],
    [
      'a page beyond the bound',
      3,
      12,
      2,
      5,
      {
        kinds: 'p',
        totalItems: null,
        totalPages: null,
        totalItemsAtLeast: 11,
        hasNextPage: true,
        items: 5,
        last: false,
      },
    ],
    [
      'the last page',
      3,
      12,
      3,
      5,
      { kinds: 'p', totalItems: 12, totalPages: 3, totalItemsAtLeast: 12, hasNextPage: false, items: 2, last: true },
    ],
    [
      'nothing',
      7,
      0,
      1,
      5,
      { kinds: 'p', totalItems: 0, totalPages: 0, totalItemsAtLeast: 0, hasNextPage: false, items: 0, last: true },
    ],
    [
      'past the end within the bound',
      50,
      12,
      4,
      5,
      { kinds: 'pc', totalItems: 12, totalPages: 3, totalItemsAtLeast: 12, hasNextPage: false, items: 0, last: true },
    ],
    [
      'past the end at the bound',
      15,
      12,
      4,
      5,
      {
        kinds: 'p',
        totalItems: null,
        totalPages: null,
        totalItemsAtLeast: 0,
        hasNextPage: false,
        items: 0,
        last: false,
      },
    ],
    [
      'a page within the bound that ends beyond it',
      7,
      12,
      4,
      2,
      {
        kinds: 'p',
        totalItems: null,
        totalPages: null,
        totalItemsAtLeast: 9,
        hasNextPage: true,
        items: 2,
        last: false,
      },
    ],
  ])('{ upTo }: %s', async (_, upTo, total, page, limit, expected) => {
    expect(await ask(begin().withTotals({ upTo }).build(), total, page, limit)).toEqual(expected)
  })

  test('a deep page is read by its keys, as one whose total is known', async () => {
    const config = begin().withTotals('none').build()
    const counted = list('exact')
    for (const pageForm of ['auto', 'plain', 'deferred', 'reverse', 'filtered'] as const) {
      const found = await paginate(database.db, { page: 2, limit: 4, sortBy: [] }, withSettings(config, { pageForm }))
      expect(found.items).toEqual((await paginate(database.db, { page: 2, limit: 4 }, counted)).items)
    }
  })

  // R12.1.12
  test('an unlimited read is exact', async () => {
    const configs: readonly AnyPaginateConfig[] = [
      begin().withTotals('none').build(),
      begin().withTotals({ upTo: 2 }).build(),
    ]
    for (const config of configs) {
      const { value, statements } = await countStatements(database, () => paginate(database.db, { limit: -1 }, config))
      expect(kinds(statements)).toBe('p')
      expect(value.meta).toMatchObject({
        totalItems: rows,
        totalPages: 1,
        totalItemsAtLeast: rows,
        hasNextPage: false,
        itemCount: rows,
      })
    }
  })

  // R12.1.10
  test('the planner is asked where the count stopped, and only then', async () => {
    if (engine.dialect === 'sqlite') return
    const config = begin()
      .withTotals({ upTo: 6, estimate: true } as { upTo: number })
      .build()
    const estimateOf = async (total: number) => {
      const query = { limit: 5, filters: { id: `$lte:${total}` } }
      const { value, statements } = await countStatements(database, () => paginate(database.db, query, config))
      return [kinds(statements), (value.meta as unknown as { totalItemsEstimate: unknown }).totalItemsEstimate] as const
    }
    expect(await estimateOf(6)).toEqual(['pc', null])
    expect(await estimateOf(3)).toEqual(['p', null])
    const [sent, estimate] = await estimateOf(12)
    expect(sent.replace('e', '')).toBe('pc')
    expect(estimate).toBeGreaterThanOrEqual(7)
  })

  test('an observer is told the statement of an estimate', async () => {
    if (engine.dialect === 'sqlite') return
    const config = begin()
      .withTotals({ upTo: 3, estimate: true } as { upTo: number })
      .build()
    const events: StatementEvent[] = []
    const onStatement = (event: StatementEvent): void => void events.push(event)
    await paginate(database.db, { limit: 2, filters: { id: '$lte:12' } }, config, { onStatement })
    const [estimate] = events.filter(({ kind }) => kind === 'estimate')
    expect(estimate?.sql).toMatch(/^explain .*select .* from ["`]articles["`] where .*["`]id["`] <= /i)
    expect(estimate?.params).toEqual([12])
  })

  test.skipIf(engine.name !== 'pglite')('under withReplicas a replica is asked, not the primary', async () => {
    const client = (database.db as unknown as { $client: never }).$client
    const logs = [new StatementLog(), new StatementLog(), new StatementLog()]
    const on = (log: number) => drizzle({ client, logger: logs[log] as StatementLog })
    const replicated = withReplicas(on(0), [on(1), on(2)])
    // On 1.0 the database of replicas reads from the primary; `$replica` is one of them.
    const db = '$replica' in replicated ? (replicated as unknown as { $replica: unknown }).$replica : replicated
    const config = begin()
      .withTotals({ upTo: 3, estimate: true } as { upTo: number })
      .build()
    const { meta } = await paginate(db as unknown as typeof database.db, { limit: 2 }, config)
    expect((meta as unknown as { totalItemsEstimate: number }).totalItemsEstimate).toBeGreaterThan(3)
    expect(logs[0]?.entries).toEqual([])
    expect(
      [...(logs[1]?.entries ?? []), ...(logs[2]?.entries ?? [])].filter(({ sql }) => sql.startsWith('explain')),
    ).toHaveLength(1)
  })

  // R12.1.13: the planner counts the rows of other tenants too, so that an estimate would answer whether they have a
  // value.
  test.each<[title: string, scope: 'condition' | 'field' | null, page: number, isAsked: boolean]>([
    ['a page with rows', null, 1, true],
    ['a page past the end', null, 99, false],
    ['a scope', 'condition', 1, false],
    ['a function of the scope', 'field', 1, false],
  ])('%s: the planner is asked, or not', async (_title, scope, page, isAsked) => {
    if (engine.dialect === 'sqlite') return
    const plain = begin().withTotals({ upTo: 6, estimate: true } as { upTo: number })
    const { articles } = database.schema
    const config =
      scope === 'condition'
        ? plain.scopedBy(() => gte(articles.id, 0)).build()
        : scope === 'field'
          ? plain.field('isLate', () => gte(articles.id, 4), 'boolean').build()
          : plain.build()
    const { value, statements } = await countStatements(database, () =>
      paginate(database.db, { limit: 5, page }, config),
    )
    const { totalItemsEstimate } = value.meta as unknown as { totalItemsEstimate: unknown }
    expect([kinds(statements).includes('e'), totalItemsEstimate !== null]).toEqual([isAsked, isAsked])
    expect(config.describe().totals).toEqual({ upTo: 6, estimate: true })
  })

  // R12.1.10
  test('a session without `execute` is not asked, and has no estimate', async () => {
    if (engine.dialect === 'sqlite') return
    const config = begin()
      .withTotals({ upTo: 6, estimate: true } as { upTo: number })
      .build()
    const select: unknown = database.db.select.bind(database.db)
    const { value, statements } = await countStatements(database, () =>
      paginate({ select } as typeof database.db, { limit: 5 }, config),
    )
    expect(kinds(statements)).toBe('pc')
    expect(value.meta).toMatchObject({ totalItems: null, totalItemsAtLeast: 7, totalItemsEstimate: null })
  })
})
