/**
 * The constraint of a record of such values, and not of a list or a map. It goes by the members, because a record that
 * an interface types has no index signature.
 */
export type RecordOf<Members, Value> = object & { readonly [Name in keyof Members]: Value } & {
  readonly [Symbol.iterator]?: never
}
