// Cursors over columns of types that Drizzle has no column for: PostgreSQL alone can read their values.
import { sql } from 'drizzle-orm'
import { customType, integer, numeric, pgTable, real, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeCursor, orderPrint } from '../../../src/features/cursors/cursor-text.js'
import { orderOf } from '../../../src/features/positions/position.js'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import { paginate, paginateConfig, PaginateQueryError, type StatementEvent } from '../../../src/index.js'
import type { TestDatabase } from '../../support/dialects.js'
import { enginesWhere } from '../../support/engines-where.js'

const range = customType<{ data: string }>({ dataType: () => 'int4range' })
const bits = customType<{ data: string }>({ dataType: () => 'varbit' })
const lexemes = customType<{ data: string }>({ dataType: () => 'tsvector' })
const ofType = (dataType: string) => customType<{ data: string }>({ dataType: () => dataType })
const stays = pgTable('stays', {
  id: integer().primaryKey(),
  days: range('days').notNull(),
  flags: bits('flags'),
  words: lexemes('words'),
  rooms: text('rooms'),
  source: ofType('regclass')('source'),
  call: ofType('regproc')('call'),
  kind: ofType('regtype')('kind'),
  object: ofType('oid')('object'),
  sources: ofType('regclass[]')('sources'),
  nick: ofType('nick')('nick'),
  sizes: real('sizes').array(),
  prices: numeric('prices', { precision: 5, scale: 2 }).array(),
})
const config = paginateConfig(stays)
  .field('half', sql<number>`${stays.id} / 2.0::float8`, 'float')
  .field('place', sql<string>`${stays.id} + 1`, 'text')
  .field('untyped', sql`${stays.id} + 1`)
  .field('share', sql<string>`(100 / (${stays.id} - 1))::text`, 'text')
  .withLimits(2, 10)
  .withTieBreaker('id')
  .sortable(
    'days',
    'flags',
    'words',
    'rooms',
    'source',
    'call',
    'kind',
    'object',
    'sources',
    'nick',
    'sizes',
    'prices',
    'half',
    'place',
    'untyped',
    'share',
  )
  .searchWith(({ term }) => ({
    where: sql`true`,
    rank: sql<number>`1.0::float8 / (1 + length(${term}) + ${stays.id})`,
  }))
  .withCursors()
  .build()

/** A cursor that a client has written by itself. */
const forged = (sortBy: string, texts: readonly (string | null)[]): string => {
  const resolved = resolvedConfig(config)
  const field = resolved.fields.get(sortBy)
  if (field === undefined) throw new Error(sortBy)
  return writeCursor({ print: orderPrint(orderOf([{ field, direction: 'asc' }], resolved)), texts })
}

