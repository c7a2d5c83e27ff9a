// Every column type of Drizzle in every place that a list reads one, beside plain SQL over the table that has the
// values: what is not a bare column any more must not lose its type. `npm run exhaust` runs all columns, operators and
// directions for five rounds of values, `PROPERTY_SCALE` of 20 for a hundred.
import { inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyPaginateConfig, type ListDatabase, paginate } from '../../../src/index.js'
import { createEnumSql, createTableSql, type TestDialect } from '../../support/create-tables.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { isFullLength, runs } from '../../support/property-runs.js'
import { Random } from '../differential/random.js'
import { everyWay, walkList } from '../paging/walk-list.js'
import type { ColumnCase, Value } from './column-case.js'
import { mysqlColumns } from './mysql.js'
import { cellsOf, childrenBy, type Place, placesOf } from './places.js'
import { level, postgresColumns } from './postgres.js'
import { sqliteColumns } from './sqlite.js'

const CASES: { readonly [dialect in TestDialect]: readonly ColumnCase[] } = {
  mysql: mysqlColumns,
  postgresql: postgresColumns,
  sqlite: sqliteColumns,
}
const ROWS = 20
const PAGE = 7
const SIGNS = { $eq: '=', $lt: '<', $lte: '<=', $gt: '>', $gte: '>=' } as const
const OPERATORS = {
  none: [],
  equality: ['$eq'],
  ordered: Object.keys(SIGNS) as (keyof typeof SIGNS)[],
} as const

/** All at full length, else as many as a run of every day has time for. */
const chosen = <Item>(random: Random, items: readonly Item[], few: number): readonly Item[] =>
  isFullLength ? items : random.some(items, few, few)

interface Row {
  readonly id: number
  readonly equal?: readonly { readonly id: number }[]
}
type Read = (
  db: ListDatabase,
  query: object,
  config: AnyPaginateConfig,
  options?: object,
) => Promise<{ readonly items: readonly Row[] }>
const read = paginate as never as Read

