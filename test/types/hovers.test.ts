// What an editor shows over a page and its items: the shape that a reader would have written.
import { describe, expect, test } from 'vitest'
import { Editor } from './editor.js'

const code = `import { count, eq, max, sql } from 'drizzle-orm'
import { alias, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { type AnyPaginateConfig, facetCounts, type InferItem, paginate, paginateConfig, type PaginateConfig, paginateSelect, paginateSelectMap, rowsOf, streamRows } from 'drizzle-paginate'
import { paginateArray } from 'drizzle-paginate/memory'
import { createListClient } from 'drizzle-paginate/client'
const authors = pgTable('authors', { id: integer().primaryKey(), name: text().notNull(), bio: text() })
const articles = pgTable('articles', { id: integer().primaryKey(), title: text().notNull(), at: timestamp(), authorId: integer().notNull() })
const builder = paginateConfig(articles)
  .leftJoin('author', authors, eq(authors.id, articles.authorId))
  .field('size', sql<number>\`1\`, 'integer')
  .withLimits(5, 10).withTieBreaker('id')
const dtoList = builder.select({ id: true, title: true, author: { name: true } }).build()
const rowList = builder.build()
const db = drizzle(async () => ({ rows: [] }))
const selection = { id: articles.id, title: articles.title, author: { name: authors.name } }

const sets = builder.children('notes', rowsOf(authors, eq(authors.id, articles.authorId)), { id: authors.id, name: authors.name })
declare const childItem: InferItem<ReturnType<typeof childList>>
const childList = () => sets.select({ id: true, notes: { id: true } }).build()

const dtoPage = await paginate(db, {}, dtoList)
const dtoItem = dtoPage.items[0]!
const dtoAuthor = dtoItem.author
type DtoType = InferItem<typeof dtoList>
const rowItem = (await paginate(db, {}, rowList)).items[0]!
const selectedPage = await paginateSelect(db, {}, dtoList, selection)
const selectedItem = selectedPage.items[0]!
const mappedPage = await paginateSelectMap(db, {}, dtoList, selection, (mapRow) => ({ key: String(mapRow.id), author: mapRow.author }))
const sameItem = (await paginateSelectMap(db, {}, dtoList, selection, (row) => row)).items[0]!
const wholeItem = (await paginateSelect(db, {}, dtoList, { article: articles, author: authors })).items[0]!
const clientItem = (await createListClient<typeof dtoList>('/articles').fetchPage()).items[0]!
async function anyList<Config extends AnyPaginateConfig>(config: Config) { return await paginate(db, {}, config) }
async function anyItem<Item>(config: PaginateConfig<Item>) { return await paginate(db, {}, config) }
const genericPage = await anyList(dtoList)
const genericItem = (await anyItem(dtoList)).items[0]!

const nestedItem = (await paginateSelect(db, {}, dtoList, { key: articles.id, when: articles.at, by: { name: authors.name, bio: authors.bio }, bio: authors.bio, size: sql<number>\`1\` })).items[0]!
const cursorPage = await paginate(db, {}, builder.select({ id: true }).withCursors().build())
const cursorTotals = await paginate(db, {}, builder.select({ id: true }).withCursors().withTotals('exact').build())
const boundedPage = await paginate(db, {}, builder.select({ id: true }).withTotals({ upTo: 10 }).build())
const boundedTotal = boundedPage.meta.totalItems
const boundedAtLeast = boundedPage.meta.totalItemsAtLeast
const estimatedTotal = (await paginate(db, {}, builder.select({ id: true }).withTotals({ upTo: 10, estimate: true }).build())).meta.totalItemsEstimate
const shortList = builder.select({ id: true }).build()
const eitherPage = await paginate(db, {}, Math.random() > 0.5 ? shortList : builder.select({ id: true }).withCursors().build())
const facetList = builder.filterable('title', '$eq').filterable('at', '$gte').filterable('author.name', '$in').filterable('size', '$gte').build()
const facets = await facetCounts(db, {}, facetList, { title: true, at: 'range', 'author.name': { limit: 5 }, size: 'range' })
const facetValues = facets['author.name']
const streamed = streamRows(db, {}, dtoList)
const streamedSelection = streamRows(db, {}, dtoList, { select: selection })
const streamedMapped = streamRows(db, {}, dtoList, { select: selection, map: (streamRow) => ({ key: String(streamRow.id) }) })
for await (const streamItem of streamRows(db, {}, rowList)) console.log(streamItem)
const stats = db.select({ authorId: articles.authorId, n: count().as('n'), last: max(articles.at).as('last') }).from(articles).groupBy(articles.authorId).as('stats')
const statsItem = (await paginate(db, {}, paginateConfig(stats).withLimits(5, 10).withTieBreaker('authorId', { assumeUnique: true }).build())).items[0]!
const joinedItem = (await paginate(db, {}, paginateConfig(authors).leftJoin('stats', stats, eq(stats.authorId, authors.id)).select({ id: true, stats: { n: true, last: true } }).withLimits(5, 10).withTieBreaker('id').build())).items[0]!
const scopedPage = await paginate(db, {}, builder.select({ id: true }).scopedBy(({ id }: { id: number }) => eq(articles.id, id)).build(), { scope: { id: 7 } })
const memoryPage = paginateArray([{ id: 1, title: 'a', at: null, authorId: 1, author: null }], {}, shortList)
`

