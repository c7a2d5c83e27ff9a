// testing: puts a list through what its configuration declares, on its own database.
import type { CheckedConfig, DatabaseArgument, NamedOptions, OfList } from '../../types/call-arguments.js'
import type { DialectName } from '../../vocabulary.js'
import { checkFacets } from './check-facets.js'
import { checkGate, gatesOf } from './check-gates.js'
import { checkLaws, countOf } from './check-laws.js'
import { checkMemory, type MemoryRows } from './check-memory.js'
import { checkPage } from './check-page.js'
import { checkSearch } from './check-search.js'
import { checkSecrets } from './check-secrets.js'
import { checkTenants } from './check-tenants.js'
import { checkWalk, withoutPaging } from './check-walk.js'
import { startClock } from './clock.js'
import { ListCheckError } from './list-check-error.js'
import { errorText, ListUnderTest } from './list-under-test.js'
import { inexactFields } from './memory-facts.js'
import { memoryList, noteOfItems } from './memory-list.js'
import { ListCheckReport } from './list-check-report.js'
import { checkOptions, type OptionNames } from '../../mistakes/check-options.js'
import type { CheckedTenant, CheckListOptions } from './options.js'
import { NO_OPTIONS } from '../../page/options.js'
import { scalarType } from '../../values/built-in.js'
import { Random } from './random.js'
import { readRows } from './read-rows.js'
import {
  type CriterionRequest,
  criterionRequests,
  orderRequests,
  pagingRequests,
  randomRequest,
  searchRequests,
} from './requests.js'
import { placeOf, samplesOf, textsRead } from './samples.js'

const TEXT = scalarType('text', null)
const DEFAULT_REQUESTS = 200
const DEFAULT_MAX_ROWS = 2000
/** Tenants are asked again for one in so many requests, for every walk, and for what a condition of the app's own finds. */
const TENANTS_EVERY = 5

/**
 * Checks a list against its own database, with requests made from `describe()` (every field, operator and order, values
 * of the rows, edges, hostile text) and random ones. Reads only. Run it in any test runner, against a database with
 * rows like the real ones.
 *
 * - `answers`: a page or a `PaginateQueryError`, never another error
 * - `page`: items, `meta` and `links` fit one another
 * - `walk`: the pages of a request hold each row once, in the order of one select
 * - `exports`: the items of an export are those of pages, children among them
 * - `laws`: `$not` is the complement, `$btw` is `$gte` and `$lte`, `$in` is `$eq` or `$eq`
 * - `facets`: each value of a facet, and the ends of a range, lead back to as many rows as counted
 * - `memory`: rows and items are those of `/memory`, unless a collation or rounding decides
 * - `search`: a word of a row's own text does not make the condition of `.searchWith()` null because a left join finds
 *   nothing
 * - `gates`: a name that is not declared and a name that is switched off are rejected in the same way
 * - `tenants`: no request shows a row that `owns` rejects
 * - `rows`: the tie-breaker is unique and not null, and neither is a column null that the schema calls not null
 * - `secrets`: without `.select()` and `.omit()`, no column has `password`, `secret`, `token`, `hash` or `salt` in its
 *   name
 *
 * @param options - `where` and `scope` are sent with every request; `tenants` are checked too; `seed` and `requests`
 * (200) choose the random requests; `only` repeats one; up to `maxRows` (2000) are read to compare with memory; after
 * `maxSeconds` (50) no further request is sent; `onProgress` is called every 5 seconds
 * @returns what was checked, and in `notChecked` what was not
 * @throws ListCheckError (rejects) with every failure, the request that shows it and how to repeat it
 * @example
 * ```ts
 * test('the list of articles keeps its promises', async () => {
 *   await checkList(db, articleList)
 * })
 * ```
 * @see explainList for the requests that an index serves
 */
export async function checkList<
  Config extends CheckedConfig<Config, Scope, 'tenants' extends Given ? 'scope' : Given>,
  Dialect extends DialectName,
  Scope,
  Given extends keyof CheckListOptions = never,
>(
  db: DatabaseArgument<Dialect>,
  config: Config & OfList<Dialect, Scope>,
  options: CheckListOptions<Scope> & NamedOptions<Given, Scope> = NO_OPTIONS,
): Promise<ListCheckReport> {
  checkOptions('checkList()', options, CHECK_NAMES)
  const { where, scope, seed = 1, tenants = [] } = options
  for (const tenant of tenants) checkOptions('checkList() with tenants', tenant, TENANT_NAMES)
  const host = where === undefined && scope === undefined ? (tenants[0] ?? options) : options
  const list = new ListUnderTest(db, config, { where: host.where, scope: host.scope })
  const rows = await rowsOf(list, options.maxRows ?? DEFAULT_MAX_ROWS)
  const only = options.only ?? environment('CHECK_LIST_ONLY')
  const plans = await plannedRequests(list, rows, options)
  const total = rows?.rows.length ?? (await countOf(list).catch(() => 0))
  const wanted = only === undefined ? plans : plansOf(plans, only)
  const clock = startClock(options, wanted.length)
  for (const [index, plan] of wanted.entries()) {
    if (only === undefined && clock.isOver(index)) {
      list.notChecked.add(clock.reason(index))
      break
    }
    await putRequest(list, plan, rows, total)
    const isForTenants = plan.isWalked === true || plan.isOwn === true || index % TENANTS_EVERY === 0
    if (tenants.length > 0 && (isForTenants || only !== undefined)) await checkTenants(list, plan.request, tenants)
  }
  if (only === undefined)
    for (const filterable of list.resolved.filterable.values())
      if (!clock.isOver(wanted.length)) await checkFacets(list, filterable)
  checkSecrets(list)
  await checkSearch(list)
  if (only === undefined || wanted.length === 0) for (const gate of gatesOf(list)) await checkGate(list, gate)
  const { requests, answered, comparedWithMemory, failures, notChecked } = list
  const counted = { seed, requests, answered, comparedWithMemory, rows: total }
  const report = new ListCheckReport({ ...counted, notChecked: [...notChecked], failures })
  if (failures.length > 0) throw new ListCheckError(report)
  return report
}

