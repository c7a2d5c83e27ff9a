// A list as a file: its text, its headers, and what is refused.
import Database from 'better-sqlite3'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { blob, customType, integer, numeric, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { defineValueType, paginateConfig, streamRows } from 'drizzle-paginate'
import { exportHandler, type ExportOptions } from 'drizzle-paginate/http'
import { startHandling } from '../../src/entries/http/answer-event.js'
import { fileAnswer } from '../../src/entries/http/export-answer.js'
import { afterAll, afterEach, describe, expect, test } from 'vitest'

/** A value that says itself what it is in JSON, as those of Temporal do. */
class Day {
  readonly days: number
  constructor(days: number) {
    this.days = days
  }
  toJSON(): string {
    return new Date(this.days * 86_400_000).toISOString().slice(0, 10)
  }
}
const day = customType<{ data: Day; driverData: number }>({
  dataType: () => 'integer',
  fromDriver: (days) => new Day(days),
  toDriver: ({ days }) => days,
})

const authors = sqliteTable('authors', { id: integer().primaryKey(), name: text().notNull() })
const notes = sqliteTable('notes', {
  id: integer().primaryKey(),
  authorId: integer(),
  title: text(),
  at: integer({ mode: 'timestamp_ms' }),
  on: day(),
  fee: numeric(),
  serial: blob({ mode: 'bigint' }),
  tags: text({ mode: 'json' }).$type<unknown>(),
})
const client = new Database(':memory:')
client.exec(`create table authors (id integer primary key, name text);
  create table notes (id integer primary key, authorId integer, title text, at integer, "on" integer, fee numeric, serial blob, tags text)`)
const db = drizzle({ client })
db.insert(authors).values({ id: 1, name: '@ada' }).run()
db.insert(notes)
  .values([
    {
      id: 1,
      title: 'plain',
      at: new Date(0),
      on: new Day(1),
      fee: '-1.5',
      serial: 9007199254740993n,
      tags: { a: ['x', 1] },
    },
    { id: 2, authorId: 1, title: 'a "b", c\r\nd', tags: ['=x'] },
    { id: 3, authorId: 1, title: '=1+1', tags: '=x' },
    { id: 4, authorId: 9 },
  ])
  .run()
afterAll(() => void client.close())

const begin = () =>
  paginateConfig(notes)
    .leftJoin('author', authors, eq(authors.id, notes.authorId))
    .field('balance', sql<string>`cast(-${notes.id} as text)`, 'decimal')
    .field('sign', sql<string>`cast(-${notes.id} as text)`, 'text')
const config = begin()
  .select({ id: true, title: true, at: true })
  .withLimits(1, 2)
  .withTieBreaker('id')
  .filterable('id', '$gte', '$eq')
  .build()
const nested = begin()
  .select({
    id: true,
    author: { id: true, name: true },
    on: true,
    fee: true,
    balance: true,
    sign: true,
    serial: true,
    tags: true,
  })
  .withLimits(1, 2)
  .withTieBreaker('id')
  .filterable('id', '$gte', '$eq')
  .build()

const get = async (options: Partial<ExportOptions<[Request]>>, url = 'http://x/notes') =>
  exportHandler({ db, config, as: 'csv', ...options })(new Request(url))
const textOf = async (options: Partial<ExportOptions<[Request]>>, url?: string) => (await get(options, url)).text()

/** Rows of any source as a CSV. */
async function fileOf(
  rows: AsyncIterable<unknown>,
  options: { readonly columns?: readonly string[] } = {},
): Promise<string> {
  const handling = startHandling({ url: '/' }, {})
  const { chunks } = await fileAnswer((serve) => serve(rows), { as: 'csv', ...options }, { isHead: false, handling })
  let file = ''
  for await (const chunk of chunks) file += new TextDecoder().decode(chunk)
  return file
}

// R14.1.6, R14.1.7
describe('CSV', () => {
  test('is written by RFC 4180, guarded against formulas', async () => {
    const answer = await get({})
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(await answer.text()).toBe(
      `id,title,at\r\n1,plain,1970-01-01T00:00:00.000Z\r\n2,"a ""b"", c\r\nd",\r\n3,'=1+1,\r\n4,,\r\n`,
    )
  })
  test('has the columns of the items in any case, of no rows and of joins that found nothing too', async () => {
    const head = 'id,author.id,author.name,on,fee,balance,sign,serial,tags\r\n'
    expect(await textOf({ config: nested }, 'http://x/?filter.id=$gte:9')).toBe(head)
    // A number keeps its sign where the column is one; text of any other kind gets an apostrophe.
    expect(await textOf({ config: nested })).toBe(
      `${head}1,,,1970-01-02,-1.5,-1,'-1,9007199254740993,"{""a"":[""x"",1]}"\r\n` +
        `2,1,'@ada,,,-2,'-2,,"[""=x""]"\r\n3,1,'@ada,,,-3,'-3,,'=x\r\n4,,,,,-4,'-4,,\r\n`,
    )
  })
  test('has the columns asked for, in their order, members of JSON too', async () => {
    expect(
      await textOf({ config: nested, columns: ['tags.a', 'author.name', 'id'] }, 'http://x/?filter.id=$eq:1'),
    ).toBe('tags.a,author.name,id\r\n"[""x"",1]",,1\r\n')
    await expect(get({ columns: ['id', 'name'] })).rejects.toThrow(
      `The export has a column 'name' that no item has; name one of 'id', 'title', 'at'.`,
    )
    await expect(get({ columns: [] })).rejects.toThrow(
      'The export has columns: []; name some, or leave columns out for all.',
    )
  })
  test.each(['=1', '+1', '-1', '@a', '\t=1', '\r1'])(
    'guards text that begins like %j, unless that is switched off',
    async (title) => {
      db.insert(notes).values({ id: 50, title }).run()
      const quote = (value: string) => (value.includes('\r') ? `"${value}"` : value)
      const asked = { columns: ['title'] }
      expect(await textOf(asked, 'http://x/?filter.id=$eq:50')).toBe(`title\r\n${quote(`'${title}`)}\r\n`)
      expect(await textOf({ ...asked, guardFormulas: false }, 'http://x/?filter.id=$eq:50')).toBe(
        `title\r\n${quote(title)}\r\n`,
      )
      db.delete(notes).where(eq(notes.id, 50)).run()
    },
  )
})

describe('the guard against formulas', () => {
  afterEach(() => void db.delete(notes).where(eq(notes.id, 50)).run())
  test.each([
    ['=cmd()', `'=cmd()`],
    ['-1+2', `'-1+2`],
    ['-0.25', '-0.25'],
    ["+1+cmd|' /C calc'!A0", `'+1+cmd|' /C calc'!A0`],
    ['@SUM(1)', `'@SUM(1)`],
    ['-0.5', '-0.5'],
    ['-', `'-`],
  ])('looks at what a numeric column holds: %j', async (stored, written) => {
    client.prepare('insert into notes (id, fee) values (50, ?)').run(stored)
    expect(await textOf({ config: nested, columns: ['fee'] }, 'http://x/?filter.id=$eq:50')).toBe(
      `fee\r\n${written}\r\n`,
    )
  })
  test.each([
    ['-1 days +02:03:00', '-1 days +02:03:00'],
    ['-1 years -2 mons +3 days -04:05:06.789', '-1 years -2 mons +3 days -04:05:06.789'],
    ['@ 1 day 2 hours ago', '@ 1 day 2 hours ago'],
    ['-02:03:00', '-02:03:00'],
    ['-P1DT2H', '-P1DT2H'],
    ['-1 days+cmd()', `'-1 days+cmd()`],
    ['-000044-03-15', '-000044-03-15'],
    ['-Infinity', '-Infinity'],
  ])('lets a duration, a date, a time keep its sign: %j', async (stored, written) => {
    client.prepare('insert into notes (id, fee) values (50, ?)').run(stored)
    expect(await textOf({ config: nested, columns: ['fee'] }, 'http://x/?filter.id=$eq:50')).toBe(
      `fee\r\n${written}\r\n`,
    )
  })
  test.each(['\n=1', '\uff1d1', '\uff0b1', '\uff0d1', '\uff201', '-1 days'])('guards text: %j', async (title) => {
    db.insert(notes).values({ id: 50, title }).run()
    const quote = (value: string) => (value.includes('\n') ? `"${value}"` : value)
    expect(await textOf({ columns: ['title'] }, 'http://x/?filter.id=$eq:50')).toBe(
      `title\r\n${quote(`'${title}`)}\r\n`,
    )
  })
  const amount = customType<{ data: string }>({ dataType: () => 'numeric', fromDriver: String })
  const word = customType<{ data: string }>({ dataType: () => 'text' })
  const own = sqliteTable('notes', { id: integer().primaryKey(), title: word(), fee: amount() })
  const ofOwn = paginateConfig(own).withLimits(10, 10).withTieBreaker('id').filterable('id', '$eq')
  const ofMadeType = sql<string>`${own.title}`
  const madeAmount = defineValueType({
    name: 'amount',
    parse: (given) => given,
    as: { type: 'decimal', value: String },
  })
  test.each([
    ['a custom column of numbers', ofOwn.build(), "'-1,-2\r\n"],
    [
      'a custom column that .field() says to be numbers',
      ofOwn.field('title', own.title, 'decimal').build(),
      '-1,-2\r\n',
    ],
    [
      'an expression of a made type of numbers',
      ofOwn.field('made', ofMadeType, madeAmount).select({ title: ofMadeType, fee: true }).build(),
      '-1,-2\r\n',
    ],
    [
      'a custom column under a name of its own',
      ofOwn.field('amount', own.title, 'decimal').select({ title: true, fee: true }).build(),
      '-1,-2\r\n',
    ],
  ])('lets a number keep its sign in %s', async (_title, config, line) => {
    client.exec(`insert into notes (id, title, fee) values (50, '-1', -2)`)
    expect(await textOf({ config, columns: ['title', 'fee'] }, 'http://x/?filter.id=$eq:50')).toBe(
      `title,fee\r\n${line}`,
    )
  })
  test('takes a value that writes itself for what it writes', async () => {
    const rows = async function* () {
      yield { span: { toJSON: () => '-PT1H' }, text: { toJSON: () => '=1' } }
    }
    const file = await fileOf(rows(), { columns: ['span', 'text'] })
    expect(file).toBe(`span,text\r\n-PT1H,'=1\r\n`)
  })
  test('an invalid date is no empty field', async () => {
    client.exec(`insert into notes (id, at) values (50, 'x')`)
    expect(await textOf({ columns: ['at'] }, 'http://x/?filter.id=$eq:50')).toBe('at\r\nInvalid Date\r\n')
  })
})

describe('a trailer', () => {
  test('is the last line, and no row looks like it', async () => {
    db.insert(notes).values({ id: 50, title: '#end 1' }).run()
    const asked = { columns: ['title', 'id'], trailer: true, guardFormulas: false }
    expect(await textOf(asked, 'http://x/?filter.id=$eq:50')).toBe(`title,id\r\n'#end 1,50\r\n#end 1,\r\n`)
    expect(await textOf({ ...asked, trailer: false }, 'http://x/?filter.id=$eq:50')).toBe('title,id\r\n#end 1,50\r\n')
    db.delete(notes).where(eq(notes.id, 50)).run()
    expect(await textOf({ ...asked, columns: ['id'] }, 'http://x/?filter.id=$gte:9')).toBe('id\r\n#end 0\r\n')
    expect(await textOf({ as: 'ndjson', trailer: true }, 'http://x/?filter.id=$gte:9')).toBe('{"$end":{"rows":0}}\n')
    expect(await textOf({ as: 'json', trailer: true }, 'http://x/?filter.id=$gte:9')).toBe('[]')
  })
})

describe('rows of a stream', () => {
  const list = paginateConfig(notes).withLimits(2, 5).withTieBreaker('id').select({ id: true }).build()
  const ids = 'id\r\n1\r\n2\r\n3\r\n4\r\n'

  test('are written in batches, and one by one, as the same file', async () => {
    const stream = () => streamRows(db, '', list, { batchSize: 3 })
    expect(await fileOf(stream())).toBe(ids)
    expect(await fileOf(streamRows(db, '', list, { batchSize: 3, map: { all: (rows) => rows } }))).toBe(ids)
    expect(await fileOf(streamRows(db, '', list, { batchSize: 3, map: (row) => row }))).toBe(ids)
    const wrapped = async function* () {
      yield* stream()
    }
    expect(await fileOf(wrapped())).toBe(ids)
  })

  test.each([1, 2, 3])('are those that follow %i that the app has read', async (count) => {
    const rows = streamRows(db, '', list, { batchSize: 3 })
    for (let at = 1; at <= count; at++) expect(await rows.next()).toEqual({ done: false, value: { id: at } })
    expect(await fileOf(rows)).toBe(`id\r\n${[1, 2, 3, 4].slice(count).join('\r\n')}\r\n`)
  })
})

// R14.1.5
describe('NDJSON and JSON', () => {
  test('are written, of no rows too', async () => {
    const ndjson = await get({ as: 'ndjson' }, 'http://x/?filter.id=$gte:4')
    expect([ndjson.headers.get('content-type'), await ndjson.text()]).toEqual([
      'application/x-ndjson; charset=utf-8',
      '{"id":4,"title":null,"at":null}\n',
    ])
    const whole = await get({ as: 'json' })
    expect(whole.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(((await whole.json()) as { id: number }[]).map(({ id }) => id)).toEqual([1, 2, 3, 4])
    expect(await textOf({ as: 'json' }, 'http://x/?filter.id=$gte:9')).toBe('[]')
    expect(await textOf({ as: 'ndjson' }, 'http://x/?filter.id=$gte:9')).toBe('')
  })
  test('hold what the JSON of a page holds', async () => {
    expect(JSON.parse(await textOf({ as: 'json', config: nested }, 'http://x/?filter.id=$eq:1'))).toEqual([
      {
        id: 1,
        author: null,
        on: '1970-01-02',
        fee: '-1.5',
        balance: '-1',
        sign: '-1',
        serial: '9007199254740993',
        tags: { a: ['x', 1] },
      },
    ])
  })
})

// RFC 6266 and 8187
test.each([
  [undefined, `filename="export.csv"; filename*=UTF-8''export.csv`],
  ['nötes "x".csv', `filename="n_tes _x_.csv"; filename*=UTF-8''n%C3%B6tes%20%22x%22.csv`],
  ["50%25 (a)'b'*.csv", `filename="50_25 (a)'b'*.csv"; filename*=UTF-8''50%2525%20%28a%29%27b%27%2A.csv`],
  [
    'a\r\nset-cookie: b\\😀.csv',
    `filename="a__set-cookie: b__.csv"; filename*=UTF-8''a%0D%0Aset-cookie%3A%20b%5C%F0%9F%98%80.csv`,
  ],
  ['\ud800.csv', `filename="_.csv"; filename*=UTF-8''%EF%BF%BD.csv`],
])('a file called %j', async (filename, expected) => {
  expect((await get({ filename })).headers.get('content-disposition')).toBe(`attachment; ${expected}`)
})

test('refuses before the first byte', async () => {
  const answer = await get({}, 'http://x/?page=0')
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
    400,
    'application/problem+json; charset=utf-8',
    null,
  ])
  const posted = await exportHandler({ db, config, as: 'csv' })(new Request('http://x/', { method: 'POST' }))
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})
