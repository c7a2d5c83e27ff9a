// Paging through all pages on MariaDB or MySQL: types that are sorted by something else than their text, or by a part
// of it.
import { type Column, eq, type SQL, sql } from 'drizzle-orm'
import {
  alias,
  bigint,
  char,
  customType,
  date,
  datetime,
  double,
  float,
  int,
  json,
  mysqlEnum,
  mysqlTable,
  text,
  varbinary,
  varchar,
  year,
} from 'drizzle-orm/mysql-core'
import { drizzle } from 'drizzle-orm/mysql2'
import { createPool } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import { writeCursor, orderPrint } from '../../../src/features/cursors/cursor-text.js'
import { orderOf } from '../../../src/features/positions/position.js'
import { paginate, paginateConfig, PaginateQueryError, rowsOf } from '../../../src/index.js'
import { mysql2 } from '../../support/databases/mysql2.js'
import { mariadbServer } from '../../support/servers.js'
import type { TestDatabase } from '../../support/test-database.js'
import { sortsCharTwice } from '../columns/mysql.js'
import { everyWay, walkList } from '../paging/walk-list.js'

const custom = (type: string) => customType<{ data: unknown }>({ dataType: () => type })()

const walks = mysqlTable('walks', {
  id: int().primaryKey(),
  body: text(),
  title: varchar({ length: 500 }),
  bytes: varbinary({ length: 2000 }),
  bits: custom('bit(8)'),
  kinds: custom("set('z','a','k')"),
  own: custom("enum('z','a','k')"),
  mood: mysqlEnum(['z', 'a', 'k']),
  wide: bigint({ mode: 'bigint' }),
  filled: int(),
  year: year(),
  at: datetime({ mode: 'string', fsp: 6 }),
  ratio: double(),
  single: float(),
  doc: json(),
})

const create = (collation: string): string => `
  drop table if exists walks;
  create table walks (id int primary key, body text, title varchar(500), bytes varbinary(2000), bits bit(8), kinds set('z','a','k'),
    own enum('z','a','k'), mood enum('z','a','k'), wide bigint, filled int(5) zerofill, year year, at datetime(6), \`ratio\` double,
    single float, doc json) character set utf8mb4 collate ${collation};
  insert into walks select n,
    concat(repeat('ä', 600), elt(n % 5 + 1, 'b', 'a', 'a ', 'B', '')), concat(repeat('x', 400), elt(n % 4 + 1, 'é', 'e', 'E', '漢')),
    concat(repeat('x', 1500), n % 3), n % 7, elt(n % 4 + 1, 'z', 'a,k', 'k', null), elt(n % 4 + 1, 'z', 'a', 'k', null),
    elt(n % 4 + 1, 'z', 'a', 'k', null), 9007199254740992 + n % 5, n % 3, elt(n % 3 + 1, 0, 1999, 2024),
    elt(n % 3 + 1, '2024-02-29 12:00:00.123456', '2024-02-29 12:00:00.123457', null), elt(n % 3 + 1, -2.7755575615628914e-17, 2.857142857142857e-7, 0.1), 1.1 + n % 3,
    elt(n % 6 + 1, '{"a":null}', '{"a":10}', '{"a":9}', '{"A":"x"}', '[1]', '1.5')
  from (select 1 + a.v + 8 * b.v as n from (select 0 v union select 1 union select 2 union select 3 union select 4 union select 5 union select 6
    union select 7) as a join (select 0 v union select 1 union select 2) as b) as numbers`

const list = paginateConfig(walks)
  .field('folded', sql<string>`concat(${walks.body}, '!')`, 'text')
  .field('onlyMood', sql`${walks.mood}`)
  .field('sum', sql`${walks.wide} + 0`)
  .field('half', sql`${walks.id} / 2`)
  .field('isLate', sql`(${walks.id} > 3)`)
  .field('word', sql`coalesce(${walks.mood}, 'q')`)
  .field('moment', sql`coalesce(${walks.at}, null)`)
  .field('span', sql`timediff(sec_to_time(432000), sec_to_time(${walks.id} * 36000))`)
  .field('rough', sql`coalesce(${walks.ratio}, 0)`)
  .field('member', sql`json_extract(${walks.doc}, '$.a')`)
  .field('memberText', sql<string>`json_extract(${walks.doc}, '$.a')`, 'text')
  .field('rawMood', sql.raw('mood'))
  .field('long', sql`coalesce(${walks.body}, '')`)
  .field('mates', sql<number>`(select count(*) from walks w where w.filled = ${walks.filled})`, 'integer')
  .withLimits(10, 100)
  .withTieBreaker('id')
  .sortable('body', 'title', 'bytes', 'bits', 'kinds', 'own', 'mood', 'filled', 'year', 'at', 'ratio', 'single', 'doc')
  .sortable(
    'folded',
    'onlyMood',
    'sum',
    'half',
    'isLate',
    'word',
    'moment',
    'span',
    'rough',
    'member',
    'memberText',
    'rawMood',
    'long',
    'mates',
  )
