// Values of a cursor that a client has written: what is accepted for a kind of key, the server reads; what it could not
// read is refused.
import fc from 'fast-check'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECTS } from '../../../src/dialects/index.js'
import { bindKeyText } from '../../../src/features/positions/key-text.js'
import type { KeyKind, PositionKey } from '../../../src/types/position.js'
import type { TestDatabase } from '../../support/dialects.js'
import { enginesWhere } from '../../support/engines-where.js'
import { runs } from '../../support/property-runs.js'

const INT8 = { min: -(2n ** 63n), max: 2n ** 63n - 1n }
const key = (kind: KeyKind, sqlType: string, more: Partial<PositionKey> = {}): PositionKey => ({
  kind,
  dialect: 'postgresql',
  range: null,
  members: null,
  sqlType,
  element: null,
  ...more,
})

/** Texts that PostgreSQL itself writes for each kind. */
const kinds: readonly (readonly [title: string, key: PositionKey, samples: readonly string[]])[] = [
  ['boolean', key('boolean', 'boolean'), ['true', 'false']],
  ['uuid', key('uuid', 'uuid'), ['0f8fad5b-d9cb-469f-a165-70867728950e']],
  ['bigint', key('integer', 'bigint', { range: INT8 }), ['0', '-1', '9223372036854775807', '-9223372036854775808']],
  [
    'numeric',
    key('decimal', 'numeric'),
    ['0', '-12.50', 'NaN', 'Infinity', '-Infinity', '123456789012345678901234567890.000000001'],
  ],
  [
    'double precision',
    key('float', 'double precision'),
    ['0', '-0.1', '1e+300', '5e-324', 'NaN', 'Infinity', '-Infinity'],
  ],
  [
    'timestamp',
    key('timestamp', 'timestamp'),
    ['2024-02-29T12:30:00.123456', '0044-03-15T00:00:00 BC', 'infinity', '-infinity', '294275-12-31T23:59:59'],
  ],
  [
    'timestamptz',
    key('timestamptz', 'timestamp with time zone'),
    ['2024-02-29T12:30:00.123456', '0044-03-15T00:00:00 BC', 'infinity'],
  ],
  ['date', key('date', 'date'), ['2024-02-29', '0044-03-15 BC', '5874896-12-31', 'infinity', '-infinity']],
  ['time', key('time', 'time'), ['00:00:00', '24:00:00', '23:59:59.999999']],
  ['timetz', key('timetz', 'time with time zone'), ['12:30:00+02', '24:00:00-15:59', '00:00:00.5+05:30']],
  [
    'interval',
    key('interval', 'interval'),
    ['0 0 0', '14 -3 123456789', '-2147483648 2147483647 -9223372036854775807'],
  ],
  [
    'inet',
    key('network', 'inet'),
    ['10.0.0.1', '10.1.2.3/8', '::1', '2001:db8::ff00:42:8329/64', '::ffff:10.0.0.1', '::', '2001:db8:1:2:3:4:5:6'],
  ],
  ['cidr', key('network', 'cidr'), ['10.0.0.0/8', '0.0.0.0/0', '2001:db8::/32', '::/0', '10.0.0.1/32']],
  ['macaddr', key('network', 'macaddr'), ['08:00:2b:01:02:03']],
  ['macaddr8', key('network', 'macaddr8'), ['08:00:2b:01:02:03:04:05']],
  ['jsonb', key('jsonb', 'jsonb'), ['{"a": [1, null, "x\\ny"]}', '[]', '1.50', '"\\"e1\\""', 'true', 'null']],
  ['bytea', key('bytes', 'bytea'), ['', '00ff', 'deadbeef']],
  [
    'integer[]',
    key('array', 'integer[]', {
      element: key('integer', 'integer', { range: { min: -(2n ** 31n), max: 2n ** 31n - 1n } }),
    }),
    [
      '["1",null,"-5"]',
      '[]',
      '[0:2]=["1",null,"-5"]',
      '[-2147483648:-2147483648]=["1"]',
      '[2147483646:2147483646]=["1"]',
    ],
  ],
  [
    'text[]',
    key('array', 'text[]', { element: key('text', 'text') }),
    ['["a,b","\\"q\\"","{}",null,"back\\\\slash"]', '["NULL",""]'],
  ],
  ['a numeric expression', key('number', ''), ['5', '-0.125', '1e-7', 'NaN']],
  [
    'a moment of an expression',
    key('timestamp', 'inferred'),
    ['2024-02-29', '2024-02-29T12:30:00+02', '2024-02-29 12:30:00.5Z', '4714-11-24T00:00:00+02', 'infinity'],
  ],
  [
    'an expression without a value type',
    key('dynamic', ''),
    [
      'integer:12',
      'numeric:-1.5',
      'text:a:b',
      'boolean:true',
      'date:2024-02-29',
      'interval:1 year 2 mons -3 days -04:05:06.7',
      'interval:-1 days +02:03:00',
      'interval:-00:00:01',
      'double precision:1e+16',
      'uuid:0f8fad5b-d9cb-469f-a165-70867728950e',
      'double precision:1e+300',
      'time without time zone:24:00:00',
      'timestamp with time zone:2024-02-29T12:30:00+00:00',
    ],
  ],
]

