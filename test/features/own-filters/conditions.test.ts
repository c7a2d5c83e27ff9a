// The condition of a `.filterWith()`: the values that its function gets, the parameters that are sent for them, and what
// build() and a call say of a wrong one.
import { eq, type SQL, sql } from 'drizzle-orm'
import { customType, integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { paginateConfig, PaginateConfigError } from '../../../src/index.js'
import type { OwnCriterion } from '../../../src/types/config.js'
import { sqlite } from '../../sql/lists.js'
import { condition } from '../../sql/rendered.js'

/** A date as the app's own column holds it. */
const ownDate = customType<{ data: Date; driverData: string }>({
  dataType: () => 'text',
  toDriver: (date) => `year ${date.getUTCFullYear()}`,
})
const rows = sqliteTable('rows', {
  id: integer().primaryKey(),
  seconds: integer({ mode: 'timestamp' }),
  milliseconds: integer({ mode: 'timestamp_ms' }),
  own: ownDate(),
})
const ready = () => paginateConfig(rows).withLimits(10, 100).withTieBreaker('id')
const AT = '2024-01-02T03:04:05.678Z'

describe('a date in the condition', () => {
  test.each<[title: string, where: (date: Date) => SQL, text: string, ...parameters: unknown[]]>([
    ['after no column', (date) => sql`${date} > 'x'`, "? > 'x'", AT],
    ['after a column of seconds', (date) => sql`${rows.seconds} > ${date}`, '"rows"."seconds" > ?', 1704164645],
    [
      'after a column of milliseconds',
      (date) => sql`${rows.milliseconds} > ${date}`,
      '"rows"."milliseconds" > ?',
      1704164645678,
    ],
    [
      'after two columns',
      (date) => sql`${rows.seconds} > ${date} or ${rows.milliseconds} > ${date}`,
      '"rows"."seconds" > ? or "rows"."milliseconds" > ?',
      1704164645,
      1704164645678,
    ],
    ['as a parameter', (date) => sql`${rows.seconds} > ${sql.param(date)}`, '"rows"."seconds" > ?', 1704164645],
    ["with a column's own encoder", (date) => eq(rows.own, date), '"rows"."own" = ?', 'year 2024'],
    [
      'next to a number, bytes and nothing',
      (date) => sql`${rows.seconds} > ${date} and ${sql.param(5)} < ${7} and ${Buffer.from('a')} > '' ${undefined}`,
      `"rows"."seconds" > ? and ? < ? and ? > ''`,
      1704164645,
      5,
      7,
      Buffer.from('a'),
    ],
  ])('%s', (_title, where, text, ...parameters) => {
    const list = ready()
      .filterWith('at', 'timestamp', ({ value }) => where(value))
      .build()
    const [sent, ...values] = condition(sqlite.dialect, list, `filter.at=$eq:${AT}`)
    expect(String(sent).trim()).toContain(text)
    expect(values).toEqual(parameters)
  })
})

describe('a value', () => {
  const asked = (type: 'integer' | 'timestamp' | 'interval' | 'time', text: string): unknown => {
    let given: OwnCriterion | undefined
    const list = ready()
      .filterWith('x', type, (criterion) => {
        given = criterion as OwnCriterion
        return sql`1 = 1`
      })
      .build()
    condition(sqlite.dialect, list, `filter.x=$eq:${text}`)
    return (given as { readonly value?: unknown } | undefined)?.value
  }

  test.each([
    ['integer', '-9007199254740991', -9007199254740991],
    ['timestamp', '1969-12-31T23:59:59.999Z', new Date(-1)],
    ['time', '10:00', '10:00:00'],
    ['interval', 'PT90M', 'PT5400S'],
  ] as const)('of %s is the one of a row', (type, text, value) => expect(asked(type, text)).toEqual(value))

  test.each([
    ['integer', '9007199254740992', 'expected a whole number from -9007199254740991 to 9007199254740991'],
    ['timestamp', '2024-01-02T03:04:05.6789Z', 'expected at most milliseconds'],
  ] as const)('of %s that a row cannot have is rejected', (type, text, rule) => {
    expect(() => asked(type, text)).toThrow(rule)
  })
})

test.each<[title: string, type: string, where: unknown, message: string]>([
  [
    'a condition without a function',
    'text',
    sql`1 = 1`,
    ".filterWith('x') needs a function that answers a condition; pass one after the value type.",
  ],
  [
    'the type of a list',
    'collection',
    () => sql`1 = 1`,
    ".filterWith('x') needs the value type of a single value; name one such as 'text' or 'integer'.",
  ],
  [
    'no type',
    undefined as never,
    () => sql`1 = 1`,
    ".filterWith('x') needs the value type of a single value; name one such as 'text' or 'integer'.",
  ],
])('build() refuses %s', (_title, type, where, message) => {
  expect(() =>
    ready()
      .filterWith('x', type as never, where as never)
      .build(),
  ).toThrow(new PaginateConfigError(message))
})

test('the error of a function is the cause of what the call throws', () => {
  const cause = new Error('no')
  const list = ready()
    .filterWith('x', 'text', () => {
      throw cause
    })
    .build()
  expect(() => condition(sqlite.dialect, list, 'filter.x=$eq:a')).toThrow(expect.objectContaining({ cause }))
})
