// A client who follows a hint literally gets the rows that were meant: each hint is followed, on a database.
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, paginateConfig, PaginateQuery, PaginateQueryError } from '../../src/index.js'

const notes = sqliteTable('notes', {
  id: integer().primaryKey(),
  status: text({ enum: ['open', 'paid', 'void'] }).notNull(),
  body: text(),
  views: integer(),
  due: integer({ mode: 'timestamp' }),
  tags: text({ mode: 'json' }).$type<string[]>(),
})
const client = new Database(':memory:')
const db = drizzle({ client })

beforeAll(() => {
  client.exec('create table notes (id integer primary key, status text not null, body text, views int, due int, tags)')
  db.insert(notes)
    .values([
      { id: 1, status: 'open', body: 'urgent', views: 5, due: new Date('2024-05-01T00:00:00Z'), tags: ['a', 'b'] },
      { id: 2, status: 'paid', body: null, views: 50, due: null, tags: ['b'] },
      { id: 3, status: 'void', body: 'late, urgent', views: 500, due: new Date('2024-06-01T00:00:00Z'), tags: null },
      { id: 4, status: 'open', body: 'in:urgent', views: null, due: null, tags: [] },
      { id: 5, status: 'paid', body: 'null', views: 7, due: null, tags: ['a,b'] },
      { id: 6, status: 'paid', body: 'open', views: 8, due: null, tags: ['c'] },
    ])
    .run()
})
afterAll(() => void client.close())

const base = paginateConfig(notes).withLimits(10, 10).withTieBreaker('id').select({ id: true })
const everything = base
  .filterable('status', '$eq', '$in', '$null')
  .filterable('body', '$eq', '$in', '$null', '$sw', '$ew', '$ilike', '$contains', '$lt', '$gte')
  .filterable('views', '$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw')
  .filterable('due', '$eq', '$null', '$lt', '$gte')
  .filterable('tags', '$eq', '$null', '$contains')
  .sortable('views', 'body')
  .withFilterExpressions()
  .build()
const few = base
  .filterable('status', '$in')
  .filterable('body', '$ilike', '$null')
  .filterable('views', '$gte')
  .filterable('due', '$null')
  .filterable('tags', '$contains')
  .build()

const idsOf = async (list: typeof everything | typeof few, ...criteria: readonly string[]): Promise<number[]> => {
  const source = criteria.map((criterion) =>
    criterion.replace(/=(.*)/s, (_, text: string) => `=${encodeURIComponent(text)}`),
  )
  const page = await paginate(db, PaginateQuery.from(`?${source.join('&')}`), list)
  return page.items.map(({ id }) => id)
}
/** What the hint says to write. */
const offeredBy = ({ hint = '' }: PaginateQueryError): string | null =>
  /^Write '(.*?)'\.(?: Its operators are .*)?$/s.exec(hint)?.[1] ?? null
const hintOf = async (list: typeof everything | typeof few, ...criteria: readonly string[]): Promise<string | null> => {
  const error: unknown = await idsOf(list, ...criteria).catch((caught: unknown) => caught)
  expect(error, criteria.join('&')).toBeInstanceOf(PaginateQueryError)
  return offeredBy(error as PaginateQueryError)
}

