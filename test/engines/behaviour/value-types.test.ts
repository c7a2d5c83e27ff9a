// Value types of the developer's own, end to end: made with defineValueType, or any Standard Schema.
import { type } from 'arktype'
import { asc } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import * as lite from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineValueType, paginate, paginateConfig } from '../../../src/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import { createTableSql } from '../../support/create-tables.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

/** What a schema of any library is. */
interface SchemaLike {
  readonly '~standard': { readonly version: 1; readonly vendor: string }
}

/** An amount of euros that the database keeps in cents. */
class Money {
  readonly cents: number
  constructor(cents: number) {
    this.cents = cents
  }
  valueOf(): number {
    return this.cents
  }
}

const moneyColumn = {
  dataType: () => 'integer',
  toDriver: (value: Money) => value.cents,
  fromDriver: (value: number) => new Money(Number(value)),
}
const parseMoney = (text: string): Money | undefined =>
  /^\d{1,9}\.\d\d$/.test(text) ? new Money(Number(text.replace('.', ''))) : undefined
const ORDERED = ['$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw'] as const

const money = defineValueType({
  name: 'money',
  rule: 'expected an amount such as 12.50',
  parse: parseMoney,
  operators: ORDERED,
  appliesTo: (column) => column.name === 'price',
})
/** Encodes cents itself, for an ordinary column. */
const cents = defineValueType({ name: 'cents', parse: parseMoney, operators: ORDERED, encode: (value) => value.cents })
/** Amounts as digits: finer than any column, compared as decimals. */
const ratio = defineValueType({
  name: 'ratio',
  rule: 'expected a fraction such as 1/3',
  operators: ORDERED,
  parse: (text) => {
    const match = /^(\d{1,9})\/([1-9]\d{0,8})$/.exec(text)
    return match === null ? undefined : { numerator: BigInt(match[1] ?? 0), denominator: BigInt(match[2] ?? 1) }
  },
  as: {
    type: 'integer',
    value: ({ numerator, denominator }, rounding) => {
      const floor = numerator / denominator
      if (floor * denominator === numerator) return floor
      return rounding === 'exact' ? undefined : rounding === 'floor' ? floor : floor + 1n
    },
  },
  compare: (a, b) => {
    const difference = a.numerator * b.denominator - b.numerator * a.denominator
    return difference < 0n ? -1 : difference > 0n ? 1 : 0
  },
})
const loud = defineValueType({ name: 'text', parse: (text) => text.toUpperCase(), operators: ['$eq', '$in', '$null'] })

const pgThings = pg.pgTable('made_things', {
  id: pg.integer().primaryKey(),
  price: pg.customType<{ data: Money; driverData: number }>(moneyColumn)(),
  stock: pg.integer(),
  code: pg.text(),
  listText: pg.text('list_text'),
  list: pg.jsonb().$type<unknown>(),
})
const liteThings = lite.sqliteTable('made_things', {
  id: lite.integer().primaryKey(),
  price: lite.customType<{ data: Money; driverData: number }>(moneyColumn)(),
  stock: lite.integer(),
  code: lite.text(),
  listText: lite.text('list_text'),
  list: lite.text({ mode: 'json' }).$type<unknown>(),
})
const rows = [
  { id: 1, price: new Money(1), stock: 1, code: 'A', listText: '["red","1"]', list: ['red', 'true', 1] },
  { id: 2, price: new Money(1250), stock: 2, code: 'B', listText: '[true,false,1,2.5]', list: [true, false, 2.5] },
  { id: 3, price: new Money(1251), stock: 3, code: 'C,D', listText: '{"red":"red"}', list: { red: 'red' } },
  { id: 4, price: null, stock: null, code: null, listText: null, list: null },
  { id: 5, price: new Money(99_999), stock: -4, code: '', listText: '"red"', list: [null, 'null', '', 'a"b\\c'] },
]