const CHECK_NAMES: OptionNames<CheckListOptions> = {
  where: true,
  scope: true,
  tenants: true,
  requests: true,
  seed: true,
  only: true,
  maxRows: true,
  maxSeconds: true,
  onProgress: true,
}
const TENANT_NAMES: OptionNames<CheckedTenant> = { name: true, where: true, scope: true, owns: true }

interface PlannedRequest {
  readonly request: string
  readonly isWalked?: boolean
  readonly criterion?: CriterionRequest
  /** Is there a condition of the app's own that may find rows by it? */
  readonly isOwn?: boolean
}

async function plannedRequests(
  list: ListUnderTest,
  rows: MemoryRows | null,
  { requests = DEFAULT_REQUESTS, seed = 1 }: CheckListOptions,
): Promise<PlannedRequest[]> {
  const samples = await samplesOf(list, rows)
  const random = new Random(seed)
  const terms = await textsRead(list, rows, TEXT)
  const { filterable, searchWith } = list.resolved
  const isOwn = ({ field, isKnown }: CriterionRequest): boolean =>
    isKnown && filterable.get(field.toLowerCase())?.own !== undefined
  const randoms = Array.from({ length: requests }, () => randomRequest(list, samples, random))
  const planned: PlannedRequest[] = [
    ...orderRequests(list).map((request) => ({ request, isWalked: true })),
    ...criterionRequests(samples).map((one) => ({ request: one.request, criterion: one, isOwn: isOwn(one) })),
    ...searchRequests(list, terms).map((request) => ({ request, isOwn: searchWith !== null })),
    ...pagingRequests(list).map((request) => ({ request })),
    ...randoms.map((request, index) => ({ request, isWalked: index % 10 === 0 })),
  ]
  const byRequest = new Map(planned.map((plan) => [plan.request, plan]))
  return [...byRequest.values()]
}

/** The planned request of this text, or the text itself, walked. */
const plansOf = (plans: readonly PlannedRequest[], only: string): readonly PlannedRequest[] => {
  const found = plans.filter(({ request }) => request === only)
  return found.length > 0 ? found : [{ request: only, isWalked: true }]
}

/** Null if the list has too many rows, or if they cannot be read. */
async function rowsOf(list: ListUnderTest, maxRows: number): Promise<MemoryRows | null> {
  try {
    const rows = await readRows(list, maxRows)
    if (rows === null) {
      list.notChecked.add(`agreement with memory: more than ${maxRows} rows (maxRows)`)
      return null
    }
    checkKeys(list, rows.rows.map(rows.keyOf))
    checkNulls(list, rows)
    const note = noteOfItems(list.resolved)
    if (note !== null) list.notChecked.add(note)
    return { ...rows, inexact: await inexactFields(list, rows), config: memoryList(list) }
  } catch (error) {
    list.fail('answers', '', `the rows cannot be read: ${errorText(error)}`, error)
    return null
  }
}

/** Pages are put together by the tie-breaker: equal keys may come twice, or never. */
function checkKeys(list: ListUnderTest, keys: readonly string[]): void {
  const seen = new Set<string>()
  const { tieBreaker } = list.resolved
  const names = tieBreaker.map(({ field }) => field.name).join(', ')
  for (const key of keys) {
    if ((JSON.parse(key) as unknown[]).includes(null))
      return list.fail('rows', '', `the tie-breaker (${names}) of a row is null: ${key}`)
    if (seen.has(key))
      return list.fail(
        'rows',
        '',
        `the tie-breaker (${names}) does not tell rows apart: two rows have ${key}. Is it unique, and is every join to-one?`,
      )
    seen.add(key)
  }
}

/** Pages by cursor and filters take the schema at its word: rows behind such a null are lost. */
function checkNulls(list: ListUnderTest, { rows }: Pick<MemoryRows, 'rows'>): void {
  for (const { name, isNullable, path } of list.resolved.fields.values()) {
    if (isNullable || path === null) continue
    if (rows.some((row) => placeOf(row, path) === null))
      list.fail(
        'rows',
        '',
        `the field '${name}' of a row is null, and the schema says that it never is: ` +
          'rows are lost in walks; add the constraint, or take .notNull() off',
      )
  }
}

async function putRequest(
  list: ListUnderTest,
  { request, isWalked, criterion }: PlannedRequest,
  rows: MemoryRows | null,
  total: number,
): Promise<void> {
  const page = list.pageOf(await list.ask(request), request)
  if (page === null) return
  checkPage(list, request, page)
  if (rows !== null) checkMemory(list, request, page, rows)
  try {
    if (criterion?.isKnown === true) await checkLaws(list, criterion, total)
    if (isWalked === true) await checkWalk(list, withoutPaging(request))
  } catch (error) {
    list.fail('answers', request, errorText(error), error)
  }
}

function environment(name: string): string | undefined {
  const { process } = globalThis as {
    readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> }
  }
  return process?.env?.[name]
}
