// Add-on explorer: a request of the list, run for the page: its rows, then its facets, each with what was sent for it.
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import { isPaginateQueryError } from '../../errors.js'
import { countFacets } from '../../features/facets/facet-counts.js'
import { problemAnswer } from '../http/list-answer.js'
import { type ListRequest, listRequest, shareSearch } from '../http/list-request.js'
import { type AnyListOptions, facetsOf, findConfig, findOption, findWhere, pagesOf } from '../http/list-source.js'
import { jsonText } from '../http/json-text.js'
import { runWithin } from '../http/within.js'
import type { StatementEvent } from '../../types/statement.js'
import { unknownParameters } from '../../plan/parameters.js'
import { normalizeQuery, PaginateQuery } from '../../request/paginate-query.js'
import type { ListDatabase } from '../../types/database.js'
import { cellCriteria } from './cell-criteria.js'
import type { ExplorerFacets, ExplorerPart, ExplorerRun, ExplorerStatement, ExplorerFacet } from './explorer-answer.js'
import { parameterText } from './parameter-text.js'
import { encodeFilterValue } from '../../features/facets/encode-filter-value.js'
import { createPlan } from '../../plan/create-plan.js'
import type { FacetRange, FacetValue } from '../../features/facets/facet-types.js'
import type { AnyPaginateConfig } from '../../types/paginate-config.js'

type Given = readonly [Request, ...unknown[]]

/**
 * The list's own road, from the same options: what it answers is what its endpoint answers. The page comes before its
 * facets, which take longer and would have the one connection of some databases.
 */
export async function runPage<Call extends Given>(
  options: AnyListOptions<Call>,
  given: Call,
  query: string,
): Promise<ExplorerRun> {
  const source = await foundSource(options, given)
  const { config, path } = source
  const { page: readPage } = pagesOf<Call>({ ...source, facets: false })
  let facets: readonly string[] = []
  let criteria: ExplorerRun['criteria'] = {}
  const part = await observed(given, urlOf(path, query), async (list) => {
    const asked = (await facetsOf(config, source.facets, [])) ?? []
    const page = await readPage(list, given, config)
    facets = asked.map(({ name }) => name)
    // What `map` returns, no filter of the list can find.
    if (source.map === undefined) criteria = cellCriteria(config, page.items)
    return jsonText(page)
  })
  const bound = normalizeQuery(PaginateQuery.from({ url: urlOf(path, query) }))
  return { ...part, facets, criteria, unknown: unknownParameters(bound, resolvedConfig(config)) }
}

/** One after another, since facets that are counted together wait for one another: the time of each is then its own. */
export async function runFacets<Call extends Given>(
  options: AnyListOptions<Call>,
  given: Call,
  query: string,
): Promise<ExplorerFacets> {
  const source = await foundSource(options, given)
  const { config, path, db, within, where, scope: scopeOf } = source
  const counts: Record<string, FacetAnswers[string]> = {}
  const part = await observed(given, urlOf(path, query), async (list, begin) => {
    const facets = (await facetsOf(config, source.facets, [])) ?? []
    shareSearch(list)
    const count = async (through: ListDatabase): Promise<void> => {
      for (const facet of facets) {
        begin(facet.name)
        Object.assign(counts, await countFacets(through, list, config, [facet], { where, scope: scopeOf() }))
      }
    }
    await (within === undefined ? count(db as ListDatabase) : runWithin(within, given, count))
    return jsonText({ facets: counts })
  })
  return { ...part, facets: part.status === 200 ? explorerFacets(config, counts) : [] }
}

