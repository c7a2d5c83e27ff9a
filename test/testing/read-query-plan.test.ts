// Plans in the words of an advice, from answers as servers and drivers give them.
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { DIALECT_NAMES, type DialectName } from '../../src/vocabulary.js'
import type { QueryPlan } from '../../src/entries/testing/dialects/tested-dialect.js'
import { TESTED_DIALECTS } from '../../src/entries/testing/dialects/index.js'

/** The plan that is read of an answer. */
function read(dialect: DialectName, answer: unknown, more: object = {}): Promise<QueryPlan> | undefined {
  const answering = async () => answer
  return TESTED_DIALECTS[dialect].readQueryPlan?.(
    { execute: answering, all: answering, ...more } as never,
    sql`select 1`,
  )
}

const rendered = (statement: SQL): string => new PgDialect().sqlToQuery(statement).sql.trim().replace(/\s+/g, ' ')

/** Runs nothing: keeps what it is asked to run. */
function listening(answer: (statement: string) => unknown) {
  const sent: string[] = []
  const run = async (statement: SQL) => {
    sent.push(rendered(statement))
    return answer(rendered(statement))
  }
  return { sent, run }
}

test.each<[dialect: DialectName, quoted: string]>([
  ['postgresql', '"a""b`c"'],
  ['cockroach', '"a""b`c"'],
  ['sqlite', '"a""b`c"'],
  ['mssql', '"a""b`c"'],
  ['mysql', '`a"b``c`'],
  ['singlestore', '`a"b``c`'],
])('%s quotes a name as %s', (dialect, quoted) => {
  expect(TESTED_DIALECTS[dialect].quote('a"b`c')).toBe(quoted)
})

test.each<[dialect: DialectName, condition: string | undefined]>([
  ['postgresql', "date_trunc('milliseconds', c) <> c"],
  ['cockroach', "date_trunc('milliseconds', c) <> c"],
  ['mysql', 'microsecond(c) % 1000 <> 0'],
  ['singlestore', 'microsecond(c) % 1000 <> 0'],
  ['mssql', 'datepart(nanosecond, c) % 1000000 <> 0'],
  // Its moments are seconds and milliseconds.
  ['sqlite', undefined],
])('%s finds moments finer than a Date by %s', (dialect, condition) => {
  const found = TESTED_DIALECTS[dialect].isFinerThanDate?.(sql`c`)
  expect(found && rendered(found)).toBe(condition)
})

test.each<[fact: string, dialects: readonly DialectName[]]>([
  ['writesNullOrder', ['postgresql', 'sqlite', 'cockroach']],
  ['hasNullsInIndexes', ['postgresql']],
  ['hasGin', ['postgresql']],
  ['hasInexactDecimals', ['sqlite']],
  ['sortsUuidsAsBytes', ['postgresql']],
])('%s: %j', (fact, dialects) => {
  expect(DIALECT_NAMES.filter((name) => TESTED_DIALECTS[name][fact as 'hasGin'])).toEqual(dialects)
})

const node = (type: string, more: object = {}) => ({ 'Node Type': type, 'Total Cost': 8.3, ...more })
const scan = node('Index Scan', { 'Index Name': 'a_id_index', 'Index Cond': '(id = 1)', Alias: 'a' })
const explained = (plan: object) => [{ 'QUERY PLAN': [{ Plan: plan }] }]

