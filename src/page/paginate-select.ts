// Stage run: pages of a selection of the host's own.
import { resolvedConfig } from '../builder/resolved-config.js'
import type { CheckedConfig, DatabaseArgument, NamedOptions, OfList, QueryArgument } from '../types/call-arguments.js'
import type { DialectName } from '../types/config.js'
import type { MaybePromise } from '../types/database.js'
import type { PageFor } from '../types/page-for.js'
import type { SelectedItem, Selection } from '../types/selection.js'
import { answerPage } from './answer-page.js'
import { isPromiseLike, settle } from '../maybe-promise.js'
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
export function paginateSelect<
  const Fields extends Selection,
  Config extends CheckedConfig<Config, Scope, Given>,
  Dialect extends DialectName,
  Scope,
  Given extends keyof PaginateOptions = never,
>(
  db: DatabaseArgument<Dialect>,
  query: QueryArgument,
  config: Config & OfList<Dialect, Scope>,
  selection: Fields,
  options: PaginateOptions<Scope> & NamedOptions<Given> = {},
): Promise<PageFor<Config, 'selected', Fields>> {
  type Item = SelectedItem<Fields, Config>
  const answer = settle(() => answerPage(db, query, resolvedConfig(config), selection, options, (rows) => rows as Item[]))
  // The traits are the types of what the configuration has resolved to.
  return answer as Promise<PageFor<Config, 'selected', Fields>>
}

/**
 * `paginateSelect`, then a step in JavaScript for what the database cannot say.
 *
 * @param map called once a row, in order; may be asynchronous
 * @throws whatever `map` throws (rejects)
 * @example `paginateSelectMap(db, query, articleList, { id: articles.id, body: articles.body }, ({ id, body }) => ({ id, length: body.length }))`
 */
export function paginateSelectMap<
  const Fields extends Selection,
  Config extends CheckedConfig<Config, Scope, Given>,
  Dialect extends DialectName,
  Item,
  Scope,
  Given extends keyof PaginateOptions = never,
>(
  db: DatabaseArgument<Dialect>,
  query: QueryArgument,
  config: Config & OfList<Dialect, Scope>,
  selection: Fields,
  map: (row: SelectedItem<Fields, Config>) => MaybePromise<Item>,
  options: PaginateOptions<Scope> & NamedOptions<Given> = {},
): Promise<PageFor<Config, 'mapped', Item>> {
  const answer = settle(() =>
    answerPage(db, query, resolvedConfig(config), selection, options, (rows) => mapRows(rows as SelectedItem<Fields, Config>[], map)),
  )
  return answer as Promise<PageFor<Config, 'mapped', Item>>
}

/** A row that throws at once ends the call: what earlier rows have begun is then observed, or its rejection would end the process. */
function mapRows<Row, Item>(rows: readonly Row[], map: (row: Row) => MaybePromise<Item>): MaybePromise<Item[]> {
  const items: MaybePromise<Item>[] = []
  try {
    for (const row of rows) items.push(map(row))
  } catch (error) {
    for (const begun of items) if (isPromiseLike(begun)) begun.then(undefined, () => {})
    throw error
  }
  return items.some(isPromiseLike) ? Promise.all(items) : (items as Item[])
}
