// The text of a value, put back to the endpoint that the value came from.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnyPaginateConfig,
  defineValueType,
  encodeFilterValue,
  paginate,
  paginateConfig,
  PaginateConfigError,
} from '../../../src/index.js'
import { articleList } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { configOver } from './config-over.js'

const loose = encodeFilterValue as unknown as (config: AnyPaginateConfig, field: string, value: unknown) => string

/** Values that their column's JavaScript type cannot hold, or that no client can send. */
const HAS_NO_TEXT: { readonly [column: string]: readonly unknown[] } = {
  // Blank, which a char refuses.
  char: [' ', ''],
  // More than a day, less than none.
  time: ['838:59:59', '-01:00:00', '838:59:59.000000', '-01:00:00.000000'],
  // Past what a JavaScript number can hold.
  integer: [2 ** 63, -(2 ** 63)],
}

/**
 * The year 1 is 2001 for the parser of JavaScript dates; drivers but PostgreSQL's read integers as numbers of 53 bits.
 */
const isMisread = (value: unknown, { dialect }: TestDatabase): boolean => {
  if (value instanceof Date) return value.getUTCFullYear() === 2001
  return (
    (typeof value === 'number' || typeof value === 'bigint') &&
    dialect !== 'postgresql' &&
    Math.abs(Number(value)) >= 2 ** 53
  )
}

describe.each(dialects)('encodeFilterValue on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  // R15.1.8
  test.each(['$eq', '$contains'] as const)(
    'a filter by the text of a value under %s finds the row that holds it',
    async (operator) => {
      const { everyType } = database.schema
      const { config, names } = configOver(everyType, operator)
      const rows = (await database.db.select().from(everyType)) as unknown as Record<string, unknown>[]
      let count = 0
      for (const name of names) {
        for (const row of rows) {
          const held = row[name]
          // JSON that is not an array has no elements. A null inside of JSON is not a null of the database.
          const isRecord = name.startsWith('json') && !Array.isArray(held)
          const elements = Array.isArray(held) ? held.filter((element) => element !== null) : isRecord ? [] : null
          for (const value of elements ?? (operator === '$eq' ? [held] : [])) {
            if (
              HAS_NO_TEXT[name]?.includes(value) ||
              isMisread(value, database) ||
              (typeof value === 'string' && operator === '$contains' && /,|^$/.test(value))
            )
              continue
            const text = loose(config, name, value)
            const criterion = value === null ? text : `${operator}:${text}`
            // A `Date` holds milliseconds, its column microseconds.
            const isRounded =
              value instanceof Date &&
              value.getUTCMilliseconds() !== 0 &&
              /^(datetime|timestamp|timestamptz)$/.test(name)
            const { items } = await paginate(database.db, { filters: { [name]: criterion } }, config)
            const ids = items.map((item) => (item as { id: number }).id)
            if (isRounded) expect(text).toMatch(/\.\d{3}Z$/)
            else expect(ids, `${name} ${criterion}`).toContain(row['id'])
            count += 1
          }
        }
      }
      expect(count).toBeGreaterThan(operator === '$eq' ? 60 : 5)
    },
  )

  test('takes null, names in any case, elements and values of joined fields', () => {
    const config = articleList(database)
    expect(encodeFilterValue(config, 'status', 'Archived')).toBe('Archived')
    expect(encodeFilterValue(config, 'section', null)).toBe('$null')
    expect(encodeFilterValue(config, 'tags', 'a,b')).toBe('a,b')
    expect(encodeFilterValue(config, 'author.name', 'Ann')).toBe('Ann')
    expect(encodeFilterValue(config, 'reviewer', '')).toBe('')
    expect(encodeFilterValue(config, 'commentCount', 3)).toBe('3')
    expect(loose(config, 'AUTHOR.NAME', 'Ann')).toBe('Ann')
  })

  test('has null for an empty text of a made type, which a criterion on it cannot have', async () => {
    const { articles } = database.schema
    const low = defineValueType({ name: 'low', parse: (text) => text.toLowerCase() })
    const config = paginateConfig(articles as never)
      .field('low' as never, sql<string>`lower(${articles.title})` as never, low as never)
      .withLimits(5, 10)
      .withTieBreaker('id' as never)
      .filterable('low' as never, '$eq' as never)
      .build() as never
    expect(loose(config, 'low', 'a')).toBe('a')
    expect(loose(config, 'low', '')).toBeNull()
    await expect(paginate(database.db, { filters: { low: '$eq:' } } as never, config)).rejects.toThrow(
      'requires a value',
    )
  })

  test.each([
    ['status', 'lost'],
    ['views', Number.NaN],
    ['views', 1.5],
  ])('has null for a value that no filter can name: %s %s', (field, value) => {
    expect(loose(articleList(database), field, value)).toBeNull()
  })

  test.each([
    ['hidden', true, /'hidden'.*filterable/],
    ['__proto__', 1, /'__proto__'.*filterable/],
  ])('refuses %s %s', (field, value, message) => {
    const config = articleList(database)
    expect(() => loose(config, field, value)).toThrow(PaginateConfigError)
    expect(() => loose(config, field, value)).toThrow(message)
  })
})
