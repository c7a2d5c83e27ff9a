// The column types of PostgreSQL.
import * as pg from 'drizzle-orm/pg-core'
import type { Random } from '../differential/random.js'
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
  quoted,
  same,
  single,
  text,
  utc,
} from './column-case.js'

const MEMBERS = ['low', 'mid', 'high', "it's, \\ all"] as const
export const level = pg.pgEnum('cell_level', [...MEMBERS])

const integers = (
  [
    ['smallint', () => pg.smallint(), 16],
    ['integer', () => pg.integer(), 32],
    ['bigintNumber', () => pg.bigint({ mode: 'number' }), 53],
    ['bigint', () => pg.bigint({ mode: 'bigint' }), 64],
  ] as const
).map(([name, column, bits]): ColumnCase => ({
  name,
  column,
  value: (random) => same(String(integer(random, bits))),
  operators: 'ordered',
}))

const numerics = (
  [
    ['numeric', () => pg.numeric({ precision: 30, scale: 10 }), 20, 10],
    ['numericPlain', () => pg.numeric(), 40, 20],
    ['numericNumber', () => pg.numeric({ precision: 12, scale: 4, mode: 'number' }), 8, 4],
    ['numericBigint', () => pg.numeric({ precision: 30, scale: 0, mode: 'bigint' }), 30, 0],
  ] as const
).map(([name, column, whole, scale]): ColumnCase => ({
  name,
  column,
  value: (random) => same(decimal(random, whole, scale)),
  operators: 'ordered',
}))

const PRECISIONS = [undefined, 3] as const
const moments = PRECISIONS.flatMap((precision): ColumnCase[] => {
  const digits = precision ?? 6
  const more = precision === undefined ? {} : { precision }
  return [
    ...(['string', 'date'] as const).flatMap((mode) =>
      [false, true].map((withTimezone): ColumnCase => ({
        name: `timestamp${withTimezone ? 'tz' : ''}${digits}${mode}`,
        column: () => pg.timestamp({ ...more, mode, withTimezone }),
        value: (random) => utc(moment(random, [1, 9999], digits), withTimezone ? '+00' : ''),
        operators: 'ordered',
      })),
    ),
    {
      name: `time${digits}`,
      column: () => pg.time(more),
      value: (random) => inQuotes(clock(random, 23, digits)),
      operators: 'ordered',
    },
  ]
})

const uuid = (random: Random): string => {
  const digits = hex(random, 16)
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => digits.slice(from, to))
    .join('-')
}
const address = (random: Random): string => Array.from({ length: 4 }, () => random.int(0, 255)).join('.')
const mac = (random: Random, length: number): string => (hex(random, length).match(/../g) ?? []).join(':')
const list = (values: readonly string[]): string => quoted(`{${values.join(',')}}`)

/** Elements are compared as a whole here; what `$contains` finds is tested elsewhere. */
const arrays: ColumnCase[] = [
  {
    name: 'integers',
    column: () => pg.integer().array(),
    value: (random) => ({ sql: list([1, 2].map(() => String(integer(random, 32)))), text: '' }),
    operators: 'none',
    hasMax: false,
  },
  {
    name: 'doubles',
    column: () => pg.doublePrecision().array(),
    value: (random) => ({ sql: list([1, 2].map(() => String(double(random)))), text: '' }),
    operators: 'none',
    hasMax: false,
  },
  {
    name: 'texts',
    column: () => pg.text().array(),
    value: (random) => ({ sql: list([1, 2].map(() => `"${text(random, 8)}"`)).replaceAll("''", ''), text: '' }),
    operators: 'none',
    hasMax: false,
  },
  {
    name: 'moments',
    column: () => pg.timestamp({ withTimezone: true }).array(),
    value: (random) => ({ sql: list([1, 2].map(() => `"${moment(random, [1, 9999], 6)}+00"`)), text: '' }),
    operators: 'none',
    hasMax: false,
  },
]

/** The lines spell nested arrays differently. */
function nested(column: ReturnType<typeof pg.integer>): object {
  const either = column as unknown as { array(dimensions?: string): { array(): object } }
  return 'bytea' in pg ? either.array('[][]') : either.array().array()
}

