// testing: which of a list's requests an index serves, read from the database's own plans.
import type { SQL } from 'drizzle-orm'
import { PaginateConfigError } from '../errors.js'
import { applyFilters, type CheckedConfig, type DatabaseArgument, type NamedOptions, type OfList, PaginateQuery } from '../index.js'
import type { DialectName, FilterableField, SortTerm } from '../types/config.js'
import type { FilterOperator } from '../vocabulary.js'
import { countOf } from './check-laws.js'
import { keySelection } from './check-walk.js'
import { type AdviceEntry, ListAdvice, type Service } from './list-advice.js'
import { ListUnderTest } from './list-under-test.js'
import { criterion, queryText } from './query-text.js'
import { planReader, type ReadPlan } from './read-plan.js'
import { criterionText } from './requests.js'
import { type FieldSamples, samplesOf } from './samples.js'
import { suggestForFilter, suggestForOrder, suggestForText, type Suggestion } from './suggest-index.js'

export interface ExplainListOptions<Scope = unknown> {
  /** A condition of the host's own, part of every statement that is explained. */
  readonly where?: SQL | undefined
  /** The scope of a list with `.scopedBy()`: required where one of its functions has a parameter. */
  readonly scope?: Scope
}

/** Operators that one index serves alike. */
const CLASSES: readonly (readonly FilterOperator[])[] = [
  ['$eq', '$in'],
  ['$gte', '$gt', '$lt', '$lte', '$btw'],
  ['$sw', '$ilike', '$contains'],
]

/**
 * Explains the first page of each order, filter and search that a list declares, on the database itself, and names the index that
 * would serve it. Reads only: on PostgreSQL in a transaction in which table scans and sorts are made dear, so that the answer does
 * not depend on how small the table is. Cursors need the same indexes as the orders.
 *
 * @param options - `where` and `scope` as the list's own requests have them
 * @returns entries as data (`JSON.stringify`), and as a table for a terminal (`String(advice)`)
 * @throws PaginateConfigError (rejects) on a dialect whose plans are not read: PostgreSQL, SQLite, MySQL and MariaDB are
 * @example
 * ```ts
 * console.log(String(await explainList(db, articleList)))
 * // order   publishedAt:DESC  scan   -   ?sortBy=publishedAt%3ADESC
 * // Indexes that would serve:
 * //   articles: index('articles_published_at_id_desc_index').on(table.publishedAt.desc().nullsLast(), table.id)
 * ```
 * @see checkList for whether its answers are right
 */
export async function explainList<
  Config extends CheckedConfig<Config, Scope, Given>,
  Dialect extends DialectName,
  Scope,
  Given extends keyof ExplainListOptions = never,
>(
  db: DatabaseArgument<Dialect>,
  config: Config & OfList<Dialect, Scope>,
  options: ExplainListOptions<Scope> & NamedOptions<Given> = {},
): Promise<ListAdvice> {
  const list = new ListUnderTest(db, config, { where: options.where, scope: options.scope })
  const { dialect } = list.resolved
  const readPlan = planReader(db, dialect)
  if (readPlan === null)
    throw new PaginateConfigError(`explainList reads plans of PostgreSQL, SQLite, MySQL and MariaDB, not of ${dialect}.`)
  const explain = (request: string, isOrdered: boolean): Promise<ReadPlan> => readPlan(pageOf(list, request, isOrdered))
  const entries: AdviceEntry[] = []
  for (const { name, request, terms } of ordersOf(list)) {
    const plan = await explain(request, true)
    entries.push(entry('order', name, request, plan.order, plan, suggestForOrder(list.resolved, terms)))
  }
  for (const sample of await samplesOf(list, null)) {
    for (const operators of CLASSES) {
      const operator = operators.find((one) => sample.filterable.operators.has(one))
      if (operator === undefined) continue
      const request = queryText([criterion(sample.filterable.field.name, criterionText(operator, operandOf(sample, operator)))])
      const plan = await explain(request, false)
      const suggestion = suggestForFilter(list.resolved, sample.filterable, operator)
      entries.push(entry('filter', named(sample.filterable, operator), request, servedBy(plan), plan, suggestion))
    }
  }
  for (const field of list.resolved.searchable.values()) {
    const request = queryText([
      ['searchBy', field.name],
      ['search', 'abc'.padEnd(list.description.minSearchLength, 'd')],
    ])
    const plan = await explain(request, false)
    entries.push(entry('search', field.name, request, servedBy(plan), plan, suggestForText(list.resolved, field)))
  }
  return new ListAdvice(dialect, await countOf(list, ''), entries)
}

const named = ({ field }: FilterableField, operator: FilterOperator): string => `${field.name} ${operator}`
const servedBy = ({ isSearched }: ReadPlan): Service => (isSearched ? 'index' : 'scan')

function entry(
  kind: AdviceEntry['kind'],
  name: string,
  request: string,
  service: Service,
  { indexes, cost }: ReadPlan,
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
    { name: 'default order', request: '', terms: withTieBreaker(resolved.defaultSort, resolved.tieBreaker) },
  ]
  for (const field of resolved.sortable.values()) {
    for (const direction of ['asc', 'desc'] as const) {
      const text = `${field.name}:${direction.toUpperCase()}`
      const terms = withTieBreaker([{ field, direction }], resolved.tieBreaker)
      orders.push({ name: text, request: queryText([['sortBy', text]]), terms })
    }
  }
  return orders
}

/** A field that is sorted by already decides, and so does a tie-breaker of one field that comes first. */
function withTieBreaker(sort: readonly SortTerm[], tieBreaker: readonly SortTerm[]): SortTerm[] {
  return [...sort, ...tieBreaker.filter(({ field }) => !sort.some((term) => term.field === field))]
}

/** A value that the type reads: one of a row, else the first of its edges. */
function operandOf({ filterable, known, edges }: FieldSamples, operator: FilterOperator): string {
  const type = filterable.field.type?.element ?? filterable.field.type
  const text =
    known.find((one) => !one.includes(',')) ?? edges.find((one) => one !== '' && !one.includes(',') && type?.decode(one).ok === true) ?? 'a'
  return operator === '$btw' ? `${text},${text}` : text
}

/** The first page's select as plain Drizzle writes it, with the joins that the request needs. */
function pageOf(list: ListUnderTest, request: string, isOrdered: boolean): SQL {
  const { db, config, table, host } = list
  const filtered = applyFilters(PaginateQuery.from(request), config as never, host as never)
  const selected = filtered.applyTo(
    (db.select(keySelection(list) as never) as { from(root: unknown): { $dynamic(): never } }).from(table).$dynamic(),
  )
  const select = selected as unknown as {
    orderBy(...terms: readonly SQL[]): { limit(rows: number): { getSQL(): SQL } }
    getSQL(): SQL
  }
  return isOrdered
    ? select
        .orderBy(...filtered.orderBy)
        .limit(list.description.defaultLimit)
        .getSQL()
    : select.getSQL()
}
