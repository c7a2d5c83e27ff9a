// Every column type, each of its values as a facet reports it, and each way back to the rows that were counted, on
// every engine: the link by `encodeFilterValue`, the JSON of a date, and the ends of a range. Counts are those of plain
// SQL.
import { getTableColumns, notInArray, sql, type Table } from 'drizzle-orm'
import { alias as mysqlAlias, int as mysqlInteger, mysqlTable } from 'drizzle-orm/mysql-core'
import { alias as postgresAlias, integer as postgresInteger, pgTable } from 'drizzle-orm/pg-core'
import { alias as sqliteAlias, integer as sqliteInteger, sqliteTable } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnyPaginateConfig,
  encodeFilterValue,
  facetCounts,
  paginate,
  paginateConfig,
  relativeDate,
  relativeTimestamp,
  rowsOf,
} from '../../../src/index.js'
import { facetArray, paginateArray } from '../../../src/entries/memory/index.js'
import { createEnumSql, createTableSql, type TestDialect } from '../../support/create-tables.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { thinned } from '../../support/property-runs.js'
import type { ColumnCase } from './columns/column-case.js'
import { mysqlCases } from './columns/mysql.js'
import { feeling, postgresqlCases } from './columns/postgresql.js'
import { sqliteCases } from './columns/sqlite.js'

interface Parts {
  readonly cases: () => readonly ColumnCase[]
  readonly table: (name: string, columns: object) => Table
  readonly alias: (table: never, name: string) => Table
  readonly integer: (name: string) => { primaryKey(): unknown }
  /**
   * The rows that hold each element, those left out that a list of `$contains` cannot name.
   *
   * @param isJson false for an array of PostgreSQL
   */
  readonly elements: (column: string, isJson: boolean) => string
}

const PARTS: { readonly [dialect in TestDialect]: Parts } = {
  postgresql: {
    cases: postgresqlCases,
    table: pgTable as never,
    alias: postgresAlias as never,
    integer: postgresInteger,
    elements: (column, isJson) => {
      const array = `case jsonb_typeof(to_jsonb(${column})) when 'array' then to_jsonb(${column}) end`
      const held = isJson ? `jsonb_array_elements_text(${array})` : `unnest(${column})`
      return `select count(distinct id) as n from facet_columns, ${held} as held(v) where v::text not like '%,%' and v::text <> '' group by v`
    },
  },
  sqlite: {
    cases: sqliteCases,
    table: sqliteTable as never,
    alias: sqliteAlias as never,
    integer: sqliteInteger,
    elements: (column) => {
      const text = `cast(held.value as text)`
      const array = `case json_type(${column}) when 'array' then ${column} else '[]' end`
      return `select count(distinct facet_columns.id) as n from facet_columns join json_each(${array}) as held where held.type <> 'null' and ${text} not like '%,%' and ${text} <> '' group by ${text}`
    },
  },
  mysql: {
    cases: mysqlCases,
    table: mysqlTable as never,
    alias: mysqlAlias as never,
    integer: mysqlInteger,
    elements: (column) => {
      const array = `case json_type(${column}) when 'ARRAY' then ${column} else '[]' end`
      const held = `json_table(${array}, '$[*]' columns (at for ordinality, v longtext path '$'))`
      const element = `json_extract(${column}, concat('$[', at - 1, ']'))`
      // MariaDB has no text of an object here.
      const text = `cast(coalesce(cast(v as binary), cast(${element} as binary)) as char)`
      const isText = `json_type(${element}) <> 'NULL' and ${text} not like '%,%' and ${text} <> ''`
      return `select count(distinct id) as n from facet_columns join ${held} as held where ${isText} group by cast(${text} as binary)`
    },
  },
}

type Loose<Answer> = (...of: unknown[]) => Answer
const facetsOf = facetCounts as unknown as Loose<Promise<{ value: unknown }>>
const inMemory = facetArray as unknown as Loose<{ value: unknown }>
const pageOf = paginateArray as unknown as Loose<{ meta: { totalItems: number } }>
const textOf = encodeFilterValue as unknown as Loose<string | null>

interface LooseBuilder {
  withLimits(defaultLimit: number, maxLimit: number): LooseBuilder
  withTieBreaker(name: string): LooseBuilder
  leftJoin(prefix: string, table: Table, on: unknown): LooseBuilder
  field(name: string, expression: unknown, ...type: string[]): LooseBuilder
  filterable(name: string, ...operators: string[]): LooseBuilder
  filterableMany(name: string, rows: unknown, element: unknown, ...operators: string[]): LooseBuilder
  build(): AnyPaginateConfig
}

/** Where a facet reads the column. */
const PLACES = ['bare', 'registered', 'joined', 'many', 'expression'] as const
type Place = (typeof PLACES)[number]

const RELATIVE = [relativeTimestamp({ timeZone: 'UTC' }), relativeDate({ timeZone: 'UTC' })]
const ROWS = 9

