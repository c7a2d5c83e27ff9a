// Runs shapes on a database: with the text written for it, with the text that an earlier request left, with a text
// written anew each time; each time the rows are those of the in-memory engine.
import BetterSqlite from 'better-sqlite3'
import { sql, type SQL } from 'drizzle-orm'
import { drizzle as sqliteDrizzle } from 'drizzle-orm/better-sqlite3'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { drizzle as postgresDrizzle } from 'drizzle-orm/pglite'
import { integer as sqliteInteger, sqliteTable, text as sqliteText } from 'drizzle-orm/sqlite-core'
import {
  type AnyPaginateConfig,
  type ListDatabase,
  paginate,
  paginateConfig,
  PaginateQuery,
} from '../../../src/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import { type OrderedShape, PAGE_FORMS, type Shape, type Variant } from './scopes.js'
import { withSettings } from '../../support/settings.js'
import { startPglite } from '../../support/start-pglite.js'
import type { PageFormSetting } from '../../../src/types/config.js'

interface Row {
  readonly id: number
  readonly a: number | null
  readonly b: string | null
}

/** All combinations of null, low, equal and high; of the last three where nothing is null. */
const rowsOf = (isNullable: boolean): readonly Row[] => {
  const numbers = [...(isNullable ? [null] : []), 1, 2, 3]
  const texts = [...(isNullable ? [null] : []), 'a', 'm', 'z']
  // In an order of keys that no field has.
  return numbers.flatMap((a) => texts.map((b) => ({ a, b }))).map((row, at) => ({ id: ((at * 7) % 16) + 1, ...row }))
}
const ROWS = { nullable: rowsOf(true), required: rowsOf(false) }

const tables = {
  postgres: {
    nullable: pgTable('nullable_rows', { id: integer().primaryKey(), a: integer(), b: text() }),
    required: pgTable('required_rows', { id: integer().primaryKey(), a: integer().notNull(), b: text().notNull() }),
  },
  sqlite: {
    nullable: sqliteTable('nullable_rows', { id: sqliteInteger().primaryKey(), a: sqliteInteger(), b: sqliteText() }),
    required: sqliteTable('required_rows', {
      id: sqliteInteger().primaryKey(),
      a: sqliteInteger().notNull(),
      b: sqliteText().notNull(),
    }),
  },
}

const literal = (value: number | string | null): string => (typeof value === 'string' ? `'${value}'` : String(value))

const tableSql = (Object.keys(ROWS) as (keyof typeof ROWS)[])
  .flatMap((name) => [
    `create table ${name}_rows (id integer primary key, a integer, b text);`,
    ...ROWS[name].map(({ id, a, b }) => `insert into ${name}_rows values (${id}, ${literal(a)}, ${literal(b)});`),
  ])
  .join('\n')

const forms = new WeakMap<AnyPaginateConfig, Map<PageFormSetting, AnyPaginateConfig>>()
/** The list in a page form: the same one each time, which keeps its texts. */
function inForm(config: AnyPaginateConfig, pageForm: PageFormSetting): AnyPaginateConfig {
  const own = forms.get(config) ?? new Map<PageFormSetting, AnyPaginateConfig>()
  forms.set(config, own)
  const made = own.get(pageForm) ?? withSettings(config, { pageForm })
  own.set(pageForm, made)
  return made
}

const PAGE_SIZE = 5
const BOUND = 4

/** A fragment that may say something else each time: nothing of a list with one is cached. */
const changing = { getSQL: (): SQL => sql`1` }

function listsOver(table: (typeof tables)['postgres']['nullable'], isCached: boolean) {
  const list = paginateConfig(table)
    .field('changing', isCached ? sql<number>`1` : sql<number>`${changing}`, 'integer')
    .withLimits(PAGE_SIZE, 100)
    .withTieBreaker('id')
    .sortable('a', 'b')
    .sortable('a', 'b', { nulls: 'smallest' })
    .searchable('b')
    .filterable('a', '$eq', '$gt', '$lt', '$lte', '$btw', '$in', '$null')
    .filterable('b', '$eq', '$in', '$ilike', '$sw', '$ew', '$lt', '$null')
    .withFilterExpressions()
    .allowUnlimited(100)
    .select({ id: true })
  return {
    exact: list.build(),
    upTo: list.withTotals({ upTo: BOUND }).build(),
    none: list.withTotals('none').build(),
    cursors: {
      exact: list.withCursors().build(),
      upTo: list.withCursors().withTotals({ upTo: BOUND }).build(),
      none: list.withCursors().withTotals('none').build(),
    },
  }
}

export interface ShapeEngine {
  readonly name: string
  /** Answers how many requests were run, and throws for the first wrong one. */
  readonly checkSet: (shape: Shape) => Promise<number>
  readonly checkOrdered: (shape: OrderedShape) => Promise<number>
  readonly close: () => Promise<void>
}