describe('PostgreSQL', () => {
  test.each<[title: string, answer: unknown, expected: Partial<QueryPlan>]>([
    [
      'a scan of the table',
      explained(node('Seq Scan', { Alias: 'a' })),
      { indexes: [], reads: [{ table: 'a', condition: null }], order: 'index', cost: 8.3 },
    ],
    [
      'a search of an index',
      explained(scan),
      { indexes: ['a_id_index'], reads: [{ table: 'a', condition: '(id = 1)' }], order: 'index' },
    ],
    [
      'a sort',
      explained(node('Limit', { Plans: [node('Sort', { Plans: [scan] })] })),
      { indexes: ['a_id_index'], order: 'scan' },
    ],
    ['a sort of the last terms', explained(node('Incremental Sort', { Plans: [scan] })), { order: 'partly' }],
    ['an index named twice', explained(node('BitmapOr', { Plans: [scan, scan] })), { indexes: ['a_id_index'] }],
    [
      'an index read whole, for its order',
      explained(node('Index Scan', { 'Index Name': 'i', Alias: 'a' })),
      { indexes: ['i'], reads: [{ table: 'a', condition: null }] },
    ],
    [
      'a bitmap, which is made below the scan of its table',
      explained(
        node('Bitmap Heap Scan', {
          Alias: 'a',
          Plans: [node('Bitmap Index Scan', { 'Index Name': 'i', 'Index Cond': '(x = 1)' })],
        }),
      ),
      { indexes: ['i'], reads: [{ table: 'a', condition: '(x = 1)' }] },
    ],
    [
      'a sub-select, which is no table',
      explained(node('Subquery Scan', { Alias: 'sub', Plans: [node('Seq Scan', { 'Relation Name': 'b' })] })),
      { reads: [{ table: 'b', condition: null }] },
    ],
    [
      'a bitmap that nothing names',
      explained(node('Bitmap Index Scan', { 'Index Name': 'i', 'Index Cond': '(x = 1)' })),
      { reads: [{ table: '', condition: '(x = 1)' }] },
    ],
    [
      'a join, which reads no table by itself',
      explained(node('Nested Loop', { Plans: [scan, node('Seq Scan', { Alias: 'b' })] })),
      {
        reads: [
          { table: 'a', condition: '(id = 1)' },
          { table: 'b', condition: null },
        ],
      },
    ],
    ['node-postgres', { rows: explained(scan) }, { indexes: ['a_id_index'] }],
    [
      'a driver that hands JSON out as text',
      [{ 'QUERY PLAN': JSON.stringify([{ Plan: scan }]) }],
      { indexes: ['a_id_index'] },
    ],
  ])('%s', async (_title, answer, expected) => {
    expect(await read('postgresql', answer)).toMatchObject(expected)
  })

  test('settings are asked for in a transaction, and taken back', async () => {
    const { sent, run: execute } = listening(() => explained(scan))
    const transaction = async (run: (given: object) => Promise<void>) => run({ execute })
    expect(await read('postgresql', explained(node('Seq Scan')), { transaction })).toMatchObject({
      indexes: ['a_id_index'],
      cost: 8.3,
    })
    const settings = ['enable_seqscan', 'enable_sort', 'enable_hashjoin', 'enable_mergejoin']
    expect(sent).toEqual([
      ...settings.map((setting) => `set local ${setting} = off`),
      'explain (format json) select 1',
      ...settings.map((setting) => `set local ${setting} = on`),
    ])
  })

  test('without transactions, the plan is asked for twice', async () => {
    const { sent, run: execute } = listening(() => explained(scan))
    expect(await read('postgresql', null, { execute })).toMatchObject({ indexes: ['a_id_index'] })
    expect(sent).toEqual(['explain (format json) select 1', 'explain (format json) select 1'])
  })

  test('where transactions are refused, the plan is read as it is', async () => {
    const transaction = async () => Promise.reject(new Error('no transactions over HTTP'))
    expect(await read('postgresql', explained(node('Seq Scan')), { transaction })).toMatchObject({
      indexes: [],
      cost: 8.3,
    })
  })
})

describe('MySQL and MariaDB', () => {
  const row = (facts: object) => ({ id: 1, table: 'a', key: null, possible_keys: null, rows: 1, Extra: null, ...facts })
  test.each<[title: string, answer: unknown, expected: QueryPlan]>([
    [
      'a table read whole',
      [[row({ rows: 300 })], []],
      { indexes: [], reads: [{ table: 'a', condition: null }], order: 'index', cost: 300 },
    ],
    [
      'an index',
      [[row({ key: 'i', possible_keys: 'i,j', rows: 3 })], []],
      { indexes: ['i'], reads: [{ table: 'a', condition: '' }], order: 'index', cost: 3 },
    ],
    [
      'indexes that a small table makes needless',
      [[row({ possible_keys: 'i,j' })], []],
      { indexes: ['i', 'j'], reads: [{ table: 'a', condition: '' }], order: 'index', cost: 1 },
    ],
    [
      'a sort',
      [[row({ rows: 7, Extra: 'Using where; Using filesort' })], []],
      { indexes: [], reads: [{ table: 'a', condition: null }], order: 'scan', cost: 7 },
    ],
    [
      'a join',
      [[row({ rows: 7 }), row({ key: 'i', possible_keys: 'i', rows: 2 }), row({ rows: null })], []],
      {
        indexes: ['i'],
        reads: [null, '', null].map((condition) => ({ table: 'a', condition })),
        order: 'index',
        cost: 14,
      },
    ],
    [
      'rows alone',
      [row({ key: 'i', possible_keys: 'i' })],
      { indexes: ['i'], reads: [{ table: 'a', condition: '' }], order: 'index', cost: 1 },
    ],
  ])('%s', async (_title, answer, expected) => {
    expect(await read('mysql', answer)).toEqual(expected)
  })

  test('the plan is asked for as rows, and then the columns of the indexes', async () => {
    const { sent, run: execute } = listening(() => [[row({})], []])
    await read('mysql', null, { execute })
    expect(sent).toEqual([
      'explain format=traditional select 1',
      'select table_name as t, index_name as i, column_name as c from information_schema.statistics where table_schema = database()',
    ])
  })

  test('an order of which one table alone needs a sort is sorted', async () => {
    const rows = [row({ Extra: 'Using temporary; Using filesort' }), row({ possible_keys: 'i' })]
    expect(await read('mysql', [rows, []])).toMatchObject({ order: 'scan', indexes: ['i'] })
  })

  test('an alias is searched by the columns of an index that its table has, as far as names tell', async () => {
    const answers = [
      [row({ table: 'x', possible_keys: 'PRIMARY,i' })],
      [
        { t: 'a', i: 'PRIMARY', c: 'id' },
        { t: 'a', i: 'i', c: 'title' },
      ],
    ]
    expect(await read('mysql', null, { execute: async () => answers.shift() })).toMatchObject({
      reads: [{ table: 'x', condition: 'title' }],
    })
  })

  test('an index is searched by its columns; an alias has no primary key of another table', async () => {
    const columns = [
      { t: 'a', i: 'PRIMARY', c: 'id' },
      { t: 'b', i: 'PRIMARY', c: 'other' },
      { t: 'a', i: 'i', c: 'tenant' },
      { t: 'a', i: 'i', c: 'title' },
    ]
    const answers = [[row({ possible_keys: 'PRIMARY,i' })], columns]
    expect(await read('mysql', null, { execute: async () => answers.shift() })).toMatchObject({
      reads: [{ table: 'a', condition: 'id, tenant, title' }],
    })
  })
})

