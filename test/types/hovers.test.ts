// What an editor shows over a page and its items: the shape that a reader would have written.
import { describe, expect, test } from 'vitest'
import { Editor } from './editor.js'

const code = `import { eq, sql } from 'drizzle-orm'
import { alias, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { type AnyPaginateConfig, type InferItem, paginate, paginateConfig, type PaginateConfig, paginateSelect, paginateSelectMap } from 'drizzle-paginate'
import { createListClient } from 'drizzle-paginate/client'
const authors = pgTable('authors', { id: integer().primaryKey(), name: text().notNull(), bio: text() })
const articles = pgTable('articles', { id: integer().primaryKey(), title: text().notNull(), at: timestamp(), authorId: integer().notNull() })
const builder = paginateConfig(articles)
  .leftJoin('author', authors, eq(authors.id, articles.authorId))
  .field('size', sql<number>\`1\`, 'integer')
  .withLimits(5, 10).withTieBreaker('id')
const dtoList = builder.dto({ id: true, title: true, author: { name: true } }).build()
const rowList = builder.build()
const db = drizzle(async () => ({ rows: [] }))
const selection = { id: articles.id, title: articles.title, author: { name: authors.name } }

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
  ['mappedPage', 'const mappedPage: PaginatedResponse<{ key: string; author: { name: string; } | null; }, PaginatedMeta>'],
  ['sameItem', `const sameItem: ${ITEM}`],
  [
    'wholeItem',
    'const wholeItem: { article: { id: number; title: string; at: Date | null; authorId: number; }; author: { id: number; name: string; bio: string | null; } | null; }',
  ],
  ['clientItem', `const clientItem: ${ITEM}`],
  ['genericPage', `const genericPage: PaginatedResponse<${ITEM}, PaginatedMeta>`],
  ['genericItem', `const genericItem: ${ITEM}`],
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
