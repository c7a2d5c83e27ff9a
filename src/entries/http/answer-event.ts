// Add-on http: what a handler reports of a request, for metrics.
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import { isPaginateQueryError } from '../../errors.js'
import { tell } from '../../page/send.js'
import type { StatementEvent } from '../../types/statement.js'
import { parseCriterion } from '../../plan/filters.js'
import { termsOfText } from '../../features/expressions/parse-expression.js'
import { normalizeQuery } from '../../request/paginate-query.js'
import type { PaginateQueryErrorCode } from '../../types/error-code.js'
import type { AnyPaginateConfig } from '../../types/paginate-config.js'
import type { NormalizedQuery } from '../../types/query.js'
import type { AnyPage, ExpressionMeta } from '../../types/response.js'
import { listRequest, type ListRequest, type RawRequest } from './list-request.js'

/** A request that got its response, without any text of a client: safe as labels of metrics. */
export interface AnswerEvent {
  /**
   * The request without its values: sort terms, fields with their operators, those of an expression, `search`,
   * `searchBy`, `after`, `before`, in this order. Names that the list does not declare are left out; `page` and `limit`
   * are too, except `limit=-1`.
   *
   * @example `sortBy=publishedAt:DESC filter.status=$in filter.views=$gte search`
   */
  readonly shape: string
  /** Statements that were sent, including one that failed. */
  readonly statements: number
  /** From the handler's call until its response was known; for an export, until its file had ended. */
  readonly milliseconds: number
  /** Items of the page, or rows of the file. */
  readonly rows: number
  /** Null if the response has no total: an error, a list that does not count, an export. */
  readonly totalItems: number | null
  /**
   * 499: the client had gone. 500: an error that the framework handles, and a file that failed after its first byte,
   * although 200 was sent then.
   */
  readonly status: 200 | 304 | 400 | 499 | 500
  /** The stable code of a request that got a 400; otherwise null. */
  readonly code: PaginateQueryErrorCode | null
}

/**
 * Functions that a handler calls for each request. If one throws, the request rejects with that error. An asynchronous
 * one is not awaited, and its rejection is ignored.
 */
export interface ObservedOptions {
  /**
   * Gets each request once, when its response is known.
   *
   * @default none
   * @example `onAnswer: ({ shape, status, milliseconds }) => histogram.record(milliseconds, { shape, status })`
   */
  readonly onAnswer?: ((event: AnswerEvent) => void) | undefined
  /**
   * Gets every statement of the request, as in `PaginateOptions`, also those of facets and the batches of an export.
   * @default none
   */
  readonly onStatement?: ((event: StatementEvent) => void) | undefined
}

/** A request under way. */
export interface Handling {
  /** What the paging call is made with. */
  readonly list: ListRequest
  /** @param source where the names of the shape are declared: the configuration, else the page that was answered */
  readonly report: (answer: AnswerOutcome, source: AnyPaginateConfig | AnyPage | null) => void
}

export type AnswerOutcome = Pick<AnswerEvent, 'rows' | 'totalItems' | 'status' | 'code'>

export function startHandling(
  request: RawRequest,
  { onAnswer, onStatement }: ObservedOptions,
  signal?: AbortSignal,
): Handling {
  if (onAnswer === undefined) return { list: listRequest(request, { signal, onStatement }), report: () => {} }
  const started = performance.now()
  let statements = 0
  const count = (event: StatementEvent): void => {
    statements += 1
    if (onStatement !== undefined) tell(onStatement, event)
  }
  const list = listRequest(request, { signal, onStatement: count })
  const report: Handling['report'] = (answer, source) => {
    const milliseconds = performance.now() - started
    tell(onAnswer, {
      shape: requestShape(normalizeQuery(list.query), declaredNames(source)),
      statements,
      milliseconds,
      ...answer,
    })
  }
  return { list, report }
}

