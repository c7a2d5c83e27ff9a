// testing: which of a list's requests an index serves, read from the database's own plans.
import type { SQL, SQLWrapper } from 'drizzle-orm'
import { PaginateConfigError } from '../../errors.js'
import { checkOptions, type OptionNames } from '../../mistakes/check-options.js'
import { columnNameIn } from '../../drizzle/tables.js'
import type { CheckedConfig, DatabaseArgument, NamedOptions, OfList } from '../../types/call-arguments.js'
import { hostCondition } from '../../page/check-arguments.js'
import { NO_OPTIONS } from '../../page/options.js'
import type { FilterableField, SortTerm } from '../../types/config.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { DialectName, FilterOperator } from '../../vocabulary.js'
import { orderTerms } from '../../sql/order-terms.js'
import { type CriterionRules, resolveField } from '../../plan/filters.js'
import { countOf } from './check-laws.js'
import { childrenOf, fieldOf, pageOf } from './explained-selects.js'
import { type AdviceEntry, ListAdvice, type Service } from './list-advice.js'
import { ListUnderTest } from './list-under-test.js'
import { criterion, queryText } from './query-text.js'
import type { QueryPlan, Runner } from './dialects/tested-dialect.js'
import { TESTED_DIALECTS } from './dialects/index.js'
import { criterionText } from './requests.js'
import { type FieldSamples, samplesOf } from './samples.js'
import { scopeColumns } from './scope-columns.js'
import { conditionServedBy, filterServedBy, isSearchedIn, rowsServedBy } from './served-by.js'
import {
  type ExplainedList,
  suggestForFilter,
  suggestForOrder,
  suggestForRows,
  suggestForSearchWith,
  suggestForTables,
  suggestForText,
  type Suggestion,
} from './suggest-index.js'

export interface ExplainListOptions<Scope = unknown> {
  /** Adds your own condition to every statement that is explained. */
  readonly where?: SQLWrapper | null | undefined
  /** The scope of a list with `.scopedBy()`. Required if one of its functions has a parameter. */
  readonly scope?: Scope
}

/** Operators that one index serves alike. */
const CLASSES: readonly (readonly FilterOperator[])[] = [
  ['$eq', '$in'],
  ['$gte', '$gt', '$lt', '$lte', '$btw'],
  ['$sw', '$ew', '$ilike', '$contains'],
]

/**
 * Explains the first page of each order, filter and search that a list declares, its children, and the fields that are
 * computed from rows of another table, and names the index that would serve each. It asks the database itself, and
 * reads only.
 *
 * On PostgreSQL it makes its plans in a transaction where table scans and sorts are expensive, so that the result does
 * not depend on the size of the table. Cursors need the same indexes as the orders.
 *
 * @param options - `where` and `scope` as in the list's own requests
 * @returns entries as data (`JSON.stringify`), and as a table for a terminal (`String(advice)`)
 * @throws PaginateConfigError (rejects) on a dialect other than PostgreSQL, SQLite, MySQL and MariaDB
 * @example
 * ```ts
 * console.log(String(await explainList(db, articleList)))
 * // order   publishedAt:DESC  scan   -   ?sortBy=publishedAt%3ADESC
 * // Indexes that would serve:
 * //   articles: index('articles_published_at_desc_nulls_last_id_index').on(table.publishedAt.desc().nullsLast(), table.id)
 * ```
 * @see checkList to check that its results are right
 */
export async function explainList<
  Config extends CheckedConfig<Config, Scope, Given>,
  Dialect extends DialectName,
  Scope,
  Given extends keyof ExplainListOptions = never,
