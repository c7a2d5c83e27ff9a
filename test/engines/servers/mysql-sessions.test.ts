// What a MariaDB or MySQL session can be set to, and what must not change the answers: sql_mode, time zone, collation.
import { asc, sql } from 'drizzle-orm'
import { bigint, date, datetime, int, json, mysqlTable, text, timestamp, varchar } from 'drizzle-orm/mysql-core'
import { drizzle } from 'drizzle-orm/mysql2'
import { createPool, type Pool } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  facetCounts,
  paginate,
  paginateConfig,
  PaginateQuery,
  PaginateQueryError,
  type PaginateQueryInput,
  paginateSelect,
  paginateSelectMap,
  streamRows,
} from '../../../src/index.js'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import { writeCursor, orderPrint } from '../../../src/features/cursors/cursor-text.js'
import { orderOf } from '../../../src/features/positions/position.js'
import type { Field } from '../../../src/types/config.js'
import { mariadbServer } from '../../support/servers.js'
import { withSettings } from '../../support/settings.js'

const space = `paginate_sessions_${process.pid}`
const { username: user, database: _, ...server } = mariadbServer()
const pools: Pool[] = []

/** A pool whose sessions all begin with the given statement. */
function poolWith(setting?: string): Pool {
  const pool = createPool({ ...server, user, database: space, connectionLimit: 1 })
  if (setting !== undefined) pool.on('connection', (connection) => void connection.query(setting))
  pools.push(pool)
  return pool
}

const open = (setting?: string) => drizzle({ client: poolWith(setting) })

const notes = mysqlTable('notes', {
  id: int('id').primaryKey(),
  title: text('title').notNull(),
  labels: json('labels').$type<string[]>().notNull(),
})
const moments = mysqlTable('moments', {
  id: int('id').primaryKey(),
  instant: timestamp('instant', { mode: 'date', fsp: 3 }),
  text: timestamp('text', { mode: 'string', fsp: 3 }),
  clock: datetime('clock', { mode: 'date', fsp: 3 }),
})
const names = mysqlTable('names', {
  id: bigint('id', { mode: 'number' }).primaryKey(),
  general: varchar('general', { length: 40 }),
  unicode: varchar('unicode', { length: 40 }),
  binary: varchar('binary', { length: 40 }),
  latin: varchar('latin', { length: 40 }),
  three: varchar('three', { length: 40 }),
})

const titles = [
  `it's`,
  'back\\slash',
  `\\' or 1=1 -- `,
  '"quoted"',
  'tab\tnew\nline',
  'nul\u0000inside',
  '100%',
  '~1 tilde ~',
  '\u{1F600}',
  `a long quote: 'é\u{1F601}' ${'\\'.repeat(5000)}`,
]

beforeAll(async () => {
  const setUp = createPool({ ...server, user, multipleStatements: true, connectionLimit: 1 })
  pools.push(setUp)
  const hex = (value: string): string => `convert(x'${Buffer.from(value).toString('hex')}' using utf8mb4)`
  await setUp.query(`
    drop database if exists ${space}; create database ${space} character set utf8mb4 collate utf8mb4_bin; use ${space};
    create table notes (id int primary key, title text not null, labels json not null);
    create table moments (id int primary key, instant timestamp(3) null, text timestamp(3) null, clock datetime(3) null);
    create table names (id bigint primary key, general varchar(40) collate utf8mb4_general_ci, unicode varchar(40) collate utf8mb4_unicode_ci,
      \`binary\` varchar(40) collate utf8mb4_bin, latin varchar(40) character set latin1 collate latin1_swedish_ci,
      three varchar(40) character set utf8mb3 collate utf8mb3_general_ci, key (unicode));
    insert into notes values ${titles.map((title, index) => `(${index + 1}, ${hex(title)}, ${hex(JSON.stringify([title, 'all']))})`).join(', ')};
    insert into names values ${['Émile', 'emile', 'EMILE', 'emile ', 'other'].map((name, index) => `(${index + 1}, ${Array(5).fill(hex(name)).join(', ')})`).join(', ')};
  `)
})
afterAll(async () => {
  await pools[0]?.query(`drop database if exists ${space}`)
  await Promise.all(pools.map((pool) => pool.end()))
})

const noteList = paginateConfig(notes)
  .withLimits(50, 50)
  .withTieBreaker('id')
  .searchable('title')
  .filterable('title', '$eq', '$in', '$sw', '$ew', '$ilike', '$contains', '$gte', '$lte', '$btw')
  .filterable('labels', '$contains')
  .build()

