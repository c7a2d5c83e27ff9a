// The places in which a list reads a column: itself, out of a sub-query, a union or a view, joined, by an aggregate, as
// an element.
import { eq, max, min, type SQL, sql } from 'drizzle-orm'
import * as mysql from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { type AnyPaginateConfig, paginateConfig, rowsOf } from '../../../src/index.js'
import type { TestDialect } from '../../support/create-tables.js'
import type { ColumnCase } from './column-case.js'

/** A table, view or sub-query, by its members. */
export type Source = Readonly<Record<string, never>>

/** The dialects' functions, as one. */
interface Makers {
  readonly table: (name: string, columns: object) => Source
  readonly view: (name: string, columns: object) => { existing(): Source }
  readonly id: () => { primaryKey(): object; notNull(): object }
}
const MAKERS = {
  mysql: { table: mysql.mysqlTable, view: mysql.mysqlView, id: () => mysql.int('id') },
  postgresql: { table: pg.pgTable, view: pg.pgView, id: () => pg.integer('id') },
  sqlite: { table: sqlite.sqliteTable, view: sqlite.sqliteView, id: () => sqlite.integer('id') },
} as never as { readonly [dialect in TestDialect]: Makers }

/** A builder as a JavaScript caller sees it. */
export interface Loose {
  leftJoin(prefix: string, source: unknown, on: unknown): Loose
  field(name: string, selector: unknown): Loose
  children(name: string, rows: unknown, selection: object): Loose
  withLimits(one: number, most: number): Loose
  withTieBreaker(...given: unknown[]): Loose
  sortable(...names: string[]): Loose
  filterable(name: string, ...operators: readonly string[]): Loose
  filterableMany(name: string, collection: unknown, element: unknown, ...operators: readonly string[]): Loose
  withCursors(): Loose
  build(): AnyPaginateConfig
}
const loose = (source: unknown): Loose => (paginateConfig as (source: unknown) => unknown)(source) as Loose

/** What selects have of Drizzle's builders, whatever the dialect. */
interface Select {
  as(name: string): Source
  unionAll(other: Select): Select
  where(condition: SQL): Select
}
interface Selects {
  select(fields?: object): { from(source: unknown): Select }
}

export interface Place {
  /** A list with a field of each column that the place has. */
  readonly list: Loose
  readonly fieldOf: (column: string) => string
  readonly hasColumn: (column: ColumnCase) => boolean
  /** What plain SQL orders by instead of the column. */
  readonly ordered?: (column: string) => string
  /** The filter of a field, where it is not `.filterable()`. */
  readonly filterable?: (list: Loose, column: string, operators: readonly string[]) => Loose
}

/** The tables of the suite: `cells` has the values, `cell_owners` a row for each of its rows. */
export interface Cells {
  readonly cells: Source
  readonly owners: Source
  /** An existing view of all columns. */
  readonly view: (name: string) => Source
  /** `cells`, of which the schema knows no key but the column. */
  readonly keyedBy: (column: ColumnCase) => Source
}

interface Builder {
  notNull(): { unique(): object }
}

export function cellsOf(dialect: TestDialect, cases: readonly ColumnCase[]): Cells {
  const { table, view, id } = MAKERS[dialect]
  const columns = (): object => Object.fromEntries(cases.map(({ name, column }) => [name, column()]))
  return {
    cells: table('cells', { id: id().primaryKey(), ...columns() }),
    owners: table('cell_owners', { id: id().primaryKey() }),
    view: (name) => view(name, { id: id().notNull(), ...columns() }).existing(),
    keyedBy: ({ name, column }) =>
      table('cells', { id: id().notNull(), [name]: (column() as Builder).notNull().unique() }),
  }
}

export function placesOf({ cells, owners, view }: Cells, cases: readonly ColumnCase[], db: unknown) {
  const { select } = { select: (fields?: object) => (db as Selects).select(fields) }
  const unnamed = new Set(cases.filter(({ hasNoName }) => hasNoName === true).map(({ name }) => name))
  const named = Object.fromEntries(
    ['id', ...cases.map(({ name }) => name)].filter((name) => !unnamed.has(name)).map((name) => [name, cells[name]]),
  )
  const half = (rest: string): Select =>
    select(named)
      .from(cells)
      .where(sql`${cells['id']} % 2 = ${sql.raw(rest)}`)
  const both = (name: string): Source => half('0').unionAll(half('1')).as(name)
  const ofOwner = (source: Source): never => eq(source['id'] as never, owners['id'] as never) as never
  const of = (source: Source): Place => ({
    list: loose(source),
    fieldOf: (column) => column,
    hasColumn: ({ name }) => source[name] !== undefined,
  })
  const joined = (source: Source): Place => ({
    ...of(source),
    list: loose(owners).leftJoin('cell', source, ofOwner(source)),
    fieldOf: (column) => `cell.${column}`,
  })
  const aggregated = (aggregate: (column: never) => unknown): Place => {
    const hasColumn = ({ hasMax }: ColumnCase): boolean => hasMax !== false
    const rows = rowsOf(cells as never, ofOwner(cells))
    const list = cases
      .filter(hasColumn)
      .reduce(
        (before, { name }) => before.field(name, rows.aggregate(aggregate(cells[name] as never) as never)),
        loose(owners),
      )
    // An aggregate of a `char(n)` is a text without its padding.
    const ordered = (column: string): string =>
      `(select max(held.${column}) from cells as held where held.id = cells.id)`
    return { ...of(cells), list, hasColumn, ordered }
  }
  return {
    'a table': () => of(cells),
    'a sub-query': () => of(select(named).from(cells).as('picked')),
    'a union': () => of(both('both')),
    'a sub-query over a union': () => of(select().from(both('inside')).as('outside')),
    'a view': () => of(view('cells_view')),
    'a view over a union': () => of(view('cells_union')),
    'a joined table': () => joined(cells),
    'a joined union': () => joined(both('both')),
    'max()': () => aggregated(max),
    'min()': () => aggregated(min),
    elements: (): Place => ({
      ...of(cells),
      list: loose(owners),
      filterable: (list, column, operators) =>
        list.filterableMany(column, rowsOf(cells as never, ofOwner(cells)), cells[column], ...operators),
    }),
    'elements of a union': (): Place => {
      const source = both('held')
      return {
        ...of(source),
        list: loose(owners),
        filterable: (list, column, operators) =>
          list.filterableMany(column, rowsOf(source as never, ofOwner(source)), source[column], ...operators),
      }
    },
  } satisfies Readonly<Record<string, () => Place>>
}

/** The rows of `cells`, each with the ids of the rows that are equal to it in a column. */
export function childrenBy({ keyedBy, view }: Cells, column: ColumnCase): AnyPaginateConfig {
  const parents = keyedBy(column)
  const children = view('cells_view')
  const rows = rowsOf(children as never, eq(children[column.name] as never, parents[column.name] as never) as never)
  return loose(parents)
    .children('equal', rows, { id: children['id'] })
    .withLimits(100, 100)
    .withTieBreaker('id', { assumeUnique: true })
    .build()
}