describe.each(enginesWhere(({ dialect }) => dialect === 'postgresql'))('types of the server on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
    await database.execute(`
      drop table if exists stays;
      drop domain if exists nick;
      create domain nick as text check (value ~ '^n');
      create table stays (
        id integer primary key, days int4range not null, flags varbit, words tsvector, rooms integer,
        source regclass, call regproc, kind regtype, object oid, sources regclass[], nick nick,
        sizes real[], prices numeric(5,2)[]
      );
      insert into stays select i, int4range(i % 3, 10 + i), case when i % 4 = 0 then null else (i % 4)::bit(3) end, to_tsvector('simple', 'a b' || i % 3), i % 3,
        (array['stays'::regclass::oid, 'pg_class'::regclass, null, 4294967295])[i % 4 + 1]::regclass,
        (select oid from pg_proc where proname = 'abs' order by oid limit 1 offset i % 3),
        (array['integer', 'stays', 'text[]'])[i % 3 + 1]::regtype, (4294967295 - i % 3)::oid,
        (array['{stays,NULL}', '{pg_class}', '{pg_class,pg_type}'])[i % 3 + 1]::regclass[], 'n' || i % 3,
        array[i % 3, null], array[i % 2, i % 3]
        from generate_series(1, 9) i;
    `)
  })
  afterAll(async () => {
    await database.execute('drop table if exists stays; drop domain if exists nick')
    await database.close()
  })

  test.each([
    'days:ASC',
    'days:DESC',
    'flags:ASC',
    'flags:DESC',
    'words:ASC',
    'rooms:DESC',
    'source:ASC',
    'source:DESC',
    'call:ASC',
    'kind:DESC',
    'object:ASC',
    'sources:ASC',
    'nick:ASC',
    'sizes:ASC',
    'prices:DESC',
  ])('the walk gives the rows of the order: %s', async (order) => {
    const [name, direction] = order.split(':') as [string, string]
    const nulls = direction === 'ASC' ? 'nulls last' : 'nulls first'
    const rows = (await database.query(`select id from stays order by ${name} ${direction} ${nulls}, id`)) as {
      id: number
    }[]
    const ids: number[] = []
    for (let after: string | null = null; ;) {
      const { items, meta }: { items: { id: number }[]; meta: { nextCursor: string | null } } = await paginate(
        database.db,
        { sortBy: [order], after },
        config,
      )
      ids.push(...items.map(({ id }) => id))
      after = meta.nextCursor
      if (after === null) break
    }
    expect(ids).toEqual(rows.map(({ id }) => id))
  })

  // R13.1.4
  test.each([
    ['text that is no range', 'days', 'x'],
    ['a range of the wrong order', 'days', '[9,1)'],
    ['text that is no bits', 'flags', "101'; drop table stays --"],
    ['text that is no list of lexemes', 'words', "'a"],
    ['a word that is too long for a list of lexemes', 'words', 'a'.repeat(3000)],
    ['text over a column that holds numbers', 'rooms', 'x'],
    ['text over an expression that is a number', 'place', '1x'],
    ['a table that is not there', 'source', 'nowhere'],
    ['a name that is not one', 'source', '"'],
    ['a number beyond those of objects', 'source', '4294967296'],
    ['a function that is not there', 'call', 'nowhere'],
    ['a type that is not there', 'kind', 'nowhere'],
    ['text that is no number of an object', 'object', 'x'],
    ['tables that are not there', 'sources', '{nowhere}'],
    ['text that its domain does not allow', 'nick', 'x'],
    ['an element beyond a single', 'sizes', '["4e38"]'],
    ['an element beyond its precision', 'prices', '["1","1000"]'],
    ['a number beyond a float', 'half', '1e400'],
    ['a number of an untyped expression beyond its type', 'untyped', 'integer:1e400000'],
  ] as const)('%s is a 400', async (_title, name, text) => {
    const error = await paginate(
      database.db,
      { sortBy: [`${name}:ASC`], after: forged(name, [text, '1']) },
      config,
    ).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(PaginateQueryError)
    expect(error).toMatchObject({ code: 'cursor.invalid', message: "Query parameter 'after' is not a valid cursor." })
  })

  test.each([
    ['which only the value needs', 'sizes', '["4e38"]', 2],
    ['which the other side needs too', 'rooms', 'x', 3],
  ] as const)('an observer gets the statements that ask for the value: %s', async (_title, name, text, count) => {
    const events: StatementEvent[] = []
    database.clear()
    const query = { sortBy: [`${name}:ASC`], after: forged(name, [text, '1']) }
    const onStatement = (event: StatementEvent): void => void events.push(event)
    await expect(paginate(database.db, query, config, { onStatement })).rejects.toMatchObject({ status: 400 })
    expect(events.map(({ kind }) => kind)).toEqual(['page', 'check', 'check'].slice(0, count))
    expect(events.map(({ sql, params }) => ({ sql, params }))).toEqual(database.statements())
  })

  test('a rank beyond a float is a 400', async () => {
    const first = await paginate(database.db, { search: 'abc' }, config)
    const [print, , ...rest] = JSON.parse(
      Buffer.from(first.meta.nextCursor as string, 'base64url').toString(),
    ) as string[]
    for (const rank of ['1e400', '-1e400', '9'.repeat(400)]) {
      const after = writeCursor({ print: print as string, texts: [rank, ...rest] })
      await expect(paginate(database.db, { search: 'abc', after }, config)).rejects.toMatchObject({
        status: 400,
        code: 'cursor.invalid',
      })
    }
  })

  test('an error that the cursor did not cause passes through', async () => {
    const first = await paginate(database.db, { sortBy: ['days:ASC'] }, config)
    const where = sql`1 / (${stays.id} - ${stays.id}) = 1`
    const error = await paginate(database.db, { sortBy: ['days:ASC'], after: first.meta.nextCursor }, config, {
      where,
    }).catch((thrown: unknown) => thrown)
    expect(error).not.toBeInstanceOf(PaginateQueryError)
    expect(String((error as Error).cause ?? error)).toContain('division by zero')
  })

  test('an observer that throws, and one that aborts, are heard at once', async () => {
    const query = { sortBy: ['sizes:ASC'], after: forged('sizes', ['["4e38"]', '1']) }
    const thrown = new Error('of the observer')
    const onStatement = ({ kind }: StatementEvent): void => {
      if (kind === 'check') throw thrown
    }
    await expect(paginate(database.db, query, config, { onStatement })).rejects.toBe(thrown)
    const controller = new AbortController()
    const kinds: string[] = []
    const aborting = ({ kind }: StatementEvent): void => {
      kinds.push(kind)
      controller.abort(thrown)
    }
    const options = { signal: controller.signal, onStatement: aborting }
    await expect(paginate(database.db, query, config, options)).rejects.toBe(thrown)
    expect(kinds).toEqual(['page'])
  })

  test('an error of a sort expression that a row causes passes through', async () => {
    const after = forged('share', ['50', '3'])
    const error = await paginate(database.db, { sortBy: ['share:ASC'], after }, config).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).not.toBeInstanceOf(PaginateQueryError)
    expect(String((error as Error).cause ?? error)).toContain('division by zero')
  })
})