describe.each([
  ['the default sql_mode', `set sql_mode = default`],
  ['NO_BACKSLASH_ESCAPES', `set sql_mode = concat(@@sql_mode, ',NO_BACKSLASH_ESCAPES')`],
  ['ANSI_QUOTES and NO_BACKSLASH_ESCAPES', `set sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'`],
  ['no mode at all', `set sql_mode = ''`],
])('under %s', (_mode, setting) => {
  let db: ReturnType<typeof open>
  beforeAll(() => {
    db = open(setting)
  })
  const idsOf = async (query: Partial<PaginateQuery>): Promise<number[]> =>
    (await paginate(db, new PaginateQuery(query), noteList)).items.map(({ id }) => id)

  test.each(titles.map((title, index) => [title, index + 1] as const))(
    '%j is matched by itself alone, in every operator',
    async (title, id) => {
      const filter = (criterion: string): Promise<number[]> => idsOf({ filters: { title: [criterion] } })
      expect(await filter(`$eq:${title}`)).toEqual([id])
      expect(await filter(`$in:nothing,${title},',\\`)).toEqual([id])
      expect(await filter(`$sw:${title}`)).toEqual([id])
      expect(await filter(`$contains:${[...title].slice(-5).join('')}`)).toContain(id)
      expect(await filter(`$ilike:${title}`)).toEqual([id])
      expect(await filter(`$btw:${title},${title}`)).toEqual([id])
      expect(await idsOf({ filters: { title: [`$eq:${title}`, `$or:$eq:'`, `$or:$eq:nothing`] } })).toEqual([id])
      expect(await idsOf({ search: [...title.trim()].slice(0, 100).join('') })).toEqual([id])
      expect(await idsOf({ filters: { labels: [`$contains:${title},all`] } })).toEqual([id])
      expect(await idsOf({ filters: { labels: [`$not:$contains:${title}`] } })).toHaveLength(titles.length - 1)
    },
  )

  test.each([
    `' or '1'='1`,
    `\\' or 1=1 -- x`,
    `\\\\' or 1=1 #`,
    `x'; drop table notes; --`,
    `" or ""="`,
    `') or 1=1 -- `,
  ])('the value %s is a value everywhere', async (value) => {
    expect(await idsOf({ filters: { title: [`$eq:${value}`] } })).toEqual([])
    expect(await idsOf({ filters: { title: [`$in:${value},${value}`] } })).toEqual([])
    expect(await idsOf({ filters: { title: [`$sw:${value}`, `$or:$contains:${value}`] } })).toEqual([])
    expect(await idsOf({ filters: { labels: [`$contains:${value}`] } })).toEqual([])
    expect(await idsOf({ search: value })).toEqual([])
  })
})

const momentList = paginateConfig(moments)
  .withLimits(10, 10)
  .withTieBreaker('id')
  .sortable('instant')
  .filterable('instant', '$eq', '$gt', '$lte', '$in')
  .filterable('text', '$eq', '$gt', '$lte')
  .filterable('clock', '$eq', '$gt', '$lte')
  .build()

const processZone = process.env['TZ']

describe.each(['UTC', 'America/St_Johns', 'Pacific/Auckland'])('in a process in %s', (zone) => {
  beforeAll(() => {
    process.env['TZ'] = zone
  })
  afterAll(() => {
    if (processZone === undefined) delete process.env['TZ']
    else process.env['TZ'] = processZone
  })

  test.each(['+00:00', '-11:00', '+13:00'])(
    'what Drizzle wrote in a session at %s is found at the instant it reads',
    async (session) => {
      const db = open(`set time_zone = '${session}'`)
      const at = (text: string): Date => new Date(text)
      await db.delete(moments)
      const noon = '2024-03-31T01:30:00.123Z'
      const later = '2024-03-31T01:30:00.124Z'
      await db
        .insert(moments)
        .values([
          { id: 1, instant: at(noon), text: '2024-03-31 01:30:00.123', clock: at(noon) },
          { id: 2, instant: at(later), text: '2024-03-31 01:30:00.124', clock: at(later) },
          { id: 3 },
        ])
      const stored = await db.select().from(moments).orderBy(asc(moments.id))
      expect(stored.map(({ instant, clock }) => [instant?.toISOString(), clock?.toISOString()])).toEqual([
        [noon, noon],
        [later, later],
        [undefined, undefined],
      ])
      for (const field of ['instant', 'text', 'clock']) {
        const ids = async (criterion: string): Promise<number[]> =>
          (await paginate(db, { filters: { [field]: [criterion] } }, momentList)).items.map(({ id }) => id)
        expect(await ids(`$eq:${noon}`)).toEqual([1])
        expect(await ids('$eq:2024-03-31T03:30:00.123+02:00')).toEqual([1])
        expect(await ids(`$gt:${noon}`)).toEqual([2])
        expect(await ids('$gt:2024-03-31T01:30:00.1235Z')).toEqual([2])
        expect(await ids('$lte:2024-03-31T01:30:00.1235Z')).toEqual([1])
        expect(await ids(`$not:$eq:${noon}`)).toEqual([2, 3])
      }
    },
  )
})