const ITEM = '{ id: number; title: string; author: { name: string; } | null; }'
const rows: readonly (readonly [name: string, shown: string])[] = [
  ['dtoPage', `const dtoPage: PaginatedResponse<${ITEM}, PaginatedMeta>`],
  ['dtoItem', `const dtoItem: ${ITEM}`],
  ['dtoAuthor', 'const dtoAuthor: { name: string; } | null'],
  ['DtoType', `type DtoType = ${ITEM}`],
  ['rowItem', 'const rowItem: { id: number; title: string; at: Date | null; authorId: number; }'],
  ['selectedPage', `const selectedPage: PaginatedResponse<${ITEM}, PaginatedMeta>`],
  ['selectedItem', `const selectedItem: ${ITEM}`],
  ['mapRow', `(parameter) mapRow: ${ITEM}`],
  [
    'mappedPage',
    'const mappedPage: PaginatedResponse<{ key: string; author: { name: string; } | null; }, PaginatedMeta>',
  ],
  ['sameItem', `const sameItem: ${ITEM}`],
  [
    'wholeItem',
    'const wholeItem: { article: { id: number; title: string; at: Date | null; authorId: number; }; author: { id: number; name: string; bio: string | null; } | null; }',
  ],
  ['clientItem', `const clientItem: ${ITEM}`],
  ['genericPage', `const genericPage: PaginatedResponse<${ITEM}, PaginatedMeta>`],
  ['genericItem', `const genericItem: ${ITEM}`],
  [
    'nestedItem',
    'const nestedItem: { key: number; when: Date | null; by: { name: string; bio: string | null; } | null; bio: string | null; size: number; }',
  ],
  ['cursorPage', 'const cursorPage: CursorPage<{ id: number; }, CursorMeta>'],
  ['cursorTotals', 'const cursorTotals: CursorPage<{ id: number; }, CursorMeta & ExactTotals>'],
  ['boundedPage', 'const boundedPage: PaginatedResponse<{ id: number; }, NumberedMeta & KnownTotals>'],
  ['boundedTotal', 'const boundedTotal: number | null'],
  ['boundedAtLeast', 'const boundedAtLeast: number'],
  ['estimatedTotal', 'const estimatedTotal: number | null'],
  [
    'eitherPage',
    'const eitherPage: PaginatedResponse<{ id: number; }, PaginatedMeta> | CursorPage<{ id: number; }, CursorMeta>',
  ],
  [
    'facets =',
    'const facets: { title: FacetValue<string>[]; at: FacetRange<Date> | null; size: FacetRange<number> | null; "author.name": FacetValue<string | null>[]; }',
  ],
  ['facetValues', 'const facetValues: FacetValue<string | null>[]'],
  ['streamed =', `const streamed: AsyncIterableIterator<${ITEM}>`],
  ['streamedSelection', `const streamedSelection: AsyncIterableIterator<${ITEM}>`],
  ['streamedMapped', 'const streamedMapped: AsyncIterableIterator<{ key: string; }>'],
  ['streamRow)', `(parameter) streamRow: ${ITEM}`],
  ['streamItem', 'const streamItem: { id: number; title: string; at: Date | null; authorId: number; }'],
  ['statsItem', 'const statsItem: { authorId: number; n: number; last: Date | null; }'],
  ['joinedItem', 'const joinedItem: { id: number; stats: { n: number; last: Date | null; } | null; }'],
  ['childItem', 'const childItem: { id: number; notes: { id: number; }[]; }'],
  ['scopedPage', 'const scopedPage: PaginatedResponse<{ id: number; }, PaginatedMeta>'],
  ['memoryPage', 'const memoryPage: PaginatedResponse<{ id: number; }, PaginatedMeta>'],
]

describe('an editor shows', () => {
  const editor = new Editor(code)

  // The first question loads Drizzle's declarations.
  test('code that compiles', { timeout: 180_000 }, () => {
    expect([...editor.messages()]).toEqual([])
  })
  test.each(rows)('over %s the plain shape', (name, shown) => {
    expect(editor.hover(name)).toBe(shown)
  })
})
