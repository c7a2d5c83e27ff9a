// Plans in the words of an advice, from answers as servers and drivers give them.
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { DialectName } from '../../src/vocabulary.js'
import type { QueryPlan } from '../../src/dialects/tested-dialect.js'
import { TESTED_DIALECTS } from '../../src/dialects/testing.js'

/** The plan that is read of an answer. */
function read(dialect: DialectName, answer: unknown, more: object = {}): Promise<QueryPlan> | undefined {
  const answering = async () => answer
  return TESTED_DIALECTS[dialect].readQueryPlan?.(
    { execute: answering, all: answering, ...more } as never,
    sql`select 1`,
  )
}

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
    const sent: unknown[] = []
    const inTransaction = {
      execute: async ({ queryChunks }: { queryChunks: unknown[] }) => {
        sent.push(queryChunks.length)
        return explained(scan)
      },
    }
    const transaction = async (run: (given: object) => Promise<void>) => run(inTransaction)
    expect(await read('postgresql', explained(node('Seq Scan')), { transaction })).toMatchObject({
      indexes: ['a_id_index'],
      cost: 8.3,
    })
    expect(sent).toHaveLength(9)
  })

  test('where there are no transactions, the plan is read as it is', async () => {
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

test.each(['mssql', 'singlestore', 'cockroach'] as const)('no plan of %s is read', (dialect) => {
  expect(TESTED_DIALECTS[dialect].readQueryPlan).toBeNull()
})