describe('collations', () => {
  const nameList = paginateConfig(names)
    .withLimits(10, 10)
    .withTieBreaker('id')
    .sortable('unicode', 'binary')
    .searchable('general', 'unicode', 'binary', 'latin')
    .filterable('general', '$eq', '$in', '$sw', '$ew', '$ilike')
    .filterable('unicode', '$eq', '$in', '$sw', '$ew', '$ilike')
    .filterable('binary', '$eq', '$in', '$sw', '$ew', '$ilike')
    .filterable('three', '$eq', '$ilike')
    .filterable('latin', '$eq', '$in', '$sw', '$ew', '$ilike')
    .build()
  let db: ReturnType<typeof open>
  beforeAll(() => {
    db = open()
  })
  const ids = async (field: string, criterion: string): Promise<number[]> =>
    (await paginate(db, { filters: { [field]: [criterion] } }, nameList)).items.map(({ id }) => id)

  test.each<[field: string, criterion: string, ids: number[]]>([
    // The column's collation decides: case, accents, and trailing spaces, which these four do not count.
    ['general', '$eq:EMILE', [1, 2, 3, 4]],
    ['unicode', '$eq:EMILE', [1, 2, 3, 4]],
    ['latin', '$eq:EMILE', [1, 2, 3, 4]],
    ['binary', '$eq:EMILE', [3]],
    ['binary', '$eq:emile', [2, 4]],
    ['general', '$in:émile,x', [1, 2, 3, 4]],
    ['unicode', `$in:émile,it's`, [1, 2, 3, 4]],
    ['binary', '$in:Émile,EMILE', [1, 3]],
    ['unicode', '$ilike:MIL', [1, 2, 3, 4]],
    ['latin', '$sw:É', [1, 2, 3, 4]],
    ['binary', '$sw:e', [2, 4]],
    ['binary', '$ilike:MIL', [3]],
    ['three', '$eq:EMILE', [1, 2, 3, 4]],
  ])('on %s, %s matches %j, and its $not the others', async (field, criterion, expected) => {
    expect(await ids(field, criterion)).toEqual(expected)
    expect(await ids(field, `$not:${criterion}`)).toEqual([1, 2, 3, 4, 5].filter((id) => !expected.includes(id)))
  })

  // No Drizzle schema tells a column's character set: the server says it, with an error of its own on MariaDB and on
  // MySQL.
  test.each<[title: string, query: PaginateQueryInput, parameter: string, message: string]>([
    ['latin', { filters: { latin: '$eq:日本' } }, 'filter.latin', `Filter 'latin' has an invalid value '日本'`],
    [
      'latin, in a pattern',
      { filters: { LATIN: '$not:$ilike:\u{1F600}' } },
      'filter.latin',
      `Filter 'latin' has an invalid value '\u{1F600}'`,
    ],
    [
      'latin, in a list',
      { filters: { latin: '$in:a,b,c,日' } },
      'filter.latin',
      `Filter 'latin' has an invalid value 'a,b,c,日'`,
    ],
    [
      'three',
      { filters: { three: '$eq:\u{1F600}' } },
      'filter.three',
      `Filter 'three' has an invalid value '\u{1F600}'`,
    ],
    ['latin, in a search', { search: 'x\u{1F600}' }, 'search', `Query parameter 'search' is invalid`],
    [
      'latin, beside a text that it can hold',
      { search: 'É', filters: { latin: '$eq:日本' } },
      'filter.latin',
      `Filter 'latin' has an invalid value '日本'`,
    ],
  ])('text that %s cannot hold is a 400', async (_title, query, parameter, message) => {
    const sentence = `${message}: text has a character that the database cannot hold.`
    const code = parameter === 'search' ? 'search.invalid_text' : 'filter.value_invalid'
    for (const together of [false, true]) {
      await expect(paginate(db, query, withSettings(nameList, { together }))).rejects.toMatchObject({
        status: 400,
        code,
        parameter,
        message: sentence,
      })
    }
    await expect(streamRows(db, query, nameList).next()).rejects.toMatchObject({ code, parameter })
    await expect(facetCounts(db, query, nameList, { general: true })).rejects.toMatchObject({ code, parameter })
    // The next request works.
    expect((await paginate(db, { search: 'MILE' }, nameList)).meta.totalItems).toBe(4)
  })

  test.each([
    ['the application has such a text', {}, sql`${names.latin} = ${'日本'}`],
    ['the application compares two collations', { search: 'É' }, sql`${names.general} = ${names.unicode}`],
  ])('the error passes through where %s', async (_title, query, where) => {
    const error: unknown = await paginate(db, query, nameList, { where }).catch((thrown: unknown) => thrown)
    expect(error).not.toBeInstanceOf(PaginateQueryError)
    expect(error).toMatchObject({ cause: { code: expect.stringMatching(/^ER_CAN/) } })
  })

  test('a forged cursor with such a text is a 400', async () => {
    const list = paginateConfig(names).withLimits(2, 10).withTieBreaker('id').sortable('latin').withCursors().build()
    const { meta } = await paginate(db, { sortBy: ['latin:ASC'] }, list)
    const resolved = resolvedConfig(list)
    const order = orderOf([{ field: resolved.sortable.get('latin') as Field, direction: 'asc' }], resolved)
    const forged = writeCursor({ print: orderPrint(order), texts: ['\u{1F600}', '1'] })
    for (const side of ['after', 'before'] as const) {
      const query = new PaginateQuery({ sortBy: ['latin:ASC'], [side]: forged })
      await expect(paginate(db, query, list)).rejects.toMatchObject({
        code: 'cursor.invalid',
        parameter: side,
      })
    }
    expect((await paginate(db, { sortBy: ['latin:ASC'], after: meta.nextCursor }, list)).items).toHaveLength(2)
  })

  test('what a map throws passes through', async () => {
    const thrown = Object.assign(new Error(), { code: 'ER_CANNOT_CONVERT_STRING' })
    const answer = paginateSelectMap(db, { filters: { general: '$eq:émile' } }, nameList, { id: names.id }, () => {
      throw thrown
    })
    await expect(answer).rejects.toBe(thrown)
  })

  test('one search spans columns of four collations', async () => {
    expect((await paginate(db, { search: 'MILE' }, nameList)).meta.totalItems).toBe(4)
  })

  test('a list and a respelled text use the index of the column', async () => {
    const plans = await db.execute(
      sql`explain format=traditional select * from names where \`unicode\` in (${'a'}, ${'b'})`,
    )
    expect(JSON.stringify(plans)).toContain('"key":"unicode"')
    const { items } = await paginateSelect(db, { filters: { unicode: [`$eq:it's`] } }, nameList, { id: names.id })
    expect(items).toEqual([])
  })
})

// R13.1.15
test('a walk by cursor passes dates with a zero in them, where the mode lets them in', async () => {
  const days = mysqlTable('days', {
    id: int('id').primaryKey(),
    day: date('day', { mode: 'string' }),
    at: datetime('at', { mode: 'string' }),
  })
  const texts = ['0000-00-00', '0000-04-30', '2024-00-00', '2024-00-15', '2024-02-00', '2024-02-29']
  const db = open("set session sql_mode = ''")
  await db.execute(sql`create table days (id int primary key, day date, at datetime)`)
  for (const [at, text] of texts.entries())
    await db.execute(sql`insert into days values (${at}, ${text}, ${`${text} 12:30:00`})`)
  const config = paginateConfig(days).withLimits(2, 2).withTieBreaker('id').sortable('day', 'at').withCursors().build()
  for (const name of ['day', 'at'] as const) {
    const ids: number[] = []
    for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
      const { items, meta }: { items: { id: number }[]; meta: { nextCursor: string | null } } = await paginate(
        db,
        { sortBy: [`${name}:ASC`], after },
        config,
      )
      ids.push(...items.map(({ id }) => id))
      after = meta.nextCursor
    }
    expect(ids).toEqual([0, 1, 2, 3, 4, 5])
  }
})
