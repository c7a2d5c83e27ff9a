// Stage run: how many rows the planner expects of the filtered set.
import { sql } from 'drizzle-orm'
import { COUNT, filteredSelect } from '../select/count-select.js'
import { listParts } from '../select/list-parts.js'
import { chain } from '../maybe-promise.js'
import { startSelect } from '../select/select-builder.js'
import { compilePlan } from '../sql/compile-plan.js'
import { sqlDialect } from '../sql/sql-dialect.js'
import { parseJson } from '../values/parse-json.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import type { PageRequest } from './page-request.js'

interface ExecutingDatabase {
  execute(query: unknown): MaybePromise<unknown>
}

/** Null where the database has no way to ask, or the answer has a form that is not known. */
export function estimateRows(db: ListDatabase, { plan, config, selection, where, onStatement }: PageRequest): MaybePromise<number | null> {
  const { execute } = db as Partial<ExecutingDatabase>
  const { explain } = sqlDialect(config.dialect).statements
  if (typeof execute !== 'function' || explain === null) return null
  const unsorted = { ...plan, cursor: null }
  const select = filteredSelect(startSelect(db, COUNT), listParts({ config, where, selection }, compilePlan(unsorted, config)))
  const started = performance.now()
  return chain(execute.call(db, sql`${sql.raw(explain)} ${select.getSQL()}`), (answer) => {
    const { sql: text, params } = select.toSQL()
    onStatement?.({ kind: 'estimate', sql: `${explain} ${text}`, params, milliseconds: performance.now() - started, rows: 1 })
    return rowsOfPlan(answer)
  })
}

/** Drivers answer rows, `{ rows }` or `[rows, columns]`; a plan is a document or its text. */
function rowsOfPlan(answer: unknown): number | null {
  const rows = rowList(answer)
  const [cell] = typeof rows[0] === 'object' && rows[0] !== null ? Object.values(rows[0]) : []
  const document = typeof cell === 'string' ? parseJson(cell) : cell
  const planned = Array.isArray(document) ? postgresRows(document[0]) : mysqlRows(document)
  return planned === null ? null : Math.round(planned)
}

function rowList(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return Array.isArray(answer[0]) ? (answer[0] as readonly unknown[]) : (answer as readonly unknown[])
  const { rows } = Object(answer) as { readonly rows?: unknown }
  return Array.isArray(rows) ? rows : []
}

function postgresRows(document: unknown): number | null {
  const { Plan: plan } = Object(document) as { readonly Plan?: { readonly 'Plan Rows'?: unknown } }
  const rows = plan?.['Plan Rows']
  return typeof rows === 'number' ? rows : null
}

interface TablePlan {
  readonly rows?: unknown
  readonly rows_produced_per_join?: unknown
  readonly filtered?: unknown
}

/** MySQL tells what each join produces; MariaDB the rows of each table and how many of them pass. */
function mysqlRows(document: unknown): number | null {
  const { query_block: block } = Object(document) as { readonly query_block?: object }
  if (block === undefined) return null
  const tables = tablesOf(block)
  if (tables.length === 0) return 0
  const produced = Number(tables.at(-1)?.rows_produced_per_join)
  if (!Number.isNaN(produced)) return produced
  const product = tables.reduce((rows, table) => rows * Number(table.rows ?? 1) * (Number(table.filtered ?? 100) / 100), 1)
  return Number.isNaN(product) ? null : product
}

/** Tables of the outermost select, whatever they are wrapped in; those of sub-selects produce no rows of their own. */
function tablesOf(node: unknown): TablePlan[] {
  if (Array.isArray(node)) return node.flatMap(tablesOf)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'table') return [value as TablePlan]
    return name.endsWith('subqueries') || name === 'materialized_from_subquery' ? [] : tablesOf(value)
  })
}
