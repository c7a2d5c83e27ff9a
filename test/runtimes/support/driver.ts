// What the suite needs of a driver. Nothing of Node's own: this runs on Bun, Deno and workerd too.
import type { PgliteDatabase } from 'drizzle-orm/pglite'

export interface OpenDriver {
  readonly dialect: 'postgresql' | 'sqlite'
  /**
   * A Drizzle database over the client, a new one for each call, as the recipes of edge hosts make it. Typed as
   * PostgreSQL's.
   */
  readonly drizzle: () => PgliteDatabase
  /** Runs one statement of raw SQL that makes or fills a table. */
  readonly execute: (statement: string) => Promise<void>
  readonly close: () => Promise<void>
}

export interface RuntimeDriver {
  /** As the conformance table names engines, where a row speaks of one. */
  readonly engine: string
  readonly open: () => Promise<OpenDriver>
}
