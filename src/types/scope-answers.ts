/** What the functions of a list have answered for the scope of one call. */
export interface ScopeAnswers {
  /** The list over slots, which all calls share whose answers differ in values only. */
  readonly shared: object
  /** The values by slot, as the answers hold them: bare ones and parameters. */
  readonly values: readonly unknown[]
  /** The same as they are bound. */
  readonly bound: readonly unknown[]
}