>(
  db: DatabaseArgument<Dialect>,
  config: Config & OfList<Dialect, Scope>,
  options: ExplainListOptions<Scope> & NamedOptions<Given, Scope> = NO_OPTIONS,
): Promise<ListAdvice> {
  checkOptions('explainList()', options, { where: true, scope: true } satisfies OptionNames<ExplainListOptions>)
  const list = new ListUnderTest(db, config, { where: options.where, scope: options.scope })
  const explained: ExplainedList = { ...list.resolved, columnName: (column) => columnNameIn(db as object, column) }
  const { dialect } = explained
  const { readQueryPlan, readIndexes } = TESTED_DIALECTS[dialect]
  if (readQueryPlan === null)
    throw new PaginateConfigError(
      `explainList reads plans of PostgreSQL, SQLite, MySQL and MariaDB, not of ${dialect}.`,
    )
  const read = (select: SQL): Promise<QueryPlan> => readQueryPlan(db as unknown as Runner, select)
  const explain = async (request: string, isOrdered: boolean): Promise<QueryPlan> =>
    read(await pageOf(list, request, isOrdered))
  const scoped = scopeColumns(hostCondition(list.resolved, list.host), list.table)
  const entries: AdviceEntry[] = []
  for (const { name, request, terms } of ordersOf(list)) {
    const queryPlan = await explain(request, true)
    const suggested = followed(list.resolved, terms, suggestForOrder(explained, terms, { scoped, queryPlan }))
    entries.push(entry('order', name, request, orderServedBy(terms, queryPlan), queryPlan, suggested))
  }
  const unfiltered = await explain('', false)
  const indexes = (await readIndexes?.(db as unknown as Runner)) ?? []
  const served = (
    by: Pick<FilterableField, 'field' | 'collection'>,
    queryPlan: QueryPlan,
    suggestion: Suggestion,
  ): Service =>
    couldServe(indexes, suggestion) ? 'index' : filterServedBy(by, queryPlan, unfiltered, explained.columnName)
  for (const sample of await samplesOf(list, null)) {
    for (const operators of CLASSES) {
      const operator = operators.find((one) => sample.filterable.operators.has(one))
      if (operator === undefined) continue
      const text = criterionOf(sample, operator, list.resolved)
      if (text === undefined) continue
      const request = queryText([criterion(sample.filterable.field.name, text)])
      const queryPlan = await explain(request, false)
      const suggestion = suggestForFilter(explained, sample.filterable, operator, { scoped, queryPlan })
      const service = served(sample.filterable, queryPlan, suggestion)
      entries.push(entry('filter', named(sample.filterable, operator), request, service, queryPlan, suggestion))
    }
  }
  const { minSearchLength, maxSearchLength } = list.description
  const term = 'abc'.padEnd(minSearchLength, 'd').slice(0, maxSearchLength)
  const own = list.resolved.searchWith
  if (own !== null) {
    const request = queryText([['search', term]])
    const isNearness = own.orderedBy() === 'distance'
    const queryPlan = await explain(request, isNearness)
    const isServed = conditionServedBy(queryPlan, unfiltered)
    const service = isNearness ? queryPlan.order : isServed ? 'index' : 'scan'
    entries.push(entry('search', 'searchWith', request, service, queryPlan, suggestForSearchWith()))
  }
  for (const field of list.resolved.searchable.values()) {
    const request = queryText([
      ['searchBy', field.name],
      ['search', term],
    ])
    const queryPlan = await explain(request, false)
    const suggestion = suggestForText(explained, field)
    const service = served({ field, collection: null }, queryPlan, suggestion)
    entries.push(entry('search', field.name, request, service, queryPlan, suggestion))
  }
  for (const field of list.resolved.fields.values()) {
    if (field.rows === undefined) continue
    const queryPlan = await read(fieldOf(list, field))
    entries.push(
      entry(
        'field',
        field.name,
        '',
        rowsServedBy(field, queryPlan),
        queryPlan,
        suggestForRows(explained, field.rows, queryPlan),
      ),
    )
  }
  for (const set of list.resolved.children?.sets ?? []) {
    const select = childrenOf(list, set)
    if (select === null) continue
    const queryPlan = await read(select)
    // Those of the page come first.
    const tables = set.joins.filter(({ table }) => !list.resolved.joins.some((join) => join.table === table))
    const service = tables.every(({ table }) => isSearchedIn(queryPlan, table)) ? 'index' : 'scan'
    entries.push(
      entry('children', set.from, '', service, queryPlan, suggestForTables(explained, tables, null, queryPlan)),
    )
  }
  return new ListAdvice(dialect, await countOf(list), entries)
}

