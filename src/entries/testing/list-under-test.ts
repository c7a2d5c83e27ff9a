// testing: a list with its database, and the one place that puts requests to it.
import type { Table } from 'drizzle-orm'
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import { checkDatabase, type HostConditionOptions } from '../../page/check-arguments.js'
import { isPaginateQueryError, paginate, paginateSelect, PaginateQuery, type PaginateQueryError } from '../../index.js'
import type { AnyPaginateConfig, ConfigDescription, ListDatabase } from '../../index.js'
import type { AppliedMeta, CursorMeta, KnownTotals, NumberedMeta, PaginatedResponse } from '../../types/response.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { Selection } from '../../types/selection.js'
import type { CheckName, ListCheckFailure } from './options.js'

/** What a page of any list has, whichever way it is paged and counted. */
export type AnyPage = PaginatedResponse<unknown, AppliedMeta & Partial<NumberedMeta & KnownTotals & CursorMeta>>

export type Answer = { readonly page: AnyPage } | { readonly refusal: PaginateQueryError } | { readonly error: unknown }

export const PATH = '/list'

export class ListUnderTest {
  readonly db: ListDatabase
  readonly config: AnyPaginateConfig
  readonly resolved: ResolvedConfig
  readonly description: ConfigDescription & { readonly paging?: 'numbers' | 'cursor' }
  /** What goes with every request of a run. */
  readonly host: HostConditionOptions
  readonly failures: ListCheckFailure[] = []
  readonly notChecked = new Set<string>()
  requests = 0
  answered = 0
  comparedWithMemory = 0

  constructor(db: ListDatabase, config: AnyPaginateConfig, host: HostConditionOptions) {
    this.db = db
    this.config = config
    const list = resolvedConfig(config)
    checkDatabase(db, list.dialect)
    // With the values of the scope in its fragments, which are read as they are.
    this.resolved = list.scoped?.bind(list.scoped.ask(host.scope)) ?? list
    this.description = config.describe()
    this.host = host
  }

  get table(): Table {
    return this.resolved.table
  }

  get isPagedByCursor(): boolean {
    return this.description.paging === 'cursor'
  }

  /** A page of the list's own items. */
  ask(request: string): Promise<Answer> {
    const query = PaginateQuery.from(request)
    return this.#answer(() => paginate(this.db, query, this.config as never, { ...this.host, path: PATH } as never))
  }

  /** A page of a selection, for what the list's own items do not show. */
  askFor(request: string, selection: Selection, host: HostConditionOptions = this.host): Promise<Answer> {
    const query = PaginateQuery.from(request)
    return this.#answer(() =>
      paginateSelect(this.db, query, this.config as never, selection, { ...host, path: PATH } as never),
    )
  }

  async #answer(put: () => PromiseLike<unknown>): Promise<Answer> {
    this.requests += 1
    try {
      const page = (await put()) as AnyPage
      this.answered += 1
      return { page }
    } catch (error) {
      return isPaginateQueryError(error) ? { refusal: error } : { error }
    }
  }

  fail(check: CheckName, request: string, message: string, cause?: unknown): void {
    this.failures.push({ check, request, message, ...(cause === undefined ? {} : { cause }) })
  }

  /** The page; null for a rejection; null and a failure for any other error. */
  pageOf(answer: Answer, request: string): AnyPage | null {
    if ('page' in answer) return answer.page
    if ('error' in answer)
      this.fail('answers', request, `neither a page nor a refusal: ${errorText(answer.error)}`, answer.error)
    return null
  }
}

/** With the driver's own words, which Drizzle keeps in the cause. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : ` (${errorText(error.cause)})`
  return `${error.name}: ${error.message}${cause}`
}