const lists = { numbered: list.build(), cursors: list.withCursors().build() }

const TEXTS = ['body', 'title', 'folded', 'memberText']
/**
 * MySQL sorts JSON by rules of its own, where MariaDB sorts its text, and bytes past `max_sort_length` too:
 * docs/guides/mysql.md.
 */
const SERVERS_OWN = ['memberText', 'bytes', 'doc']
const OTHERS = [
  'bytes',
  'bits',
  'kinds',
  'own',
  'mood',
  'filled',
  'year',
  'at',
  'ratio',
  'single',
  'doc',
  'onlyMood',
  'sum',
  'half',
  'isLate',
  'word',
  'moment',
  'span',
  'rough',
]

/** Values of rows 1 to 5, and the types whose columns hold them, as the servers' documentation spells types. */
const NUMBERS = ['9', '100', null, '10', '25']
const WORDS = ["'b'", "'A'", null, "'a '", "'é'"]
const SPELLED: readonly (readonly [values: readonly (string | null)[], types: readonly string[]])[] = [
  [
    NUMBERS,
    ['integer', 'INTEGER(5) UNSIGNED', 'int unsigned zerofill', 'bigint signed', 'int1', 'int2', 'int3', 'middleint'],
  ],
  [
    NUMBERS,
    [
      'int4',
      'int8 unsigned',
      'dec',
      'dec(5)',
      'fixed(5,1)',
      'numeric(10 , 2)',
      'numeric(10,2) unsigned',
      'Decimal zerofill',
    ],
  ],
  [
    NUMBERS,
    ['double precision', 'DOUBLE PRECISION(8,2) unsigned', 'float4', 'float8', 'float8 zerofill', 'real', 'float(30)'],
  ],
  [
    ['1', '0', null, '0', '1'],
    ['bool', 'BOOLEAN'],
  ],
  [WORDS, ['character(20)', 'CHAR(20)', 'nchar(20)', 'national character(20)', 'char(20) collate utf8mb4_bin']],
  [
    WORDS,
    ['varcharacter(20)', 'char varying(20)', 'CHARACTER  VARYING (300)', 'national varchar(20)', 'nvarchar(300)'],
  ],
  [WORDS, ['nchar varchar(20)', 'nchar varying(20)', 'national char varying(20)', 'VARCHAR(20) character set latin1']],
  [
    WORDS,
    ['long', 'long varchar', 'long char varying', 'LONG CHARACTER VARYING', 'tinytext', 'text collate utf8mb4_bin'],
  ],
  [
    ["x'ff'", "x'0a'", null, "x'0a00'", "x'41'"],
    ['char(3) byte', 'varchar(9) character set binary', 'text byte', 'long varbinary'],
  ],
  [
    ["'b'", "'a'", null, "'B'", "'a'"],
    ["ENUM('b','a')", "Set('b','a') not null default 'a'"],
  ],
  [
    ['point(1, 1)', 'point(1, -1)', null, 'point(2, 1)', 'point(1, 1)'],
    ['point', 'GEOMETRY'],
  ],
]
/** What only MariaDB has. */
const MARIADB_SPELLED: typeof SPELLED = [
  [
    [
      "'00000000-0000-1000-8000-000000000002'",
      "'00000003-0000-1000-8000-000000000000'",
      null,
      "'f0000000-0000-7000-8000-000000000000'",
      "'00000000-0000-4000-8000-000000000000'",
    ],
    ['uuid'],
  ],
  [["'10.0.0.1'", "'9.0.0.1'", null, "'100.0.0.1'", "'9.0.0.2'"], ['inet4']],
  [["'::1'", "'10::'", null, "'::ffff:1.2.3.4'", "'fe80::1'"], ['INET6']],
]