describe.each(dialects)('Columns in every place on $name', (engine) => {
  const cases = CASES[engine.dialect]
  const cells = cellsOf(engine.dialect, cases)
  const quote = engine.dialect === 'mysql' ? '`' : '"'
  let version = ''
  const isSortedHere = ({ isSorted = true }: ColumnCase): boolean =>
    typeof isSorted === 'function' ? isSorted(version) : isSorted
  const named = ({ name }: ColumnCase): string => `${quote}${name}${quote}`
  const drop =
    'drop view if exists cells_view; drop view if exists cells_union; drop table if exists cells; drop table if exists cell_owners'
  let database: TestDatabase
  let db: ListDatabase
  let values: ReadonlyMap<ColumnCase, readonly (Value | null)[]>

  beforeAll(async () => {
    database = await engine.open()
    db = database.db as never
    await database.execute(drop)
    if (engine.dialect === 'mysql')
      version = String((await database.query('select version() as version'))[0]?.['version'])
    if (engine.dialect === 'postgresql')
      await database.execute(`drop type if exists cell_level; ${createEnumSql(level)}`)
    await database.execute(createTableSql(engine.dialect, cells.cells as never))
    await database.execute(`create table cell_owners (id integer primary key);
      create view cells_view as select * from cells;
      create view cells_union as select * from cells where id % 2 = 0 union all select * from cells where id % 2 = 1`)
  })
  afterAll(async () => {
    await database.execute(drop)
    await database.close()
  })

  /** Few values in many rows, so that pages end between equals. */
  async function fill(seed: number): Promise<void> {
    const random = new Random(seed)
    values = new Map(
      cases.map((one) => {
        const pool = Array.from({ length: 7 }, () => one.value(random))
        return [one, Array.from({ length: ROWS }, () => random.maybe(0.85, () => random.pick(pool)))]
      }),
    )
    const ids = Array.from({ length: ROWS }, (_, at) => at + 1)
    const rows = ids.map((id, at) => [id, ...cases.map((one) => values.get(one)?.[at]?.sql ?? 'null')].join(', '))
    await database.execute(`delete from cells; delete from cell_owners;
      insert into cell_owners values (${ids.join('), (')});
      insert into cells (${['id', ...cases.map(named)].join(', ')}) values (${rows.join('), (')})`)
  }

  const idsOf = async (rest: string): Promise<number[]> =>
    (await database.query(`select id from cells ${rest}`)).map(({ id }) => Number(id))

  /** Each of the differences as a line. */
  const compared = async (title: string, found: Promise<unknown>, expected: unknown): Promise<string[]> => {
    const answer = await found.catch((error: unknown) => `${String(error)} ${String((error as Error).cause ?? '')}`)
    const [one, other] = [JSON.stringify(answer), JSON.stringify(expected)]
    return one === other ? [] : [`${title}: ${one}, by SQL ${other}`]
  }

  async function wrongWalks({ list, fieldOf, ordered }: Place, checked: readonly ColumnCase[], random: Random) {
    const sorted = checked.filter(isSortedHere)
    const sortable = list
      .withLimits(PAGE, 100)
      .withTieBreaker('id', { assumeUnique: true })
      // A position behind a sub-select is compared with fields of a sub-query.
      .field('one', sql<number>`(select 1)`)
      .sortable('one', ...sorted.map(({ name }) => fieldOf(name)))
    const lists = { numbered: sortable.build(), cursors: sortable.withCursors().build() }
    const wrong: string[] = []
    for (const one of sorted) {
      const value = one.compared?.(named(one)) ?? ordered?.(named(one)) ?? named(one)
      for (const direction of chosen(random, ['ASC', 'DESC'], 1)) {
        const expected = everyWay(await idsOf(`order by ${value} ${direction}, id`))
        const order = [...random.pick([[], ['one:ASC']]), `${fieldOf(one.name)}:${direction}`]
        wrong.push(...(await compared(order.join(), walkList(db, lists, order, PAGE), expected)))
      }
    }
    return wrong
  }

  async function wrongFilters({ list, fieldOf, filterable }: Place, checked: readonly ColumnCase[], random: Random) {
    const filtered = checked.filter(({ operators }) => operators !== 'none')
    const limited = list.withLimits(100, 100).withTieBreaker('id', { assumeUnique: true })
    const config = filtered
      .reduce((before, { name, operators }) => {
        const granted = OPERATORS[operators]
        return filterable?.(before, name, granted) ?? before.filterable(fieldOf(name), ...granted)
      }, limited)
      .build()
    const wrong: string[] = []
    for (const one of filtered) {
      const held = values.get(one)?.flatMap((value, at) => (value === null ? [] : [{ ...value, id: at + 1 }])) ?? []
      if (held.length === 0) continue
      const { text, id } = random.pick(held)
      const value = one.compared?.(named(one)) ?? named(one)
      for (const operator of chosen(random, OPERATORS[one.operators], 1)) {
        const matches = `${value} ${SIGNS[operator]} (select ${value} from cells where id = ${id})`
        for (const [criterion, where] of [
          [`${operator}:${text}`, matches],
          [`$not:${operator}:${text}`, `(${value} is null or not (${matches}))`],
        ] as const) {
          const found = read(db, { filters: { [fieldOf(one.name)]: [criterion] } }, config)
          const ids = found.then(({ items }) => items.map((item) => item.id))
          const expected = await idsOf(`where ${where} order by id`)
          wrong.push(...(await compared(`${one.name} ${criterion}`, ids, expected)))
        }
      }
    }
    return wrong
  }

  describe.each(Array.from({ length: runs(5) }, (_, round) => round + 1))('values %i', (seed) => {
    beforeAll(() => fill(seed))

    test.each(Object.keys(placesOf(cells, cases, null)) as (keyof ReturnType<typeof placesOf>)[])(
      'in %s',
      async (name) => {
        const random = new Random(seed)
        const place: Place = placesOf(cells, cases, db)[name]()
        const core = cases.filter(({ isCore }) => isCore === true)
        const rest = cases.filter(({ isCore }) => isCore !== true)
        const checked = [...core, ...chosen(random, rest, 5)].filter(place.hasColumn)
        const wrong = place.filterable === undefined ? await wrongWalks(place, checked, random) : []
        expect([...wrong, ...(await wrongFilters(place, checked, random))]).toEqual([])
      },
      120_000,
    )

    test('as the key of children', async () => {
      const wrong: string[] = []
      for (const one of cases.filter(isSortedHere)) {
        const first = `select min(id) from cells where ${named(one)} is not null group by ${named(one)}`
        const query = `select a.id, b.id as child from cells a join cells b on a.${named(one)} = b.${named(one)} where a.id in (${first}) order by a.id, b.id`
        const expected = (await database.query(query)).map(({ id, child }) => [Number(id), Number(child)])
        const where = inArray(cells.cells['id'] as never, [...new Set(expected.map(([id]) => id))])
        const found = read(db, {}, childrenBy(cells, one), { where })
        // The parents of other rows are equal to these here, so that each child may come for each of them.
        const pairs = found.then(({ items }) =>
          items.flatMap(({ id, equal = [] }) =>
            [...new Set(equal.map((child) => child.id))]
              .sort((first, second) => first - second)
              .map((child) => [id, child]),
          ),
        )
        wrong.push(...(await compared(one.name, pairs, expected)))
      }
      expect(wrong).toEqual([])
    }, 120_000)
  })
})
