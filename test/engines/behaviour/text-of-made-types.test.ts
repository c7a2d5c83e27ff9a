// Text operators on value types of the developer's own: the term is the text that `$eq` binds, in statements and in
// memory.
import { asc, sql } from 'drizzle-orm'
import * as my from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import * as lite from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { paginateArray } from '../../../src/entries/memory/index.js'
import {
  applyFilters,
  defineValueType,
  encodeFilterValue,
  paginate,
  paginateConfig,
  PaginateConfigError,
} from '../../../src/index.js'
import { createTableSql } from '../../support/create-tables.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

const PREFIX = 'S:'
const OPERATORS = ['$eq', '$in', '$null', '$sw', '$ew', '$ilike', '$contains'] as const

interface Code {
  readonly code: string
}
/** The column's own encoder adds the prefix. */
const codeColumn = {
  dataType: () => 'varchar(40)',
  toDriver: ({ code }: Code) => PREFIX + code,
  fromDriver: (text: string) => ({ code: text.slice(PREFIX.length) }),
}

const pgCoded = pg.pgTable('coded', {
  id: pg.integer().primaryKey(),
  sku: pg.varchar({ length: 40 }),
  own: pg.customType<{ data: Code; driverData: string }>(codeColumn)(),
})
const tables = {
  postgresql: pgCoded,
  sqlite: lite.sqliteTable('coded', {
    id: lite.integer().primaryKey(),
    sku: lite.text(),
    own: lite.customType<{ data: Code; driverData: string }>(codeColumn)(),
  }) as unknown as typeof pgCoded,
  mysql: my.mysqlTable('coded', {
    id: my.int().primaryKey(),
    sku: my.varchar({ length: 40 }),
    own: my.customType<{ data: Code; driverData: string }>(codeColumn)(),
  }) as unknown as typeof pgCoded,
}

/** What the column has after the prefix. */
const CODES = ['ab1', 'ab2', '12', null, 'S:ab1', '5', `a'b\\"c`, '100%_!', 'x12']
const rows = CODES.map((code, at) => ({
  id: at + 1,
  sku: code === null ? null : PREFIX + code,
  own: code === null ? null : { code },
}))

const asCode = (text: string): Code => ({ code: text })
const asText = (text: string): string => text
const asNumber = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)

interface Case {
  readonly column: 'sku' | 'own' | 'expression'
  readonly type: Parameters<typeof defineValueType>[0]
  /** What memory has for a code. */
  readonly value: (code: string) => unknown
}
const made = (column: Case['column'], value: Case['value'], type: object): Case => ({
  column,
  value,
  type: { name: 'code', operators: OPERATORS, ...type } as never,
})
const ofCode = (value: unknown): string => PREFIX + (value as Code).code
const CASES: Readonly<Record<string, Case>> = {
  'objects under as': made('sku', asCode, { parse: asCode, as: { type: 'text', value: ofCode } }),
  'objects under a function as': made('expression', asCode, {
    parse: asCode,
    as: () => ({ type: 'text', value: ofCode }),
  }),
  'objects under encode': made('sku', asCode, { parse: asCode, encode: ofCode }),
  'objects of an expression under encode': made('expression', asCode, { parse: asCode, encode: ofCode }),
  'objects under the encoder of the column': made('own', asCode, { parse: asCode }),
  'text under as': made('sku', asText, {
    parse: asText,
    as: { type: 'text', value: (value: string) => PREFIX + value },
  }),
  'text under encode': made('sku', asText, { parse: asText, encode: (value: string) => PREFIX + value }),
  'numbers under as': made('sku', (code) => asNumber(code) ?? code, {
    parse: asNumber,
    as: { type: 'text', value: (value: number) => `${PREFIX}${value}` },
  }),
  'numbers under encode': made('sku', (code) => asNumber(code) ?? code, {
    parse: asNumber,
    encode: (value: number) => `${PREFIX}${value}`,
  }),
}

const MATCHES: { readonly [operator: string]: (text: string, term: string) => boolean } = {
  $sw: (text, term) => text.startsWith(term),
  $ew: (text, term) => text.endsWith(term),
  $ilike: (text, term) => text.includes(term),
  $contains: (text, term) => text.includes(term),
  $eq: (text, term) => text === term,
}
const TERMS = ['ab', 'ab1', '12', '5', `a'b\\"c`, '100%_', '%', 'nothing']

