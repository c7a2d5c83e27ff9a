// Drizzle's select builders: what they hold.
import type { SQL } from 'drizzle-orm'

/** Of what `db.select(fields)` returns, before `from`. */
export interface StartState {
  readonly session?: object
  readonly dialect?: object
  /** Set by `db.$withAuth(token)` on 0.45. */
  readonly authToken?: unknown
  readonly fields?: unknown
}

/** The same builder with other members. */
export function withState<Start extends StartState>(start: Start, state: Partial<StartState>): Start {
  const copy = Object.create(Object.getPrototypeOf(start) as object) as Start
  return Object.assign(copy, start, state)
}

interface SelectState {
  readonly joins?: readonly { readonly table: unknown }[]
  readonly where?: SQL | undefined
}

/** What a select joins and requires already. */
export const selectState = (select: object): SelectState => (select as { readonly config?: SelectState }).config ?? {}
