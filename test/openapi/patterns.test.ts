// The patterns of filters against the endpoint's own reading of the same text, for every value type: they must never
// differ.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  char,
  date,
  doublePrecision,
  integer,
  interval,
  numeric,
  pgEnum,
  pgTable,
  real,
  smallint,
  text,
  time,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { int, mysqlTable, tinyint, bigint as mysqlBigint } from 'drizzle-orm/mysql-core'
import { integer as sqliteInteger, sqliteTable, text as sqliteText } from 'drizzle-orm/sqlite-core'
import { applyFilters, defineValueType, paginateConfig } from 'drizzle-paginate'
import { listParameters, type OpenApiSource, querySchema } from 'drizzle-paginate/openapi'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const level = pgEnum('level', ['low', 'High', 'HIGH', 'a,b', 'a.b', 'Straße', 'ÉLAN', 'ok'])
const rows = pgTable('rows', {
  id: integer().primaryKey(),
  text: text(),
  char: char({ length: 1 }),
  boolean: boolean(),
  uuid: uuid(),
  smallint: smallint(),
  integer: integer(),
  bigint: bigint({ mode: 'bigint' }),
  decimal: numeric(),
  real: real(),
  double: doublePrecision(),
  timestamp: timestamp({ withTimezone: true }),
  date: date(),
  time: time(),
  interval: interval(),
  enum: level(),
  tags: text().array(),
  numbers: integer().array(),
})
const ORDERED = ['$eq', '$in', '$null', '$gt', '$lte', '$btw'] as const
const upper = defineValueType({ name: 'upper', parse: (given) => given })

const postgres = paginateConfig(rows, { maxFilterValues: 3 })
  .field('made', sql<string>`'x'`, upper)
  .withLimits(5, 10)
  .withTieBreaker('id')
  .filterable('text', ...ORDERED, '$sw', '$ilike', '$contains')
  .filterable('char', ...ORDERED)
  .filterable('boolean', '$eq', '$in', '$null')
  .filterable('uuid', ...ORDERED)
  .filterable('smallint', ...ORDERED)
  .filterable('integer', ...ORDERED)
  .filterable('bigint', ...ORDERED)
  .filterable('decimal', ...ORDERED)
  .filterable('real', ...ORDERED)
  .filterable('double', ...ORDERED)
  .filterable('timestamp', ...ORDERED)
  .filterable('date', ...ORDERED)
  .filterable('time', ...ORDERED)
  .filterable('interval', ...ORDERED)
  .filterable('enum', ...ORDERED)
  .filterable('tags', '$contains', '$null')
  .filterable('numbers', '$contains')
  .filterable('made', '$eq', '$in', '$null')
  .build()

const mysqlRows = mysqlTable('rows', {
  id: int().primaryKey(),
  tiny: tinyint(),
  unsigned: int({ unsigned: true }),
  big: mysqlBigint({ mode: 'bigint', unsigned: true }),
})
const mysql = paginateConfig(mysqlRows)
  .withLimits(5, 10)
  .withTieBreaker('id')
  .filterable('tiny', ...ORDERED)
  .filterable('unsigned', ...ORDERED)
  .filterable('big', ...ORDERED)
  .build()

const sqliteRows = sqliteTable('rows', {
  id: sqliteInteger().primaryKey(),
  text: sqliteText(),
  kind: sqliteText({ enum: ['one'] }),
  when: sqliteInteger({ mode: 'timestamp' }),
})
const sqlite = paginateConfig(sqliteRows, { maxFilterValues: 1 })
  .withLimits(5, 10)
  .withTieBreaker('id')
  .filterable('text', '$in', '$contains', '$btw')
  .filterable('kind', '$eq', '$in')
  .filterable('when', ...ORDERED)
  .build()

