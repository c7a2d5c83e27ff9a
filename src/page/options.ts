// Stage run: the options of the paging calls.
import type { SQL } from 'drizzle-orm'
import type { LinkContext } from './links.js'

export interface PaginateOptions {
  /**
   * A condition of the host's own (tenancy, row security), AND-ed with everything a client sends. Written in parentheses:
   * no `or`, here or there, reaches past them.
   *
   * @example `{ where: eq(articles.tenantId, tenantId) }` gives `where (tenant_id = $1) and …`
   */
  readonly where?: SQL | undefined
  /** Where `links` point to: the web `Request`, its `URL`, or its path. @default none: all links are null */
  readonly request?: LinkContext | undefined
  /** Honoured before the first statement and between the two; rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}
