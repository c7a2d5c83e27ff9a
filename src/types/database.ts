/**
 * Any Drizzle database or transaction: a call uses only its `db.select(fields)`. Structural, because the database
 * classes differ between Drizzle's lines and drivers.
 *
 * @example `drizzle({ client })`, the `tx` of `db.transaction(async (tx) => …)`, a database of `withReplicas(…)`
 */
export interface ListDatabase {
  // Every dialect's `select` takes a record of its own columns: `never` accepts them all, the table decides at run
  // time.
  // oxlint-disable-next-line typescript/no-explicit-any -- it differs by dialect and is typed in select/select-builder.ts
  readonly select: (fields: never) => any
}

/** A value, or a promise of it: synchronous drivers return at once, because a synchronous transaction cannot wait. */
export type MaybePromise<Value> = Value | PromiseLike<Value>

/** The steps of a call as straight-line code: what is not there yet is yielded, and comes back as its value. */
export type Steps<Value> = Generator<PromiseLike<unknown>, Value, unknown>
