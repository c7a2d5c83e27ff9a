// Relational pages: selects where there is no database to make them, but only a relational query. They read expressions under
// names of their own (keys, counts), and have the one form that a page of keys needs.
import { type SQL, SQL as Sql, sql, type SQLWrapper, Subquery, Table } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import {
  type AnyRelationalBuilder,
  builderInternals,
  relationalStatement,
  type Renderer,
  runRelational,
  textOf,
} from '../../drizzle/relational-query.js'
import { type Prepared, type PreparedText, type Session, withValues } from '../../drizzle/session.js'
import { tableReference } from '../../fragments/source-name.js'
import type { ListDatabase, MaybePromise } from '../../types/database.js'
import type { Row } from '../../types/row.js'
import type { Query } from '../../types/sql.js'
import type { SelectAsTable } from '../../select/select-builder.js'

/** The part of a database that a page asks for. */
export interface RelationalDatabase extends ListDatabase {
  readonly dialect: object
  readonly execute: (statement: SQL) => MaybePromise<Row[]>
}

export function relationalDatabase(builder: AnyRelationalBuilder): RelationalDatabase {
  const { dialect } = builderInternals(builder)
  const session = new RelationalSession(builder)
  return {
    select: (fields: unknown) => new RelationalStart(session, dialect, fields),
    dialect,
    execute: (statement) => session.prepareQuery(textOf(statement, dialect), { answer: sql`null` }).execute([]),
  }
}

type Fields = Readonly<Record<string, SQL>>

/** A session for these selects: a text that it has prepared runs as a relational query. */
class RelationalSession implements Session {
  readonly #builder: AnyRelationalBuilder

  constructor(builder: AnyRelationalBuilder) {
    this.#builder = builder
  }

  prepareQuery(...[query, fields]: readonly [PreparedText, Fields]): Prepared {
    const all = (slots: readonly unknown[]): MaybePromise<Row[]> =>
      runRelational(relationalStatement(this.#builder, withValues(query, slots), fields))
    return { all, execute: all }
  }
}

/** As `db.select(fields)`. */
class RelationalStart {
  readonly session: Session
  readonly dialect: Renderer
  readonly fields: unknown

  constructor(session: Session, dialect: Renderer, fields: unknown) {
    this.session = session
    this.dialect = dialect
    this.fields = fields
  }

  from(table: unknown): RelationalSelect {
    return new RelationalSelect(this, table)
  }
}

class RelationalSelect implements SQLWrapper {
  readonly dialect: Renderer
  readonly #start: RelationalStart
  readonly #clauses: SQL[] = []
  readonly #from: SQL

  constructor(start: RelationalStart, table: unknown) {
    this.dialect = start.dialect
    this.#start = start
    this.#from = referenceOf(table)
  }

  #with(clause: SQL): this {
    this.#clauses.push(clause)
    return this
  }

  leftJoin(table: unknown, on: SQL): this {
    return this.#with(sql` left join ${referenceOf(table)} on ${on}`)
  }

  innerJoin(table: unknown, on: SQL): this {
    return this.#with(sql` inner join ${referenceOf(table)} on ${on}`)
  }

  where(condition: SQL | undefined): this {
    return condition === undefined ? this : this.#with(sql` where ${condition}`)
  }

  orderBy(...terms: SQL[]): this {
    return this.#with(sql` order by ${sql.join(terms, sql`, `)}`)
  }

  limit(rows: unknown): this {
    return this.#with(sql` limit ${rows}`)
  }

  offset(rows: unknown): this {
    return this.#with(sql` offset ${rows}`)
  }

  as(alias: string): SelectAsTable {
    return new Subquery(this.getSQL(), {}, alias) as unknown as SelectAsTable
  }

  getSQL(): SQL {
    const fields = Object.entries(this.#fields()).map(([name, field]) => sql`${field} as ${sql.identifier(name)}`)
    return sql`select ${sql.join(fields, sql`, `)} from ${this.#from}${sql.join(this.#clauses)}`
  }

  toSQL(): Query {
    return textOf(this.getSQL(), this.dialect) as Query
  }

  prepare(): Prepared {
    return this.#start.session.prepareQuery(textOf(this.getSQL(), this.dialect), this.#fields())
  }

  execute(): MaybePromise<Row[]> {
    return this.prepare().execute([])
  }

  all(): MaybePromise<Row[]> {
    return this.execute()
  }

  #fields(): Record<string, SQL> {
    const fields = Object.entries(this.#start.fields as Record<string, unknown>).map(([name, field]): [string, SQL] => {
      if (is(field, Sql.Aliased)) return [field.fieldAlias, field.sql]
      if (is(field, Sql)) return [name, field]
      throw new Error(`A select of a relational query reads expressions alone, not '${name}'; please report.`)
    })
    return Object.fromEntries(fields)
  }
}

const referenceOf = (table: unknown): SQL => (is(table, Table) ? tableReference(table) : sql`${table}`)
