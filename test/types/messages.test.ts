// What the compilers say about a wrong configuration: one sentence, the one that build() says, or the names that are
// allowed.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { expectWritten } from './written-messages.js'
import { BUILD_TIMEOUT } from '../support/timeouts.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const require = createRequire(import.meta.url)
const isNewLine = new RegExp(inject('drizzle')).test('1.0.0')
const work = join(root, '.tmp', `messages-${isNewLine ? 'v1' : 'v0'}`)

/** 5.9 takes ten seconds over Drizzle's declarations: one line of them is enough for it. */
const compilers = [
  ['TypeScript 5.9', require.resolve('typescript-5.9/lib/tsc.js')],
  ['TypeScript 7', join(root, 'node_modules/@typescript/native/bin/tsc')],
].slice(isNewLine ? 1 : 0) as [name: string, bin: string][]

const prelude = `import { eq, sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { integer as liteInteger, sqliteTable, sqliteView } from 'drizzle-orm/sqlite-core'
import { paginateConfig } from '${join(root, 'src/builder/paginate-config.js')}'
import { rowsOf } from '${join(root, 'src/features/children/rows-of.js')}'
const authors = pgTable('authors', { id: serial().primaryKey(), name: text().notNull() })
const reviews = pgTable('reviews', { id: serial().primaryKey(), articleId: integer().notNull() })
const articles = pgTable('articles', {
  id: serial().primaryKey(), title: text().notNull(), views: integer().notNull(), hidden: boolean().notNull(),
  publishedAt: timestamp(), payload: jsonb(), authorId: integer(),
})
const lite = sqliteTable('lite', { id: liteInteger().primaryKey() })
const liteView = sqliteView('lite_view').as((query) => query.select().from(lite))
const list = paginateConfig(articles).leftJoin('author', authors, eq(authors.id, articles.authorId))
const ready = list.withLimits(1, 2).withTieBreaker('id').sortable('title', 'id').filterable('views', '$eq')
`

const FIELDS =
  '"author.id" | "author.name" | "authorId" | "hidden" | "id" | "payload" | "publishedAt" | "title" | "views"'

const TABLE = 'The table must be a Drizzle table or view, not a module of tables or a name; pass one.'

