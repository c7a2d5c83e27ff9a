// Every stage: what a dialect is. Its folder has one object of this type, and `dialects/index.ts` one line for it.
import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { LikeStrategy, SubSelect } from '../types/config.js'
import type { KeyForm, PositionKey } from '../types/position.js'
import type { EncodedValue, LikeForm, Operand, TextSpelling } from '../types/sql.js'
import type { ColumnFacts, DecodedValue, Rounding } from '../types/value.js'
import type { TextMatch } from '../vocabulary.js'

/**
 * Everything that tells one dialect from another on the road of a request. What only some lists or add-ons ask is a
 * table of theirs: facets, cursors, testing.
 */
export interface Dialect {
  readonly columns: TypeTable
  /** A type that an app has written, as `columns` names it. Absent: as it is. */
  readonly typeOf?: (sqlType: string) => string
  readonly sql: SqlDialect
  readonly statements: StatementFacts
  readonly keys: KeySql
  /** Drizzle's classes begin with it: `PgTable`, `SQLiteView`. */
  readonly classPrefix: string
  /**
   * How the database compares. `strict`: values of one type only; there are booleans, UUIDs, intervals and instants.
   * `converting`: it converts one side to the type of the other. `per-value`: each value carries its type, whatever the
   * column says.
   */
  readonly typing: 'strict' | 'converting' | 'per-value'
  /** Text can contain U+0000. Elsewhere the driver would fail on it, so it is rejected before. */
  readonly hasNulText: boolean
  /** In ascending order nulls come last; elsewhere they come first. */
  readonly sortsNullsLast: boolean
  /** An enum of the database is compared and sorted by the position of its member, and bound as that number. */
  readonly numbersEnums: boolean
  /** Text is sorted by its first bytes and compared as a whole. */
  readonly sortsByPrefix: boolean
  /** Column types that the database can neither compare nor sort. */
  readonly unsortableTypes: readonly string[]
}

/** The facts that depend only on the SQL type; the rest of `ColumnFacts` depends on the column. */
export type TypeFacts = Pick<ColumnFacts, 'valueType'> &
  Partial<Pick<ColumnFacts, 'range' | 'isSinglePrecision' | 'storage' | 'element'>>
export type TypeTable = Readonly<Record<string, TypeFacts>>

/** What a dialect writes in its own way. Everything not said here is the same on all of them. */
export interface SqlDialect {
  /** What is compared with a client's value: the column, or an expression of it that compares exactly. */
  readonly compared: (operand: Operand) => SQLWrapper
  /** True where `compared()` can be null although the column is not. */
  readonly mayYieldNull: (operand: Operand) => boolean
  readonly encode: (value: DecodedValue, operand: Operand, rounding: Rounding) => EncodedValue
  /** A parameter as the operand's type, cast where the driver's guess could be wrong. */
  readonly parameter: (slot: SQLWrapper, operand: Operand) => SQLWrapper
  /** A list as the one parameter it is bound as; null where each value needs a parameter of its own. */
  readonly encodeList: (values: readonly EncodedValue[], operand: Operand) => EncodedValue | null
  /** `compared = any(list)`. */
  readonly isInList: (compared: SQLWrapper, slot: SQLWrapper, operand: Operand) => SQL
  /** The collection holds every value of the list; the operand is the collection itself. */
  readonly holdsAll: (operand: Operand, slot: SQLWrapper) => SQL
  /** It holds one of them, or more. */
  readonly holdsAny: (operand: Operand, slot: SQLWrapper) => SQL
  readonly encodeHeld: (values: readonly EncodedValue[], operand: Operand) => EncodedValue
  readonly likeForm: (term: string) => LikeForm
  readonly likeTerm: (term: string, match: TextMatch, form: LikeForm) => string
  readonly like: (
    compared: SQLWrapper,
    slot: SQLWrapper,
    match: TextMatch,
    form: LikeForm,
    strategy: LikeStrategy,
  ) => SQL
  /** `expression direction` with the nulls where they are asked for. */
  readonly orderTerm: (expression: SQLWrapper, direction: 'asc' | 'desc', nulls: 'first' | 'last' | undefined) => SQL[]
  /**
   * A `Date` in raw SQL, as a date column of the dialect encodes it. Absent where the driver takes a `Date`.
   *
   * @param facts of the column that it is compared with, if the SQL names one
   */
  readonly boundDate?: (date: Date, facts: ColumnFacts | null) => EncodedValue
  /**
   * What may be a count since 1970 or text that is made of one, as text; present where each value carries its type.
   *
   * @param storage of the columns that count
   */
  readonly countOrText?: (expression: SQL, storage: string) => SQL
  /** A predicate that may be unknown, false where it is. Absent: `coalesce(predicate, false)`. */
  readonly orFalse?: (predicate: SQL) => SQL
  /** Where a predicate is false or unknown. Absent: `(predicate) is not true`. */
  readonly isNotTrue?: (predicate: SQL) => SQL
  /** Conditions over the aggregates of a sub-select, as a condition of the row. Absent: the predicate is selected. */
  readonly aggregates?: AggregateSql
  /** May a select in a predicate read an aggregate of the sub-select around it? */
  readonly nestsAggregates?: true
  /** Absent where every driver sends every value apart from the statement. */
  readonly spelling?: TextSpelling
}

