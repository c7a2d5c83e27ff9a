// Stage run: pages of a selection of the host's own.
import { resolvedConfig } from '../builder/resolved-config.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import type { AnyPaginateConfig } from '../types/paginate-config.js'
import type { PaginatedResponse } from '../types/response.js'
import type { SelectedItem, Selection } from '../types/selection.js'
import { answerPage, type AnyPaginateQuery } from './answer-page.js'
import { isPromiseLike, settle } from './maybe-promise.js'
import type { PaginateOptions } from './options.js'

/**
 * `paginate` with a selection of one's own: columns of the root and of joined tables, SQL expressions, sub-selects, nested
 * records. A joined table that only the selection needs is joined to the page and not to the count.
 *
 * @param selection as `db.select()` takes it. Keep it in a constant: a statement is then found by the object.
 * @throws PaginateQueryError (rejects) as `paginate` does
 * @example
 * ```ts
 * const selection = { id: articles.id, author: { name: authors.name } }
 * const page = await paginateSelect(db, query, articleList, selection)
 * page.items // { id: number; author: { name: string } | null }[]
 * ```
 */
export function paginateSelect<const Fields extends Selection, Config extends AnyPaginateConfig>(
  db: ListDatabase,
  query: AnyPaginateQuery,
  config: Config,
  selection: Fields,
  options: PaginateOptions = {},
): Promise<PaginatedResponse<SelectedItem<Fields, Config>>> {
  type Item = SelectedItem<Fields, Config>
  return settle(() => answerPage(db, query, resolvedConfig(config), selection, options, (rows) => rows as Item[]))
}

/**
 * `paginateSelect`, then a step in JavaScript for what the database cannot say.
 *
 * @param map called once a row, in order; may be asynchronous
 * @throws whatever `map` throws (rejects)
 * @example `paginateSelectMap(db, query, articleList, { id: articles.id, body: articles.body }, ({ id, body }) => ({ id, length: body.length }))`
 */
export function paginateSelectMap<const Fields extends Selection, Config extends AnyPaginateConfig, Item>(
  db: ListDatabase,
  query: AnyPaginateQuery,
  config: Config,
  selection: Fields,
  map: (row: SelectedItem<Fields, Config>) => MaybePromise<Item>,
  options: PaginateOptions = {},
): Promise<PaginatedResponse<Item>> {
  return settle(() =>
    answerPage(db, query, resolvedConfig(config), selection, options, (rows) => {
      const items = rows.map((row) => map(row as SelectedItem<Fields, Config>))
      return items.some(isPromiseLike) ? Promise.all(items) : (items as Item[])
    }),
  )
}