const rows: readonly (readonly [code: string, message: string])[] = [
  [`paginateConfig({ articles }).withLimits(1, 2).withTieBreaker('id')`, TABLE],
  [
    `paginateConfig('articles').leftJoin('author', authors, sql\`1\`).field('length', sql\`1\`).sortable('id', 'author.name').filterable('id', '$eq')`,
    TABLE,
  ],
  [`list.sortable('titel')`, FIELDS],
  [`list.filterable('veiws', '$eq')`, FIELDS],
  [`list.searchable('titel')`, '"author.name" | "title"'],
  [`list.searchable('views')`, `.searchable('views') needs a text field; leave it out or search another.`],
  [
    `list.filterable('views', '$ilike')`,
    `.filterable('views') cannot grant '$ilike' on type 'integer'; it supports '$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw'.`,
  ],
  [
    `list.filterable('hidden', '$eq', '$gt')`,
    `.filterable('hidden') cannot grant '$gt' on type 'boolean'; it supports '$eq', '$in', '$null'.`,
  ],
  [
    `list.filterable('views', '$eq', '$gte', '$sw')`,
    `.filterable('views') cannot grant '$sw' on type 'integer'; it supports '$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw'.`,
  ],
  [
    `ready.defaultSortBy(5)`,
    `.defaultSortBy() needs the name of a sortable field, or order terms such as desc(table.column); pass one of them.`,
  ],
  [`list.sortable('titel', { nulls: 'smallest' })`, FIELDS],
  [`list.sortable('title', { nulls: 'lst' })`, `Type '"lst"' is not assignable to type 'NullOrder | undefined'`],
  [`list.withTieBreaker({ id: 'down' })`, `Type '"down"' is not assignable to type`],
  [
    `list.defaultFilter('views', { $eq: 1 })`,
    `.defaultFilter('views') needs a filterable field; declare it with .filterable('views', …).`,
  ],
  [`ready.defaultFilter('views', { $eq: 'x' })`, `Type 'string' is not assignable to type 'number | bigint'.`],
  [`ready.defaultFilter('views', { $gte: 1 })`, `'$gte' does not exist in type`],
  [
    `ready.withFacets({ views: 'range' })`,
    `The facet 'views' as a range needs a field that grants a comparison or '$btw'; grant it, or leave the facet out.`,
  ],
  [
    `ready.withFacets({ title: true })`,
    `The facet 'title' needs a filterable field; declare it with .filterable('title', …).`,
  ],
  [
    `ready.withFacets({ views: { limit: '5' } })`,
    `The facet 'views' must be true, 'range' or { limit } with a whole number from 1 to 1000; correct it.`,
  ],
  [`ready.withFacets(['views'])`, '.withFacets() needs a record of facets, such as { status: true }; pass one.'],
  [
    `ready.withSummary([articles.views])`,
    '.withSummary() needs a record of aggregates, such as { revenue: sum(table.column) }; pass one.',
  ],
  [
    `list.children('r', rowsOf(reviews, sql\`1\`), reviews)`,
    `.children('r') needs a column or an SQL expression; pass one.`,
  ],
  [
    `ready.withSummary({ n: 'count(*)' })`,
    `.withSummary('n') needs an aggregate of SQL, such as sum(column) or max(column); pass one.`,
  ],
  [
    'ready.withSummary({ n: rowsOf(reviews, sql`1`).count() })',
    `.withSummary('n') needs an aggregate of SQL, such as sum(column) or max(column); pass one.`,
  ],
  [
    'ready.withSummary({ v: articles.views })',
    `.withSummary('v') needs an aggregate of SQL, such as sum(column) or max(column); pass one.`,
  ],
  [`list.filterable('hidden', '$like')`, '"$eq" | "$in" | "$null"'],
  [`list.filterable('hidden')`, `.filterable('hidden') needs at least one operator; name one.`],
  [
    `list.when(true).filterableMany('r', rowsOf(reviews, sql\`1\`), reviews.id, ['$eq'])`,
    `.filterableMany('r') must get its operators one by one, not a list; spread it.`,
  ],
  [
    `list.when(true).filterable('hidden', '$gt')`,
    `.filterable('hidden') cannot grant '$gt' on type 'boolean'; it supports '$eq', '$in', '$null'.`,
  ],
  [`list.when(true).sortable('titel')`, FIELDS],
  [`list.when(true).searchable('views')`, `.searchable('views') needs a text field; leave it out or search another.`],
  [
    `list.withTieBreaker('id', 'publishedAt')`,
    `.withTieBreaker('publishedAt') must not be nullable; name a column that is never null (.notNull()).`,
  ],
  [
    `list.field('x', sql\`1\`).filterable('x', '$eq')`,
    `.filterable('x') needs a value type; give the field one with .field(name, selector, valueType).`,
  ],
  [
    `list.filterableMany('r', rowsOf(reviews, sql\`1\`), sql\`1\`, '$eq')`,
    `.filterableMany('r') needs a value type for its element; pass { selector, valueType } in its place.`,
  ],
  [`ready.defaultSortBy('views')`, '"id" | "title"'],
  [`list.defaultSortBy('title')`, '.defaultSortBy() needs a sortable field; call .sortable() before it.'],
  [`list.withTieBreaker('id').build()`, '.build() needs limits; call .withLimits(defaultLimit, maxLimit) before it.'],
  [
    `list.withLimits(1, 2).build()`,
    '.build() needs a tie-breaker; call .withTieBreaker(name) with a unique field before it.',
  ],
  [`ready.when(true).build()`, '.when() gates the declaration that follows it; put one after it.'],
  [
    `ready.when(true).field('x', articles.id)`,
    '.when() gates a declaration that can be left out; move it before one such as .sortable() or .filterable().',
  ],
  [
    `ready.when(true).withFacets({ views: true })`,
    '.when() gates a declaration that can be left out; move it before one such as .sortable() or .filterable().',
  ],
  [
    `ready.when(true).withSummary({ most: sql\`max(views)\` })`,
    '.when() gates a declaration that can be left out; move it before one such as .sortable() or .filterable().',
  ],
  [
    `list.withTieBreaker('publishedAt')`,
    `.withTieBreaker('publishedAt') must not be nullable; name a column that is never null (.notNull()).`,
  ],
  [
    `list.withTieBreaker('author.id')`,
    `.withTieBreaker('author.id') must not be nullable; name a column that is never null (.notNull()).`,
  ],
  [
    `list.withTieBreaker(articles.id)`,
    `.withTieBreaker() must get names one by one, not a list or a column; spread a list, and name the field of a column.`,
  ],
  [
    `list.sortable(articles.title)`,
    `.sortable() must get names one by one, not a list or a column; spread a list, and name the field of a column.`,
  ],
  [
    `list.filterWith('x', 'string', ({ value }) => eq(articles.title, value))`,
    `Argument of type '"string"' is not assignable to parameter of type`,
  ],
  [
    `list.withTieBreaker(['id'])`,
    '.withTieBreaker() must get names one by one, not a list or a column; spread a list, and name the field of a column.',
  ],
  [
    `list.withTieBreaker({ key: 'desc' })`,
    `.withTieBreaker('key') names no field; declare it with a join or .field().`,
  ],
  [
    `list.innerJoin('author', reviews, sql\`1\`)`,
    `The join prefix 'author' is used twice; give each join a prefix of its own.`,
  ],
  [
    `list.leftJoin('l', lite, sql\`1\`)`,
    `The table 'lite' is not of PostgreSQL, as the list's table is; use one that is.`,
  ],
  [
    `list.innerJoin('l', liteView, sql\`1\`)`,
    `The table 'lite_view' is not of PostgreSQL, as the list's table is; use one that is.`,
  ],
  [
    `paginateConfig(lite).innerJoin('a', authors, sql\`1\`)`,
    `The table 'authors' is not of SQLite, as the list's table is; use one that is.`,
  ],
  [
    `list.field('Title', articles.id)`,
    `.field('Title') has the name of another field; choose a name of its own, upper and lower case aside.`,
  ],
  [
    `list.field('author', articles.id)`,
    `The join prefix 'author' is the name of a field; give the join another prefix.`,
  ],
  [
    `list.field('x', sql<number>\`1\`, 'text')`,
    `.field('x') has the value type 'text', which does not fit its sql<T>; correct one of them.`,
  ],
  [
    `list.field('x', sql<string>\`1\`, 'integer')`,
    `.field('x') has the value type 'integer', which does not fit its sql<T>; correct one of them.`,
  ],
  [`list.field('x', { id: articles.id })`, `.field('x') needs a column or an SQL expression; pass one.`],
  [
    `list.field('x', sql<number>\`1\`, 'number')`,
    '"bigint" | "boolean" | "char" | "collection" | "date" | "decimal" | "enum" | "float" | "integer"',
  ],
  [
    `list.select({ id: true, titel: true })`,
    `.select() has a key 'titel' that matches no field; name a field or remove it.`,
  ],
  [
    `list.select({ me: articles })`,
    `.select() has a key 'me' with a table; give it true if the key is the prefix of a join, or a record of columns.`,
  ],
  [
    `list.select({ id: true, author: authors })`,
    `.select() has a key 'author' with a table; give it true if the key is the prefix of a join, or a record of columns.`,
  ],
  [
    `list.select({ author: { x: authors } })`,
    `.select() has a key 'author.x' with a table; give it true if the key is the prefix of a join, or a record of columns.`,
  ],
  [
    `list.children('r', rowsOf(reviews, sql\`1\`), { id: reviews.id }).select({ r: reviews })`,
    `.select() has a key 'r' with a table; give it true if the key is the prefix of a join, or a record of columns.`,
  ],
  [
    `list.select({ id: true, r: rowsOf(reviews, sql\`1\`) })`,
    `.select() has a key 'r' with rows of another table; declare them with .children(), or give their .count() or .aggregate().`,
  ],
  [
    `list.select({ id: true, r: rowsOf(reviews, sql\`1\`).none() })`,
    `.select() has a key 'r' with rows of another table; declare them with .children(), or give their .count() or .aggregate().`,
  ],
  [
    `list.children('r', rowsOf(reviews, sql\`1\`), { id: reviews.id }).select({ r: rowsOf(reviews, sql\`1\`) })`,
    `.select() has a key 'r' with rows of another table; declare them with .children(), or give their .count() or .aggregate().`,
  ],
  [
    `list.select({ author: { nam: true } })`,
    `.select() has a key 'author.nam' that matches no field; name a field or remove it.`,
  ],
  [
    `list.children('title', rowsOf(reviews, sql\`1\`), { id: reviews.id })`,
    `.children('title') has the name of a field, a join or another set; choose a name of its own, upper and lower case aside.`,
  ],
  [
    `list.children('Author', rowsOf(reviews, sql\`1\`), { id: reviews.id })`,
    `.children('Author') has the name of a field, a join or another set; choose a name of its own, upper and lower case aside.`,
  ],
  [
    `list.children('r', rowsOf(reviews, sql\`1\`), { id: reviews.id }).children('R', rowsOf(reviews, sql\`1\`), { id: reviews.id })`,
    `.children('R') has the name of a field, a join or another set; choose a name of its own, upper and lower case aside.`,
  ],
  [
    `list.children('r', rowsOf(reviews, sql\`1\`).none(), { id: reviews.id })`,
    ".children('r') needs rows made by rowsOf(table, on); pass them.",
  ],
  [
    `list.children('r', reviews, { id: reviews.id })`,
    ".children('r') needs rows made by rowsOf(table, on); pass them.",
  ],
  [
    `list.children('r', rowsOf(reviews, sql\`1\`), {})`,
    `.children('r') needs a selection with at least one member; name the columns of a child.`,
  ],
  [
    `list.children('r', rowsOf(reviews, sql\`1\`), { id: 'id' })`,
    `.children('r') needs a column or an SQL expression; pass one.`,
  ],
  [
    `list.children('r', rowsOf(reviews, sql\`1\`), { n: rowsOf(reviews, sql\`1\`).count() })`,
    `.children('r') needs a column or an SQL expression; pass one.`,
  ],
  [
    `list.children('r', rowsOf(reviews, sql\`1\`), { id: reviews.id }).select({ r: { name: true } })`,
    `.select() has a key 'r.name' that matches no field; name a field or remove it.`,
  ],
  [
    `list.children('r', rowsOf(reviews, sql\`1\`), { n: { id: reviews.id } }).select({ r: { n: { idd: true } } })`,
    `.select() has a key 'r.n.idd' that matches no field; name a field or remove it.`,
  ],
  [`list.children('r', rowsOf(reviews, sql\`1\`), { id: reviews.id }).sortable('r')`, FIELDS],
  [
    `list.field('Title', rowsOf(reviews, sql\`1\`).count())`,
    `.field('Title') has the name of another field; choose a name of its own, upper and lower case aside.`,
  ],
  [
    `list.field('r', rowsOf(reviews, sql\`1\`).aggregate(reviews.id))`,
    `.aggregate() needs an aggregate of SQL, such as sum(column) or max(column); pass one.`,
  ],
  [`list.field('r', reviews)`, `.field('r') needs a column or an SQL expression; pass one.`],
  [
    `list.field('n', () => rowsOf(reviews, sql\`1\`).count())`,
    `.field('n') needs rows.count() itself, not a function of it; write the function of the scope inside of rowsOf().`,
  ],
  [
    `list.field('n', rowsOf(reviews, sql\`1\`).count)`,
    `.field('n') needs rows.count() itself, not a function of it; write the function of the scope inside of rowsOf().`,
  ],
  [
    `list.field('x', () => articles.id)`,
    `.field('x') needs a function that returns SQL; write a column in an sql template.`,
  ],
  [`list.field('x', () => 'id')`, `.field('x') needs a function that returns SQL; write a column in an sql template.`],
  [
    `list.field('x', ({ id }: { id: number }) => sql\`\${id}\`)`,
    `Property 'id' is missing in type '{ readonly scope: never; }' but required in type '{ id: number; }'.`,
  ],
  [
    `list.innerJoin('r', reviews, ({ id }: { id: number }) => eq(reviews.id, id))`,
    `Property 'id' is missing in type '{ readonly scope: never; }' but required in type '{ id: number; }'.`,
  ],
  [
    `list.field('r', rowsOf(reviews, sql\`1\`).count()).filterable('r', '$ilike')`,
    `.filterable('r') cannot grant '$ilike' on type 'integer'; it supports '$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw'.`,
  ],
  [
    `ready.when(true).field('r', rowsOf(reviews, sql\`1\`).count())`,
    '.when() gates a declaration that can be left out; move it before one such as .sortable() or .filterable().',
  ],
  [
    `list.select({ id: true }).children('r', rowsOf(reviews, sql\`1\`), { id: reviews.id })`,
    '.children() after .select() is in no item; call it before, and name the set in .select().',
  ],
  [
    `list.select({ id: articles.id, nme: true })`,
    `.select() has a key 'nme' that matches no field; name a field or remove it.`,
  ],
  [
    `list.select({ id: 'yes' })`,
    `.select() has a key 'id' of another kind; give it true, a column, SQL or a record, or false to leave it out.`,
  ],
  [
    `list.select({ id: true, author: Math.random() > 0.5 && { nme: true } })`,
    `.select() has a key 'author.nme' that matches no field; name a field or remove it.`,
  ],
  [
    `list.select({ id: true, author: Math.random() > 0.5 ? { name: true } : { nme: true } })`,
    `.select() has a key 'author.nme' that matches no field; name a field or remove it.`,
  ],
  [
    `list.select({ id: true, author: Math.random() > 0.5 && { name: 5 } })`,
    `.select() has a key 'author.name' of another kind; give it true, a column, SQL or a record, or false to leave it out.`,
  ],
  [`list.select(articles)`, '.select() needs a record of names or an object schema that can list its keys; pass one.'],
  [
    `list.select({ id: true, author: ['name'] })`,
    `.select() has a key 'author' of another kind; give it true, a column, SQL or a record, or false to leave it out.`,
  ],
  [`list.select(['id'])`, '.select() needs a record of names or an object schema that can list its keys; pass one.'],
  [
    `list.select({ type: 'object', properties: { id: { type: 'number' } } })`,
    '.select() needs a record of names or an object schema that can list its keys; pass one.',
  ],
  [
    `list.select(class { constructor(_: never) {} static readonly fields = { id: true } })`,
    '.select() needs a record of names or an object schema that can list its keys; pass one.',
  ],
  [
    `list.select(() => ({ id: true }))`,
    '.select() needs a record of names or an object schema that can list its keys; pass one.',
  ],
  [`list.select(class {})`, '.select() needs a record of names or an object schema that can list its keys; pass one.'],
  [
    `list.select({ id: true, f: () => 1 })`,
    `.select() has a key 'f' of another kind; give it true, a column, SQL or a record, or false to leave it out.`,
  ],
  [
    `list.select({ id: true, author: () => ({ name: true }) })`,
    `.select() has a key 'author' of another kind; give it true, a column, SQL or a record, or false to leave it out.`,
  ],
  [
    `list.select({ id: true, author: class {} })`,
    `.select() has a key 'author' of another kind; give it true, a column, SQL or a record, or false to leave it out.`,
  ],
  [`list.omit('titel')`, '"authorId" | "hidden" | "id" | "payload" | "publishedAt" | "title" | "views"'],
  [`list.omit('author.name')`, '"authorId" | "hidden" | "id" | "payload" | "publishedAt" | "title" | "views"'],
  [
    `list.omit(['title'])`,
    `.omit() must get names one by one, not a list or a column; spread a list, and name the field of a column.`,
  ],
  [`list.select({ id: true }).omit('title')`, '.omit() and .select() both say what an item is; keep one of them.'],
  [`list.omit('title').select({ id: true })`, '.omit() and .select() both say what an item is; keep one of them.'],
  [
    `ready.when(true).omit('title')`,
    '.when() gates a declaration that can be left out; move it before one such as .sortable() or .filterable().',
  ],
  [
    `list.filterable('views', ['$eq'])`,
    `.filterable('views') must get its operators one by one, not a list; spread it.`,
  ],
  [
    `list.filterableMany('r', reviews, reviews.id, '$eq')`,
    ".filterableMany('r') needs rows made by rowsOf(table, on), or by its .every() or .none(); pass them.",
  ],
  [
    `list.withTotals({ upTo: 3, estimat: true })`,
    `.withTotals() has no option 'estimat'; correct its name, or leave it out.`,
  ],
  [`list.select({})`, '.select() needs a shape with at least one key; name the fields of an item.'],
  [
    `list.select({ id: null })`,
    `.select() has a key 'id' of another kind; give it true, a column, SQL or a record, or false to leave it out.`,
  ],
  [
    `ready.withSummary({})`,
    '.withSummary() needs a record of aggregates, such as { revenue: sum(table.column) }; pass one.',
  ],
  [`list.filterableMany('r', rowsOf(reviews, sql\`1\`), {})`, '.filterableMany() needs at least one field; name one.'],
  [
    `list.filterableMany('r', rowsOf(reviews, sql\`1\`), { id: [reviews.id] })`,
    `.filterableMany('r.id') needs at least one operator; name one.`,
  ],
  [
    `list.filterableMany('r', rowsOf(reviews, sql\`1\`), { id: [reviews.id, '$eq'], ...(Math.random() > 1 && { n: [reviews.id] }) })`,
    `.filterableMany('r.n') needs at least one operator; name one.`,
  ],
  [
    `list.filterableMany('r', rowsOf(reviews, sql\`1\`), { ...(Math.random() > 1 && { id: [reviews.id, '$ilike'] }) })`,
    `.filterableMany('r.id') cannot grant '$ilike' on type 'integer'; it supports '$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw'.`,
  ],
  [
    `list.filterableMany('r', rowsOf(reviews, sql\`1\`), { id: reviews.id })`,
    `.filterableMany('r.id') needs at least one operator; name one.`,
  ],
]

