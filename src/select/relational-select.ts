// Stage run: selects where there is no database to make them, but a relational query alone. They read expressions under names of their
// own (keys, counts), and have the one form that a page of keys needs.
import { is, type SQL, SQL as Sql, sql, type SQLWrapper, Subquery, Table } from 'drizzle-orm'
import { builderInternals, relationalStatement, type RelationalQuery, runRelational } from '../drizzle/relational-query.js'
import type { AnyRelationalBuilder } from '../drizzle/relational-types.js'
import { tableReference } from '../fragments/source-name.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import type { Row } from '../types/row.js'
import type { Query } from '../types/sql.js'
import type { SelectAsTable } from './select-builder.js'

/** The part of a database that a page asks for. */
export interface RelationalDatabase extends ListDatabase {
  readonly dialect: object
  readonly execute: (statement: SQL) => MaybePromise<Row[]>
}

export function relationalDatabase(builder: AnyRelationalBuilder): RelationalDatabase {
  return {
    select: (fields: unknown) => new RelationalStart(builder, fields),
    dialect: builderInternals(builder).dialect,
    execute: (statement) => runRelational(relationalStatement(builder, statement, { answer: sql`null` })),
  }
}

/** As `db.select(fields)`. It has no session, so that no text of it is cached. */
class RelationalStart {
  readonly builder: AnyRelationalBuilder
  readonly fields: unknown

  constructor(builder: AnyRelationalBuilder, fields: unknown) {
    this.builder = builder
    this.fields = fields
  }

  from(table: unknown): RelationalSelect {
    return new RelationalSelect(this, table)
  }
}

class RelationalSelect implements SQLWrapper {
  readonly #start: RelationalStart
  readonly #clauses: SQL[] = []
  readonly #from: SQL
  #query: RelationalQuery | undefined

  constructor(start: RelationalStart, table: unknown) {
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
    return terms.length === 0 ? this : this.#with(sql` order by ${sql.join(terms, sql`, `)}`)
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
    return this.#statement().toSQL() as Query
  }

  prepare(): never {
    throw new Error('A select of a relational query cannot be prepared; please report.')
  }

  execute(): MaybePromise<Row[]> {
    return runRelational(this.#statement())
  }

  all(): MaybePromise<Row[]> {
    return this.execute()
  }

  #statement(): RelationalQuery {
    this.#query ??= relationalStatement(this.#start.builder, this.getSQL(), this.#fields())
    return this.#query
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
