// Stages plan, run and render, one after the other: what the three paging calls share.
import { type RequestCursor, requestCursor } from '../cursor/request-cursor.js'
import { PaginateQueryError } from '../errors.js'
import { createPlan } from '../plan/create-plan.js'
import { renderLinks } from '../render/links.js'
import { renderNumberedMeta } from '../render/meta.js'
import { normalizeQuery } from '../request/normalize-query.js'
import type { PaginateQuery } from '../request/paginate-query.js'
import { chain } from '../maybe-promise.js'
import type { ResolvedConfig } from '../types/config.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import type { PaginateQueryInput, NormalizedQuery } from '../types/query.js'
import type { AnyPage } from '../types/response.js'
import type { Row } from '../types/row.js'
import type { Selection } from '../types/selection.js'
import { answerCursorPage } from './answer-cursor-page.js'
import { checkArguments } from './check-arguments.js'
import { hostCondition } from './host-condition.js'
import type { PaginateOptions } from './options.js'
import { runPage } from './run-page.js'

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
): MaybePromise<AnyPage<Item>> {
  checkArguments(db, query, config)
  // Asked for before anything else: no road to the database goes past it.
  const scoped = config.scopes.length === 0 ? options : { ...options, where: hostCondition(config, options) }
  const normalized = normalizeQuery(query)
  if (config.cursors === null) return answerPlanned(db, normalized, null, config, selection, scoped, map)
  // A sealed cursor may take time to open.
  return chain(requestCursor(normalized, config), (cursor) => answerPlanned(db, normalized, cursor, config, selection, scoped, map))
}

function answerPlanned<Item>(
  db: ListDatabase,
  normalized: NormalizedQuery,
  cursor: RequestCursor | null,
  config: ResolvedConfig,
  selection: Selection,
  options: PaginateOptions,
  map: (rows: Row[]) => MaybePromise<Item[]>,
): MaybePromise<AnyPage<Item>> {
  const planned = createPlan(normalized, config, cursor)
  if (!planned.ok) throw new PaginateQueryError(planned.refusal)
  const plan = planned.value
  const { where, request, linkParameters, signal, pageForm = 'auto', searchForm = 'auto', onStatement } = options
  const page = {
    config,
    plan,
    selection,
    where,
    signal,
    pageForm: pageForm === 'auto' ? null : pageForm,
    searchForm: searchForm === 'auto' ? null : searchForm,
    namedStatements: options.namedStatements ?? true,
    together: options.together === true,
    onStatement,
  }
  return runPage(db, page, (result) => {
    if (plan.cursor !== null) return answerCursorPage(normalized, plan, plan.cursor, config, options, result, map)
    return chain(map(result.rows), (items) => {
      const meta = renderNumberedMeta(plan, result, items.length, config.totals ?? 'exact')
      return { items, meta, links: renderLinks(normalized, plan.limit, request, meta, linkParameters) }
    })
  })
}