export async function openSqlite(): Promise<ShapeEngine> {
  const client = new BetterSqlite(':memory:')
  client.exec(tableSql)
  return shapeEngine('sqlite', sqliteDrizzle({ client }), tables.sqlite as never, async () => void client.close())
}

export async function openPglite(): Promise<ShapeEngine> {
  const client = await startPglite()
  await client.exec(tableSql)
  return shapeEngine('pglite', postgresDrizzle({ client }), tables.postgres, () => client.close())
}

const idsOf = (items: readonly unknown[]): readonly number[] => items.map((item) => (item as { id: number }).id)

function shapeEngine(
  name: string,
  db: ListDatabase,
  of: (typeof tables)['postgres'],
  close: () => Promise<void>,
): ShapeEngine {
  const lists = {
    nullable: { cached: listsOver(of.nullable, true), fresh: listsOver(of.nullable, false) },
    required: { cached: listsOver(of.required as never, true), fresh: listsOver(of.required as never, false) },
  }

  /** What is compared: ids in order, and meta but for cursors, which are made by each engine in its own way. */
  const answerOf = ({ items, meta }: { readonly items: readonly unknown[]; readonly meta: object }): string => {
    const { nextCursor: _next, previousCursor: _previous, ...rest } = meta as Record<string, unknown>
    return JSON.stringify({ ids: idsOf(items), ...rest })
  }

  const same = (expected: string, found: string, what: string, query: string): void => {
    if (expected !== found)
      throw new Error(`${name}, ${what}: ?${query}\n  in memory ${expected}\n  found     ${found}`)
  }

  /** Written for the first variant, found for the second, and written anew. */
  const inEachWay = async (
    list: Shape['list'],
    pick: (lists: ReturnType<typeof listsOver>) => AnyPaginateConfig,
    query: (variant: Variant) => string,
    pageForm: PageFormSetting = 'auto',
  ): Promise<number> => {
    const cached = inForm(pick(lists[list].cached), pageForm)
    const fresh = inForm(pick(lists[list].fresh), pageForm)
    const expectedOf = (text: string) => answerOf(paginateArray(ROWS[list], PaginateQuery.from(text), cached))
    for (const variant of [0, 1] as const) {
      const text = query(variant)
      const expected = expectedOf(text)
      same(expected, answerOf(await paginate(db, PaginateQuery.from(text), cached)), `cached, variant ${variant}`, text)
      if (variant === 1) same(expected, answerOf(await paginate(db, PaginateQuery.from(text), fresh)), 'fresh', text)
    }
    return 3
  }

  const walk = async ({ query, totals }: OrderedShape, pageForm: 'auto' | 'plain'): Promise<number> => {
    const config = lists.nullable.cached.cursors[totals]
    const text = query(0)
    const expected = idsOf(paginateArray(ROWS.nullable, PaginateQuery.from(`limit=-1${text}`), config).items)
    let requests = 0
    const read = async (
      from: string,
    ): Promise<{ readonly ids: readonly number[]; readonly next: string | null; readonly previous: string | null }> => {
      requests += 1
      const { items, meta } = await paginate(
        db,
        PaginateQuery.from(`${text}${from}`),
        withSettings(config, { pageForm }),
      )
      const { nextCursor, previousCursor } = meta as {
        readonly nextCursor: string | null
        readonly previousCursor: string | null
      }
      return { ids: idsOf(items), next: nextCursor, previous: previousCursor }
    }
    let page = await read('')
    const forth = [...page.ids]
    while (page.next !== null && forth.length <= expected.length) {
      page = await read(`&after=${page.next}`)
      forth.push(...page.ids)
    }
    same(JSON.stringify(expected), JSON.stringify(forth), `by cursor, ${pageForm}`, text)
    const back = [...page.ids]
    while (page.previous !== null && back.length <= expected.length) {
      page = await read(`&before=${page.previous}`)
      back.unshift(...page.ids)
    }
    same(JSON.stringify(expected), JSON.stringify(back), `by cursor, backwards, ${pageForm}`, text)
    return requests
  }

  return {
    name,
    close,
    // A page that holds all rows, without a count: both read the same condition, and totals have a scope of their own.
    checkSet: ({ list, query }) =>
      inEachWay(
        list,
        ({ none }) => none,
        (variant) => `limit=20${query(variant)}`,
      ),
    checkOrdered: async (shape) => {
      const { totals, query } = shape
      const pick = (of: ReturnType<typeof listsOver>) => of[totals]
      let requests = await inEachWay('nullable', pick, (variant) => `limit=-1${query(variant)}`)
      for (const pageForm of PAGE_FORMS) {
        for (const page of [1, 2, 4])
          requests += await inEachWay('nullable', pick, (variant) => `page=${page}${query(variant)}`, pageForm)
      }
      for (const pageForm of ['auto', 'plain'] as const) requests += await walk(shape, pageForm)
      return requests
    },
  }
}
