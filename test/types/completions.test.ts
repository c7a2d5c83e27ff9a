// What an editor offers and where it leads: each row of docs/reference/editor.md, asked of the language service.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Editor } from './editor.js'

const page = readFileSync(new URL('../../docs/reference/editor.md', import.meta.url), 'utf8')
const block = /```ts\n(.*?)```/s.exec(page)?.[1] ?? ''

const prelude = `import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { facetCounts, paginate, paginateConfig, paginateSelect, rowsOf } from 'drizzle-paginate'
import { fromTableState } from 'drizzle-paginate/client'
import { listHandler, exportHandler } from 'drizzle-paginate/http'
import { facetArray } from 'drizzle-paginate/memory'
const db = drizzle(async () => ({ rows: [] }))
${block}
`

/** `¦` is the cursor. */
const rows: readonly (readonly [code: string, offered: readonly string[]])[] = [
  ...page.matchAll(/^\| `([^`]*¦[^`]*)` \|(.*)\|$/gm),
].map(([, code = '', offered = '']) => [code, [...offered.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)])
/** Places that offer a great deal, or what the table leaves out: no brand is among it. */
const more: readonly string[] = [
  'list.¦',
  'ready.¦',
  'list.when(true).¦',
  'list.build.¦',
  'list.select({ titel: true, ¦ })',
  'list.select({ author: { nam: true, ¦ } })',
  'list.field(¦)',
  'list.withTieBreaker({ ¦ })',
  'paginate(db, {}, built, { ¦ })',
  'listHandler({ ¦ })',
  'query.¦',
  'built.describe().¦',
]

/** Too long for the table. */
const long: readonly (readonly [code: string, offered: readonly string[]])[] = [
  [
    `list.children('by', rowsOf(authors, eq(authors.id, articles.authorId)), { of: { name: authors.name } }).select({ by: { of: { ¦ } } })`,
    ['name'],
  ],
  [
    `list.children('by', rowsOf(authors, eq(authors.id, articles.authorId)), { id: authors.id, name: authors.name }).select({ by: { id: true, ¦ } })`,
    ['name'],
  ],
  [
    `list.filterableMany('by', rowsOf(authors, eq(authors.id, articles.id)), { name: [authors.name, '¦'] })`,
    ['$btw', '$contains', '$eq', '$ew', '$gt', '$gte', '$ilike', '$in', '$lt', '$lte', '$null', '$sw'],
  ],
  [
    `list.filterableMany('by', rowsOf(authors, eq(authors.id, articles.id)), authors.id, '¦')`,
    ['$btw', '$eq', '$gt', '$gte', '$in', '$lt', '$lte', '$null'],
  ],
  [`ready.filterable('title', '$ilike').filterable('views', '$gte').withFacets({ ¦ })`, ['views']],
  [`ready.when(true).filterable('views', '$gte').withFacets({ ¦ })`, ['views']],
  [
    `facetCounts(db, {}, ready.filterable('title', '$eq').when(true).filterable('views', '$gte').build(), { ¦ })`,
    ['title'],
  ],
]

/** `[line, code]` of each program, one after the other. */
const programs = [...[...rows, ...long].map(([code]) => code), ...more]
const text = programs.map((code) => `${code.replace('¦', '')};\n`)
const startOf = (code: string): number => prelude.length + text.slice(0, programs.indexOf(code)).join('').length

describe('an editor', () => {
  const editor = new Editor(prelude + text.join(''))
  const offeredAt = (code: string): string[] => editor.completions(startOf(code) + code.indexOf('¦'))

  test('is asked at thirty places and more', () => {
    expect(rows.length).toBeGreaterThanOrEqual(40)
  })

  test.each([...rows, ...long])('offers in %s what the page says', { timeout: 180_000 }, (code, offered) => {
    expect(offeredAt(code)).toEqual(offered)
  })

  test.each(more.map((code) => [code]))('offers no brand in %s', { timeout: 180_000 }, (code) => {
    expect(offeredAt(code).filter((name) => /^(?:_|.*~.*|__@.*)$/.test(name))).toEqual([])
  })
})

const leads: readonly (readonly [title: string, code: string, line: string])[] = [
  ['a row', `(await paginate(db, {}, built)).items[0]!.title`, 'title: text().notNull(),'],
  ['an item of .select()', `(await paginate(db, {}, dto)).items[0]!.title`, 'title: text().notNull(),'],
  ['a nested record', `(await paginate(db, {}, dto)).items[0]!.author!.name`, 'const authors = pgTable'],
  [
    'a row of the client',
    `(await client.fetchPage()).items[0]!.status`,
    `status: text({ enum: ['draft', 'live'] }).notNull(),`,
  ],
  [
    'an item of the client',
    `(await createListClient<typeof dto>('/a').fetchPage()).items[0]!.views`,
    'views: integer().notNull(),',
  ],
  [
    'a nested record of the client',
    `(await createListClient<typeof dto>('/a').fetchPage()).items[0]!.author!.name`,
    'const authors = pgTable',
  ],
  ['a row of Drizzle', `(await db.select().from(articles))[0]!.title`, 'title: text().notNull(),'],
]

describe('go to definition leads to the column', () => {
  const code = `${prelude}
const dto = ready.select({ id: true, title: true, views: true, author: { name: true } }).build()
${leads.map(([, code]) => `;${code}\n`).join('')}`
  const editor = new Editor(code)

  test.each(leads)('from %s', { timeout: 180_000 }, (_title, expression, line) => {
    const member = /\w+$/.exec(expression)?.[0] ?? ''
    const from = code.indexOf(`;${expression}\n`) + 1 + expression.length - member.length
    expect(editor.definitions(member, from).map((found) => found.startsWith(line))).toEqual([true])
  })
})

describe('the squiggle of a wrong key', () => {
  const wrong = [
    ['list.select({ id: true, titel: true })', 'titel'],
    ['list.select({ author: { name: true, nam: true } })', 'nam'],
    ['list.select({ id: true, auhtor: { name: true } })', 'auhtor'],
    [`query.filter('views', { $gte: 1, $eq: 2 })`, '$eq'],
  ] as const
  const code = `${prelude}${wrong.map(([program]) => `${program};\n`).join('')}`
  const editor = new Editor(code)

  test.each(wrong)('of %s is under the key', { timeout: 180_000 }, (program, key) => {
    const start = code.indexOf(program)
    expect(editor.squiggles().filter(([at]) => at >= start && at < start + program.length)).toEqual([
      [start + program.lastIndexOf(key), key],
    ])
  })
})
