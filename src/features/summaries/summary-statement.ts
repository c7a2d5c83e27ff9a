// Stage compile: aggregates over a filtered set.
import { union } from '../../basics/numbers.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import { refuse } from '../../mistakes/refuse.js'
import { joinsOf } from '../../select/join-parts.js'
import { fencedKeys, rowsOfKeys } from '../../select/keys-first.js'
import { type ListParts, rowKey } from '../../select/list-parts.js'
import { ListStatements, type Made } from '../../select/list-statements.js'
import { buildSelect, type Select, type SelectStart } from '../../select/select-builder.js'
import type { ListDatabase } from '../../types/database.js'
import type { ListRequest } from '../../types/page-request.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { Row } from '../../types/row.js'
import type { Statement } from '../../types/statement.js'

/** The request's selection as aggregates. */
export const summaryStatement = (db: ListDatabase, request: ListRequest<ResolvedConfig>): Statement =>
  new ListStatements(db, request, { namedStatements: false }).statement('summary', SUMMARY)

/** Aggregates over the filtered set, with the joins that they read. In two halves, its rows are found again by key. */
export function summarySelect(start: SelectStart, parts: ListParts): Select {
  const { config, items, where, whereJoins } = parts
  const key = parts.halves === null ? null : rowKey(parts)
  if (key === null)
    return buildSelect(start, { table: config.table, joins: joinsOf(config, union(whereJoins, items.joins)), where })
  return buildSelect(start, rowsOfKeys(fencedKeys(start, parts, key), key, config, items.joins))
}

/** @throws PaginateConfigError for other than one row, which any SQL but aggregates may give */
export function summaryRow(rows: readonly Row[]): Row {
  const [row] = rows
  return row !== undefined && rows.length === 1 ? row : refuse(configRefusals.summaryOfRows)
}

export const SUMMARY: Made = {
  fields: ({ items }) => items.fields,
  finish: ({ items }) => items.finish,
  build: summarySelect,
}