describe.each(dialects.filter(({ dialect }) => dialect !== 'mysql'))('Made value types on $name', (engine) => {
  let database: TestDatabase
  // Names and JavaScript types are those of PostgreSQL's columns, so one body serves both.
  const things = (engine.dialect === 'postgresql' ? pgThings : liteThings) as typeof pgThings
  const base = (valueTypes: readonly (typeof money | typeof loud)[] = [money]) =>
    paginateConfig(things, { valueTypes }).withLimits(20, 20).withTieBreaker('id')
  type AnyConfig = Parameters<typeof paginate>[2]

  beforeAll(async () => {
    database = await engine.open()
    await database.execute('drop table if exists made_things')
    await database.execute(createTableSql(engine.dialect, things))
    // postgres.js under Drizzle 1.0 takes an array in a jsonb column for an array of the database: JSON goes in as
    // text.
    await database.db
      .insert(things)
      .values(rows.map(({ id, price, stock, code, listText }) => ({ id, price, stock, code, listText })))
    for (const { id, list } of rows) {
      if (list !== null)
        await database.execute(`update made_things set list = '${JSON.stringify(list)}' where id = ${id}`)
    }
  })
  afterAll(async () => {
    await database.execute('drop table made_things')
    await database.close()
  })

  /** Ids from the database; memory must find the same. */
  async function idsOf(config: AnyConfig, filters: Record<string, string>): Promise<readonly number[]> {
    const stored = await database.db.select().from(things).orderBy(asc(things.id))
    const page = await paginate(database.db, { filters }, config)
    const ids = page.items.map((item) => (item as { readonly id: number }).id)
    const inMemory = paginateArray(stored, { filters }, config as never) as {
      readonly items: readonly { readonly id: number }[]
    }
    expect(inMemory.items.map((item) => item.id)).toEqual(ids)
    return ids
  }
  const boundBy = async (config: AnyConfig, filters: Record<string, string>): Promise<readonly unknown[]> => {
    database.clear()
    await paginate(database.db, { filters }, config)
    return database.statements()[0]?.params ?? []
  }

  describe('one without an encoding', () => {
    const list = base().filterable('price', '$eq', '$in', '$null', '$lt', '$gte', '$btw').build()

    test.each([
      ['$eq:12.50', [2]],
      ['$not:$eq:12.50', [1, 3, 4, 5]],
      ['$in:0.01,12.51,7.00', [1, 3]],
      ['$lt:12.51', [1, 2]],
      ['$gte:12.51', [3, 5]],
      ['$btw:12.50,12.51', [2, 3]],
      ['$null', [4]],
    ])('is encoded by its column: %s', async (criterion, ids) => {
      expect(await idsOf(list, { price: criterion })).toEqual(ids)
    })

    test('binds what the column writes, a parameter for each value', async () => {
      expect(await boundBy(list, { price: '$eq:12.50' })).toEqual([1250])
      expect(new Set(await boundBy(list, { price: '$in:0.01,12.51,7.00' }))).toEqual(new Set([1, 1251, 700]))
    })

    test('is described by its name', () => {
      expect(list.describe().filterableFields).toMatchObject([{ name: 'price', type: 'money' }])
    })
  })

  test('one with an encoding binds what that says', async () => {
    const list = base([]).field('amount', things.stock, cents).filterable('amount', '$eq', '$gt', '$in').build()
    expect(await boundBy(list, { amount: '$eq:0.02' })).toEqual([2])
    const page = await paginate(database.db, { filters: { amount: '$in:0.01,0.03' } }, list)
    expect(page.items.map((item) => item.id)).toEqual([1, 3])
  })

  describe('one laid over a built-in type', () => {
    const list = base([])
      .field('share', things.stock, ratio)
      .filterable('share', '$eq', '$in', '$lt', '$lte', '$gt', '$gte', '$btw')
      .build()

    test.each([
      ['$eq:4/2', [2]],
      ['$eq:5/2', []],
      ['$not:$eq:5/2', [1, 2, 3, 4, 5]],
      ['$in:5/2,9/3,1/1', [1, 3]],
      ['$lt:5/2', [1, 2, 5]],
      ['$lte:5/2', [1, 2, 5]],
      ['$lt:2/1', [1, 5]],
      ['$gt:5/2', [3]],
      ['$gte:5/2', [3]],
      ['$btw:3/2,5/2', [2]],
    ])('is compared exactly, between two values of the column too: %s', async (criterion, ids) => {
      const page = await paginate(database.db, { filters: { share: criterion } }, list)
      expect(page.items.map((item) => item.id)).toEqual(ids)
    })

    test('binds a list as one parameter', async () => {
      expect(await boundBy(list, { share: '$in:9/3,1/1,4/2' })).toHaveLength(1)
    })
  })

  describe('the refusals', () => {
    const list = base().filterable('price', '$eq', '$in', '$btw').build()

    test.each([
      [
        '$eq:twelve',
        'filter.value_invalid',
        "Filter 'price' has an invalid value 'twelve': expected an amount such as 12.50.",
      ],
      [
        '$in:1.00,2',
        'filter.value_invalid',
        "Filter 'price' has an invalid value '2': expected an amount such as 12.50.",
      ],
      ['$btw:1.00', 'filter.two_values_required', "Filter 'price' requires exactly two '$btw' values."],
      ['$eq:', 'filter.value_empty', "Filter 'price' requires a value for '$eq'; use '$null' to match missing values."],
    ])('%s is refused with %s, and no statement is run', async (criterion, code, message) => {
      database.clear()
      const run = async () => paginate(database.db, { filters: { price: criterion } }, list)
      await expect(run()).rejects.toMatchObject({ status: 400, parameter: 'filter.price', message, code })
      expect(database.statements()).toEqual([])
    })
  })

  describe('the order in which a type is looked for', () => {
    test.each([
      [
        'the field’s own',
        base([loud])
          .field(
            'own',
            things.code,
            z.string().transform((text) => text.slice(0, 1)),
          )
          .filterable('own', '$eq')
          .build(),
        'own',
        '$eq:Bxx',
        [2],
      ],
      ['a registered one, before the built-in', base([loud]).filterable('code', '$eq').build(), 'code', '$eq:b', [2]],
      [
        'a registered one under its name',
        base([loud]).field('named', things.code, 'text').filterable('named', '$eq').build(),
        'named',
        '$eq:b',
        [2],
      ],
      ['the built-in', base([]).filterable('code', '$eq').build(), 'code', '$eq:b', []],
    ] as readonly (readonly [string, AnyConfig, string, string, readonly number[]])[])(
      '%s',
      async (_title, config, field, criterion, ids) => {
        const page = await paginate(database.db, { filters: { [field]: criterion } }, config)
        expect(page.items.map((item) => (item as { id: number }).id)).toEqual(ids)
      },
    )

    test('a column with neither cannot be filtered', () => {
      expect(() => base([]).filterable('price', '$eq').build()).toThrow(/price/)
    })
  })

  describe.each([
    [
      'Zod',
      z
        .string()
        .regex(/^[A-Z],?/, 'Must be a letter.')
        .transform((text) => text.slice(0, 1)),
      'must be a letter',
    ],
    [
      'Valibot',
      v.pipe(
        v.string(),
        v.regex(/^[A-Z],?/, 'Must be a letter.'),
        v.transform((text) => text.slice(0, 1)),
      ),
      'must be a letter',
    ],
    ['ArkType', type(/^[A-Z],?/).pipe((text) => text.slice(0, 1)), 'must be matched by'],
  ] as readonly (readonly [string, SchemaLike, string])[])('a schema of %s', (_library, schema, rule) => {
    const list = base([]).field('letter', things.code, schema).filterable('letter', '$eq', '$in', '$null').build()

    test.each([
      ['$eq:A', [1]],
      ['$eq:Bcd', [2]],
      ['$in:A,Bx,Z', [1, 2]],
      ['$not:$in:A,B', [3, 4, 5]],
      ['$null', [4]],
    ])('reads the value that is compared: %s', async (criterion, ids) => {
      const page = await paginate(database.db, { filters: { letter: criterion } }, list)
      expect(page.items.map((item) => item.id)).toEqual(ids)
    })

    test('refuses with its own words', async () => {
      const run = async () => paginate(database.db, { filters: { letter: '$eq:1' } }, list)
      await expect(run()).rejects.toMatchObject({ status: 400, code: 'filter.value_invalid' })
      await expect(run()).rejects.toThrow(`Filter 'letter' has an invalid value '1': ${rule}`)
    })

    test('keeps the name of the column’s type', () => {
      expect(list.describe().filterableFields).toMatchObject([
        { name: 'letter', type: 'text', operators: ['$eq', '$in', '$null'] },
      ])
    })
  })

  test('an empty text is a value to a schema over text', async () => {
    const list = base([])
      .field('any', things.code, z.string())
      .field('some', things.code, z.string().min(1, 'Too short'))
      .filterable('any', '$eq')
      .filterable('some', '$eq')
      .build()
    expect(await idsOf(list, { any: '$eq:' })).toEqual([5])
    await expect((async () => paginate(database.db, { filters: { some: '$eq:' } }, list))()).rejects.toThrow(
      "Filter 'some' has an invalid value '': too short.",
    )
  })

  describe('a collection asked for by name', () => {
    const list = base([])
      .field('words', things.listText, 'collection')
      .field('items', things.list, 'collection')
      .filterable('words', '$contains', '$null')
      .filterable('items', '$contains', '$null')
      .build()

    test.each([
      [{ words: '$contains:red' }, [1]],
      [{ words: '$contains:red,1' }, [1]],
      [{ words: '$contains:1' }, [1, 2]],
      [{ words: '$contains:true' }, [2]],
      [{ words: '$contains:true,2.5' }, [2]],
      [{ words: '$not:$contains:1' }, [3, 4, 5]],
      [{ words: '$null' }, [4]],
      [{ items: '$contains:red' }, [1]],
      [{ items: '$contains:true' }, [1, 2]],
      [{ items: '$contains:1' }, [1]],
      [{ items: '$contains:false,2.5' }, [2]],
      [{ items: '$contains:null' }, [5]],
      [{ items: '$contains:a"b\\c' }, [5]],
      [{ items: '$not:$contains:true' }, [3, 4, 5]],
    ])('holds by the text of its elements: %j', async (filters, ids) => {
      expect(await idsOf(list, filters)).toEqual(ids)
    })
  })
})

test('text that is no JSON holds nothing on SQLite', async () => {
  const table = lite.sqliteTable('loose', { id: lite.integer().primaryKey(), words: lite.text().notNull() })
  const list = paginateConfig(table)
    .field('list', table.words, 'collection')
    .withLimits(5, 5)
    .withTieBreaker('id')
    .filterable('list', '$contains')
    .build()
  const loose = [
    { id: 1, words: 'red' },
    { id: 2, words: '["red"]' },
    { id: 3, words: '' },
  ]
  const [engine] = dialects.filter(({ dialect }) => dialect === 'sqlite')
  const ids = paginateArray(loose, { filters: { list: '$contains:red' } }, list, {
    own: { values: { list: (row) => row.words } },
  }).items.map((item) => item.id)
  expect(ids).toEqual([2])
  if (engine === undefined) return
  const database = await engine.open()
  await database.execute(createTableSql('sqlite', table))
  await database.db.insert(table as never).values(loose as never)
  const page = await paginate(database.db as never, { filters: { list: '$contains:red' } }, list)
  expect(page.items.map((item) => item.id)).toEqual(ids)
  await database.close()
})
