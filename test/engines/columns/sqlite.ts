// The column types of SQLite.
import * as lite from 'drizzle-orm/sqlite-core'
import { type ColumnCase, decimal, double, float, hex, inQuotes, integer, same, text } from './column-case.js'

/** Seconds of the years 1 to 9999. */
const SECONDS = [-62_135_596_800, 253_402_300_799] as const
const instant = (milliseconds: number): string => new Date(milliseconds).toISOString()

export const sqliteColumns: readonly ColumnCase[] = [
  {
    name: 'integer',
    column: () => lite.integer(),
    value: (random) => same(String(integer(random, 53))),
    operators: 'ordered',
  },
  {
    name: 'boolean',
    column: () => lite.integer({ mode: 'boolean' }),
    value: (random) => (random.chance(0.5) ? { sql: '1', text: 'true' } : { sql: '0', text: 'false' }),
    operators: 'equality',
  },
  {
    name: 'timestamp',
    column: () => lite.integer({ mode: 'timestamp' }),
    value: (random) => {
      const seconds = random.int(...SECONDS)
      return { sql: String(seconds), text: instant(seconds * 1000) }
    },
    operators: 'ordered',
  },
  {
    name: 'timestampMs',
    column: () => lite.integer({ mode: 'timestamp_ms' }),
    value: (random) => {
      const milliseconds = random.int(...SECONDS) * 1000 + random.int(0, 999)
      return { sql: String(milliseconds), text: instant(milliseconds) }
    },
    operators: 'ordered',
  },
  {
    name: 'text',
    column: () => lite.text(),
    value: (random) => inQuotes(text(random, 20)),
    operators: 'ordered',
  },
  {
    name: 'textEnum',
    column: () => lite.text({ enum: ['one', 'two'] }),
    value: (random) => inQuotes(random.pick(['one', 'two'])),
    operators: 'equality',
  },
  {
    name: 'textJson',
    column: () => lite.text({ mode: 'json' }),
    value: (random) => ({ sql: `'{"a":${random.int(0, 9)}}'`, text: '' }),
    operators: 'none',
  },
  {
    name: 'real',
    column: () => lite.real(),
    value: (random) => float(double(random)),
    operators: 'ordered',
  },
  {
    name: 'blob',
    column: () => lite.blob({ mode: 'buffer' }),
    value: (random) => ({ sql: `x'${hex(random, random.int(0, 16))}'`, text: '' }),
    operators: 'none',
  },
  {
    name: 'blobJson',
    column: () => lite.blob({ mode: 'json' }),
    value: (random) => ({ sql: `cast('{"a":${random.int(0, 9)}}' as blob)`, text: '' }),
    operators: 'none',
  },
  {
    name: 'blobBigint',
    column: () => lite.blob({ mode: 'bigint' }),
    value: (random) => ({ sql: `cast('${integer(random, 64)}' as blob)`, text: '' }),
    operators: 'none',
  },
  ...(['string', 'number'] as const).map((mode): ColumnCase => ({
    name: `numeric${mode}`,
    column: () => lite.numeric({ mode }),
    // What SQLite holds of one: some 15 digits.
    value: (random) => same(decimal(random, 8, 4)),
    operators: 'ordered',
  })),
  {
    name: 'numericBigint',
    hasNoName: true,
    column: () => lite.numeric({ mode: 'bigint' }),
    value: (random) => same(String(integer(random, 64))),
    operators: 'ordered',
  },
]
