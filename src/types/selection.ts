// What `paginateSelect` selects, and the items that it makes.
import type { IsUnion, Simplify } from 'type-fest'
import type { AbsentKey, MaybeKey, PresentMember } from './children.js'
import type { ColumnLike, ExpressionLike, TableLike } from './table.js'
import type { CallSentences } from './type-error.js'

/**
 * A record of columns, SQL, aliased SQL, tables, sub-selects or such records, as for `db.select()`. Nothing reads
 * `_Sentence`: the compiler prints it if something else is passed.
 */
export interface Selection<_Sentence extends string = CallSentences['wrongSelection']> {
  readonly [name: string]: Selected | Selection<_Sentence> | false | undefined
}

/** A record of anything, for a call that says of each wrong member which it is. */
export interface CheckedMembers {
  readonly [name: string]: unknown
}

/** A column, an expression, a table or a sub-select: all of them keep their types in `_`. */
interface Selected {
  readonly _: unknown
}

/** Names of left-joined tables of a configuration: their columns may be null under any name. */
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

/** The same with the names of left-joined tables given. */
export type SelectedRecord<Fields, Left> = [AbsentKey<Fields>] extends [never]
  ? Simplify<{ -readonly [Key in keyof Fields]: SelectedMember<Fields[Key], Left> }>
  : Simplify<
      {
        -readonly [Key in Exclude<keyof Fields, AbsentKey<Fields>>]: SelectedMember<Fields[Key], Left>
      } & { -readonly [Key in MaybeKey<Fields>]?: SelectedMember<PresentMember<Fields, Key>, Left> }
    >

/** A member of a selection, as an item has it. */
export type SelectedMember<Member, Left> = Member extends ColumnLike
  ? ColumnValue<Member> | (Member['_']['tableName'] extends Left ? null : never)
  : Member extends ExpressionLike<infer Data>
    ? Data
    : Member extends TableLike<unknown, infer Name, infer Row>
      ? Row | (Name extends Left ? null : never)
      : Member extends { readonly _: { readonly selectedFields: infer Fields } }
        ? SelectedMember<Fields[keyof Fields], Left>
        : NestedRecord<Member, Left>

/** Drizzle answers null for a record whose columns are all of one left-joined table and all null. */
type NestedRecord<Fields, Left> =
  IsOfOneLeftTable<Fields, Left> extends true
    ? | {
          -readonly [Key in keyof Fields]: Fields[Key] extends ColumnLike
            ? ColumnValue<Fields[Key]>
            : SelectedMember<Fields[Key], Left>
        }
      | null
    : SelectedRecord<Fields, Left>

/** A conditional and not a union, which the compiler would print by this name. */
type ColumnValue<Member extends ColumnLike> = Member['_']['notNull'] extends true
  ? Member['_']['data']
  : Member['_']['data'] | null

type TablesOf<Fields> = {
  [Key in keyof Fields]: Fields[Key] extends ColumnLike ? Fields[Key]['_']['tableName'] : never
}[keyof Fields]

type IsOfOneLeftTable<Fields, Left> = [TablesOf<Fields>] extends [never]
  ? false
  : [TablesOf<Fields>] extends [Left]
    ? IsUnion<TablesOf<Fields>> extends true
      ? false
      : true
    : false