describe('paging through all pages on a MySQL or MariaDB server', () => {
  let database: TestDatabase
  let version: string
  let isMariaDb: boolean
  beforeAll(async () => {
    database = await mysql2.open()
    const [rows] = (await database.db.execute(sql`select version() as version`)) as unknown as [{ version: string }[]]
    version = String(rows[0]?.version)
    isMariaDb = version.includes('MariaDB')
    await database.execute(create('utf8mb4_unicode_ci'))
  })
  afterAll(async () => {
    await database.execute('drop table if exists walks')
    await database.close()
  })

  // R13.1.6
  test.each([...TEXTS, ...OTHERS])('in the order of %s', async (name) => {
    for (const direction of ['ASC', 'DESC']) {
      const walked = await walkList(database.db, lists, `${name}:${direction}`, 3)
      expect(new Set(walked.numbered).size).toBe(24)
      if (!isMariaDb && SERVERS_OWN.includes(name)) {
        // Another order than that of pages by number, but one: each row once, the same by cursor, backwards and in a
        // stream.
        expect(
          [...walked.next].sort((a, b) => a - b),
          direction,
        ).toEqual([...walked.numbered].sort((a, b) => a - b))
        expect(walked, direction).toEqual({ ...everyWay(walked.next), numbered: walked.numbered })
      } else {
        expect(walked, direction).toEqual(everyWay(walked.numbered))
      }
    }
  })
  // R13.1.6
  test('in the order of custom columns, whatever name of their type they have', async () => {
    for (const [values, types] of [...SPELLED, ...(isMariaDb ? MARIADB_SPELLED : [])]) {
      for (const type of types) {
        const value = (each: string | null): string => each ?? (/not null/.test(type) ? "''" : 'null')
        await database.execute(`drop table if exists walk_spelled;
          create table walk_spelled (id int primary key, c ${type}) character set utf8mb4 collate utf8mb4_unicode_ci;
          insert into walk_spelled values ${values.map((each, at) => `(${at + 1}, ${value(each)})`).join(', ')}`)
        const spelled = mysqlTable('walk_spelled', {
          id: int().primaryKey(),
          c: customType<{ data: unknown }>({ dataType: () => type })(),
        })
        const sorted = paginateConfig(spelled).withLimits(2, 100).withTieBreaker('id').sortable('c')
        for (const direction of ['ASC', 'DESC']) {
          const rows = await database.query(`select id from walk_spelled order by c ${direction}, id`)
          const both = { numbered: sorted.build(), cursors: sorted.withCursors().build() }
          const walked = await walkList(database.db, both, `c:${direction}`, 2)
          expect.soft(walked, `${type} ${direction}`).toEqual(everyWay(rows.map(({ id }) => Number(id))))
        }
      }
    }
    await database.execute('drop table walk_spelled')
  })
  test.each([
    [['own:DESC', 'mates:DESC']],
    [['own:DESC', 'mates:ASC']],
    [['own:DESC', 'mood:DESC', 'mates:ASC', 'year:ASC']],
    [['own:DESC', 'mates:ASC', 'mood:DESC', 'year:DESC']],
  ])('in the order of a sub-select behind nulls: %j', async (order) => {
    const walked = await walkList(database.db, lists, order, 1)
    expect(walked).toEqual(everyWay(walked.numbered))
  })
  // MariaDB has another value where such an aggregate is sorted by than where it stands in a field of a sub-query.
  test.each<[title: string, type: string, aggregate: (n: Column) => SQL, values: readonly (readonly string[])[]]>([
    [
      'a sum that is rounded in a field',
      'double(10,2)',
      (n) => sql`sum(${n})`,
      [['0.1', '0.2'], ['0.3'], ['0.2', '0.1'], ['0.3'], [], ['0.4']],
    ],
    [
      'a zero timestamp that is sorted like null',
      'timestamp null',
      (n) => sql`max(${n})`,
      [["'2024-01-01'"], ["'0000-00-00'"], ['null'], ["'0000-00-00'"], [], ["'2023-01-01'"], ["'0000-00-00'"]],
    ],
  ])('in the order of %s', async (_title, type, aggregate, values) => {
    if (!isMariaDb && type === 'timestamp null') return
    const ids = values.map((_, at) => at + 1)
    const held = values.flatMap((each, at) => each.map((value) => `(${at + 1}, ${value})`))
    await database.execute(`drop table if exists walk_sums, walk_parts; create table walk_sums (id int primary key);
      create table walk_parts (sum_id int, n ${type}); insert into walk_sums values (${ids.join('), (')});
      insert into walk_parts values ${held.join(', ')}`)
    const sums = mysqlTable('walk_sums', { id: int().primaryKey() })
    const parts = mysqlTable('walk_parts', { sumId: int('sum_id'), n: custom(type) })
    const sorted = paginateConfig(sums)
      .field('total', rowsOf(parts, eq(parts.sumId, sums.id)).aggregate(aggregate(parts.n)))
      .withLimits(1, 100)
      .withTieBreaker('id')
      .sortable('total')
    const both = { numbered: sorted.build(), cursors: sorted.withCursors().build() }
    for (const direction of ['ASC', 'DESC'])
      for (const limit of [1, 2, 3]) {
        const { next, previous, streamed } = await walkList(database.db, both, `total:${direction}`, limit)
        expect(
          [...next].sort((a, b) => a - b),
          `${direction} by ${limit}`,
        ).toEqual(ids)
        expect([previous, streamed]).toEqual([next, next])
      }
    await database.execute('drop table walk_sums, walk_parts')
  })
  test.each(['utf8mb4_general_ci', 'utf8mb4_bin'])('of text in %s', async (collation) => {
    await database.execute(create(collation))
    for (const name of TEXTS) {
      const walked = await walkList(database.db, lists, `${name}:ASC`, 3)
      expect([...walked.next].sort((a, b) => a - b)).toEqual([...walked.numbered].sort((a, b) => a - b))
      expect([walked.previous, walked.streamed]).toEqual([walked.next, walked.next])
    }
  })
  // A collation that pads takes 'a' and 'a ' as equal, so that the next term decides, and puts both behind 'a\n'.
  test.each(['general_ci', 'unicode_ci', 'bin', 'swedish_ci', 'unicode_520_nopad_ci', 'uca1400_ai_ci', '0900_ai_ci'])(
    'of long text with spaces at its end in utf8mb4_%s',
    async (name) => {
      if (isMariaDb ? name.startsWith('0900') : /nopad|uca1400/.test(name)) return
      await database.execute(`drop table if exists walk_texts;
        create table walk_texts (id int primary key, body text, rest int not null) character set utf8mb4 collate utf8mb4_${name};
        insert into walk_texts values (1, 'a ', 3), (2, 'a', 4), (3, 'b', 1), (4, ' ', 2), (5, '', 1), (6, 'a  ', 1), (7, 'A', 2),
          (8, null, 1), (9, '  ', 3), (10, ' a', 1), (11, 'aa', 1),
          (12, 'a\nb', 1), (13, 'a\tb', 2), (14, 'a  \nb', 1), (15, '\t', 1), (16, 'a \t', 2)`)
      const texts = mysqlTable('walk_texts', { id: int().primaryKey(), body: text(), rest: int().notNull() })
      const sorted = paginateConfig(texts)
        .field('folded', sql<string>`upper(${texts.body})`, 'text')
        .withLimits(1, 100)
        .withTieBreaker('id')
        .sortable('body', 'folded', 'rest')
      const both = { numbered: sorted.build(), cursors: sorted.withCursors().build() }
      for (const order of [['body:ASC'], ['body:DESC', 'rest:ASC'], ['folded:ASC', 'rest:DESC']]) {
        const walked = await walkList(database.db, both, order, 1)
        expect(walked, order.join()).toEqual(everyWay(walked.numbered))
      }
      await database.execute('drop table walk_texts')
    },
  )
  // The texts that a key is compared with have the collation of the connection, which need not be the column's.
  test.each(['utf8mb4_general_ci', 'utf8mb4_bin', 'latin1_swedish_ci'])(
    'of expressions without a value type in %s, on a connection in another collation',
    async (collation) => {
      await database.execute(`drop table if exists walk_names;
        create table walk_names (id int primary key, name varchar(20), nick varchar(20), mate int)
          character set ${collation.replace(/_.*/, '')} collate ${collation};
        insert into walk_names values (1, 'Bo', null, 2), (2, 'al', 'x', 2), (3, 'Cy', '5.0', 1), (4, null, null, 4), (5, 'bo', null, 1),
          (6, '5', '5', null), (7, 'Zoë', null, 4), (8, '1"]', '', 7)`)
      const names = mysqlTable('walk_names', {
        id: int().primaryKey(),
        name: varchar({ length: 20 }),
        nick: varchar({ length: 20 }),
        mate: int(),
      })
      const others = alias(names, 'others')
      const sorted = paginateConfig(names)
        .field('lower', sql`lower(${names.name})`)
        .field('shown', sql`coalesce(${names.nick}, ${names.name})`)
        .field('mates', rowsOf(others, eq(others.mate, names.id)).aggregate(sql`group_concat(${others.name})`))
        .withLimits(2, 100)
        .withTieBreaker('id')
        .sortable('lower', 'shown', 'mates')
      const { username: user, database: _, ...server } = mariadbServer()
      const [[{ at } = { at: '' }]] = (await database.db.execute(sql`select database() as at`)) as unknown as [
        { at: string }[],
      ]
      const pool = createPool({ ...server, user, database: at, charset: 'utf8mb4_unicode_ci', connectionLimit: 1 })
      try {
        const both = { numbered: sorted.build(), cursors: sorted.withCursors().build() }
        for (const name of ['lower', 'shown', 'mates']) {
          for (const direction of ['ASC', 'DESC']) {
            const walked = await walkList(drizzle({ client: pool }) as never, both, `${name}:${direction}`, 2)
            expect(walked, `${name} ${direction}`).toEqual(everyWay(walked.numbered))
            expect(new Set(walked.numbered).size).toBe(8)
          }
        }
      } finally {
        await pool.end()
        await database.execute('drop table walk_names')
      }
    },
  )
  // MariaDB sorts a `char(n)` with its padding, and compares one without; since 11 only over an index.
  test.each([
    ['utf8mb4_bin', ['a', 'ab', 'a b', 'a-b', 'a\tb', "a\t'\\", 'b']],
    ['nopad_bin', ['a', 'ab', 'a b', 'a-b', 'a\tb', "a\t'\\", 'b']],
    ['unicode_520_nopad_ci', ['Strasse', 'Straße', 'Strassen', 'Straßen', 'Strass', 'Straß']],
    ['uca1400_nopad_ai_ci', ['é', 'e\u0301', 'e', 'ea', 'e a', 'f', '', '\t']],
  ])('of a char(n) in %s', async (name, texts) => {
    const collation = name.startsWith('utf8mb4') ? name : `utf8mb4_${name}`
    if (!isMariaDb && name !== 'utf8mb4_bin') return
    const key = sortsCharTwice(version) ? ', key (ch, id)' : ''
    // Over an index, the weights of these have another order.
    if (key !== '' && name.startsWith('uca1400')) return
    const rows = texts.map(
      (each, at) => `(${at + 1}, convert(unhex('${Buffer.from(each).toString('hex')}') using utf8mb4))`,
    )
    await database.execute(`drop table if exists walk_chars;
      create table walk_chars (id int primary key, ch char(20) not null${key}) character set utf8mb4 collate ${collation};
      insert into walk_chars values ${rows.join(', ')}`)
    const chars = mysqlTable('walk_chars', { id: int().primaryKey(), ch: char({ length: 20 }).notNull() })
    const sorted = paginateConfig(chars).withLimits(1, 100).withTieBreaker('id').sortable('ch')
    // The index serves one direction of an order with an ascending tie-breaker.
    for (const direction of key === '' ? ['ASC', 'DESC'] : ['ASC']) {
      const ids = (await database.query(`select id from walk_chars order by ch ${direction}, id`)).map(({ id }) =>
        Number(id),
      )
      const walked = await walkList(
        database.db,
        { numbered: sorted.build(), cursors: sorted.withCursors().build() },
        `ch:${direction}`,
        1,
      )
      expect(walked, direction).toEqual(everyWay(ids))
    }
    await database.execute('drop table walk_chars')
  })

  // R13.1.4
  test.each(['member', 'rawMood', 'long'])('%s is an error of the server that names the field', async (name) => {
    const read = paginate(database.db as never, { limit: 3, sortBy: [`${name}:DESC`] }, lists.cursors as never)
    await expect(read).rejects.toThrow(
      `The sort expression '${name}' of type 'this kind' needs a value type for cursors`,
    )
  })

  // R13.1.4
  test('text that MariaDB would read as null is refused before a statement', async () => {
    if (!isMariaDb) return
    const types = { uuid: '123e4567-e89b-12d3-a456-426655440000', inet4: '10.0.0.1', inet6: '::ffff:10.0.0.1' }
    for (const [type, good] of Object.entries(types)) {
      await database.execute(`drop table if exists walk_forged;
        create table walk_forged (id int primary key, c ${type}); insert into walk_forged values (1, '${good}'), (2, '${good}')`)
      const table = mysqlTable('walk_forged', {
        id: int().primaryKey(),
        c: customType<{ data: string }>({ dataType: () => type })(),
      })
      const list = paginateConfig(table).withLimits(1, 9).withTieBreaker('id').sortable('c').withCursors().build()
      const resolved = resolvedConfig(list)
      const print = orderPrint(orderOf([{ field: resolved.fields.get('c')!, direction: 'asc' }], resolved))
      const read = (text: string) =>
        paginate(database.db as never, { sortBy: ['c:ASC'], after: writeCursor({ print, texts: [text, '1'] }) }, list)
      await expect(read(good)).resolves.toMatchObject({ items: [{ id: 2 }] })
      for (const text of ['', 'x', `${good}/8`, `${good}x`, type === 'inet4' ? '::1' : '10.0.0.1']) {
        database.clear()
        await expect(read(text), `${type} ${text}`).rejects.toMatchObject({ code: 'cursor.invalid' })
        expect(database.statements()).toEqual([])
      }
    }
    await database.execute('drop table walk_forged')
  })
  // R13.1.4
  test('no cursor that a client has written makes an error of the server', async () => {
    const name = 'walk_addresses'
    await database.execute(`drop table if exists ${name}; create table ${name} (id int primary key, at varchar(40), raw varbinary(8),
        moment datetime(3), due date, own ${isMariaDb ? 'inet6' : 'varchar(40)'});
      insert into ${name} values (1, '::1', x'ff00', '2024-02-29 12:00:00', '2024-02-29', '::1'),
        (2, '10.0.0.1', x'00', null, null, '10::'), (3, null, null, null, null, null)`)
    const own = mysqlTable(name, {
      id: int().primaryKey(),
      at: varchar({ length: 40 }),
      raw: varbinary({ length: 8 }),
      moment: datetime({ fsp: 3 }),
      due: date(),
      own: customType<{ data: unknown }>({ dataType: () => 'inet6' })(),
    })
    const forged = paginateConfig(own)
      .field('address', isMariaDb ? sql`cast(${own.at} as inet6)` : sql`inet6_aton(${own.at})`)
      .field('bytes', sql`coalesce(${own.raw}, x'ff')`)
      .field('whole', sql`coalesce(${own.id}, 0)`)
      .field('word', sql`coalesce(${own.at}, '')`)
      .field('day', sql`date_add('2024-02-29', interval ${own.id} day)`)
      .field('typedDay', sql<string>`date_add(cast('2024-02-29' as date), interval ${own.id} day)`, 'date')
      .field('ratio', sql<number>`${own.id} / 3e0`, 'float')
      .withLimits(2, 10)
      .withTieBreaker('id')
      .sortable('address', 'bytes', 'whole', 'word', 'day', 'typedDay', 'ratio', 'raw', 'at', 'moment', 'due', 'own')
      .withCursors()
      .build()
    const resolved = resolvedConfig(forged as never)
    const values = [
      '',
      'x',
      'n1',
      'n1e400',
      'n-1',
      'n1.5',
      's',
      's::1',
      'szz',
      "s'",
      's\\',
      'bff',
      'bff00',
      'b',
      'ff',
      '1e400',
      '9e999',
      '2024-13-45',
      '0000-00-00',
      '0000-00-00 00:00:00',
      '2024-00-10',
    ]
    for (const sort of resolved.sortable.values()) {
      const print = orderPrint(orderOf([{ field: sort, direction: 'asc' }], resolved))
      for (const value of values) {
        const after = writeCursor({ print, texts: [value, '1'] })
        const read = paginate(database.db as never, { sortBy: [`${sort.name}:ASC`], after }, forged as never)
        const outcome = await (read as unknown as Promise<unknown>).then(
          () => 'a page',
          (error: unknown) =>
            error instanceof PaginateQueryError ? error.code : `${String((error as Error).cause ?? error)}`,
        )
        expect(['a page', 'cursor.invalid'], `${sort.name} ${value}: ${outcome}`).toContain(outcome)
      }
    }
    await database.execute(`drop table ${name}`)
  })
})