const CHARACTERS = [...'0123456789abcdefABCDEF:-+./, "[]{}\\TZeNxyBC_\'%\u0000é\ud83d\ude00']
const hostile: readonly string[] = [
  '',
  ' ',
  'null',
  'NULL',
  "';select 1--",
  '\u0000',
  '\ud800',
  '9'.repeat(400),
  '-',
  '1e999',
  '1e400',
  '0x10',
  '1_000',
  '٣',
  'today',
  'now',
  'epoch',
  '{"a":1e999}',
  '{"a":"\\u0000"}',
  '[[["1"]]]',
  '["\\u0000"]',
  '25:00:00',
  '2023-02-29',
  '0000-01-01',
  '0294276-12-31T23:59:59-02',
  '1::2::3',
  '256.1.1.1',
  '1.2.3.4/33',
  '::/129',
  ':::',
  '10.0.0.1/8',
  '::/00',
  '::ffff:10.00.0.1',
  '1e-999',
  'double precision:1e700',
  'double precision:1e-700',
  'interval:',
  'interval:1 year ',
  'interval:3 days04:05:06',
  'interval:999999999 years',
  'interval:9999999999:00:00',
]

/** A sample with a few characters replaced, added or taken away. */
const mutated = (samples: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...samples, ...hostile),
      fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...CHARACTERS)), { maxLength: 3 }),
    )
    .map(([sample, edits]) =>
      edits.reduce((text, [at, taken, character]) => {
        const index = at % (text.length + 1)
        return text.slice(0, index) + (taken === 2 ? '' : character) + text.slice(index + (taken === 0 ? 0 : 1))
      }, sample),
    )

describe.each(enginesWhere(({ dialect }) => dialect === 'postgresql'))('keys of a cursor on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  /** The text as the server reads it, as in a page's condition; null where it is refused before. */
  const read = (text: string, of: PositionKey): SQL | null => {
    const bound = bindKeyText(text, of)
    if (bound === null) return null
    const value = DIALECTS['postgresql'].keys.parameter(sql`${bound.value}`, of, bound.form)
    return of.sqlType === 'inferred' ? sql`(now() > ${value}) is null` : sql`${value} is null`
  }
  const ask = (condition: SQL) => database.db.select({ isNull: sql`${condition}` }).from(sql`(select 1) as one`)

  // R13.1.9
  test.each(kinds)('%s: what the server writes is accepted, and read', async (_title, of, samples) => {
    for (const sample of samples) {
      const condition = read(sample, of)
      if (condition === null) throw new Error(`Refused: ${sample}`)
      await expect(ask(condition), sample).resolves.toHaveLength(1)
    }
  })

  // R13.1.4
  test.each(kinds)('%s: no text makes an error of the server', async (_title, of, samples) => {
    await fc.assert(
      fc.asyncProperty(mutated(samples), async (text) => {
        const condition = read(text, of)
        if (condition !== null) await ask(condition)
      }),
      { numRuns: runs(500), examples: hostile.map((text) => [text]) },
    )
  })
})