/** Unions are printed in an order of the compiler's own, and double quotes may be escaped inside a quoted type. */
const members = (text: string): string[] => text.split(' | ').map((member) => member.replaceAll('\\"', '"').trim())

beforeAll(() => {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  writeFileSync(join(work, 'snippets.ts'), `${prelude}${rows.map(([code]) => code).join('\n')}\n`)
  const paths = isNewLine
    ? {
        'drizzle-orm': [join(root, 'node_modules/drizzle-orm-v1/index.d.ts')],
        'drizzle-orm/*': [join(root, 'node_modules/drizzle-orm-v1/*.d.ts')],
      }
    : {}
  writeFileSync(
    join(work, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { types: ['node'], paths },
      include: ['snippets.ts'],
    }),
  )
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

// R11.1.1
describe.each(compilers)('%s', (compiler, bin) => {
  const diagnostics = new Map<number, string>()
  beforeAll(() => {
    const before = prelude.split('\n').length - 1
    let line = -1
    for (const text of compile(bin).split('\n')) {
      const at = /snippets\.ts\((\d+),\d+\): error/.exec(text)?.[1]
      if (at !== undefined) line = Number(at) - before - 1
      diagnostics.set(line, `${diagnostics.get(line) ?? ''}${text}\n`)
    }
  }, BUILD_TIMEOUT)

  test.each(rows.map(([code, message], index) => [code, message, index] as const))(
    'answers %s',
    (_code, message, index) => {
      const said = diagnostics.get(index) ?? 'nothing'
      const isUnion = message.startsWith('"')
      for (const part of isUnion ? members(message) : [message]) expect(said).toContain(part)
      expect(said.match(/error TS\d+/g)).toHaveLength(1)
    },
  )

  test.runIf(!isNewLine && compiler === 'TypeScript 7')('says what the page of messages shows', () => {
    expectWritten(
      'declarations',
      rows.map(([code, message], index) => [code, diagnostics.get(index) ?? '', message]),
    )
  })

  test('finds no other mistake', () => {
    expect(diagnostics.size).toBe(rows.length + (diagnostics.has(-1) ? 1 : 0))
    expect(diagnostics.get(-1) ?? '').not.toContain('error')
  })
})

function compile(bin: string): string {
  try {
    return execFileSync(process.execPath, [bin, '-p', join(work, 'tsconfig.json')], { cwd: work, encoding: 'utf8' })
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout ?? '')
  }
}
