// testing: PostgreSQL.
import { type SQL, sql } from 'drizzle-orm'
import { quoted, rowsOf } from './shared.js'
import type { QueryPlan, Runner, TableRead, TestedDialect } from './tested-dialect.js'

export const postgresTested: TestedDialect = {
  quote: quoted('"'),
  writesNullOrder: true,
  hasNullsInIndexes: true,
  hasGin: true,
  hasInexactDecimals: false,
  sortsUuidsAsBytes: true,
  isFinerThanDate: (moment) => sql`date_trunc('milliseconds', ${moment}) <> ${moment}`,
  readQueryPlan,
  readIndexes: async (runner) => rowsOf(await runner.execute?.(INDEXES)).map(({ i }) => String(i)),
}

interface Node {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Relation Name'?: string
  readonly Alias?: string
  readonly 'Total Cost': number
  readonly Plans?: readonly Node[]
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/**
 * The cost is that of the plan as it is. Whether an index could serve is asked with table scans and sorts made expensive: a
 * planner reads a small table whole, and will not once it has grown.
 */
async function readQueryPlan(runner: Runner, select: SQL): Promise<QueryPlan> {
  const explained = async (on: Runner): Promise<Node> => {
    const [row] = rowsOf(await on.execute?.(sql`explain (format json) ${select}`))
    const value = Object.values(row ?? {})[0]
    const [{ Plan }] = (typeof value === 'string' ? JSON.parse(value) : value) as [{ Plan: Node }]
    return Plan
  }
  const { 'Total Cost': cost } = await explained(runner)
  const root = await withoutScans(runner, explained)
  const nodes = nodesOf(root)
  const indexed = nodes.filter((node) => node['Index Name'] !== undefined)
  const order = nodes.some((node) => node['Node Type'] === 'Sort')
    ? 'scan'
    : nodes.some((node) => node['Node Type'] === 'Incremental Sort')
      ? 'partly'
      : 'index'
  return {
    indexes: [...new Set(indexed.map((node) => node['Index Name'] as string))],
    reads: readsOf(root, ''),
    order,
    cost,
  }
}

/** A bitmap of an index is made below the scan of its table. */
function readsOf(node: Node, above: string): TableRead[] {
  const table = node.Alias ?? node['Relation Name'] ?? above
  const below = (node.Plans ?? []).flatMap((one) => readsOf(one, table))
  const isHeap = node['Node Type'] === 'Bitmap Heap Scan' || node['Node Type'] === 'Subquery Scan'
  const isScan = node['Node Type'].endsWith('Scan') && !isHeap
  return isScan ? [{ table, condition: node['Index Cond'] ?? null }, ...below] : below
}

const quotedName = (name: string): SQL => sql.raw(`'"' || replace(${name}, '"', '""') || '"'`)

/** Indexes over all rows, as a suggestion names them, without the last bracket. An expression is a name that none has. */
const INDEXES = sql`
  select case when pg_table_is_visible(t.oid) then '' else ${quotedName('n.nspname')} || '.' end
    || ${quotedName('t.relname')} || case m.amname when 'btree' then '' else ' using ' || m.amname end
    || ' (' || string_agg(
    coalesce(${quotedName('a.attname')}, '') || case when o.opcdefault then '' else ' ' || o.opcname end, ', ' order by k.at
  ) as i
  from pg_index x
  join pg_class t on t.oid = x.indrelid
  join pg_namespace n on n.oid = t.relnamespace
  join pg_class c on c.oid = x.indexrelid
  join pg_am m on m.oid = c.relam
  cross join unnest(x.indkey::int2[], x.indclass::oid[]) with ordinality k(place, class, at)
  join pg_opclass o on o.oid = k.class
  left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.place
  where x.indisvalid and x.indpred is null
  group by x.indexrelid, t.oid, t.relname, n.nspname, m.amname`

const SETTINGS = ['enable_seqscan', 'enable_sort', 'enable_hashjoin', 'enable_mergejoin'] as const

async function withoutScans(runner: Runner, explained: (on: Runner) => Promise<Node>): Promise<Node> {
  // Settings need a session, and HTTP has no sessions: there the plan is read without them.
  try {
    let root: Node | undefined
    await runner.transaction?.(async (transaction) => {
      for (const setting of SETTINGS) await transaction.execute?.(sql`set local ${sql.raw(setting)} = off`)
      root = await explained(transaction)
      for (const setting of SETTINGS) await transaction.execute?.(sql`set local ${sql.raw(setting)} = on`)
    })
    return root ?? (await explained(runner))
  } catch {
    return explained(runner)
  }
}