describe('a hint is followed:', () => {
  test.each<[asked: string, meant: string]>([
    ['status=$ne:open', '$not:$eq:open'],
    ['status=$neq:open', '$not:$eq:open'],
    ['status=$not:open', '$not:$eq:open'],
    ['status=$not:$ne:open', '$eq:open'],
    ['status=$notEquals:open', '$not:$eq:open'],
    ['status=$nin:open,paid', '$not:$in:open,paid'],
    ['status=$not_in:open,paid', '$not:$in:open,paid'],
    ['status=!open', '$not:$eq:open'],
    ['status=!=open', '$not:$eq:open'],
    ['status=$!=:open', '$not:$eq:open'],
    ['status=<>open', '$not:$eq:open'],
    ['status=ne:open', '$not:$eq:open'],
    ['status=not:open', '$not:$eq:open'],
    ['status=not:in:open,paid', '$not:$in:open,paid'],
    ['status=!$in:open,paid', '$not:$in:open,paid'],
    ['status=!!open', ''],
    ['status=open', '$eq:open'],
    ['status==open', '$eq:open'],
    ['status=eq:open', '$eq:open'],
    ['status=$equals:open', '$eq:open'],
    ['status=open,paid', ''],
    ['status=$in(open,paid)', ''],
    ['status=in(open,paid)', ''],
    ['status=$in[]:open,paid', '$in:open,paid'],
    ['status=nothing', ''],
    ['status=$nothing:open', ''],
    ['body=$notnull', '$not:$null'],
    ['body=$isNotNull', '$not:$null'],
    ['body=$isNull:', '$null'],
    ['body=$isNull:false', ''],
    ['body=!$null', '$not:$null'],
    ['body=null', ''],
    ['body=-open', ''],
    ['views=-5', '$eq:-5'],
    ['due=null', '$null'],
    ['due=$not:null', '$not:$null'],
    ['due=notnull', '$not:$null'],
    ['body=$notContains:urgent', '$not:$ilike:urgent'],
    ['body=$icontains:URGENT', '$ilike:URGENT'],
    ['body=$like:%urgent%', '$ilike:urgent'],
    ['body=$notlike:%urgent%', '$not:$ilike:urgent'],
    ['body=$like:urg%', '$sw:urg'],
    ['body=$like:urgent', ''],
    ['body=$like:%gent', '$ew:gent'],
    ['body=$endsWith:gent', '$ew:gent'],
    ['body=$notEndsWith:gent', '$not:$ew:gent'],
    ['body=ew:gent', '$ew:gent'],
    ['body=$like:u%t', ''],
    ['body=$like:%_%', ''],
    ['body=$startsWith:urg', '$sw:urg'],
    ['body=in:urgent', '$in:urgent'],
    ['body=inn:urgent', ''],
    ['body=or:urgent', ''],
    ['body=e:urgent', '$eq:e:urgent'],
    ['status=$e:open', ''],
    ['body=is:urgent', '$eq:is:urgent'],
    ['body=is:null', '$null'],
    ['body=$is:null', '$null'],
    ['body=is:not null', '$not:$null'],
    ['body=is_not:null', '$not:$null'],
    ['body=not:is:null', '$not:$null'],
    ['body=exists:true', '$not:$null'],
    ['body=exists:false', '$null'],
    ['body=$exists:true', '$not:$null'],
    ['body=!exists:true', '$null'],
    ['body=exists:1', ''],
    ['body=exists', ''],
    ['views=exists', '$not:$null'],
    ['status=is:null', '$null'],
    ['body=late, urgent', ''],
    ['body=urg%', ''],
    ['body=contains urgent', ''],
    ['body="urgent"', ''],
    ['body=$eq', ''],
    ['body=$equals', ''],
    ['body=$not', ''],
    ['views=$between:1,200', '$btw:1,200'],
    ['views=$between:1..200', ''],
    ['views=>7', '$gt:7'],
    ['views=>= 7', '$gte:7'],
    ['views=$ge:7', '$gte:7'],
    ['views=$le:7', '$lte:7'],
    ['views=$lessThan:7', '$lt:7'],
    ['views=$less:7', ''],
    ['views=$ngt:7', '$not:$gt:7'],
    ['views=12,5', ''],
    ['views=-7', '$eq:-7'],
    ['views=seven', ''],
    ['views=$inn:5', ''],
    ['views=$min:5', ''],
    ['views=$ite:5', ''],
    ['due=2024-05-01T00:00:00Z', '$eq:2024-05-01T00:00:00Z'],
    ['due=gt:2024-05-01T00:00:00Z', ''],
    ['tags=a', '$eq:a'],
    ['tags=$ne:a', '$not:$eq:a'],
    ['tags=$equals:a,b', '$eq:a,b'],
    ['tags=a,b', ''],
    ['tags=$includes:a,b', '$contains:a,b'],
    ['tags=!a', '$not:$eq:a'],
  ])('%s', async (asked, meant) => {
    const hint = await hintOf(everything, `filter.${asked}`)
    if (meant === '') return expect(hint).toBeNull()
    const field = asked.slice(0, asked.indexOf('='))
    expect(await idsOf(everything, `filter.${field}=${hint}`)).toEqual(
      await idsOf(everything, `filter.${field}=${meant}`),
    )
  })

  test.each<[before: string, asked: string, after: string, meant: string]>([
    ['', 'status=open', '', '$eq:open'],
    ['views=$gt:7 AND NOT (', 'status=open', ' OR body=$null)', '$eq:open'],
    ['', 'status=$ne:open', ' AND views=$gt:7', '$not:$eq:open'],
    ['NOT ', 'status=!open', '', '$not:$eq:open'],
    ['', 'views==5', '', '$eq:5'],
    ['', 'views=>7', '', '$gt:7'],
    ['', "status='open'", '', '$eq:open'],
    // A hint with quotes of its own would have to be quoted twice.
    ['', "body='late night'", '', ''],
    ['', "body='$equals:a b'", '', ''],
    // Not as a criterion after another one: an expression has `OR` of its own.
    ['body=$null OR ', 'status=$or:open', '', ''],
    ['', 'status=open,paid', '', ''],
    ['', 'status=nothing', '', ''],
    ['', 'status=', '', ''],
    ['', 'body=$eq', '', ''],
  ])('in an expression: %s%s%s', async (before, asked, after, meant) => {
    const hint = await hintOf(everything, `filter=${before}${asked}${after}`)
    if (meant === '') return expect(hint).toBeNull()
    const field = asked.slice(0, asked.indexOf('='))
    const [followed, expected] = await Promise.all(
      [hint, meant].map((criterion) => idsOf(everything, `filter=${before}${field}=${criterion}${after}`)),
    )
    expect(followed).toEqual(expected)
  })

  test.each<[before: string, asked: string, after: string, meant: string]>([
    ['', 'status:open', '', 'status=$eq:open'],
    ['', 'STATUS:open', '', 'status=$eq:open'],
    ['', "status:'open'", '', 'status=$eq:open'],
    ['', 'status:$ne:open', '', 'status=$not:$eq:open'],
    ['', 'status:!open', '', 'status=$not:$eq:open'],
    ['', 'status:$eq:open', '', 'status=$eq:open'],
    ['', 'status:in:open,paid', '', 'status=$in:open,paid'],
    ['views=$gt:7 AND NOT (', 'status:open', ' OR body=$null)', 'status=$eq:open'],
    ['NOT ', 'views:>7', ' OR (status=$eq:paid)', 'views=$gt:7'],
    ['', 'body:null', '', ''],
    ['', "body:'late night'", '', ''],
    ['', "body:'a(b'", '', ''],
    ['', 'status:open,paid', '', ''],
    ['', 'status:nothing', '', ''],
    ['', 'status:$and:$eq:open', '', ''],
    ['', 'status:', '', ''],
    ['', 'nothing:open', '', ''],
    ['', 'status', '', ''],
  ])('for a colon in an expression: %s%s%s', async (before, asked, after, meant) => {
    const hint = await hintOf(everything, `filter=${before}${asked}${after}`)
    if (meant === '') return expect(hint).toBeNull()
    const [followed, expected] = await Promise.all(
      [hint, meant].map((term) => idsOf(everything, `filter=${before}${term}${after}`)),
    )
    expect(followed).toEqual(expected)
  })

  test.each<[asked: string, hint: string | null]>([
    ['status=open', '$in:open'],
    ['status=$ne:open', '$not:$in:open'],
    ['status=$eqq:open', '$in:open'],
    ['body=$like:%urgent%', '$ilike:urgent'],
    ['body=$like:urgent%', null],
    ['body=urgent', null],
    ['body=null', '$null'],
    ['views=$between:1,200', null],
    ['views=5', null],
    ['tags=a', '$contains:a'],
    ['tags=$equals:a,b', null],
    ['due=2024-05-01T00:00:00Z', null],
  ])('of a field with few operators: %s', async (asked, hint) => {
    expect(await hintOf(few, `filter.${asked}`)).toBe(hint)
  })

  test('a connector is kept where a criterion comes before it', async () => {
    expect(await hintOf(everything, 'filter.status=$or:paid')).toBe('$eq:paid')
    expect(await hintOf(everything, 'filter.status=$eq:open', 'filter.status=$or:paid')).toBe('$or:$eq:paid')
    expect(await hintOf(everything, 'filter.status=$eq:open', 'filter.status=$not:$or:ne:paid')).toBe('$or:$eq:paid')
  })

  test('of an order', async () => {
    for (const [asked, meant] of [
      ['views', 'views:ASC'],
      ['-views', 'views:DESC'],
      ['views desc', 'views:DESC'],
      ['views:descending', 'views:DESC'],
      ['views:-1', 'views:DESC'],
      ['views;1', 'views:ASC'],
    ] as const) {
      const hint = await hintOf(everything, `sortBy=${asked}`)
      expect(await idsOf(everything, `sortBy=${hint}`)).toEqual(await idsOf(everything, `sortBy=${meant}`))
    }
    for (const asked of ['views:dsc', 'views:down', 'views,body', '-views:asc'])
      expect(await hintOf(everything, `sortBy=${asked}`)).toBeNull()
  })
})

