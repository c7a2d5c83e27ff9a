// Stages plan, run and render, one after the other: what the three paging calls share.
import { PaginateQueryError } from '../errors.js'
import { createPlan } from '../plan/create-plan.js'
import { normalizeQuery } from '../request/normalize-query.js'
import type { PaginateQuery } from '../request/paginate-query.js'
import type { ResolvedConfig } from '../types/config.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import type { PaginateQueryInput } from '../types/query.js'
import type { PaginatedResponse } from '../types/response.js'
import { renderLinks } from './links.js'
import { chain } from './maybe-promise.js'
import { renderMeta } from './meta.js'
import type { PaginateOptions } from './options.js'
import { runPage } from './run-page.js'
import type { Row } from './select-builder.js'
import type { Selection } from '../types/selection.js'

/** A query as every call takes it: bound from a request, or built by hand. */
export type AnyPaginateQuery = PaginateQuery | PaginateQueryInput

/** @param map from rows to items, at once or later */
export function answerPage<Item>(
  db: ListDatabase,
  query: AnyPaginateQuery,
  config: ResolvedConfig,
  selection: Selection,
  options: PaginateOptions,
  map: (rows: Row[]) => MaybePromise<Item[]>,
): MaybePromise<PaginatedResponse<Item>> {
  const normalized = normalizeQuery(query)
  const planned = createPlan(normalized, config)
  if (!planned.ok) throw new PaginateQueryError(planned.refusal)
  const plan = planned.value
  const { where, request, signal, pageForm = 'auto', searchForm = 'auto', namedStatements: isNamed = true, onStatement } = options
  const form = pageForm === 'auto' ? null : pageForm
  const searches = searchForm === 'auto' ? null : searchForm
  const page = { config, plan, selection, where, signal, form, searchForm: searches, isNamed, onStatement }
  return runPage(db, page, ({ total, rows }) =>
    chain(map(rows), (items) => {
      const meta = renderMeta(plan, total, items.length)
      return { items, meta, links: renderLinks(normalized, plan.limit, request, meta) }
    }),
  )
}
