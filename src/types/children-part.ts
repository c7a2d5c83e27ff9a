// What a list has whose items have children. Every other stage asks this part, which `rowsOf()` brings with it.
import type { SQL } from 'drizzle-orm'
import type { JoinedTable } from './config.js'
import type { ListDatabase, MaybePromise } from './database.js'
import type { ReadOptions } from './page-request.js'
import type { ListPlan } from './plan.js'
import type { Row } from './row.js'
import type { ScopeAnswers } from './scope-answers.js'
import type { Selection } from './selection.js'
import type { Statement } from './statement.js'

/** Rows of another table inside each item. */
export interface ChildSet {
  /** The items' member. */
  readonly name: string
  /** As it was declared; `.select()` may spell it in another way. */
  readonly from: string
  /** Children of one parent at most; null: all. */
  readonly limit: number | null
  /** What a child is, as `db.select()` takes it. */
  readonly selection: Selection
  readonly members: readonly ChildMember[]
  /** Everything that `selection` may read next to the root, in join order. */
  readonly joins: readonly JoinedTable[]
  /** `.where()` of the rows, AND-ed. */
  readonly conditions: readonly SQL[]
  readonly orderBy: readonly SQL[]
}

/** A member of a child, with the one of the declared selection that it is. */
export interface ChildMember {
  readonly key: string
  readonly from: string
  /** Of a nested record. */
  readonly members: readonly ChildMember[] | null
}

export interface ResolvedChildren {
  readonly sets: readonly ChildSet[]
  /** By which the rows of a page are found again. */
  readonly keyFields: Selection
  /** Has a request with these `fields` children? */
  readonly isAskedFor: (fields: ListPlan['fields']) => boolean
  /** One statement for each set, or for each one of `only` (lower-case names); none for no rows. */
  readonly ask: (
    db: ListDatabase,
    rows: readonly Row[],
    how: {
      readonly namedStatements: boolean
      readonly only?: ReadonlySet<string> | undefined
      /** What the list's functions answered for this call. */
      readonly answers: ScopeAnswers | null
    },
  ) => AskedChildren
  /** Gives the rows of a page with these `fields` their children. */
  readonly read: (
    db: ListDatabase,
    rows: Row[],
    answers: ScopeAnswers | null,
    options: Pick<ReadOptions, 'signal' | 'onStatement' | 'namedStatements'>,
    fields: ListPlan['fields'],
  ) => MaybePromise<Row[]>
}

export interface AskedChildren {
  readonly statements: readonly Statement[]
  /** Gives each row its children, in place, and takes the keys away. */
  readonly attach: (answers: readonly Row[][]) => void
}
