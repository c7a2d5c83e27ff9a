// Aggregates over the filtered set: beside a page, and without one.
import { avg, count, eq, max, min, sql, sum } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import {
  paginate,
  paginateConfig,
  PaginateConfigError,
  PaginateQuery,
  paginateSelect,
  rowsOf,
  summarize,
} from '../../../src/index.js'
import { listHandler } from '../../../src/entries/http/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { articles as rows, comments } from '../../support/seed.js'
import { withSettings } from '../../support/settings.js'

function listOf(database: TestDatabase) {
  const { articles, authors } = database.schema
  return paginateConfig(articles)
    .leftJoin('author', authors, eq(authors.id, articles.authorId))
    .withLimits(3, 100)
    .withTieBreaker('id')
    .sortable('views', 'author.name')
    .filterable('status', '$eq')
    .filterable('views', '$gte')
    .filterable('author.name', '$eq')
    .searchable('title')
    .allowUnlimited(100)
}

const QUERIES = [
  '',
  'filter.views=$gte:10',
  'filter.views=$gte:10&page=2',
  'page=99',
  'filter.views=$gte:999999',
  'limit=-1',
  'search=e&sortBy=author.name:ASC',
] as const
const matches = (query: string) => {
  const asked = new URLSearchParams(query)
  const least = Number(asked.get('filter.views')?.slice('$gte:'.length) ?? -Infinity)
  const term = asked.get('search')
  return rows.filter(({ views, title }) => views >= least && (term === null || title.includes(term)))
}

