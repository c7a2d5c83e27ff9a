// What Drizzle's types know of `db.query.<table>`. The class is the only place that says it, and each dialect has its
// own; its path and the number of its type parameters are the same on both lines, their order is not.
import type { BuildQueryResult, SQLWrapper, TableRelationalConfig, TablesRelationalConfig } from 'drizzle-orm'
import type { RelationalQueryBuilder as MySqlBuilder } from 'drizzle-orm/mysql-core/query-builders/query'
import type { RelationalQueryBuilder as PgBuilder } from 'drizzle-orm/pg-core/query-builders/query'
import type { RelationalQueryBuilder as SqliteBuilder } from 'drizzle-orm/sqlite-core/query-builders/query'
import type { AnyRelationalBuilder } from '../../drizzle/relational-query.js'
import type { ConfigTypeError, RelationalMember } from '../../types/type-error.js'
import type { DialectName } from '../../vocabulary.js'

/** The schema and the table that a builder was made for, and its dialect. */
interface Parts<Dialect extends DialectName, Tables, Table> {
  readonly dialect: Dialect
  readonly tables: Tables
  readonly table: Table
}

/** 0.45 has the type of prepared queries before the tables, 1.0 after them. */
type MySqlParts<First, Second, Third> = Third extends TableRelationalConfig
  ? Parts<'mysql', Second, Third>
  : Parts<'mysql', First, Second>
/** 0.45 has the whole schema before the tables, 1.0 the kind of query after them. */
type SqliteParts<Second, Third, Fourth> = Fourth extends TableRelationalConfig
  ? Parts<'sqlite', Third, Fourth>
  : Parts<'sqlite', Second, Third>

/** Never for what is not a relational query of PostgreSQL, SQLite or MySQL. */
type PartsOf<Builder> =
  Builder extends PgBuilder<infer Tables, infer Table>
    ? Parts<'postgresql', Tables, Table>
    : Builder extends SqliteBuilder<infer _Mode, infer Second, infer Third, infer Fourth>
      ? SqliteParts<Second, Third, Fourth>
      : Builder extends MySqlBuilder<infer First, infer Second, infer Third>
        ? MySqlParts<First, Second, Third>
        : never

/** The dialect of a relational query; never for anything else. */
export type RelationalDialect<Builder> = PartsOf<Builder>['dialect']

/** The options of `findMany`. */
export type Root<Builder extends AnyRelationalBuilder> = NonNullable<Parameters<Builder['findMany']>[0]>

/** With lists that may be read-only: a call that keeps literals (`true`, and not `boolean`) infers them so. */
type WithReadonlyLists<Option> = Option extends readonly (infer Member)[]
  ? readonly WithReadonlyLists<Member>[]
  : Option extends SQLWrapper | ((...given: never) => unknown)
    ? Option
    : Option extends object
      ? { readonly [Name in keyof Option]: WithReadonlyLists<Option[Name]> }
      : Option

/**
 * The options of `findMany` that `paginateRelational` takes. The list decides the rows, their order and their number.
 */
export type FindOptions<Builder extends AnyRelationalBuilder> = {
  readonly [Name in keyof Root<Builder> & ('with' | 'columns' | 'extras')]?: WithReadonlyLists<Root<Builder>[Name]>
}

/** Of every form that an option may have; all names where it may be anything. */
type NamesOf<Option> = unknown extends Option
  ? PropertyKey
  : Option extends readonly unknown[]
    ? never
    : Option extends object
      ? keyof Option
      : never
type MemberOf<Option, Name> = unknown extends Option
  ? unknown
  : Option extends readonly unknown[]
    ? never
    : Name extends keyof Option
      ? Option[Name]
      : never
type ElementOf<Option> = unknown extends Option ? unknown : Option extends readonly (infer Element)[] ? Element : never

/**
 * A sentence for each name that `findMany` does not know in its place; `unknown` for everything else. A call that keeps
 * literals infers them as they are, so the compiler does not look for strange members by itself.
 */
export type StrangeMembers<Given, Option> = unknown extends Option
  ? unknown
  : Given extends SQLWrapper | Date | ((...given: never) => unknown)
    ? unknown
    : Given extends readonly unknown[]
      ? { readonly [At in keyof Given]: StrangeMembers<Given[At], ElementOf<Option>> }
      : Given extends object
        ? {
            readonly [Name in keyof Given]: Name extends NamesOf<Option>
              ? StrangeMembers<Given[Name], MemberOf<Option, Name>>
              : ConfigTypeError<RelationalMember<Name & string>>
          }
        : unknown

/** An item as `findMany` returns it. */
export type RelationalItem<Builder, Find> =
  PartsOf<Builder> extends {
    readonly tables: infer Tables extends TablesRelationalConfig
    readonly table: infer Table extends TableRelationalConfig
  }
    ? Find extends Record<string, unknown>
      ? BuildQueryResult<Tables, Table, Find>
      : never
    : never
