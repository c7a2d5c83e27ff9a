// Every stage: what tells one dialect from another, apart from the SQL that is written for it (`sql/dialects`).

export interface DialectFacts {
  /** Its name in sentences. */
  readonly title: string
  /** Drizzle's classes begin with it: `PgTable`, `SQLiteView`. */
  readonly classPrefix: string
  /**
   * How the database compares. `strict`: values of one type only; there are booleans, UUIDs, intervals and instants.
   * `converting`: it converts one side to the type of the other. `per-value`: each value carries its type, whatever the column says.
   */
  readonly typing: 'strict' | 'converting' | 'per-value'
  /** Text can contain U+0000. Elsewhere the driver would fail on it, so it is refused before. */
  readonly hasNulText: boolean
  /** In ascending order nulls come last; elsewhere they come first. */
  readonly sortsNullsLast: boolean
  /** An enum of the database is compared and sorted by the position of its member, and bound as that number. */
  readonly numbersEnums: boolean
  /** The planner reports how many rows it expects, and this package reads it. */
  readonly estimatesRows: boolean
}

/**
 * The dialects by their names. A stage asks for a fact and never compares a name, so that a new dialect is a row here and an object
 * in each table by dialect, which do not compile without it.
 */
export const DIALECT_FACTS = {
  postgresql: {
    title: 'PostgreSQL',
    classPrefix: 'Pg',
    typing: 'strict',
    hasNulText: false,
    sortsNullsLast: true,
    numbersEnums: false,
    estimatesRows: true,
  },
  mysql: {
    title: 'MySQL',
    classPrefix: 'MySql',
    typing: 'converting',
    hasNulText: true,
    sortsNullsLast: false,
    numbersEnums: true,
    estimatesRows: true,
  },
  sqlite: {
    title: 'SQLite',
    classPrefix: 'SQLite',
    typing: 'per-value',
    hasNulText: true,
    sortsNullsLast: false,
    numbersEnums: false,
    estimatesRows: false,
  },
  singlestore: {
    title: 'SingleStore',
    classPrefix: 'SingleStore',
    typing: 'converting',
    hasNulText: true,
    sortsNullsLast: false,
    numbersEnums: true,
    estimatesRows: false,
  },
  mssql: {
    title: 'SQL Server',
    classPrefix: 'MsSql',
    typing: 'converting',
    hasNulText: true,
    sortsNullsLast: false,
    numbersEnums: false,
    estimatesRows: false,
  },
  cockroach: {
    title: 'CockroachDB',
    classPrefix: 'Cockroach',
    typing: 'strict',
    hasNulText: false,
    sortsNullsLast: false,
    numbersEnums: false,
    estimatesRows: false,
  },
} as const satisfies { readonly [name: string]: DialectFacts }

/** `'postgresql' | 'mysql' | 'sqlite' | 'singlestore' | 'mssql' | 'cockroach'` */
export type DialectName = keyof typeof DIALECT_FACTS

export type DialectTitle<Name extends DialectName> = (typeof DIALECT_FACTS)[Name]['title']

export const DIALECT_NAMES = /* @__PURE__ */ Object.keys(DIALECT_FACTS) as readonly DialectName[]

/** The dialects that `.withTotals({ estimate: true })` can ask. */
export type EstimatingDialect = {
  [Name in DialectName]: (typeof DIALECT_FACTS)[Name]['estimatesRows'] extends true ? Name : never
}[DialectName]

/** With the types of the interface: a stage asks for a fact of any dialect. */
export const dialectFacts = (name: DialectName): DialectFacts => DIALECT_FACTS[name]