describe.each(dialects)('Summaries on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  const fields = () => {
    const { articles } = database.schema
    return { most: max(articles.views), least: min(articles.views), rows: count(), withLikes: count(articles.likes) }
  }
  const expected = (query: string) => {
    const found = matches(query)
    const views = found.map((row) => row.views)
    return {
      most: found.length === 0 ? null : Math.max(...views),
      least: found.length === 0 ? null : Math.min(...views),
      rows: found.length,
      withLikes: found.filter(({ likes }) => likes !== null).length,
    }
  }

  test.each(QUERIES.filter((query) => !query.includes('search')))(
    'beside a page, in the statement of its count: ?%s',
    async (query) => {
      database.clear()
      const page = await paginate(
        database.db,
        PaginateQuery.from(query),
        listOf(database).withSummary(fields()).build(),
      )
      expect(page.summary).toEqual(expected(query))
      expect(database.statements().length).toBe(query === 'limit=-1' || page.items.length > 0 ? 2 : 1)
      const plain = await paginate(database.db, PaginateQuery.from(query), listOf(database).build())
      expect(plain).not.toHaveProperty('summary')
      expect({ ...page, summary: undefined }).toEqual({ ...plain, summary: undefined })
    },
  )

  test.each(QUERIES.filter((query) => !query.includes('search')))('without a page: ?%s', async (query) => {
    database.clear()
    expect(await summarize(database.db, PaginateQuery.from(query), listOf(database).build(), fields())).toEqual(
      expected(query),
    )
    expect(database.statements()).toHaveLength(1)
    // The one that the list declares, if the call names none.
    const declared = listOf(database).withSummary(fields()).build()
    expect(await summarize(database.db, PaginateQuery.from(query), declared)).toEqual(expected(query))
  })

  test('the count with a summary is told as it was sent', async () => {
    const sent: { readonly kind: string; readonly sql: string }[] = []
    const list = listOf(database).withSummary(fields()).build()
    await paginate(database.db, {}, list, { onStatement: (event) => void sent.push(event) })
    expect(sent.map(({ kind }) => kind)).toEqual(['count', 'page'])
    expect(sent[0]?.sql).toMatch(/count\(\*\).*max\(/s)
  })

  test('one statement more where nothing is counted, or less than all', async () => {
    const { articles } = database.schema
    const declared = listOf(database).withSummary({ most: max(articles.views) })
    const lists = [
      declared.withTotals('none').build(),
      declared.withTotals({ upTo: 4 }).build(),
      declared.withCursors().build(),
    ]
    for (const list of lists) {
      database.clear()
      const page = (await paginate(database.db, {}, list as never)) as unknown as { summary: unknown }
      expect(page.summary).toEqual({ most: Math.max(...rows.map(({ views }) => views)) })
      const statements = database.statements().map(({ sql: text }) => text)
      expect(statements.filter((text) => text.includes('max('))).toHaveLength(1)
    }
  })

  test.each([
    [{}, 4],
    [{ together: true }, 2],
  ] as const)('with cursors and exact totals, in the statement of their count: %j', async (settings, sent) => {
    const declared = listOf(database).withTotals('exact').withCursors().withSummary(fields()).build()
    const list = withSettings(declared, settings)
    const whole = { summary: expected('filter.views=$gte:10'), total: matches('filter.views=$gte:10').length }
    const read = (text: string) => paginate(database.db, PaginateQuery.from(text), list)
    database.clear()
    const first = await read('filter.views=$gte:10')
    const second = await read(`filter.views=$gte:10&after=${first.meta.nextCursor ?? ''}`)
    expect(database.statements()).toHaveLength(sent)
    expect([first, second].map(({ summary, meta }) => ({ summary, total: meta.totalItems }))).toEqual([whole, whole])
    expect(second.items[0]?.id).toBeGreaterThan(first.items.at(-1)?.id as number)
    const none = await read('filter.status=$eq:draft&filter.views=$gte:999999')
    expect([none.summary, none.meta.totalItems]).toEqual([{ most: null, least: null, rows: 0, withLikes: 0 }, 0])
  })

  test('of joined fields, correlated sub-selects and values of every type', async () => {
    const { articles, authors, comments: table } = database.schema
    const summary = await summarize(database.db, {}, listOf(database).build(), {
      authors: sql<number>`count(distinct ${authors.name})`.mapWith(Number),
      comments: sql<number>`sum((select count(*) from ${table} where ${table.articleId} = ${articles.id}))`.mapWith(
        Number,
      ),
      fees: sum(articles.fee),
      average: avg(articles.views),
      newest: max(articles.publishedAt),
    })
    const published = rows.flatMap(({ publishedAt }) => (publishedAt === null ? [] : [publishedAt.getTime()]))
    expect(summary.comments).toBe(comments.length)
    expect(summary.authors).toBeGreaterThan(1)
    expect(Number(summary.fees)).toBeCloseTo(rows.reduce((total, { fee }) => total + Number(fee ?? 0), 0))
    expect(Number(summary.average)).toBeCloseTo(rows.reduce((total, { views }) => total + views, 0) / rows.length)
    expect(summary.newest).toEqual(new Date(Math.max(...published)))
    expectTypeOf(summary.fees).toEqualTypeOf<string | null>()
    expectTypeOf(summary.newest).toEqualTypeOf<Date | null>()
  })

  test('under a scope, with a selection, together, and in a handler', async () => {
    const { articles } = database.schema
    const list = listOf(database)
      .scopedBy(() => eq(articles.status, 'draft'))
      .withSummary({ drafts: count() })
      .build()
    const drafts = rows.filter(({ status }) => status === 'draft').length
    const page = await paginateSelect(database.db, {}, withSettings(list, { together: true }), { id: articles.id })
    expect(page.summary).toEqual({ drafts })
    const answer = await listHandler({ db: database.db as never, config: list as never })(
      new Request('http://localhost/a?limit=1'),
    )
    expect(await answer.json()).toMatchObject({ summary: { drafts } })
  })

  test('in memory, as functions of the filtered rows', () => {
    const summary = { most: (found: readonly (typeof rows)[number][]) => Math.max(...found.map(({ views }) => views)) }
    const page = paginateArray(
      rows,
      { limit: 1, filters: { views: '$gte:10' } },
      listOf(database)
        .withSummary({ most: max(database.schema.articles.views) })
        .build() as never,
      { own: { summary } } as never,
    )
    expect(page).toMatchObject({ summary: { most: Math.max(...rows.map(({ views }) => views)) } })
  })

  test.each<[unknown]>([[{}], [null], [[]], ['most'], [{ most: null }]])(
    'what is no record of aggregates is a PaginateConfigError: %j',
    async (wrong) => {
      const list = listOf(database).build()
      const sent: string[] = []
      const options = { onStatement: ({ kind }: { kind: string }) => void sent.push(kind) }
      await expect(summarize(database.db, {}, list, wrong as never, options)).rejects.toThrow(PaginateConfigError)
      expect(() =>
        listOf(database)
          .withSummary(wrong as never)
          .build(),
      ).toThrow(PaginateConfigError)
      expect(sent).toEqual([])
    },
  )

  const columns = (): readonly (readonly [title: string, member: unknown])[] => {
    const { articles, authors } = database.schema
    return [
      ['a column', articles.views],
      ['a column of a joined table', authors.name],
      ['SQL that is a column', sql`${articles.views}`],
      ['a column in parentheses', sql`(${sql` ${articles.views} `})`],
      ['a column under an alias', sql`${articles.views}`.as('v')],
    ]
  }
  test('a column by itself, which is of an arbitrary row, is a PaginateConfigError', async () => {
    for (const [title, member] of columns()) {
      const aggregate = 'needs an aggregate of SQL, such as sum(column) or max(column); pass one.'
      const asked = (selection: unknown) => summarize(database.db, {}, listOf(database).build(), selection as never)
      await expect(asked({ n: count(), v: member }), title).rejects.toThrow(
        `The member 'v' of summarize() ${aggregate}`,
      )
      await expect(asked({ deep: { v: member } }), title).rejects.toThrow(
        `The member 'deep.v' of summarize() ${aggregate}`,
      )
      expect(
        () =>
          listOf(database)
            .withSummary({ v: member } as never)
            .build(),
        title,
      ).toThrow(`.withSummary('v') ${aggregate}`)
    }
    const counted = rowsOf(database.schema.authors, sql`true`).count()
    await expect(summarize(database.db, {}, listOf(database).build(), { v: counted } as never)).rejects.toThrow(
      "The member 'v' of summarize() needs an aggregate of SQL, such as sum(column) or max(column); pass one.",
    )
    database.clear()
    await summarize(database.db, {}, listOf(database).build(), { n: sql`(count(*))`, m: sql`(1)` })
    expect(database.statements()).toHaveLength(1)
  })

  test('a request that is rejected sends nothing', async () => {
    database.clear()
    await expect(
      summarize(database.db, PaginateQuery.from('page=0'), listOf(database).build(), fields()),
    ).rejects.toMatchObject({
      status: 400,
    })
    expect(database.statements()).toEqual([])
  })
})