/** Found before the list is asked: what an option throws is the application's own answer, and not an error of the list. */
async function foundSource<Call extends Given>(options: AnyListOptions<Call>, given: Call) {
  const config = await findConfig(options, given)
  const path = await findOption(options.path, given)
  const { facets, within } = options
  const db = within === undefined ? await findOption(options.db, given) : options.db
  const names = typeof facets === 'function' ? await facets(...given) : []
  const where = await findWhere(options, given)
  const scope = await findOption(options.scope, given)
  // The scope may be a function itself, which is not to be asked again.
  const found = { config, path, db, where, scope: () => scope }
  return { ...options, ...found, facets: typeof facets === 'function' ? () => names : facets }
}

const urlOf = (path = '', query: string): string => (query === '' ? path : `${path}?${query}`)

/** @param read is given the request, and a function that says which facet its next statement counts */
async function observed(
  [{ signal }]: Given,
  url: string,
  read: (list: ListRequest, begin: (facet: string) => void) => Promise<string>,
): Promise<ExplorerPart> {
  const statements: ExplorerStatement[] = []
  let failed: ExplorerPart['failed'] = null
  let facet: string | undefined
  const onStatement = ({ params, rows, ...event }: StatementEvent): void => {
    const { kind, sql, milliseconds } = event
    const of = facet === undefined ? {} : { facet }
    const statement = { kind, ...of, sql, params: params.map(parameterText), milliseconds }
    if ('error' in event) failed ??= statement
    else statements.push({ ...statement, rows })
  }
  const started = performance.now()
  const answered = (status: ExplorerPart['status'], body: string): ExplorerPart => ({
    status,
    body,
    statements,
    failed,
    milliseconds: performance.now() - started,
  })
  try {
    return answered(200, await read(listRequest({ url }, { signal, onStatement }), (name) => (facet = name)))
  } catch (error) {
    if (isPaginateQueryError(error)) return answered(400, problemAnswer(error).body)
    // The developer sees the error in the page, and not an error page of the framework.
    return answered(500, JSON.stringify(failure(error, failed !== null)))
  }
}

/** The cause first: Drizzle wraps the driver's error, which has the reason, in one that repeats the statement. */
function failure(error: unknown, isStatementShown: boolean): object {
  const messages: string[] = []
  for (let at = error; at !== undefined && messages.length < 5; at = at instanceof Error ? at.cause : undefined) {
    messages.unshift(at instanceof Error ? at.message : String(at))
  }
  const told =
    isStatementShown && messages.length > 1
      ? messages.filter((message) => !message.startsWith('Failed query: '))
      : messages
  return { type: 'about:blank', title: 'Internal Server Error', status: 500, detail: told.join('\n') }
}

/** What `facetCounts` answers. */
type FacetAnswers = Readonly<Record<string, readonly FacetValue<unknown>[] | FacetRange<unknown> | null>>

/** Facets in the order they were asked for. */
function explorerFacets(config: AnyPaginateConfig, answers: FacetAnswers): ExplorerFacet[] {
  return Object.entries(answers).map(([name, answer]) => {
    if (isValues(answer)) {
      const values = answer.map(({ value, count, filter }) => ({
        text: value === null ? null : (encodeFilterValue(config, name, value) ?? parameterText(value)),
        count,
        criterion: filter,
      }))
      return { name, values }
    }
    if (answer === null) return { name, range: null }
    const [min, max] = [encodeFilterValue(config, name, answer.min), encodeFilterValue(config, name, answer.max)]
    const criterion = min === null || max === null ? null : accepted(config, name, `$btw:${min},${max}`)
    return {
      name,
      range: {
        min: min ?? parameterText(answer.min),
        max: max ?? parameterText(answer.max),
        count: answer.count,
        criterion,
      },
    }
  })
}

const isValues = (answer: FacetAnswers[string]): answer is readonly FacetValue<unknown>[] => Array.isArray(answer)

/** The criterion if the list takes it: a field may not allow the operator. */
function accepted(config: AnyPaginateConfig, name: string, criterion: string): string | null {
  const query = new PaginateQuery({ filters: { [name]: criterion } })
  return createPlan(normalizeQuery(query), resolvedConfig(config)).ok ? criterion : null
}