describe.each(dialects)('Text operators of made types on $name', (engine) => {
  let database: TestDatabase
  const coded = tables[engine.dialect]

  beforeAll(async () => {
    database = await engine.open()
    await database.execute(`drop table if exists coded; ${createTableSql(engine.dialect, coded)}`)
    await database.db.insert(coded).values(rows)
  })
  afterAll(async () => {
    await database.execute('drop table coded')
    await database.close()
  })

  const listOf = (selector: unknown, type: unknown) =>
    paginateConfig(coded)
      .field('code', selector as typeof coded.sku, type as z.ZodString)
      .withLimits(20, 20)
      .withTieBreaker('id')
      .filterable('code', ...OPERATORS)
      .build()
  const selectorOf = (column: Case['column']) =>
    column === 'expression' ? sql<string>`concat(${coded.sku}, '')` : coded[column]

  /** The ids of a page, twice as its statement is then cached; of a statement without a cache; and of memory. */
  async function everyWay(list: ReturnType<typeof listOf>, query: string, value: Case['value']) {
    const own = { own: { values: { code: (row: (typeof rows)[number]) => row.own && value(row.own.code) } } }
    const pageIds = async () => (await paginate(database.db, query, list)).items.map(({ id }) => id)
    const fresh = await database.db
      .select({ id: coded.id })
      .from(coded)
      .where(applyFilters(query, list).where)
      .orderBy(asc(coded.id))
    const inMemory = paginateArray(rows, query, list, own as never) as { readonly items: readonly { id: number }[] }
    return {
      page: await pageIds(),
      again: await pageIds(),
      fresh: fresh.map(({ id }) => id),
      memory: inMemory.items.map(({ id }) => id),
    }
  }
  const alike = (ids: readonly number[]) => ({ page: ids, again: ids, fresh: ids, memory: ids })
  const idsWhere = (test: (text: string | null) => boolean): number[] =>
    rows.filter(({ sku }) => test(sku)).map(({ id }) => id)
  const query = (...criteria: string[]): string =>
    criteria.map((criterion) => `filter.code=${encodeURIComponent(criterion)}`).join('&')

  describe.each(Object.entries(CASES))('%s', (_title, { column, type, value }) => {
    const list = listOf(selectorOf(column), defineValueType(type))
    const terms = TERMS.filter((term) => type.parse(term) !== undefined)

    test.each(Object.keys(MATCHES))('%s compares the text that is bound', async (operator) => {
      const matches = MATCHES[operator] as (text: string, term: string) => boolean
      for (const term of terms) {
        const isMatch = (text: string | null): boolean => text !== null && matches(text, PREFIX + term)
        expect(await everyWay(list, query(`${operator}:${term}`), value), term).toEqual(alike(idsWhere(isMatch)))
        expect(await everyWay(list, query(`$not:${operator}:${term}`), value), term).toEqual(
          alike(idsWhere((text) => !isMatch(text))),
        )
      }
    })

    test('criteria are joined', async () => {
      const either = idsWhere((text) => text !== null && (text.startsWith('S:12') || text.endsWith('S:5')))
      expect(await everyWay(list, query('$sw:12', '$or:$ew:5'), value)).toEqual(alike(either))
    })

    test('the text of a value is a term that finds its row', async () => {
      const text = encodeFilterValue(list, 'code', value('12') as string)
      if (text === null) return
      for (const operator of ['$eq', '$sw', '$contains'])
        expect((await everyWay(list, query(`${operator}:${text}`), value)).page).toContain(3)
    })
  })

  test('a value that no row can equal matches none', async () => {
    const type = defineValueType({
      name: 'code',
      operators: OPERATORS,
      parse: asText,
      as: { type: 'text', value: () => undefined },
    })
    const list = listOf(coded.sku, type)
    expect(await everyWay(list, query('$sw:a'), asText)).toEqual(alike([]))
    expect(await everyWay(list, query('$not:$sw:a'), asText)).toEqual(alike(rows.map(({ id }) => id)))
  })

  test.each<[title: string, schema: unknown, term: string, ids: readonly number[]]>([
    ['of text', z.string().transform((text) => `S:${text}`), 'ab', [1, 2, 5]],
    ['of numbers', z.coerce.number(), '012', [3, 9]],
  ])('a schema %s is compared by the text of its output', async (_title, schema, term, ids) => {
    const list = listOf(coded.sku, schema)
    const found = (await paginate(database.db, query(`$contains:${term}`), list)).items.map(({ id }) => id)
    expect(found).toEqual(ids)
    const inMemory = paginateArray(rows, query(`$contains:${term}`), list, {
      own: { values: { code: (row: (typeof rows)[number]) => row.sku } },
    } as never) as { readonly items: readonly { id: number }[] }
    expect(inMemory.items.map(({ id }) => id)).toEqual(ids)
  })

  test.each<[title: string, type: object]>([
    ['an object that nothing writes', { parse: asCode }],
    ['bytes', { parse: asText, encode: (value: string) => new TextEncoder().encode(value) }],
    ['SQL', { parse: asText, encode: (value: string) => sql`lower(${value})` }],
  ])('%s is not text: the call says whose mistake it is', async (_title, type) => {
    const list = listOf(coded.sku, defineValueType({ name: 'code', operators: OPERATORS, ...type } as never))
    const sentence = `Value type 'code' must bind text for a text operator; return text from its 'encode' or its 'as'.`
    await expect((async () => paginate(database.db, query('$sw:a'), list))()).rejects.toThrow(
      new PaginateConfigError(sentence),
    )
    expect(() => paginateArray(rows, query('$sw:a'), list, { own: { values: { code: () => 'a' } } } as never)).toThrow(
      new PaginateConfigError(sentence),
    )
  })
})

