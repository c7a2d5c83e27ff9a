// docs/guides/bulk-actions.md and queries-in-code.md: their functions, run as written over the example's rows.
import { type SQL, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod'
import { type ExampleEngine, openPostgres } from './support/engines.js'
import { chainsOf, importBlocks } from './support/modules.js'
import { readPage } from './support/pages.js'

interface Bulk {
  deleteMatching(request: Request, authorId: number): Promise<number>
  archiveMatching(request: Request, authorId: number, expected: number): Promise<number>
}
interface Filtered {
  readonly meta: { readonly filter: Record<string, readonly string[]> }
}

interface InCode {
  nightlyReport(write: (line: string) => Promise<void>): Promise<void>
  readonly findPublished: { readonly input_schema: Parameters<typeof z.fromJSONSchema>[0] }
  callFindPublished(given: unknown): Promise<string>
  readWanted(wanted: { status?: 'draft'; min?: number; max?: number }): Promise<Filtered>
  readByViews(min: number, max?: number, status?: 'draft'): Promise<Filtered>
  findArticles(form: FormData): Promise<{ page: { items: readonly { id: number }[] } | null; problem: string | null }>
}

let engine: ExampleEngine
beforeEach(async () => {
  engine = await openPostgres()
})
afterEach(() => engine.close())

async function blocksOf<Exports>(guide: string, containing: string): Promise<Exports> {
  Object.assign(globalThis, engine.names)
  const chain = chainsOf(readPage(`docs/guides/${guide}.md`)).find((blocks) =>
    blocks.some(({ text }) => text.includes(containing)),
  )
  return (await importBlocks(engine, chain ?? [])) as Exports
}

const asked = (search: string): Request => new Request(`http://localhost/articles${search}`, { method: 'DELETE' })

it('bulk actions: what matches, in the scope, and nothing without criteria', async () => {
  const { deleteMatching, archiveMatching } = await blocksOf<Bulk>('bulk-actions', 'deleteMatching')
  const { db, schema } = engine.names as unknown as {
    db: { select(): { from(table: unknown): Promise<{ id: number; status: string; authorId: number | null }[]> } }
    schema: { articles: unknown }
  }
  const rows = async () => db.select().from(schema.articles)
  const before = await rows()
  const author = before.find(({ authorId }) => authorId !== null)?.authorId as number
  const own = before.filter(({ authorId, status }) => authorId === author && status === 'published')
  expect(own.length).toBeGreaterThan(0)

  await expect(deleteMatching(asked(''), author)).rejects.toThrow('Name a filter')
  await expect(deleteMatching(asked('?filters.status=$eq:draft'), author)).rejects.toThrow("'filters.status'")
  await expect(archiveMatching(asked('?filter.status=$eq:published'), author, own.length + 1)).rejects.toThrow(
    'changed',
  )
  expect(await rows()).toEqual(before)

  expect(await archiveMatching(asked('?filter.status=$eq:published'), author, own.length)).toBe(own.length)
  const keys = before.map(({ id }) => id).join(',')
  expect(await deleteMatching(asked(`?filter.id=$in:${keys}&filter.status=$eq:published`), author)).toBe(0)
  expect(await deleteMatching(asked(`?filter.id=$in:${keys}`), author)).toBe(
    before.filter(({ authorId }) => authorId === author).length,
  )
  expect((await rows()).every(({ authorId }) => authorId !== author)).toBe(true)
})

it('bulk actions: a filter of a joined table', async () => {
  const { deleteMatching } = await blocksOf<Bulk>('bulk-actions', 'deleteMatching')
  expect(await deleteMatching(asked('?filter.author.country=$eq:nowhere'), 1)).toBe(0)
})

it('queries in code: a job and a form', async () => {
  const { nightlyReport } = await blocksOf<InCode>('queries-in-code', 'nightlyReport')
  const lines: string[] = []
  await nightlyReport(async (line) => void lines.push(line))
  expect(lines).toEqual([])

  const { findArticles } = await blocksOf<InCode>('queries-in-code', 'findArticles')
  const form = new FormData()
  form.set('search', 'nulls')
  expect((await findArticles(form)).page?.items.map(({ id }) => id)).toEqual([4])
  form.set('filter.secret', '$eq:1')
  expect(await findArticles(form)).toEqual({ page: null, problem: expect.stringContaining("'secret'") })
})

it('queries in code: step by step', async () => {
  const { readWanted } = await blocksOf<InCode>('queries-in-code', 'readWanted')
  const { readByViews } = await blocksOf<InCode>('queries-in-code', 'readByViews')
  expect((await readWanted({})).meta.filter).toEqual({})
  expect((await readWanted({ status: 'draft', min: 5, max: 9 })).meta.filter).toEqual({
    status: ['$eq:draft'],
    views: ['$gte:5', '$lte:9'],
  })
  expect((await readByViews(5)).meta.filter).toEqual({ views: ['$gte:5'] })
  expect((await readByViews(5, 9, 'draft')).meta.filter).toEqual({
    views: ['$gte:5', '$lte:9'],
    status: ['$eq:draft'],
  })
})

it('any framework: an infinite query of tRPC', async () => {
  const { readFeed } = await blocksOf<{
    readFeed(input: { cursor?: string | null; query: string }): Promise<{
      items: { id: number; title: string }[]
      meta: { nextCursor: string | null }
    }>
  }>('any-framework', 'readFeed')
  const ids: number[] = []
  let cursor: string | null = null
  do {
    const page = await readFeed({ cursor, query: 'limit=1&sortBy=title:ASC' })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.meta.nextCursor
  } while (cursor !== null)
  expect(ids.length).toBeGreaterThan(1)
  expect(new Set(ids).size).toBe(ids.length)
})

it('queries in code: a tool of a language model', async () => {
  const { findPublished, callFindPublished } = await blocksOf<InCode>('queries-in-code', 'callFindPublished')
  const { db } = engine.names as unknown as { db: { execute(query: SQL): Promise<{ rows: { id: number }[] }> } }
  const schema = z.fromJSONSchema(findPublished.input_schema)
  for (const [given, condition] of [
    [{ about: '' }, 'true'],
    [{ about: '', minViews: 300 }, 'views >= 300'],
    [{ about: 'grace', minViews: 600 }, `views >= 600 and authors.name ilike '%grace%'`],
    [{ about: '100%' }, `title like '%100!%%' escape '!'`],
  ] as const) {
    expect(schema.safeParse(given).success).toBe(true)
    const { rows } = await db.execute(
      sql.raw(
        `select articles.id from articles left join authors on authors.id = author_id where status = 'published' and ${condition} order by published_at desc nulls last`,
      ),
    )
    const items = JSON.parse(await callFindPublished(given)) as { id: number }[]
    expect(items.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  }
  await expect(callFindPublished({ about: '', minViews: -1 })).rejects.toThrow()
})