export interface AggregateSql {
  /** May a predicate read an aggregate by an alias? The engine would compute one that is written twice twice. */
  readonly haveAliases: boolean
  /**
   * May an aggregate with DISTINCT stand next to others? Where the predicate is a `having`, MariaDB keeps the value of the
   * row before for one that a short-circuit leaves out.
   */
  readonly mixDistinct: boolean
  /** Unknown is false. */
  readonly condition: (asked: {
    /** @param isSure must it never be unknown? */
    readonly predicate: (isSure: boolean) => SQL
    /** The aggregates, each under its alias. */
    readonly aliased: () => SQL
    /** The sub-select as a scalar, in parentheses. */
    readonly over: SubSelect['over']
    /** Can the predicate be unknown, or the sub-select be without a row? */
    readonly mayBeUnknown: boolean
    /** What it comes to without a row. */
    readonly ofNothing: boolean
  }) => SQL
}

/** How statements of the dialect are prepared, run and read. */
export interface StatementFacts {
  /** The method of Drizzle's prepared query: `all` of a synchronous driver returns at once, `execute` never does. */
  readonly runBy: 'all' | 'execute'
  /** Drivers of the dialect know prepared statements by name. */
  readonly haveNames: boolean
  /** Pages may be read by their keys first (docs/explanation/performance.md says where that was measured). */
  readonly mayReadKeysFirst: boolean
  /** What a sub-select ends with so that the planner keeps it whole; null where no gain was measured. */
  readonly fence: { readonly limit?: SQL; readonly offset: SQL } | null
  /**
   * What a sub-query ends with that is read until there are enough rows, and whose fields are computed once, however
   * often they are compared; null where no gain was measured.
   */
  readonly earlyFence: { readonly limit: SQL } | null
  /**
   * Does the planner add the cost of a correlated sub-select to the rows that it filters, and then choose among joins as
   * if none of them mattered? Such conditions are then met outside of a sub-query with all others. It also takes the
   * order of a sub-query over, and stops early in it.
   */
  readonly needsHalves: boolean
  /** Does a sort stop early where an index serves the first terms of an order, and over a sub-query never? */
  readonly stopsOutside: boolean
  /**
   * A term by which rows that were found by their keys are put in order: written so that the planner does not walk the
   * table in that order and look each row up among the keys. Null where planners begin with the keys by themselves.
   */
  readonly orderOfFound: ((term: SQL) => SQL) | null
  /** Asks the planner what it expects of a select, as JSON; null where that is not read here. */
  readonly explain: string | null
  /** Does the database reject a select that locks all its tables, if a row of one may be missing? Absent: no. */
  readonly locksNoLeftJoins?: true
  /** Can a delete or an update read the table that it changes, in a plain sub-select? */
  readonly readsChangedTable: boolean
}

/**
 * How the rows beyond a position are found where they are several ranges of an index: a select for each range, and a
 * union of them. `limited`: each select has an order and a limit of its own. `merged`: the union's order and limit are
 * enough, the engine hands them on. Null: the planner finds the rows in one nested condition.
 */
export type RangeReading = 'limited' | 'merged' | null
/** How a dialect reads the value of a term, and writes the value of a position that is compared with it. */
export interface KeySql {
  /** What a page by position is ordered by. Absent: the field's expression. Key and condition read the same. */
  readonly ordered?: (expression: SQLWrapper, key: PositionKey) => SQLWrapper
  /** The expression as text (SQLite: text or a real), for `readKeyText`. */
  readonly select: (expression: SQLWrapper, key: PositionKey) => SQL
  /** The row's side of a comparison. Absent: the expression itself. */
  readonly operand?: (expression: SQLWrapper, key: PositionKey, form: KeyForm) => SQLWrapper
  /** The position's side. */
  readonly parameter: (slot: SQLWrapper, key: PositionKey, form: KeyForm) => SQLWrapper
  /** Does the planner find a row comparison in an index? */
  readonly hasRowComparison: boolean
  /**
   * Must the nested condition name the range of its first term as well? Otherwise the planner finds that range by
   * itself, in less time.
   */
  readonly needsLead: boolean
  /** Does the planner sort by a term that is null in every row? It is then left out. */
  readonly sortsByNull: boolean
  /** Are there composite values? Of one, `is null` says whether all of its members are null. Absent: no value is one. */
  readonly hasComposites?: boolean
  readonly readsRanges: RangeReading
}