describe('SQLite', () => {
  test.each<[title: string, details: readonly string[], expected: Partial<QueryPlan>]>([
    [
      'a table read whole',
      ['SCAN a'],
      { indexes: [], reads: [{ table: 'a', condition: null }], order: 'index', cost: null },
    ],
    [
      "a search by the row's own key",
      ['SEARCH a USING INTEGER PRIMARY KEY (rowid=?)'],
      { indexes: [], reads: [{ table: 'a', condition: 'rowid=?' }] },
    ],
    [
      'a covering index',
      ['SEARCH a AS b USING COVERING INDEX i (x=?)'],
      { indexes: ['i'], reads: [{ table: 'b', condition: 'x=?' }] },
    ],
    [
      'an index read whole, for its order',
      ['SCAN a USING INDEX i'],
      { indexes: ['i'], reads: [{ table: 'a', condition: null }], order: 'index' },
    ],
    [
      'an index that is built for the statement',
      ['SEARCH a USING AUTOMATIC COVERING INDEX (x=?)'],
      { indexes: [], reads: [{ table: 'a', condition: null }] },
    ],
    ['a sort', ['SCAN a', 'USE TEMP B-TREE FOR ORDER BY'], { order: 'scan' }],
    [
      'a sort of the last terms',
      ['SCAN a USING INDEX i', 'USE TEMP B-TREE FOR LAST TERM OF ORDER BY'],
      { order: 'partly' },
    ],
    [
      'a sort of the last terms, beside one that makes rows distinct',
      ['SCAN a', 'USE TEMP B-TREE FOR DISTINCT', 'USE TEMP B-TREE FOR LAST TERM OF ORDER BY'],
      { order: 'partly' },
    ],
    [
      'names of several characters, and steps that read no table',
      ['CO-ROUTINE articles', 'SEARCH TABLE articles AS page USING INDEX by_title (title>?)', 'SCAN page_keys'],
      {
        indexes: ['by_title'],
        reads: [
          { table: 'page', condition: 'title>?' },
          { table: 'page_keys', condition: null },
        ],
      },
    ],
    ['a sub-select, whose name has the word', ['MATERIALIZE SCAN a'], { reads: [] }],
    [
      'the same, as older ones say it',
      ['SCAN a USING INDEX i', 'USE TEMP B-TREE FOR RIGHT PART OF ORDER BY'],
      { order: 'partly' },
    ],
  ])('%s', async (_title, details, expected) => {
    expect(
      await read(
        'sqlite',
        details.map((detail) => ({ detail })),
      ),
    ).toMatchObject(expected)
  })
})

test('SQLite is asked for the plan of the query', async () => {
  const { sent, run: all } = listening(() => [])
  expect(await read('sqlite', null, { all })).toEqual({ indexes: [], reads: [], order: 'index', cost: null })
  expect(sent).toEqual(['explain query plan select 1'])
})

test.each(['mssql', 'singlestore', 'cockroach'] as const)('no plan of %s is read', (dialect) => {
  expect(TESTED_DIALECTS[dialect].readQueryPlan).toBeNull()
})