// Whatever is written, a hint is a criterion of this field, and never the complement of what the words say.
test(
  'every word with every value is answered with a criterion that the list accepts',
  { timeout: 120_000 },
  async () => {
    const words = [
      'eq',
      'ne',
      'in',
      'nin',
      'null',
      'notnull',
      'like',
      'notlike',
      'contains',
      'ncontains',
      'gt',
      'between',
    ]
    const offeredFor = async (criterion: string): Promise<string | null> => {
      const error: unknown = await idsOf(everything, criterion).catch((caught: unknown) => caught)
      return error instanceof PaginateQueryError ? offeredBy(error) : null
    }
    let followed = 0
    for (const sign of ['$', '', '!', '$not:', '$not:$', 'not:', '$n', '$x'])
      for (const word of words)
        for (const value of ['', ':', ':open', ':5', ':1,9', ':%a%', ':a%'])
          for (const field of ['status', 'body', 'views', 'due', 'tags']) {
            const [hint = null, inExpression = null, afterColon = null] = await Promise.all(
              [`filter.${field}=`, `filter=${field}=`, `filter=${field}:`].map((start) =>
                offeredFor(`${start}${sign}${word}${value}`),
              ),
            )
            // A criterion that is right as it is has no hint of its own.
            if (afterColon !== null) expect(afterColon).toBe(`${field}=${inExpression ?? `${sign}${word}${value}`}`)
            if (afterColon !== null) await idsOf(everything, `filter=${afterColon}`)
            if (hint === null) continue
            followed++
            await idsOf(everything, `filter.${field}=${hint}`)
            const isNegative = /\bn(e|in|otnull|otlike|contains)\b/.test(word) !== /^!|not/.test(sign)
            if (sign !== '$n' && sign !== '$x')
              expect([field, sign, word, value, hint.startsWith('$not:')]).toEqual([
                field,
                sign,
                word,
                value,
                isNegative,
              ])
          }
    expect(followed).toBeGreaterThan(300)
  },
)

// In another notation: never an equality with the words of it.
test('a test for null is answered with $null, or not at all', async () => {
  const denying = ['exists:true', 'exists:', 'is:not null', 'isNot:null', 'notnull:']
  for (const sign of ['', '$', '!', '$not:'])
    for (const words of [...denying, 'exists:false', 'is:null', 'exists:1', 'exists:yes', 'null:true'])
      for (const field of ['status', 'body', 'views', 'due', 'tags']) {
        const isNegative = denying.includes(words) !== (sign === '!' || sign === '$not:')
        const hint = await hintOf(everything, `filter.${field}=${sign}${words}`)
        if (hint !== null) expect([sign, words, hint]).toEqual([sign, words, isNegative ? '$not:$null' : '$null'])
      }
})