/** Types that Drizzle reads and that clients cannot filter by. */
const unfiltered: ColumnCase[] = [
  {
    name: 'integersNested',
    column: () => nested(pg.integer()),
    value: (random) => ({ sql: `'{{${integer(random, 32)},${integer(random, 32)}}}'`, text: '' }),
    operators: 'none',
    hasMax: false,
  },
  {
    name: 'levels',
    column: () => level().array(),
    value: (random) => ({ sql: `'{${random.pick(['low', 'mid', 'low,high'])}}'`, text: '' }),
    operators: 'none',
    hasMax: false,
  },
  {
    name: 'intervals',
    column: () => pg.interval().array(),
    value: (random) => ({ sql: list([`"${random.int(-40, 40)} days"`, `"${random.int(-999, 999)} hours"`]), text: '' }),
    operators: 'none',
    hasMax: false,
  },
  {
    name: 'timetz',
    column: () => pg.time({ withTimezone: true }),
    value: (random) => ({ sql: quoted(`${clock(random, 23, 6)}${random.pick(['+00', '-08', '+05:30'])}`), text: '' }),
    operators: 'none',
    hasMax: false,
  },
]

export const postgresColumns: readonly ColumnCase[] = [
  ...integers,
  ...unfiltered,
  ...numerics,
  ...moments,
  ...arrays,
  {
    name: 'doublePrecision',
    column: () => pg.doublePrecision(),
    value: (random) => float(double(random)),
    operators: 'ordered',
  },
  { name: 'real', column: () => pg.real(), value: (random) => float(single(random)), operators: 'ordered' },
  {
    name: 'boolean',
    column: () => pg.boolean(),
    value: (random) => same(String(random.chance(0.5))),
    operators: 'equality',
    hasMax: false,
  },
  ...(
    [
      ['text', () => pg.text(), 20],
      ['varchar', () => pg.varchar({ length: 50 }), 20],
      ['char', () => pg.char({ length: 20 }), 12],
      ['char1', () => pg.char({ length: 1 }), 1],
    ] as const
  ).map(([name, column, length]): ColumnCase => ({
    name,
    column,
    value: (random) => inQuotes(text(random, length)),
    operators: 'ordered',
  })),
  {
    name: 'textEnum',
    column: () => pg.text({ enum: ['one', 'two'] }),
    value: (random) => inQuotes(random.pick(['one', 'two'])),
    operators: 'equality',
  },
  {
    name: 'uuid',
    column: () => pg.uuid(),
    value: (random) => inQuotes(uuid(random)),
    operators: 'ordered',
    hasMax: false,
  },
  ...(['string', 'date'] as const).map((mode): ColumnCase => ({
    name: `date${mode}`,
    column: () => pg.date({ mode }),
    value: (random) => inQuotes(moment(random, [1, 9999], 0).slice(0, 10)),
    operators: 'ordered',
  })),
  {
    name: 'interval',
    column: () => pg.interval(),
    value: (random) => {
      const seconds = random.int(-1_000_000, 1_000_000)
      return { sql: `'${seconds} seconds'`, text: `${seconds < 0 ? '-' : ''}PT${Math.abs(seconds)}S` }
    },
    operators: 'ordered',
  },
  {
    name: 'intervalHours',
    column: () => pg.interval({ fields: 'day to hour' }),
    value: (random) => {
      const hours = random.int(-100, 100)
      return { sql: `'${hours} hours'`, text: `${hours < 0 ? '-' : ''}PT${Math.abs(hours)}H` }
    },
    operators: 'ordered',
  },
  {
    name: 'interval3',
    column: () => pg.interval({ precision: 3 }),
    value: (random) => {
      const seconds = `${random.int(0, 99)}.${random.int(100, 999)}`
      return { sql: `'${seconds} seconds'`, text: `PT${seconds}S` }
    },
    operators: 'ordered',
  },
  { name: 'enum', column: () => level(), value: (random) => inQuotes(random.pick(MEMBERS)), operators: 'ordered' },
  {
    name: 'json',
    column: () => pg.json(),
    value: () => ({ sql: `'{}'`, text: '' }),
    operators: 'none',
    isSorted: false,
    hasMax: false,
  },
  {
    name: 'jsonb',
    column: () => pg.jsonb(),
    value: (random) => ({ sql: `'{"a":${random.int(0, 9)}}'`, text: '' }),
    operators: 'none',
    hasMax: false,
  },
  { name: 'inet', column: () => pg.inet(), value: (random) => inQuotes(address(random)), operators: 'equality' },
  {
    name: 'cidr',
    column: () => pg.cidr(),
    value: (random) => ({ sql: quoted(address(random)), text: '' }),
    operators: 'none',
    hasMax: false,
  },
  {
    name: 'macaddr',
    column: () => pg.macaddr(),
    value: (random) => inQuotes(mac(random, 6)),
    operators: 'equality',
    hasMax: false,
  },
  {
    name: 'macaddr8',
    column: () => pg.macaddr8(),
    value: (random) => inQuotes(mac(random, 8)),
    operators: 'equality',
    hasMax: false,
  },
]
