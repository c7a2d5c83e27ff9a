// Add-on explorer: what the handler tells its page. JSON-safe, shared by both as types alone.
import type { ConfigDescription } from '../types/config-description.js'

/** Answer to `?explorer=about`. */
export interface ExplorerAbout {
  readonly title: string
  /** The path of the list. */
  readonly path: string
  readonly description: ConfigDescription
}

/** A statement that was sent. */
export interface ExplorerStatement {
  readonly kind: 'count' | 'page' | 'estimate'
  readonly sql: string
  /** As handed to the driver, each as text for people. */
  readonly params: readonly string[]
  readonly milliseconds: number
  readonly rows: number
}

/** Answer to `?explorer=run&<query string of the list>`: itself always 200, the list's own status inside. */
export interface ExplorerRun {
  /** 500 where the database failed. */
  readonly status: 200 | 400 | 500
  /** The list's own JSON: a page, or a problem document. */
  readonly body: string
  /** Those that ran; none for a refused request. */
  readonly statements: readonly ExplorerStatement[]
  /** Binding, planning, both statements and the JSON. */
  readonly milliseconds: number
}