describe('A text operator of a made type is refused by build() where the database compares no text:', () => {
  const mood = pg.pgEnum('mood', ['sad', 'ok'])
  const typed = pg.pgTable('typed', {
    id: pg.integer().primaryKey(),
    text: pg.text(),
    char: pg.char({ length: 1 }),
    word: pg.text({ enum: ['sad', 'ok'] }),
    mood: mood(),
    count: pg.integer(),
    uuid: pg.uuid(),
    ip: pg.inet(),
    day: pg.date(),
    customText: pg.customType<{ data: string }>({ dataType: () => 'varchar(9)' })(),
    customCount: pg.customType<{ data: string }>({ dataType: () => 'integer' })(),
    customPath: pg.customType<{ data: string }>({ dataType: () => 'ltree' })(),
  })
  const over = (type: string) => ({ as: { type, value: (value: unknown) => value } })
  const byColumn = { as: (column: unknown) => (column === typed.count ? over('integer').as : null) }

  test.each<[title: string, selector: unknown, more: object, isText: boolean]>([
    ['a column of text', typed.text, {}, true],
    ['a column of one character', typed.char, {}, true],
    ['text with members', typed.word, {}, true],
    ['an address', typed.ip, {}, true],
    ['a custom column of text', typed.customText, {}, true],
    ['a custom column of a type that is not known', typed.customPath, {}, true],
    ['an expression', sql`lower(${typed.text})`, {}, true],
    ['an enum', typed.mood, {}, false],
    ['a column of integers', typed.count, {}, false],
    ['a column of integers under encode', typed.count, { encode: String }, false],
    ['a column of UUIDs', typed.uuid, {}, false],
    ['a column of days', typed.day, {}, false],
    ['a custom column of integers', typed.customCount, {}, false],
    ['integers as text', typed.count, over('text'), true],
    ['a custom column of integers as text', typed.customCount, over('text'), false],
    ['text as integers', typed.text, over('integer'), false],
    ['text as UUIDs', typed.text, over('uuid'), false],
    ['an expression as a date', sql`lower(${typed.text})`, over('date'), false],
    ['a function that gives one type', typed.count, byColumn, false],
    ['a function that gives none', typed.text, byColumn, true],
  ])('%s', (_title, selector, more, isText) => {
    const type = defineValueType({ name: 'own', operators: OPERATORS, parse: asText, ...(more as object) })
    const build = (operators: readonly (typeof OPERATORS)[number][]) =>
      paginateConfig(typed)
        .field('own', selector as typeof typed.text, type)
        .withLimits(5, 5)
        .withTieBreaker('id')
        .filterable('own', ...operators)
        .build()
    if (isText) return expect(() => build(OPERATORS)).not.toThrow()
    for (const operator of ['$sw', '$ew', '$ilike', '$contains'] as const)
      expect(() => build(['$eq', operator])).toThrow(
        new PaginateConfigError(
          `.filterable('own') cannot grant '${operator}' on type 'own'; it supports '$eq', '$in', '$null'.`,
        ),
      )
  })
})