/** Texts that are values of some type, most of them at an edge. */
const VALUES = [
  '',
  ' ',
  'a',
  'ab',
  ',',
  'a,b',
  'A,B',
  '\u0000',
  'é',
  '🎉',
  '\u3000',
  '\ufeff',
  'true',
  'TRUE',
  'False',
  'fal\u017fe',
  '1',
  '0',
  'yes',
  '0f8fad5b-d9cb-469f-a165-70867728950e',
  '{0F8FAD5B-d9cb-469f-a165-70867728950E}',
  '(0f8fad5bd9cb469fa16570867728950e)',
  '{0f8fad5bd9cb469fa16570867728950e)',
  '0f8fad5bd9cb-469f-a165-70867728950e',
  '-0',
  '+0',
  '007',
  '+7',
  '-7',
  '--7',
  '1.',
  '.5',
  '.',
  '-.5',
  '+1.50',
  '1e3',
  '0x1',
  '1_0',
  'NaN',
  'Infinity',
  ...[7n, 8n, 15n, 16n, 31n, 32n, 63n, 64n].flatMap((bits) =>
    [2n ** bits - 1n, 2n ** bits, -(2n ** bits), -(2n ** bits) - 1n].map(String),
  ),
  `000${2n ** 31n - 1n}`,
  `-000${2n ** 63n}`,
  '9'.repeat(38),
  '9'.repeat(39),
  '9'.repeat(308),
  '9'.repeat(309),
  `1${'0'.repeat(308)}`,
  `-${'3'.repeat(39)}`,
  `0${'9'.repeat(400)}`,
  '17976931348623158'.padEnd(309, '0'),
  '17976931348623159'.padEnd(309, '0'),
  '34028235677973365'.padEnd(39, '0'),
  '34028235677973367'.padEnd(39, '0'),
  ...[-1n, 0n, 1n].flatMap((more) => [
    String(2n ** 128n - 2n ** 103n - 2n ** 74n + more),
    String(2n ** 1024n - 2n ** 970n + more - 10n ** 275n),
  ]),
  `${'1'.repeat(50)}.5`,
  '2024-02-29',
  '2023-02-29',
  '2000-02-29',
  '1900-02-29',
  '0004-02-29',
  '0000-01-01',
  '0000-02-29',
  '0001-01-01',
  '9999-12-31',
  '2024-04-31',
  '2024-13-01',
  '2024-00-10',
  '2024-01-00',
  '10000-01-01',
  '2024-1-01',
  '2024-02-29T08:30',
  '2024-02-29T08:30:59',
  '2024-02-29T08:30:59.1234567Z',
  '2024-02-29T08:30:59.12345678',
  '2024-02-29T24:00',
  '2024-02-29 08:30',
  '2024-02-29t08:30',
  '2024-02-29T08:30z',
  '2024-02-29Z',
  '2024-02-29T08:30+14:00',
  '2024-02-29T08:30-14:01',
  '2024-02-29T08:30+13:59',
  '2024-02-29T08:30+15:00',
  '2024-02-29T08:30:60',
  '2023-02-29T08:30',
  '0001-01-01T00:00',
  '0001-01-01T00:00-14:00',
  '0001-01-01T00:00+14:00',
  '0001-01-02T00:00+14:00',
  '9999-12-31T23:59-14:00',
  '9999-12-31T23:59+14:00',
  '9999-12-30T23:59-14:00',
  '08:30',
  '8:30',
  '23:59:59.9999999',
  '24:00',
  '08:30:5',
  '08:30:05.',
  '-08:30',
  '+8:30:00.5',
  '123:00',
  'P',
  'PT',
  'P1D',
  'P1DT',
  'P1DT2H',
  'PT2H30M',
  'PT2M3H',
  'PT1.5S',
  'PT1.5H',
  'P1W',
  'P1Y',
  'p1d',
  '-PT5M',
  'PT000000000001H',
  'PT0000000000001H',
  'P10675199D',
  'P10675200D',
  'PT256204778H',
  'PT256204779H',
  'PT15372286728M',
  'PT15372286729M',
  'PT922337203684.9999999S',
  'PT922337203686S',
  'PT999999999999S',
  'P1DT1H1M1S',
  'P9999999DT1H',
  'P99999999D',
  'low',
  'LOW',
  'High',
  'high',
  'HIGH',
  'hIGH',
  'a.b',
  'axb',
  'straße',
  'STRAẞE',
  'STRASSE',
  'élan',
  'Élan',
  'o\u212a',
  'one',
  'ONE',
  'example',
]
const OPERATIONS = [
  '$eq',
  '$in',
  '$null',
  '$gt',
  '$lte',
  '$btw',
  '$sw',
  '$ilike',
  '$contains',
  '$EQ',
  '$Ili\u212ae',
  '$lt',
  '$nope',
  '',
  'eq',
]

