// How many rows a plan expects, from answers as the drivers hand them out.
import { expect, test } from 'vitest'
import { rowsOfPlan } from '../../../src/features/estimates/rows-of-plan.js'

const postgres = (rows: unknown) => [{ Plan: { 'Node Type': 'Seq Scan', 'Plan Rows': rows } }]
const mysql = (block: object) => ({ query_block: { select_id: 1, ...block } })
const tree = (plan: object) => ({ query: 'select 1', query_plan: plan, json_schema_version: '2.0' })
const table = (facts: object) => ({ table: { table_name: 'a', access_type: 'ALL', ...facts } })

test.each<[title: string, answer: unknown, rows: number | null]>([
  ['node-postgres, a document', { rows: [{ 'QUERY PLAN': postgres(42) }] }, 42],
  ['postgres.js, a document', [{ 'QUERY PLAN': postgres(42) }], 42],
  ['a driver that hands JSON out as text', { rows: [{ 'QUERY PLAN': JSON.stringify(postgres(42)) }] }, 42],
  ['rows as arrays', { rows: [[postgres(42)]] }, 42],
  ['a plan without a number', [{ 'QUERY PLAN': postgres('many') }], null],
  ['a plan without a root', [{ 'QUERY PLAN': [{}] }], null],
  [
    'mysql2: rows and columns, MySQL',
    [[{ EXPLAIN: JSON.stringify(mysql(table({ rows_produced_per_join: 12, filtered: '10.00' }))) }], []],
    12,
  ],
  [
    'a join of MySQL: what the last table makes',
    [
      [
        {
          EXPLAIN: mysql({
            nested_loop: [table({ rows_produced_per_join: 12 }), table({ rows_produced_per_join: 30 })],
          }),
        },
      ],
      [],
    ],
    30,
  ],
  [
    'MariaDB: rows that pass',
    [[{ EXPLAIN: JSON.stringify(mysql({ nested_loop: [table({ rows: 200, filtered: 12.5 })] })) }], []],
    25,
  ],
  [
    'a join of MariaDB',
    [
      [
        {
          EXPLAIN: mysql({
            nested_loop: [table({ rows: 200, filtered: 12.5 }), table({ rows: 2 }), table({ filtered: 50 })],
          }),
        },
      ],
      [],
    ],
    25,
  ],
  [
    'MySQL 9: a tree, the rows of its root',
    [[{ EXPLAIN: JSON.stringify(tree({ access_type: 'filter', estimated_rows: 12.4 })) }], []],
    12,
  ],
  [
    'a tree with a sub-select: its rows are no rows of the list',
    [[{ EXPLAIN: tree({ estimated_rows: 7, inputs: [{ estimated_rows: 900 }] }) }], []],
    7,
  ],
  [
    'a tree of no rows',
    [[{ EXPLAIN: tree({ access_type: 'zero_rows', estimated_rows: 0, zero_rows_cause: 'Impossible WHERE' }) }], []],
    0,
  ],
  ['a tree without an estimate', [[{ EXPLAIN: tree({ access_type: 'table' }) }], []], null],
  ['halves are rounded', [[{ EXPLAIN: mysql(table({ rows: 5, filtered: 50 })) }], []], 3],
  [
    'tables of sub-selects make no rows',
    [
      [
        {
          EXPLAIN: mysql({
            ordering_operation: { ...table({ rows: 4 }), order_by_subqueries: [table({ rows: 100 })] },
            subqueries: [table({ rows: 100 })],
            optimized_away_subqueries: [table({ rows: 100 })],
          }),
        },
      ],
      [],
    ],
    4,
  ],
  [
    'a table made of a sub-select counts once',
    [[{ EXPLAIN: mysql(table({ rows: 4, materialized_from_subquery: mysql(table({ rows: 9 })) })) }], []],
    4,
  ],
  ['a member that is null', [[{ EXPLAIN: mysql({ ...table({ rows: 4 }), message: null }) }], []], 4],
  ['a set that nothing can be in', [[{ EXPLAIN: mysql({ message: 'Impossible WHERE' }) }], []], 0],
  ['text in place of a number', [[{ EXPLAIN: mysql(table({ rows: 'many' })) }], []], null],
  ['a document of another kind', [[{ EXPLAIN: { plan: 1 } }], []], null],
  ['text that is no JSON', [{ plan: 'Seq Scan on a' }], null],
  ['a row without columns', [{}], null],
  ['no rows', { rows: [] }, null],
  ['an answer without rows', { affected: 1 }, null],
  ['no answer', undefined, null],
])('%s', (_title, answer, rows) => {
  expect(rowsOfPlan(answer)).toBe(rows)
})