/**
 * Is the suggested index there, or one that begins with its columns? For the value that is asked for, the planner may go
 * another way: few rows are left, or most of them match.
 */
const couldServe = (indexes: readonly string[], { suggestion }: Suggestion): boolean => {
  const asked = suggestion?.sql.slice(suggestion.sql.indexOf(' on ') + ' on '.length, -1)
  return asked !== undefined && indexes.some((index) => index === asked || index.startsWith(`${asked}, `))
}

const named = ({ field }: FilterableField, operator: FilterOperator): string => `${field.name} ${operator}`

/** No index has the order of a value that is computed for each row. */
const orderServedBy = (terms: readonly SortTerm[], queryPlan: QueryPlan): Service => {
  const computed = terms.find(({ field }) => field.rows !== undefined)
  return computed === undefined ? queryPlan.order : rowsServedBy(computed.field, queryPlan)
}

function entry(
  kind: AdviceEntry['kind'],
  name: string,
  request: string,
  service: Service,
  { indexes, cost }: QueryPlan,
  { suggestion, note }: Suggestion,
): AdviceEntry {
  return { kind, name, request, service, indexes, cost, suggestion, note }
}

interface ExplainedOrder {
  readonly name: string
  readonly request: string
  readonly terms: readonly SortTerm[]
}

function ordersOf({ resolved }: ListUnderTest): ExplainedOrder[] {
  const orders: ExplainedOrder[] = [
    { name: 'default order', request: '', terms: orderTerms(resolved.defaultSort, resolved) },
  ]
  for (const field of resolved.sortable.values()) {
    for (const direction of ['asc', 'desc'] as const) {
      const text = `${field.name}:${direction.toUpperCase()}`
      const terms = orderTerms([{ field, direction }], resolved)
      orders.push({ name: text, request: queryText([['sortBy', text]]), terms })
    }
  }
  return orders
}

/**
 * An ascending tie-breaker needs an index of its own for a descending order; one that follows is served by that of the
 * ascending one.
 */
function followed(
  { tieBreaker, nullOrder }: ResolvedConfig,
  terms: readonly SortTerm[],
  suggested: Suggestion,
): Suggestion {
  const [first] = terms
  const isFixed = [...nullOrder].some(
    ([field, order]) => field.isNullable && field === first?.field && (order === 'first' || order === 'last'),
  )
  const isOwn = tieBreaker.every(({ direction }) => direction === 'asc') && terms.length === tieBreaker.length + 1
  const isFollowing = tieBreaker.some((term) => term.isFollowing)
  if (isFollowing || isFixed || !isOwn || first?.direction !== 'desc' || suggested.suggestion === null) return suggested
  const following = tieBreaker.map(
    ({ field }) => `${/^\w+$/.test(field.name) ? field.name : `'${field.name}'`}: 'follow'`,
  )
  const note = `or .withTieBreaker({ ${following.join(', ')} }), and the index of ${first.field.name}:ASC serves both`
  return { ...suggested, note }
}

/**
 * A criterion that the list accepts: with a value of a row, of which few rows are beyond it, else with an edge of the
 * type. Undefined where the list accepts neither.
 */
function criterionOf(
  { filterable, known, edges }: FieldSamples,
  operator: FilterOperator,
  rules: CriterionRules,
): string | undefined {
  const isPlain = (one: string): boolean => one !== '' && !one.includes(',')
  const ofRows = known.filter(isPlain)
  if (operator === '$gte' || operator === '$gt') ofRows.reverse()
  return [...ofRows, ...edges.filter(isPlain), 'a', ...known]
    .map((one) => criterionText(operator, operator === '$btw' ? `${one},${one}` : one))
    .find((text) => resolveField(filterable, [text], rules).ok)
}
