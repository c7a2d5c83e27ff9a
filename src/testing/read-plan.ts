// testing: a database's own plan of a select, in the words of an advice.
import { type SQL, sql } from 'drizzle-orm'
import type { ListDatabase } from '../index.js'
import type { DialectName } from '../types/config.js'
import type { Service } from './list-advice.js'

export interface ReadPlan {
  readonly indexes: readonly string[]
  /** Is an index searched, by the condition or in its order, rather than a table read whole? */
  readonly isSearched: boolean
  /** How the order comes about. */
  readonly order: Service
  readonly cost: number | null
}

interface Runner {
  execute?(statement: SQL): PromiseLike<unknown>
  all?(statement: SQL): PromiseLike<unknown>
  transaction?(run: (transaction: Runner) => Promise<unknown>): Promise<unknown>
}

/** Null where no plan of the dialect is read here. */
export function planReader(db: ListDatabase, dialect: DialectName): ((select: SQL) => Promise<ReadPlan>) | null {
  const runner = db as unknown as Runner
  const read = READERS[dialect]
  return read === null ? null : (select) => read(runner, select)
}

const READERS: { readonly [name in DialectName]: ((runner: Runner, select: SQL) => Promise<ReadPlan>) | null } = {
  postgresql: readPostgresPlan,
  sqlite: async (runner, select) => readSqlitePlan(rowsOf(await runner.all?.(sql`explain query plan ${select}`))),
  mysql: async (runner, select) => readMysqlPlan(rowsOf(await runner.execute?.(sql`explain ${select}`))),
  singlestore: null,
  mssql: null,
  cockroach: null,
}

/** Drivers answer rows, `{ rows }` or `[rows, fields]`. */
function rowsOf(answer: unknown): readonly Readonly<Record<string, unknown>>[] {
  const { rows = answer } = answer as { readonly rows?: unknown }
  const list = rows as readonly unknown[]
  return (Array.isArray(list[0]) ? list[0] : list) as readonly Readonly<Record<string, unknown>>[]
}

interface Node {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Total Cost': number
  readonly Plans?: readonly Node[]
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/**
 * The cost is that of the plan as it is. Whether an index could serve is asked with table scans and sorts made dear: a planner
 * reads a small table whole, and will not once it has grown.
 */
async function readPostgresPlan(runner: Runner, select: SQL): Promise<ReadPlan> {
  const explained = async (on: Runner): Promise<Node> => {
    const [row] = rowsOf(await on.execute?.(sql`explain (format json) ${select}`))
    const value = Object.values(row ?? {})[0]
    const [{ Plan }] = (typeof value === 'string' ? JSON.parse(value) : value) as [{ Plan: Node }]
    return Plan
  }
  const { 'Total Cost': cost } = await explained(runner)
  const plan = await withoutScans(runner, explained)
  const nodes = nodesOf(plan)
  const indexed = nodes.filter((node) => node['Index Name'] !== undefined)
  const order = nodes.some((node) => node['Node Type'] === 'Sort')
    ? 'scan'
    : nodes.some((node) => node['Node Type'] === 'Incremental Sort')
      ? 'partly'
      : 'index'
  return {
    indexes: [...new Set(indexed.map((node) => node['Index Name'] as string))],
    isSearched: indexed.some((node) => node['Index Cond'] !== undefined),
    order,
    cost,
  }
}

const SETTINGS = ['enable_seqscan', 'enable_sort', 'enable_hashjoin', 'enable_mergejoin'] as const

async function withoutScans(runner: Runner, explained: (on: Runner) => Promise<Node>): Promise<Node> {
  // Settings need a session, and HTTP has no sessions: there the plan is read without them.
  try {
    let plan: Node | undefined
    await runner.transaction?.(async (transaction) => {
      for (const setting of SETTINGS) await transaction.execute?.(sql`set local ${sql.raw(setting)} = off`)
      plan = await explained(transaction)
      for (const setting of SETTINGS) await transaction.execute?.(sql`set local ${sql.raw(setting)} = on`)
    })
    return plan ?? (await explained(runner))
  } catch {
    return explained(runner)
  }
}

function readSqlitePlan(rows: readonly Readonly<Record<string, unknown>>[]): ReadPlan {
  const details = rows.map(({ detail }) => String(detail))
  const indexes = details.flatMap((detail) => /USING (?:COVERING )?INDEX (\S+)/.exec(detail)?.[1] ?? [])
  const sorts = details.filter((detail) => detail.includes('USE TEMP B-TREE FOR'))
  return {
    indexes: [...new Set(indexes)],
    // A search by the row's own key is one too.
    isSearched: details.some((detail) => /^SEARCH .*USING (?:COVERING )?(?:INDEX|INTEGER PRIMARY KEY)/.test(detail)),
    order: sorts.length === 0 ? 'index' : sorts.some((detail) => /(?:LAST|RIGHT PART)/i.test(detail)) ? 'partly' : 'scan',
    cost: null,
  }
}

function readMysqlPlan(rows: readonly Readonly<Record<string, unknown>>[]): ReadPlan {
  const keys = rows.flatMap(({ key, possible_keys: possible }) => String(key ?? possible ?? '').split(',')).filter((key) => key !== '')
  return {
    indexes: [...new Set(keys)],
    // A small table is read whole though an index could be used.
    isSearched: rows.some(({ possible_keys: possible }) => possible !== null && possible !== undefined),
    order: rows.some(({ Extra }) => String(Extra ?? '').includes('filesort')) ? 'scan' : 'index',
    cost: rows.reduce((product, { rows: read }) => product * Math.max(1, Number(read ?? 1)), 1),
  }
}
