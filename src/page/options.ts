// Stage run: the options of the paging calls.
import type { SQL } from 'drizzle-orm'
import type { LinkContext } from '../render/meta-and-links.js'
import type { PageForm } from '../select/list-statements.js'
import type { SearchForm } from '../select/page-select.js'
import type { ResolvedConfig } from '../types/config.js'
import type { ListPlan } from '../types/plan.js'
import type { Selection } from '../types/selection.js'
import type { StatementEvent } from './send.js'

export interface PaginateOptions<Scope = unknown> {
  /**
   * A condition of your own (tenancy, row security), AND-ed with everything a client sends. Written in parentheses:
   * no `or`, here or there, reaches past them. Null, like undefined: without one.
   *
   * @throws PaginateConfigError where it is not SQL
   * @example `{ where: eq(articles.tenantId, tenantId) }` gives `where (tenant_id = $1) and …`
   */
  readonly where?: SQL | null | undefined
  /**
   * What the functions of the configuration's `.scopedBy()` are called with: required by type where one of them has a
   * parameter.
   *
   * @example `{ scope: { tenantId } }`
   */
  readonly scope?: Scope
  /** Where `links` point to: the web `Request`, its `URL`, or its path. @default none: all links are null */
  readonly request?: LinkContext | undefined
  /**
   * Parameters of the app's own that `links` keep, by exact name: after the list's and before `page`, each value as the
   * query sent it. A query built by hand sent none: then the query string of `request` is read.
   *
   * @default none: links carry what the list reads
   * @example `{ request, linkParameters: ['lang'] }` keeps `&lang=de` of `/articles?page=2&lang=de`
   */
  readonly linkParameters?: readonly string[] | undefined
  /** Honoured before the first statement and between the two; rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * The form in which the page is read; each answers the same rows. `auto` chooses by the total that was counted,
   * `plain` is `order by … limit … offset …` whatever the offset, for a database whose planner does better by itself. A
   * form that cannot be had (no unique key in the schema) is the plain one. A page by cursor has two: with `plain`,
   * what lies beyond the position is one condition of plain comparisons, which foreign tables pass on to their server;
   * with any other, it is read by ranges.
   *
   * @default 'auto'
   * @see docs/explanation/performance.md
   */
  readonly pageForm?: 'auto' | PageForm | undefined
  /**
   * How a search over fields of the root and of one joined table is counted, on PostgreSQL: `plain` as one condition
   * over the join, `split` as the sum of two parts that may each use a trigram index. Both return the same total.
   *
   * @default 'plain'
   * @see docs/explanation/performance.md
   */
  readonly searchForm?: SearchForm | undefined
  /**
   * Names prepared statements on PostgreSQL (node-postgres, postgres.js): parsed once a connection, one round trip
   * each. Statements with a LIKE stay unnamed, and at most 256 names are given by a process. Switch it off behind a
   * pooler in transaction mode that does not know prepared statements (PgBouncer before 1.21).
   *
   * @default true
   */
  readonly namedStatements?: boolean | undefined
  /**
   * Sends count and page at the same time: in one round trip through `db.batch` where the session has it (D1, libSQL,
   * Neon over HTTP), else on two connections of the pool. For apps whose round trip costs more than the page. The page
   * then takes the form that does not need the total, and a page past the end costs both statements.
   *
   * @default false
   */
  readonly together?: boolean | undefined
  /**
   * Is told of each statement once it is answered: its SQL and parameters as they were sent, and its time. For
   * development and tracing. What it throws rejects the call.
   *
   * @example `{ onStatement: ({ kind, milliseconds }) => histogram.record(milliseconds, { kind }) }`
   */
  readonly onStatement?: ((event: StatementEvent) => void) | undefined
}

/** Aggregates beside a page. */
export interface SummaryOption<Fields> {
  /**
   * Aggregates over the whole filtered set, as `db.select()` takes them: columns of the count's own statement where
   * there is one, else one statement more. The page then has them as `summary`.
   *
   * @example `{ summary: { revenue: sum(orders.total), newest: max(orders.createdAt) } }`
   * @see summarize for a summary without a page
   */
  readonly summary?: Fields | undefined
}

/** What a page is read from. */
export interface PageRequest {
  readonly config: ResolvedConfig
  readonly plan: ListPlan
  readonly selection: Selection
  /** The app's own condition: a copy, so that nobody else can change it. */
  readonly where: SQL | undefined
  readonly options: PaginateOptions
  /** Aggregates to be read beside it: a copy of the call's. */
  readonly summary?: Selection | undefined
}
