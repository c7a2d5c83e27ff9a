// Generated rows, configurations and criteria for the laws of the engine.
import type { PaginateConfigOptions } from '../../../src/builder/settings.js'
import { runs } from '../../support/property-runs.js'
import Database from 'better-sqlite3'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import {
  bigint,
  boolean,
  doublePrecision,
  integer as pgInteger,
  numeric as pgNumeric,
  pgTable,
  text as pgText,
  timestamp,
} from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { integer, numeric, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import fc from 'fast-check'
import { type AnyPaginateConfig, type ListDatabase, paginateConfig } from '../../../src/index.js'
import { shared } from '../../support/shared.js'
import { pgliteClient } from '../../support/databases/pglite.js'

/** Printed with every failure; `FC_SEED` runs another one. */
export const seed = Number(process.env['FC_SEED'] ?? 20_240_229)

const sqliteRows = sqliteTable('law_rows', {
  id: integer('id').primaryKey(),
  text: text('text'),
  must: text('must').notNull(),
  count: integer('count'),
  price: numeric('price'),
  ratio: real('ratio'),
  isOn: integer('is_on', { mode: 'boolean' }),
  at: integer('at', { mode: 'timestamp_ms' }),
  color: text('color', { enum: ['red', 'green'] }),
  tags: text('tags', { mode: 'json' }).$type<string[]>(),
})
const pgRows = pgTable('law_rows', {
  id: pgInteger('id').primaryKey(),
  text: pgText('text'),
  must: pgText('must').notNull(),
  count: bigint('count', { mode: 'number' }),
  price: pgNumeric('price'),
  ratio: doublePrecision('ratio'),
  isOn: boolean('is_on'),
  at: timestamp('at', { mode: 'date', withTimezone: true }),
  color: pgText('color', { enum: ['red', 'green'] }),
  tags: pgText('tags').array(),
})

export interface LawRow {
  readonly id: number
  readonly text: string | null
  readonly must: string
  readonly count: number | null
  readonly price: string | null
  readonly ratio: number | null
  readonly isOn: boolean | null
  readonly at: Date | null
  readonly color: 'red' | 'green' | null
  readonly tags: string[] | null
}

export interface LawDatabase {
  readonly name: string
  readonly dialect: 'sqlite' | 'postgresql'
  /** Of fast-check, by how fast the engine is. */
  readonly runs: number
  readonly db: ListDatabase
  readonly table: typeof pgRows
  /** Replaces all rows. */
  replaceRows(rows: readonly LawRow[]): Promise<void>
}

interface Writer {
  delete(table: unknown): PromiseLike<unknown>
  insert(table: unknown): { values(rows: unknown): PromiseLike<unknown> }
}
const filler =
  (db: unknown, table: unknown) =>
  async (rows: readonly LawRow[]): Promise<void> => {
    await (db as Writer).delete(table)
    if (rows.length > 0) await (db as Writer).insert(table).values(rows)
  }

export const lawDatabases: readonly (readonly [name: string, open: () => Promise<LawDatabase>])[] = [
  [
    'sqlite',
    () =>
      shared(
        'law sqlite',
        async () => {
          const client = new Database(':memory:')
          client.exec(
            'create table law_rows (id integer primary key, text text, must text not null, count integer, price numeric, ratio real, is_on integer, at integer, color text, tags text)',
          )
          const db = drizzleSqlite({ client })
          return {
            name: 'sqlite',
            dialect: 'sqlite',
            runs: runs(150),
            db,
            table: sqliteRows as unknown as typeof pgRows,
            replaceRows: filler(db, sqliteRows),
            client,
          } as LawDatabase & { client: { close(): void } }
        },
        (law) => law.client.close(),
      ),
  ],
  [
    'pglite',
    () =>
      shared(
        'law pglite',
        async () => {
          const client = await pgliteClient()
          await client.exec(
            'create table law_rows (id integer primary key, text text, must text not null, count bigint, price numeric, ratio double precision, is_on boolean, at timestamptz, color text, tags text[])',
          )
          const db = drizzlePglite({ client })
          return {
            name: 'pglite',
            dialect: 'postgresql',
            runs: runs(25),
            db,
            table: pgRows,
            replaceRows: filler(db, pgRows),
          } as LawDatabase
        },
        () => {},
      ),
  ],
]

/** Few distinct values, so that ties and matches are common; the hostile ones among them. */
const TEXTS = [
  '',
  ' ',
  'a',
  'A',
  'ab',
  'b%',
  '_',
  '\\',
  '[x]',
  '!',
  "'",
  '"',
  'é',
  'É',
  'e\u0301',
  '🎉',
  'a,b',
  '$eq:a',
  'null',
  'ß',
]
const COUNTS = [-1, 0, 1, 2, 10, 9_007_199_254_740_991, -9_007_199_254_740_991]
const PRICES = ['-1.5', '0', '0.1', '0.25', '1', '10', '100000000']
const RATIOS = [-1.5, 0, 0.1, 0.25, 1e10]
const MOMENTS = [
  '1969-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00.000Z',
  '2024-02-29T12:00:00.000Z',
  '2024-02-29T12:00:00.001Z',
]

const some = <Value>(values: readonly Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values)
const nullable = <Value>(values: readonly Value[]): fc.Arbitrary<Value | null> =>
  fc.option(some(values), { nil: null, freq: 3 })

export const rowsArbitrary = (maxLength = 25): fc.Arbitrary<LawRow[]> =>
  fc
    .array(
      fc.record({
        text: nullable(TEXTS),
        must: some(TEXTS),
        count: nullable(COUNTS),
        price: nullable(PRICES),
        ratio: nullable(RATIOS),
        isOn: nullable([true, false]),
        at: nullable(MOMENTS.map((moment) => new Date(moment))),
        color: nullable(['red', 'green'] as const),
        tags: fc.option(fc.array(some(TEXTS), { maxLength: 3 }), { nil: null }),
      }),
      { maxLength },
    )
    .map((rows) => rows.map((row, index) => ({ id: index + 1, ...row })))

const ORDERED = ['$lt', '$lte', '$gt', '$gte'] as const
const OPERATORS = {
  text: ['$eq', '$in', '$null', '$sw', '$ew', '$ilike', '$contains', ...ORDERED, '$btw'],
  must: ['$eq', '$in', '$null', '$sw', '$ew', '$ilike', '$contains', ...ORDERED, '$btw'],
  count: ['$eq', '$in', '$null', ...ORDERED, '$btw'],
  price: ['$eq', '$in', '$null', ...ORDERED, '$btw'],
  ratio: ['$eq', '$in', '$null', ...ORDERED, '$btw'],
  isOn: ['$eq', '$in', '$null'],
  at: ['$eq', '$in', '$null', ...ORDERED, '$btw'],
  color: ['$eq', '$in', '$null'],
  tags: ['$eq', '$contains', '$null'],
} as const
export type LawField = keyof typeof OPERATORS
export const FIELDS = Object.keys(OPERATORS) as LawField[]
export const ORDERED_FIELDS: readonly LawField[] = ['text', 'must', 'count', 'price', 'ratio', 'at']

const commaless = (values: readonly string[]): string[] => values.filter((value) => !value.includes(','))
const VALUES: Readonly<Record<LawField, readonly string[]>> = {
  text: TEXTS,
  must: TEXTS,
  count: COUNTS.map(String),
  price: [...PRICES, '0.10000000000000000001', '.5'],
  ratio: ['-1.5', '0', '0.1', '.25', '10000000000'],
  isOn: ['true', 'FALSE'],
  at: [...MOMENTS, '1970-01-01', '2024-02-29T12:00:00.0005Z', '2024-02-29T14:00+02:00'],
  color: ['red', 'GREEN'],
  tags: TEXTS,
}
export const valueOf = (field: LawField): fc.Arbitrary<string> => some(commaless(VALUES[field]))

/** A criterion of the field, without `$not` or a connector, that is not refused. */
export const criterionOf = (field: LawField): fc.Arbitrary<string> =>
  some<string>(OPERATORS[field]).chain((operator) => {
    if (operator === '$null') return some(['$null', '$null:'])
    const value = valueOf(field)
    const isList = operator === '$in' || (operator === '$contains' && field === 'tags')
    if (isList)
      return fc
        .array(value, { minLength: 1, maxLength: 4 })
        .filter((list) => list.join(',') !== '')
        .map((list) => `${operator}:${list.join(',')}`)
    if (operator === '$btw') return fc.tuple(value, value).map(([low, high]) => `$btw:${low},${high}`)
    return some(VALUES[field]).map((one) => `${operator}:${one}`)
  })

export const fieldWithCriterion: fc.Arbitrary<{ field: LawField; criterion: string }> = some(FIELDS).chain((field) =>
  criterionOf(field).map((criterion) => ({ field, criterion })),
)

/** A builder as a JavaScript caller sees it, whose names are only known at run time. */
export interface LooseBuilder {
  withLimits(defaultLimit: number, maxLimit: number): LooseBuilder
  withTieBreaker(name: unknown): LooseBuilder
  sortable(...names: (string | { readonly nulls: string })[]): LooseBuilder
  searchable(...names: string[]): LooseBuilder
  defaultSortBy(name: string, direction?: string): LooseBuilder
  filterable(name: string, ...operators: string[]): LooseBuilder
  allowUnlimited(rows: number): LooseBuilder
  withMaxOffset(rows: number): LooseBuilder
  build(): AnyPaginateConfig
}

/** A configuration that grants everything. */
export const openList = ({ table }: LawDatabase, settings: PaginateConfigOptions = {}): LooseBuilder => {
  let builder = (paginateConfig(table, settings) as unknown as LooseBuilder)
    .withLimits(100, 100)
    .withTieBreaker('id')
    .sortable('id', ...FIELDS.filter((field) => field !== 'tags'))
    .searchable('text', 'must')
    .allowUnlimited(1000)
  for (const field of FIELDS) builder = builder.filterable(field, ...OPERATORS[field])
  return builder
}

export interface ListShape {
  readonly tieBreaker: 'asc' | 'desc'
  readonly nulls: readonly (readonly [field: LawField, place: 'first' | 'last'])[]
  readonly defaults: readonly (readonly [field: LawField, direction: 'asc' | 'desc'])[]
  readonly strategy: 'native' | 'portable'
}

const sortableFields = FIELDS.filter((field) => field !== 'tags')
/** What may differ between configurations without making a request wrong. */
export const shapeArbitrary: fc.Arbitrary<ListShape> = fc.record({
  tieBreaker: some(['asc', 'desc'] as const),
  nulls: fc.uniqueArray(fc.tuple(some(sortableFields), some(['first', 'last'] as const)), {
    selector: ([field]) => field,
    maxLength: 3,
  }),
  defaults: fc.array(fc.tuple(some(sortableFields), some(['asc', 'desc'] as const)), { maxLength: 3 }),
  strategy: some(['native', 'portable'] as const),
})

export function listOfShape(database: LawDatabase, shape: ListShape): AnyPaginateConfig {
  let builder = openList(database, { likeStrategy: shape.strategy }).withTieBreaker({ id: shape.tieBreaker })
  for (const [field, place] of shape.nulls) builder = builder.sortable(field, { nulls: place })
  for (const [field, direction] of shape.defaults) builder = builder.defaultSortBy(field, direction)
  return builder.build()
}

/** Terms of `sortBy`; none at all is common. */
export const sortArbitrary: fc.Arbitrary<string[]> = fc.array(
  fc.tuple(some([...sortableFields, 'id']), some(['ASC', 'desc'])).map(([field, direction]) => `${field}:${direction}`),
  { maxLength: 3 },
)
