// The column types of MySQL and MariaDB.
import * as my from 'drizzle-orm/mysql-core'
import {
  clock,
  type ColumnCase,
  decimal,
  double,
  float,
  hex,
  inQuotes,
  integer,
  moment,
  same,
  single,
  text,
  utc,
} from './column-case.js'

/** Drizzle escapes no quote in the type. */
const MEMBERS = ['low', 'mid', 'high', 'more, größer'] as const
const position = (column: string): string => `(${column} + 0)`

const integers = (
  [
    ['tinyint', () => my.tinyint(), 8],
    ['tinyintUnsigned', () => my.tinyint({ unsigned: true }), 8, true],
    ['smallint', () => my.smallint(), 16],
    ['smallintUnsigned', () => my.smallint({ unsigned: true }), 16, true],
    ['mediumint', () => my.mediumint(), 24],
    ['mediumintUnsigned', () => my.mediumint({ unsigned: true }), 24, true],
    ['int', () => my.int(), 32],
    ['intUnsigned', () => my.int({ unsigned: true }), 32, true],
    ['bigintNumber', () => my.bigint({ mode: 'number' }), 53],
    ['bigint', () => my.bigint({ mode: 'bigint' }), 64],
    ['bigintUnsigned', () => my.bigint({ mode: 'bigint', unsigned: true }), 64, true],
  ] as const
).map(([name, column, bits, isUnsigned = false]): ColumnCase => ({
  name,
  column,
  value: (random) => same(String(integer(random, bits, isUnsigned))),
  operators: 'ordered',
}))

const decimals = (
  [
    ['decimal', () => my.decimal({ precision: 30, scale: 10 }), 20, 10],
    ['decimalNumber', () => my.decimal({ precision: 12, scale: 4, mode: 'number' }), 8, 4],
    ['decimalBigint', () => my.decimal({ precision: 30, scale: 0, mode: 'bigint' }), 30, 0],
    ['decimalWidest', () => my.decimal({ precision: 65, scale: 30 }), 35, 30],
  ] as const
).map(([name, column, whole, scale]): ColumnCase => ({
  name,
  column,
  value: (random) => same(decimal(random, whole, scale)),
  operators: 'ordered',
}))

const floats: ColumnCase[] = [
  ...[
    { name: 'double', column: () => my.double() },
    { name: 'real', column: () => my.real() },
  ].map(({ name, column }): ColumnCase => ({
    name,
    column,
    value: (random) => float(double(random)),
    operators: 'ordered',
    isCore: name === 'double',
  })),
  { name: 'float', column: () => my.float(), value: (random) => float(single(random)), operators: 'ordered' },
]

const DIGITS = [0, 3, 6] as const
const moments = DIGITS.flatMap((fsp): ColumnCase[] => [
  ...(['string', 'date'] as const).flatMap((mode): ColumnCase[] => [
    {
      name: `datetime${fsp}${mode}`,
      column: () => my.datetime({ fsp, mode }),
      value: (random) => utc(moment(random, [1000, 9999], fsp)),
      operators: 'ordered',
    },
    {
      name: `timestamp${fsp}${mode}`,
      column: () => my.timestamp({ fsp, mode }),
      value: (random) => utc(moment(random, [1971, 2037], fsp)),
      operators: 'ordered',
    },
  ]),
  {
    name: `time${fsp}`,
    column: () => my.time({ fsp }),
    value: (random) => inQuotes(clock(random, 23, fsp)),
    operators: 'ordered',
    isCore: fsp === 3,
  },
])

/** A `char(n)` under a collation without padding: one way by an index, and another without (docs/reference/engines.md). */
export const sortsCharTwice = (version: string): boolean => /^(?:1[1-9]|[2-9]\d)\..*MariaDB/.test(version)

const texts = (
  [
    ['char1', () => my.char({ length: 1 }), 1],
    ['char20', () => my.char({ length: 20 }), 12, (version: string) => !sortsCharTwice(version)],
    ['varchar50', () => my.varchar({ length: 50 }), 20],
    ['tinytext', () => my.tinytext(), 20],
    ['text', () => my.text(), 20],
    ['mediumtext', () => my.mediumtext(), 20],
    ['longtext', () => my.longtext(), 20],
  ] as const
).map(([name, column, length, isSorted]): ColumnCase => ({
  name,
  column,
  value: (random) => inQuotes(text(random, length)),
  operators: 'ordered',
  ...(isSorted === undefined ? {} : { isSorted }),
}))

export const mysqlColumns: readonly ColumnCase[] = [
  ...integers,
  ...decimals,
  ...floats,
  ...moments,
  ...texts,
  {
    name: 'year',
    column: () => my.year(),
    value: (random) => same(String(random.int(1901, 2155))),
    operators: 'ordered',
  },
  {
    name: 'boolean',
    column: () => my.boolean(),
    value: (random) => same(String(random.chance(0.5))),
    operators: 'equality',
  },
  ...(['string', 'date'] as const).map((mode): ColumnCase => ({
    name: `date${mode}`,
    column: () => my.date({ mode }),
    value: (random) => inQuotes(moment(random, [1000, 9999], 0).slice(0, 10)),
    operators: 'ordered',
  })),
  {
    name: 'enum',
    isCore: true,
    column: () => my.mysqlEnum([...MEMBERS]),
    value: (random) => inQuotes(random.pick(MEMBERS)),
    operators: 'ordered',
    compared: position,
  },
  {
    name: 'varcharEnum',
    column: () => my.varchar({ length: 10, enum: ['one', 'two'] }),
    value: (random) => inQuotes(random.pick(['one', 'two'])),
    operators: 'equality',
  },
  {
    name: 'json',
    column: () => my.json(),
    value: (random) => ({ sql: `'{"a":${random.int(0, 9)}}'`, text: '' }),
    operators: 'none',
    hasMax: false,
    // MySQL orders JSON by rules of its own, and MariaDB by its text: docs/guides/mysql.md.
    isSorted: false,
  },
  {
    name: 'binary8',
    column: () => my.binary({ length: 8 }),
    value: (random) => ({ sql: `x'${hex(random, 8)}'`, text: '' }),
    operators: 'none',
  },
  {
    name: 'varbinary16',
    column: () => my.varbinary({ length: 16 }),
    value: (random) => ({ sql: `x'${hex(random, random.int(0, 16))}'`, text: '' }),
    operators: 'none',
  },
]