export function failureOf(error: unknown, signal: AbortSignal | undefined): AnswerOutcome {
  if (isPaginateQueryError(error)) return { rows: 0, totalItems: null, status: 400, code: error.code }
  return { rows: 0, totalItems: null, status: signal?.aborted === true ? 499 : 500, code: null }
}

interface DeclaredNames {
  readonly sort: ReadonlyMap<string, string>
  readonly search: ReadonlyMap<string, string>
  readonly filter: ReadonlyMap<string, string>
  /** Does the list read expressions? */
  readonly hasExpressions: boolean
  /** Does the list read `after` and `before`? */
  readonly hasCursors: boolean
}

const byLowerCase = (names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [name.toLowerCase(), name]))

/** A page has the names of its own request in its `meta`, as the configuration spells them. */
function declaredNames(source: AnyPaginateConfig | AnyPage | null): DeclaredNames {
  if (source === null)
    return { sort: new Map(), search: new Map(), filter: new Map(), hasExpressions: false, hasCursors: false }
  if ('meta' in source) {
    const { sortBy, searchBy, filter, filterExpression } = source.meta as typeof source.meta & Partial<ExpressionMeta>
    return {
      sort: byLowerCase(sortBy.map((term) => term.slice(0, term.lastIndexOf(':')))),
      search: byLowerCase(searchBy),
      filter: byLowerCase([...Object.keys(filter), ...termsOfText(filterExpression ?? '').map(({ name }) => name)]),
      hasExpressions: filterExpression !== undefined,
      hasCursors: 'nextCursor' in source.meta,
    }
  }
  const { sortable, searchable, filterable, searchWith, expressions, cursors } = resolvedConfig(source)
  const sorted = [...sortable.values()].map(({ name }) => name)
  return {
    sort: byLowerCase(searchWith === null ? sorted : [...sorted, 'relevance']),
    search: byLowerCase([...searchable.values()].map(({ name }) => name)),
    filter: byLowerCase([...filterable.values()].map(({ field }) => field.name)),
    hasExpressions: expressions !== null,
    hasCursors: cursors !== null,
  }
}

/** Criteria of one form on one field are one token, however many there are. */
function requestShape(
  { sortBy, filters, filterExpression, search, searchBy, limit, after, before }: NormalizedQuery,
  names: DeclaredNames,
): string {
  const tokens = [
    ...sortBy.flatMap((term) => {
      const [, field = '', direction = ''] = /^(.+):(asc|desc)$/i.exec(String(term)) ?? []
      const name = names.sort.get(field.toLowerCase())
      return name === undefined ? [] : [`sortBy=${name}:${direction.toUpperCase()}`]
    }),
    ...filters.flatMap(({ name: sent, criteria }) => {
      const name = names.filter.get(sent.toLowerCase())
      return name === undefined
        ? []
        : criteria.flatMap((text) => criterionShape(text).map((shape) => `filter.${name}=${shape}`))
    }),
    ...(names.hasExpressions && typeof filterExpression === 'string' ? termsOfText(filterExpression) : []).flatMap(
      (term) => {
        const name = names.filter.get(term.name.toLowerCase())
        return name === undefined ? [] : criterionShape(term.criterion).map((shape) => `filter=${name}=${shape}`)
      },
    ),
    ...(typeof search === 'string' && search.trim() !== '' ? ['search'] : []),
    ...searchBy.flatMap((sent) => {
      const name = names.search.get(String(sent).toLowerCase())
      return name === undefined ? [] : [`searchBy=${name}`]
    }),
    ...(names.hasCursors && after !== null ? ['after'] : []),
    ...(names.hasCursors && before !== null ? ['before'] : []),
    ...(limit?.ok === true && limit.value === -1 ? ['limit=-1'] : []),
  ]
  return [...new Set(tokens)].join(' ')
}

function criterionShape(text: unknown): string[] {
  const parsed = parseCriterion(String(text))
  if (!parsed.ok) return []
  const { connector, isNegated, operator } = parsed.value
  return [`${connector === 'or' ? '$or:' : ''}${isNegated ? '$not:' : ''}${operator}`]
}
