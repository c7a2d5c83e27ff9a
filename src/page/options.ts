// Stage run: the options of the paging calls.
import type { SQL } from 'drizzle-orm'
import type { LinkContext } from '../render/links.js'
import type { StatementEvent } from './observe-statement.js'
import type { PageForm } from '../select/page-form.js'
import type { SearchForm } from '../select/split-search.js'

export interface PaginateOptions<Scope = unknown> {
  /**
   * A condition of the host's own (tenancy, row security), AND-ed with everything a client sends. Written in parentheses:
   * no `or`, here or there, reaches past them.
   *
   * @example `{ where: eq(articles.tenantId, tenantId) }` gives `where (tenant_id = $1) and …`
   */
  readonly where?: SQL | undefined
  /**
   * What the functions of the configuration's `.scopedBy()` are called with: required by type where one of them has a parameter.
   *
   * @example `{ scope: { tenantId } }`
   */
  readonly scope?: Scope
  /** Where `links` point to: the web `Request`, its `URL`, or its path. @default none: all links are null */
  readonly request?: LinkContext | undefined
  /**
   * Parameters of the host's own that `links` keep, by exact name: after the list's and before `page`, each value as the query sent
   * it. A query built by hand sent none: then the query string of `request` is read.
   *
   * @default none: links carry what the list reads
   * @example `{ request, linkParameters: ['lang'] }` keeps `&lang=de` of `/articles?page=2&lang=de`
   */
  readonly linkParameters?: readonly string[] | undefined
  /** Honoured before the first statement and between the two; rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * The form in which the page is read; each answers the same rows. `auto` chooses by the total that was counted, `plain` is
   * `order by … limit … offset …` whatever the offset, for a database whose planner does better by itself. A form that cannot
   * be had (no unique key in the schema) is the plain one. A page by cursor has two: with `plain`, what lies beyond the position is
   * one condition of plain comparisons, which foreign tables pass on to their server; with any other, it is read by ranges.
   *
   * @default 'auto'
   * @see docs/explanation/performance.md
   */
  readonly pageForm?: 'auto' | PageForm | undefined
  /**
   * How a search over fields of the root and of one joined table is counted, on PostgreSQL: `plain` as one condition over the
   * join, `split` as the sum of two parts that may each use an index. `auto` begins with `plain` and splits a shape of request
   * once its count took 100 ms twice and the schema shows a trigram index for each field searched. Both answer the same total.
   *
   * @default 'auto'
   * @see docs/explanation/performance.md
   */
  readonly searchForm?: 'auto' | SearchForm | undefined
  /**
   * Names prepared statements on PostgreSQL (node-postgres, postgres.js): parsed once a connection, one round trip each.
   * Statements with a LIKE stay unnamed, and at most 256 names are given by a process. Switch it off behind a pooler in
   * transaction mode that does not know prepared statements (PgBouncer before 1.21).
   *
   * @default true
   */
  readonly namedStatements?: boolean | undefined
  /**
   * Sends count and page at the same time: in one round trip through `db.batch` where the session has it (D1, libSQL, Neon over
   * HTTP), else on two connections of the pool. For hosts whose round trip costs more than the page. The page then takes the form
   * that does not need the total, and a page past the end costs both statements.
   *
   * @default false
   */
  readonly together?: boolean | undefined
  /**
   * Is told of each statement once it is answered: its SQL and parameters as they were sent, and its time. For development and
   * tracing. What it throws rejects the call.
   *
   * @example `{ onStatement: ({ kind, milliseconds }) => histogram.record(milliseconds, { kind }) }`
   */
  readonly onStatement?: ((event: StatementEvent) => void) | undefined
}
