// Stage run: a page of rows, or of the configuration's own items.
import { resolvedConfig } from '../builder/resolved-config.js'
import type { ResolvedConfig } from '../types/config.js'
import type { ListDatabase } from '../types/database.js'
import type { PaginateConfig } from '../types/paginate-config.js'
import type { PaginatedResponse } from '../types/response.js'
import { answerPage, type AnyPaginateQuery } from './answer-page.js'
import { settle } from './maybe-promise.js'
import type { PaginateOptions } from './options.js'
import type { Selection } from '../types/selection.js'
import { itemSelection } from './selection.js'

/**
 * Answers one page of a list: one count and one select, both refused before they run where the request asks for anything
 * that the configuration does not declare. Items are rows of the root table, or of the configuration's `.dto()` shape.
 *
 * A page past the end costs the count alone; `limit=-1`, where allowed, the select alone.
 *
 * @param db any Drizzle database or transaction of the table's dialect; with a synchronous driver both statements have run
 * when the call returns its promise, so it may stand in a synchronous transaction
 * @throws PaginateQueryError (rejects) with `status` 400 for a client's mistake
 * @throws whatever the driver throws (rejects), unchanged
 * @example
 * ```ts
 * const page = await paginate(db, PaginateQuery.from(request), articleList, { request })
 * // select count(*) from "articles" where "articles"."status" = any($1)
 * // select … from "articles" where "articles"."status" = any($1) order by "articles"."id" asc limit $2 offset $3
 * ```
 * @see applyFilters for the filtered set without paging
 */
export function paginate<Item>(
  db: ListDatabase,
  query: AnyPaginateQuery,
  config: PaginateConfig<Item>,
  options: PaginateOptions = {},
): Promise<PaginatedResponse<Item>> {
  return settle(() => {
    const resolved = resolvedConfig(config)
    return answerPage(db, query, resolved, selectionOf(resolved), options, (rows) => rows as Item[])
  })
}

const selections = new WeakMap<ResolvedConfig, Selection>()

/** One selection object for all requests of a configuration. */
function selectionOf(config: ResolvedConfig): Selection {
  let selection = selections.get(config)
  if (selection === undefined) {
    selection = itemSelection(config)
    selections.set(config, selection)
  }
  return selection
}
