// What a list has that is paged by cursor. Every other stage asks this part, and knows nothing of a cursor's text.
import type { CursorSeal, SortTerm } from './config.js'
import type { ListDatabase, MaybePromise, Steps } from './database.js'
import type { KnownRows } from './known-rows.js'
import type { PageRequest } from './page-request.js'
import type { ListPlan } from './plan.js'
import type { Walk } from './position.js'
import type { NormalizedQuery } from './query.js'
import type { CursorMeta, PaginatedLinks, RowCursorsMeta } from './response.js'
import type { Refusal, Result } from './result.js'
import type { Row } from './row.js'

export interface CursorsPart<List> {
  readonly seal: CursorSeal | null
  /** Has a page the cursor of each of its rows, as `meta.cursors`? */
  readonly hasRows: boolean
  /** What a request has instead of `page`. */
  readonly parameters: readonly string[]
  /** What other paging libraries call them. Ignored, a client would read the first page again and again. */
  readonly mistaken: 'cursor'
  /** A promise only where the list's own `open` returns one. */
  readonly open: (query: NormalizedQuery) => MaybePromise<OpenedCursor<List>>
  /** For calls that answer at once: what only a promise could open has no position. */
  readonly openNow: (query: NormalizedQuery) => OpenedCursor<List>
  /**
   * Reads a page by `read`.
   *
   * @throws PaginateQueryError where the request's cursor is to blame for an error of the database's
   * @throws PaginateConfigError where nulls that the schema rules out lie behind the last page
   */
  readonly read: (db: ListDatabase, request: PageRequest<List>, read: Steps<KnownRows<Row>>) => Steps<KnownRows<Row>>
  /** Takes the keys out of the rows; what it returns renders the page once its items are made of them. */
  readonly renderer: (page: ReadPage<List>) => MaybePromise<(itemCount: number) => RenderedPage>
}

/** The cursor of a request: its place in the order of refusals is asked three times. A request may have none. */
export interface OpenedCursor<List> {
  /** Before everything else of the request. */
  readonly refusal: Refusal | null
  /** Of a read without a limit. */
  readonly unlimited: Refusal | null
  /** Once the order is known. */
  readonly walk: (sort: readonly SortTerm[], list: List) => Result<Walk>
}

/** A page by cursor that is read, and what was asked. */
export interface ReadPage<List> {
  readonly read: KnownRows<Row>
  readonly plan: ListPlan
  readonly query: NormalizedQuery
  readonly path: string | null
  readonly list: List
}

export interface RenderedPage {
  readonly meta: CursorMeta & Partial<RowCursorsMeta>
  readonly links: PaginatedLinks
}
