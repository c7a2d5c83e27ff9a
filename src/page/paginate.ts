// Stage run: a page of rows, or of the configuration's own items.
import { resolvedConfig } from '../builder/resolved-config.js'
import { settle } from '../maybe-promise.js'
import type { CheckedConfig, DatabaseArgument, NamedOptions, OfList, QueryArgument } from '../types/call-arguments.js'
import type { DialectName } from '../types/config.js'
import type { PageFor } from '../types/page-for.js'
import type { InferItem } from '../types/paginate-config.js'
import { answerPage } from './answer-page.js'
import type { PaginateOptions } from './options.js'

/**
 * Answers one page of a list: one count and one select, both refused before they run where the request asks for anything
 * that the configuration does not declare. Items are rows of the root table, or of the configuration's `.dto()` shape.
 *
 * A page past the end costs the count alone; `limit=-1`, where allowed, the select alone. A list with `.withTotals('none')` or
 * `.withCursors()` sends the select alone, for one row more than the page has.
 *
 * @param db any Drizzle database or transaction of the table's dialect; with a synchronous driver both statements have run
 * when the call returns its promise, so it works in a synchronous transaction
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
export function paginate<
  Config extends CheckedConfig<Config, Scope, Given>,
  Dialect extends DialectName,
  Scope,
  Given extends keyof PaginateOptions = never,
>(
  db: DatabaseArgument<Dialect>,
  query: QueryArgument,
  config: Config & OfList<Dialect, Scope>,
  options: PaginateOptions<Scope> & NamedOptions<Given> = {},
): Promise<PageFor<Config>> {
  type Item = InferItem<Config>
  const answer = settle(() => {
    const resolved = resolvedConfig(config)
    return answerPage(db, query, resolved, resolved.selection, options, (rows) => rows as Item[])
  })
  // The traits are the types of what the configuration has resolved to.
  return answer as Promise<PageFor<Config>>
}
