// One row of the conformance table, and the helpers that write many.
import type { TestDialect } from '../../support/create-tables.js'
import type { DifferenceName } from './differences.js'
import type { ListName } from './lists.js'

/** Where a row is run: the in-memory engine under a dialect's configuration, or a database. */
export interface Target {
  readonly engine: string
  readonly dialect: TestDialect
}

export interface ExpectedRefusal {
  readonly code: string
  readonly parameter: string
  readonly message: string
}

export type Expected =
  /** Ids in any order; their number is the total. */
  | { readonly ids: readonly number[] }
  /** Ids of the page in this order, and the total where it is not their number. */
  | { readonly order: readonly number[]; readonly total?: number }
  | { readonly refusal: ExpectedRefusal }
  /** Part of what the driver says. */
  | { readonly driverError: string }

export interface Deviation {
  readonly why: DifferenceName
  readonly on: (target: Target) => boolean
  readonly expected: Expected
}

export interface Row {
  /** A line of the matrix in docs/reference/engines.md. */
  readonly section: string
  readonly list: ListName
  readonly request: string
  readonly expected: Expected
  readonly deviations: readonly Deviation[]
}

export const inMemory = ({ engine }: Target): boolean => engine === 'memory'
/** A database of the dialect, not the in-memory engine under its configuration. */
export const database =
  (...dialects: readonly TestDialect[]) =>
  ({ engine, dialect }: Target): boolean =>
    engine !== 'memory' && dialects.includes(dialect)
/** A database of the dialect, or the in-memory engine under its configuration. */
export const configured =
  (...dialects: readonly TestDialect[]) =>
  ({ dialect }: Target): boolean =>
    dialects.includes(dialect)
export const row = (
  section: string,
  list: ListName,
  request: string,
  expected: Expected,
  ...deviations: readonly Deviation[]
): Row => ({
  section,
  list,
  request,
  expected,
  deviations,
})

export const refusal = (code: string, parameter: string, message: string): Expected => ({
  refusal: { code, parameter, message },
})
