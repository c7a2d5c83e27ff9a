// What a page is read from: the contract of what reads it, the page itself and the parts of its list.
import type { SQL } from 'drizzle-orm'
import type { PageFormSetting } from './config.js'
import type { ListPlan } from './plan.js'
import type { Selection } from './selection.js'
import type { Shape } from './shape.js'
import type { EncodedValue } from './sql.js'
import type { StatementEvent } from './statement.js'

/** What is asked of the database. Its fragments are copies: nobody else can change them. */
export interface ListRequest<List> {
  readonly config: List
  readonly shape: Shape
  readonly values: readonly EncodedValue[]
  readonly selection: Selection
  /** The app's own condition, AND-ed with everything. */
  readonly where: SQL | undefined
}

/** How the statements of a call are sent: what its options and the settings of its list say. */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined
  readonly onStatement?: ((event: StatementEvent) => void) | undefined
  readonly pageForm: PageFormSetting
  readonly namedStatements: boolean
}

export interface PageRequest<List> extends ListRequest<List> {
  readonly plan: ListPlan
  readonly options: ReadOptions
}
