// Aggregates over a filtered set, without a page.
import { resolvedConfig } from '../builder/resolved-config.js'
import { requestCursor } from '../cursor/position.js'
import { runSteps, settle, type Steps, wait } from '../maybe-promise.js'
import { acceptedPlan } from '../plan/create-plan.js'
import { normalizeQuery } from '../request/paginate-query.js'
import { ListStatements } from '../select/list-statements.js'
import { encodePlan } from '../sql/encode-plan.js'
import type {
  CheckedConfig,
  CheckedQuery,
  DatabaseArgument,
  NamedOptions,
  OfList,
  QueryArgument,
} from '../types/call-arguments.js'
import type { DialectName, ResolvedConfig } from '../types/config.js'
import type { ListDatabase } from '../types/database.js'
import type { SelectedItem, Selection } from '../types/selection.js'
import { checkArguments, checkedSelection, hostCondition, scopedConfig } from './check-arguments.js'
import type { PaginateOptions } from './options.js'
import type { AnyPaginateQuery } from './paginate.js'
import { errorInPlaceOf, runObserved } from './send.js'

export type SummarizeOptions<Scope = unknown> = Pick<
  PaginateOptions<Scope>,
  'where' | 'scope' | 'signal' | 'onStatement'
>

/**
 * Aggregates over the filtered set of a request, in one statement. The request is checked as for a page; what it says
 * of pages and order changes nothing.
 *
 * @param fields aggregates as `db.select()` takes them, over the root, joined fields and expressions; decoded as
 * Drizzle decodes them
 * @throws PaginateQueryError (rejects) with `status` 400 for a client's mistake
 * @throws PaginateConfigError (rejects) if `fields` is no record of aggregates, or an empty one
 * @example
 * ```ts
 * const { revenue } = await summarize(db, query, orderList, { revenue: sum(orders.total), newest: max(orders.createdAt) })
 * // select sum("total"), max("created_at") from "orders" where … → { revenue: '125.50', newest: 2024-05-01T00:00:00.000Z }
 * ```
 * @see PaginateOptions for `summary`, the same beside a page
 */
export function summarize<
  Config extends CheckedConfig<Config, Scope, Given>,
  const Fields extends Selection,
  Dialect extends DialectName,
  Scope,
  Given extends keyof SummarizeOptions = never,
  Query extends QueryArgument = QueryArgument,
>(
  db: DatabaseArgument<Dialect>,
  query: Query & CheckedQuery<Query>,
  config: Config & OfList<Dialect, Scope>,
  fields: Fields,
  options: SummarizeOptions<Scope> & NamedOptions<Given> = {},
): Promise<SelectedItem<Fields, Config>> {
  const summary = settle(() =>
    runSteps(
      read(
        db,
        query,
        scopedConfig(resolvedConfig(config), options),
        checkedSelection(fields),
        options as SummarizeOptions,
      ),
    ),
  )
  return summary as Promise<SelectedItem<Fields, Config>>
}

function* read(
  db: ListDatabase,
  query: AnyPaginateQuery,
  config: ResolvedConfig,
  fields: Selection,
  options: SummarizeOptions,
): Steps<unknown> {
  checkArguments(db, query, config)
  const where = hostCondition(config, options)
  const bound = normalizeQuery(query)
  const plan = yield* wait(acceptedPlan(bound, config, requestCursor(bound, config), options.signal))
  options.signal?.throwIfAborted()
  const encoded = encodePlan({ ...plan, cursor: null }, config)
  const statements = new ListStatements(
    db,
    { config, ...encoded, selection: fields, where },
    { namedStatements: false },
  )
  try {
    const [row] = yield* wait(runObserved('summary', statements.summary(), options.onStatement))
    return row
  } catch (error) {
    throw errorInPlaceOf(error, { query: bound, position: null }, config)
  }
}
