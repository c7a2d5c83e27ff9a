// Aggregates over a filtered set, without a page.
import * as callRefusals from '../../mistakes/call-refusals.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import { OF_ROWS } from '../../types/declaration.js'
import { mayAggregate } from '../../drizzle/fragments.js'
import { runSteps, settle, wait } from '../../basics/maybe-promise.js'
import { acceptedPlan } from '../../plan/create-plan.js'
import { normalizeQuery } from '../../request/paginate-query.js'
import { isClasslessRecord } from '../../request/query-source.js'
import { encodePlan } from '../../sql/encode-plan.js'
import type {
  CheckedDeclared,
  CheckedQuery,
  DatabaseArgument,
  IsLeftOut,
  NamedOptions,
  OfList,
  OfTrait,
  SourceArgument,
} from '../../types/call-arguments.js'
import type { DialectName } from '../../vocabulary.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { ListDatabase, Steps } from '../../types/database.js'
import { refuse } from '../../mistakes/refuse.js'
import type { AggregatesCheck } from '../../types/builder-checks.js'
import type { AnyPaginateConfig, InferTraits } from '../../types/paginate-config.js'
import type { SelectedItem, Selection } from '../../types/selection.js'
import {
  checkArguments,
  checkedSelection,
  hostCondition,
  scopedConfig,
  withSource,
} from '../../page/check-arguments.js'
import { NO_OPTIONS, type PaginateOptions, pagingCall } from '../../page/options.js'
import { runObserved } from '../../page/send.js'
import { errorInPlaceOf } from '../../page/unheld-text.js'
import type { Sentences } from '../../types/type-error.js'
import { summaryRow, summaryStatement } from './summary-statement.js'

const SUMMARIZE = pagingCall('summarize()')

/**
 * Computes aggregates over the filtered set of a request, in one statement. It checks the request like `paginate`; page
 * and order have no effect.
 *
 * @param selection aggregates as for `db.select()`, over the root, joined fields and expressions, and decoded as by
 * Drizzle.
 * @default those of `.withSummary()`
 * @throws PaginateQueryError (rejects) with `status` 400 for a client's mistake
 * @throws PaginateConfigError (rejects) if `selection` is not a record of aggregates, or is empty
 * @example
 * ```ts
 * const { revenue } = await summarize(db, query, orderList, { revenue: sum(orders.total), newest: max(orders.createdAt) })
 * // select sum("total"), max("created_at") from "orders" where … → { revenue: '125.50', newest: 2024-05-01T00:00:00.000Z }
 * ```
 * @see withSummary for the same next to every page
 */
export function summarize<
  Config extends CheckedDeclared<Config, Scope, Given, Fields, Summary, Sentences['noSummary']>,
  Dialect extends DialectName,
  Scope,
  Summary,
  const Fields extends object | undefined = undefined,
  Given extends keyof PaginateOptions = never,
  Query extends SourceArgument<Sentences['wrongQuery']> = SourceArgument,
>(
  db: DatabaseArgument<Dialect>,
  source: Query & CheckedQuery<Query, Config>,
  config: Config & OfList<Dialect, Scope> & OfTrait<'summary', Summary>,
  selection?: Fields & NoInfer<SummarySelection<Fields>>,
  options: PaginateOptions<Scope> & NamedOptions<Given, Scope> = NO_OPTIONS,
): Promise<SummaryOf<Config, Fields>> {
  const summary = settle(() => {
    const resolved = scopedConfig(resolvedConfig(config, db, source), options, SUMMARIZE)
    const fields =
      selection === undefined ? (resolved.summary?.selection ?? refuse(callRefusals.noSummary)) : ownSummary(selection)
    return runSteps(read(db, source, resolved, fields, withSource<PaginateOptions>(source, options)))
  })
  return summary as Promise<SummaryOf<Config, Fields>>
}

/** `unknown` for a selection that is left out. */
type SummarySelection<Fields> = Fields extends object
  ? AggregatesCheck<Fields, Sentences['wrongSelection'], "The member '", "' of summarize()">
  : unknown

/** What the call selects, or else what the list declares. */
export type SummaryOf<Config extends AnyPaginateConfig, Fields> =
  IsLeftOut<Fields> extends true ? Exclude<InferTraits<Config>['summary'], null> : SelectedItem<Fields, Config>

/** A condition is a selection too, of an arbitrary row: an app that left the selection out would get no filter. */
function ownSummary(selection: object): Selection {
  // Any other selection has columns too, so `checkedSelection()` does not name the member.
  for (const [name, member] of Object.entries(Object(selection) as object))
    if (OF_ROWS in Object(member)) refuse(configRefusals.notAnAggregate(memberOf(name)))
  const fields = checkedSelection(selection)
  const names = Object.keys(fields)
  if (names.includes('where') && names.every((name) => Object.hasOwn(SUMMARIZE.names, name)))
    refuse(callRefusals.optionsAsSelection)
  refuseColumns(fields, '')
  return fields
}

const memberOf = <const Path extends string>(path: Path) => `The member '${path}' of summarize()` as const

function refuseColumns(fields: Selection, prefix: string): void {
  for (const [name, member] of Object.entries(fields)) {
    const path = prefix + name
    if (isClasslessRecord(member as object)) refuseColumns(member as Selection, `${path}.`)
    else if (!mayAggregate(member)) refuse(configRefusals.notAnAggregate(memberOf(path)))
  }
}

function* read(
  db: ListDatabase,
  source: unknown,
  config: ResolvedConfig,
  fields: Selection,
  options: PaginateOptions,
): Steps<unknown> {
  checkArguments(db, source, config)
  const where = hostCondition(config, options)
  const bound = normalizeQuery(source)
  const plan = yield* wait(acceptedPlan(bound, config, options.signal))
  options.signal?.throwIfAborted()
  const request = { config, ...encodePlan({ ...plan, walk: null }, config), selection: fields, where }
  try {
    return summaryRow(yield* wait(runObserved('summary', summaryStatement(db, request), options.onStatement)))
  } catch (error) {
    throw errorInPlaceOf(error, { query: bound, position: null }, config)
  }
}
