// Stage run: the number of rows in what a database answers to `explain`.
import { wholeRows } from '../../drizzle/whole-rows.js'
import { parseJson } from '../../values/parse-json.js'

/**
 * Drivers answer rows, `{ rows }` or `[rows, columns]`; a plan is a document or its text. Null for an answer of another
 * form.
 */
export function rowsOfPlan(answer: unknown): number | null {
  const rows = rowList(answer)
  const [cell] = Object.values(Object(rows[0]) as object) as unknown[]
  const document = typeof cell === 'string' ? parseJson(cell) : cell
  const planned = Array.isArray(document) ? postgresRows(document[0]) : mysqlRows(document)
  return planned === null ? null : Math.round(planned)
}

function rowList(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer))
    return Array.isArray(answer[0]) ? (answer[0] as readonly unknown[]) : wholeRows(answer as readonly unknown[])
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
  const { query_block: block, query_plan: tree } = Object(document) as {
    readonly query_block?: object
    readonly query_plan?: object
  }
  if (tree !== undefined) return treeRows(tree)
  if (block === undefined) return null
  const tables = tablesOf(block)
  if (tables.length === 0) return 0
  const produced = Number(tables.at(-1)?.rows_produced_per_join)
  if (!Number.isNaN(produced)) return produced
  const product = tables.reduce(
    (rows, table) => rows * Number(table.rows ?? 1) * (Number(table.filtered ?? 100) / 100),
    1,
  )
  return Number.isNaN(product) ? null : product
}

/** MySQL 9 returns a tree, whose root makes the rows of the select. */
function treeRows(tree: { readonly estimated_rows?: unknown }): number | null {
  return typeof tree.estimated_rows === 'number' ? tree.estimated_rows : null
}

/** Tables of the outermost select, whatever they are wrapped in; those of sub-selects produce no rows of their own. */
function tablesOf(node: unknown): TablePlan[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'table') return [value as TablePlan]
    return name.endsWith('subqueries') ? [] : tablesOf(value)
  })
}
