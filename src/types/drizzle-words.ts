// Builder and run, compile time: what Drizzle's types call the dialects. A new dialect is one line of `DrizzleWords`.
import type { DialectName } from '../vocabulary.js'
import type { BrandOf } from './table.js'

interface DrizzleWords {
  readonly postgresql: Words<'pg', 'PgViewBase'>
  readonly mysql: Words<'mysql', 'MySqlViewBase'>
  readonly sqlite: Words<'sqlite', 'SQLiteView'>
  readonly singlestore: Words<'singlestore', 'SingleStoreViewBase'>
  readonly mssql: Words<'mssql', 'MsSqlViewBase', undefined>
  readonly cockroach: Words<'cockroach', 'CockroachViewBase'>
}

/** Tables carry the word, views a brand of their own. The inserts of SQL Server's databases do not carry the word. */
interface Words<Table, View, Insert = Table> {
  readonly source: Table | View
  readonly insert: Insert
}

type DialectBySource = { readonly [Name in DialectName as DrizzleWords[Name]['source'] & string]: Name }

/** The dialect of a table, a view or a sub-query; all dialects where its type does not show one. */
export type DialectOfSource<Word, Columns, IsWith> = DialectOfWord<unknown extends IsWith ? Word : BrandOf<Columns>>
type DialectOfWord<Word> = Word extends keyof DialectBySource ? DialectBySource[Word] : DialectName

/** What the builder that `db.insert(table)` returns carries. */
export type InsertWord<Dialect extends DialectName> = DrizzleWords[Dialect]['insert']