const value = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...VALUES) },
  fc.string({ unit: 'binary-ascii', maxLength: 4 }),
  fc.stringMatching(/^[0-9.:TZPDHMS+-]{1,12}$/),
)
const criterion = fc
  .record({
    modifiers: fc.array(fc.constantFrom('$not:', '$NOT:', '$or:', '$and:', '$nope:'), { maxLength: 2 }),
    operator: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...OPERATIONS.slice(0, 6)) },
      fc.constantFrom(...OPERATIONS),
    ),
    colon: fc.oneof({ weight: 9, arbitrary: fc.constant(':') }, fc.constant('')),
    values: fc.oneof(
      { weight: 5, arbitrary: fc.array(value, { minLength: 1, maxLength: 1 }) },
      fc.array(value, { maxLength: 5 }),
    ),
  })
  .map(({ modifiers, operator, colon, values }) => `${modifiers.join('')}${operator}${colon}${values.join(',')}`)

interface Patterns {
  readonly field: string
  readonly first: RegExp
  readonly later: RegExp
}

/** A criterion alone is the first; the members of an array are what may come after it. */
function patternsOf(source: OpenApiSource): Patterns[] {
  const { filters } = querySchema(source)['properties'] as {
    readonly filters: { readonly properties: Readonly<Record<string, { readonly anyOf: readonly [First, Several] }>> }
  }
  return Object.entries(filters.properties).map(([field, { anyOf }]) => ({
    field,
    first: new RegExp(anyOf[0].pattern, 'u'),
    later: new RegExp(anyOf[1].items.pattern, 'u'),
  }))
}
type First = { readonly pattern: string }
type Several = { readonly items: First }

function isAccepted(config: Parameters<typeof applyFilters>[1], field: string, criteria: string[]): boolean {
  try {
    applyFilters({ filters: { [field]: criteria } }, config)
    return true
  } catch (error) {
    if ((error as Error).name === 'PaginateQueryError') return false
    throw error
  }
}

const lists = [
  ['PostgreSQL', postgres],
  ['MySQL', mysql],
  ['SQLite', sqlite],
] as const

describe.each(lists)('patterns of a list on %s', (_name, config) => {
  const all = patternsOf(config)

  it.each(all.map((patterns) => [patterns.field, patterns] as const))(
    'match what the endpoint reads of %s, and nothing else',
    (field, { first, later }) => {
      const operators: readonly string[] =
        config.describe().filterableFields.find(({ name }) => name === field)?.operators ?? []
      const check = (text: string): void => {
        expect([text, first.test(text)]).toEqual([text, isAccepted(config, field, [text])])
        // A second criterion may have a connector; one that is accepted stands before it.
        if (operators.includes('$null'))
          expect([text, later.test(text)]).toEqual([text, isAccepted(config, field, ['$null', text])])
      }
      for (const given of VALUES) for (const operator of operators) check(`${operator}:${given}`)
      for (const operator of OPERATIONS) for (const given of ['', ':', ':1', ':a']) check(`${operator}${given}`)
      for (const one of VALUES)
        for (const operator of ['$in', '$btw']) for (const other of ['', '1']) check(`${operator}:${one},${other}`)
      fc.assert(fc.property(criterion, check), { numRuns: 150 })
    },
  )

  it('are those of the OpenAPI parameters, which are a pattern for every criterion', () => {
    const parameters = listParameters(config).filter(({ name }) => name.startsWith('filter.'))
    expect(parameters.map(({ name, schema }) => [name, (schema['items'] as First).pattern])).toEqual(
      all.map(({ field, later }) => [`filter.${field}`, later.source.replaceAll('\\/', '/')]),
    )
  })

  it('are short enough to be shown, and take no long time to refuse', () => {
    for (const { field, first } of all) {
      expect([field, first.source.length]).toEqual([field, expect.any(Number)])
      expect(first.source.length).toBeLessThan(12_000)
      const start = performance.now()
      for (const text of [
        `$eq:${'0'.repeat(20_000)}x`,
        `$in:${'1,'.repeat(5_000)}x`,
        `${'$not:'.repeat(4_000)}x`,
        `$btw:${'9'.repeat(20_000)}`,
      ])
        first.test(text)
      expect(performance.now() - start).toBeLessThan(1_000)
    }
  })
})

describe('patterns from plain data', () => {
  it('match at least what those of the configuration match', () => {
    for (const [, config] of lists) {
      const described = patternsOf(JSON.parse(JSON.stringify(config.describe())) as ReturnType<typeof config.describe>)
      for (const { field, first } of patternsOf(config)) {
        const wide = described.find((other) => other.field === field)?.first as RegExp
        for (const given of VALUES)
          for (const operator of ORDERED) {
            const text = `${operator}:${given}`
            if (first.test(text)) expect([field, text, wide.test(text)]).toEqual([field, text, true])
          }
      }
    }
  })
})
