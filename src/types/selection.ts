// What `paginateSelect` selects, and the items that it makes.
import type { IsUnion, Simplify } from 'type-fest'
import type { AbsentKey, MaybeKey, NotOfRows, PresentMember } from './children.js'
import type { ColumnLike, ExpressionLike, TableLike } from './table.js'
import type { Sentences } from './type-error.js'

/**
 * A record of columns, SQL, aliased SQL, tables, sub-selects or such records, as for `db.select()`. Nothing reads
 * `_Sentence`: the compiler prints it if something else is passed.
 */
export interface Selection<_Sentence extends string = Sentences['wrongSelection']> {
  readonly [name: string]: Selected | Selection<_Sentence> | false | undefined
}

/**
 * Objects that a call does not take as a record of members. It takes any other object and not an index signature only,
 * which a record typed by an interface does not fit.
 */
export type NoRecord = readonly unknown[] | ((...given: never) => unknown) | { readonly _: unknown }

/** A column, an expression, a table or a sub-select: all of them keep their types in `_`. */
interface Selected {
  readonly _: NonNullable<NotOfRows['_']>
}

/**
 * Names of left-joined tables of a configuration: their columns may be null under any name. Not exported: a helper that
 * is generic in its list has this in the type of its answer, and no other package could name it.
 */
type LeftTables<Config> = Config extends { readonly describe: { readonly '~types'?: infer Types } }
  ? NonNullable<Types> extends { readonly leftTables: infer Names }
    ? Names
    : never
  : never

/**
 * The item of a selection: nullable columns and columns of left-joined tables as `T | null`, a record of one such table
 * as a whole.
 */
export type SelectedItem<Fields, Config> = SelectedRecord<Fields, LeftTables<Config>>

/** The same with the names of left-joined tables given, and with those among them whose columns may be null. */
export type SelectedRecord<Fields, Left, OfColumns = Left> = [AbsentKey<Fields>] extends [never]
  ? Simplify<{ -readonly [Key in keyof Fields]: SelectedMember<Fields[Key], Left, OfColumns> }>
  : Simplify<
      {
        -readonly [Key in Exclude<keyof Fields, AbsentKey<Fields>>]: SelectedMember<Fields[Key], Left, OfColumns>
      } & { -readonly [Key in MaybeKey<Fields>]?: SelectedMember<PresentMember<Fields, Key>, Left, OfColumns> }
    >

/** A member of a selection, as an item has it. */
export type SelectedMember<Member, Left, OfColumns = Left> = Member extends ColumnLike
  ? ColumnValue<Member> | (Member['_']['tableName'] extends OfColumns ? null : never)
  : Member extends ExpressionLike<infer Data>
    ? Data
    : Member extends TableLike<infer Name, infer Row>
      ? Row | (Name extends Left ? null : never)
      : Member extends { readonly _: { readonly selectedFields: infer Fields } }
        ? SelectedMember<Fields[keyof Fields], Left>
        : NestedRecord<Member, Left>

/**
 * Drizzle answers null for a record whose columns are all of one left-joined table and all null. Where the record may
 * have a column of another table, those of the table may be null in it as well.
 */
type NestedRecord<Fields, Left> = [NullTable<Fields, Left>] extends [never]
  ? SelectedRecord<Fields, Left>
  : IsUnion<TablesOf<Fields>> extends true
    ? SelectedRecord<Fields, Left> | null
    : SelectedRecord<Fields, Left, Exclude<Left, TablesOf<Fields>>> | null

/** A conditional and not a union, which the compiler would print by this name. */
type ColumnValue<Member extends ColumnLike> = Member['_']['notNull'] extends true
  ? Member['_']['data']
  : Member['_']['data'] | null

type TableOf<Member> = Member extends ColumnLike ? Member['_']['tableName'] : never
type TablesOf<Fields> = { [Key in keyof Fields]-?: TableOf<Fields[Key]> }[keyof Fields]

/** A left-joined table of which all columns may be: those that are there for sure are of it, or may be. */
type NullTable<Fields, Left, Name = Extract<TablesOf<Fields>, Left>> = Name extends unknown
  ? [OtherKey<Fields, Name>] extends [never]
    ? Name
    : never
  : never
type OtherKey<Fields, Name> = {
  [Key in keyof Fields]-?: [Extract<Fields[Key], false | undefined>] extends [never]
    ? [TableOf<Fields[Key]>] extends [never]
      ? never
      : Name extends TableOf<Fields[Key]>
        ? never
        : Key
    : never
}[keyof Fields]