/**
 * Literals of which a row holds less than the database: microseconds of a `Date`, the year 1, which Drizzle 0.45 reads as
 * 2001, a null in an array, and digits that a driver or JSON leaves out.
 */
const UNHELD = /:\d\d\.\d{6}|'0001-|9007199254740993|1844674407370955161|^16777216$|1e300|, null\]$/

interface Counted {
  readonly value: unknown
  readonly count: number
  readonly filter: string | null
}
interface Range {
  readonly min: unknown
  readonly max: unknown
  readonly count: number
}
interface LooseDatabase {
  select(fields: object): { from(of: Table): { where(condition: unknown): Promise<readonly unknown[]> } }
}

describe.each(dialects)('the facet of every column on $name', (engine) => {
  const { dialect } = engine
  const parts = PARTS[dialect]
  const cases = parts.cases()
  const table = parts.table('facet_columns', {
    id: parts.integer('id').primaryKey(),
    ...Object.fromEntries(cases.map(({ name, column }) => [name, column])),
  })
  const other = parts.alias(table as never, 'others')
  const quoted = (name: string): string => (dialect === 'mysql' ? `\`${name}\`` : `"${name}"`)
  let database: TestDatabase

  beforeAll(async () => {
    database = await engine.open()
    if (dialect === 'postgresql') await database.execute(createEnumSql(feeling))
    await database.execute(createTableSql(dialect, table))
    const rows = Array.from({ length: ROWS }, (_, row) => {
      const values = cases.map(({ name, literals }) => {
        const isNull = row === ROWS - 1 && name !== 'serial'
        return isNull ? 'null' : castTo(name, literals[row % literals.length] as string)
      })
      return `(${[row + 1, ...values].join(', ')})`
    })
    const names = ['id', ...cases.map(({ name }) => name)].map(quoted)
    await database.execute(`insert into facet_columns (${names.join(', ')}) values ${rows.join(', ')}`)
  })
  afterAll(async () => {
    await database.execute('drop table if exists facet_columns')
    if (dialect === 'postgresql') await database.execute('drop type if exists feeling')
    await database.close()
  })

  function castTo(name: string, literal: string): string {
    if (dialect !== 'postgresql' || name === 'serial') return literal
    const base = columnOf(table, name).getSQLType()
    return `(${literal})::${name.endsWith('Array') && !base.endsWith(']') ? `${base}[]` : base}`
  }

  function columnOf(of: Table, name: string) {
    return getTableColumns(of)[name] as ReturnType<typeof getTableColumns>[string]
  }

  interface Listed {
    readonly list: AnyPaginateConfig
    readonly isCollection: boolean
    readonly hasOrder: boolean
  }

  /** A list whose field `value` is the column at the place; null where no list can have it. */
  function listOf({ name, as, isOfColumn = false }: ColumnCase, place: Place): Listed | null {
    const [column, joined] = [columnOf(table, name), columnOf(other, name)]
    const isSame = sql`${columnOf(other, 'id')} = ${columnOf(table, 'id')}`
    const settings = place === 'registered' ? { valueTypes: RELATIVE } : {}
    const start = (paginateConfig(table, settings) as never as LooseBuilder).withLimits(20, 20).withTieBreaker('id')
    const type = as === undefined ? [] : [as]
    const bare = start.field('value', column, ...type)
    const [described] = bare.filterable('value', '$null').build().describe().filterableFields
    const kind = String(described?.type)
    if (place === 'many' && as !== undefined) return null
    if (place === 'expression' && (kind === 'enum' || as !== undefined || isOfColumn)) return null
    if (place === 'registered' && !['timestamp', 'date', 'collection'].includes(kind)) return null
    const declared = (...operators: string[]): AnyPaginateConfig => {
      if (place === 'many') {
        const rows = rowsOf(other as never, isSame as never)
        return start.filterableMany('value', rows, joined, ...operators).build()
      }
      const fields = {
        bare,
        registered: bare,
        expression: start.field('value', sql`${column}`, kind),
        joined: start.leftJoin('joined', other, isSame).field('value', joined, ...type),
      }
      return fields[place].filterable('value', ...operators).build()
    }
    if (kind === 'collection') return { list: declared('$contains'), isCollection: true, hasOrder: false }
    try {
      return { list: declared('$eq', '$in', '$null', '$gte', '$lte'), isCollection: false, hasOrder: true }
    } catch {
      return { list: declared('$eq', '$in', '$null'), isCollection: false, hasOrder: false }
    }
  }

  describe.each(PLACES)('%s', (place) => {
    const listed = cases.flatMap((of) => {
      const list = listOf(of, place)
      return list === null ? [] : [{ ...of, ...list }]
    })

    // R15.1.2, R15.1.4, R15.1.8
    test.each(thinned(listed, 0))('$name', async ({ name, as, unnamed = 0, list, isCollection, hasOrder }) => {
      const totalOf = async (criterion: string) =>
        (await paginate(database.db, { filters: { value: criterion } }, list)).meta.totalItems
      const found = (await facetsOf(database.db, {}, list, { value: true })).value as Counted[]
      // Rows that are equal under another value type are counted together.
      if (as === undefined || !/As[A-Z]/.test(name)) {
        const isJson = place === 'expression' || !name.endsWith('Array')
        const grouped = isCollection
          ? parts.elements(quoted(name), isJson)
          : `select count(*) as n from facet_columns group by ${quoted(name)}`
        const counts = (await database.query(grouped)).map(({ n }) => Number(n))
        expect(found.map(({ count }) => count).sort(), 'counts').toStrictEqual(counts.sort())
      }
      if (!isCollection) expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(ROWS)

      const texts = found.map(({ value }) => textOf(list, 'value', value))
      expect(
        texts.filter((text) => text === null),
        'values that no filter can name',
      ).toHaveLength(unnamed)
      for (const [at, text] of texts.entries()) {
        const { value, count, filter } = found[at] as (typeof found)[number]
        expect(filter === null, `filter of ${text}`).toBe(text === null)
        if (text === null || filter === null) continue
        expect(await totalOf(filter), filter).toBe(count)
        for (const operator of waysBack(value, text, isCollection))
          expect(await totalOf(`${operator}${text}`), `${operator}${text}`).toBe(count)
        const json: unknown = value instanceof Date ? JSON.parse(JSON.stringify(value)) : null
        if (json !== null) expect(await totalOf(`${isCollection ? '$contains' : '$eq'}:${String(json)}`)).toBe(count)
      }

      if (!hasOrder) return
      const range = (await facetsOf(database.db, {}, list, { value: 'range' })).value as Range
      const [min, max] = [textOf(list, 'value', range.min), textOf(list, 'value', range.max)]
      if (min !== null) expect(await totalOf(`$gte:${min}`), `$gte:${min}`).toBe(range.count)
      if (max === null) return
      expect(await totalOf(`$lte:${max}`), `$lte:${max}`).toBe(range.count)
      expect(await totalOf(`$gte:${max}`), `$gte:${max}`).toBeGreaterThan(0)
    })
  })

  // R9.1.1
  describe.each(['bare', 'registered'] as const)('in memory, %s', (place) => {
    const listed = cases.flatMap((of) => {
      const list = listOf(of, place)
      return list === null ? [] : [{ ...of, ...list }]
    })
    test.each(listed)('$name', async ({ name, literals, list, hasOrder }) => {
      const left = Array.from({ length: ROWS - 1 }, (_, row) => row).filter((row) =>
        UNHELD.test(literals[row % literals.length] as string),
      )
      const where = notInArray(columnOf(table, 'id'), [0, ...left.map((row) => row + 1)])
      const rows = await (database.db as never as LooseDatabase)
        .select({ id: columnOf(table, 'id'), [name]: columnOf(table, name) })
        .from(table)
        .where(where)
      const answersOf = async (facet: true | 'range') => {
        const inDatabase = await facetsOf(database.db, {}, list, { value: facet }, { where })
        return [inMemory(rows, {}, list, { value: facet }).value, inDatabase.value]
      }
      const unchanged = jsonOf(rows)
      // Which of equal values it is, as 1.5 and 1.50, is not said.
      const seen = (value: unknown) => [
        typeof value,
        value instanceof Date && jsonOf(value),
        textOf(list, 'value', value),
      ]
      const counted = (await answersOf(true)) as Counted[][]
      const [held, found] = counted.map((values) =>
        values.map(({ value, count, filter }) => jsonOf([...seen(value), count, filter])).sort(),
      )
      expect(held).toEqual(found)
      const totalOf = (criterion: string) => pageOf(rows, { filters: { value: criterion } }, list).meta.totalItems
      for (const { count, filter } of counted[0] ?? []) if (filter !== null) expect(totalOf(filter), filter).toBe(count)
      // Texts are in an order of the database's own.
      const [described] = list.describe().filterableFields
      if (hasOrder && described?.type !== 'text' && described?.type !== 'char') {
        const [ends, expected] = (await answersOf('range')).map((range): unknown[] => {
          const { min, max, count } = (range ?? {}) as Partial<Range>
          return [count, seen(min), seen(max)]
        })
        expect(ends).toEqual(expected)
        const [count, min, max] = ends as [number | undefined, string[], string[]]
        for (const criterion of [`$gte:${min[2]}`, `$lte:${max[2]}`])
          if (!criterion.endsWith('null')) expect(totalOf(criterion), criterion).toBe(count)
      }
      expect(jsonOf(rows), 'the rows').toBe(unchanged)
    })
  })
})

const jsonOf = (answer: unknown): string =>
  JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** The operators that the text of a value follows; the text of null is the whole criterion. */
function waysBack(value: unknown, text: string, isCollection: boolean): readonly string[] {
  if (value === null) return ['']
  if (isCollection) return ['$contains:']
  return text === '' || text.includes(',') ? ['$eq:'] : ['$eq:', '$in:']
}
