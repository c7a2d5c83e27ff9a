// Builder, compile time: children sets as members of items. `Children` is the record of a chain's sets, each as the
// items' member.
import type { SQLWrapper } from 'drizzle-orm'
import type { Simplify } from 'type-fest'
import type { FilterOperator } from '../vocabulary.js'
import type { ExpressionLike } from './table.js'
import type { ConfigSentences } from './type-error.js'

/** Rows made by `rowsOf()`. Nothing reads `_Sentence`: the compiler prints it if something else is passed. */
export interface RowsArgument<
  out LeftTables extends string = string,
  Scope = unknown,
  _Sentence extends string = ConfigSentences['needsRows'],
> {
  /** Types only; absent at run time. Names of left-joined tables: their columns may be null. */
  readonly '~leftTables'?: LeftTables
  /** Types only. What functions of the scope among their conditions ask for. */
  readonly '~scope'?: Scope
  readonly joins: readonly { readonly kind: 'left' | 'inner' }[]
}

/** The value type that an aggregate's own SQL shows at run time: its operators are checked by `build()`. */
export interface AggregateType<Data> {
  readonly name: string
  readonly operators: readonly FilterOperator[]
  readonly parse: (text: string) => Data
}
/** The value type of an `.aggregateOf()`: the one that was given, else what its SQL shows. */
export type TypeOfAggregate<Aggregate, Type> = [Type] extends [undefined]
  ? AggregateType<Aggregate extends ExpressionLike<infer Data> ? Data : unknown>
  : Type

/** How the children of one parent are ordered, and how many there are at most. */
export interface ChildrenOptions {
  /**
   * Columns and order terms (`desc(orderLines.quantity)`); the primary key of the rows' table follows. @default the
   * primary key alone
   */
  readonly orderBy?: readonly SQLWrapper[] | undefined
  /** Children of each parent at most, 1 or more; the first in order. @default all */
  readonly limit?: number | undefined
}

/** What a set adds to `Children`. */
export type ChildrenMember<Name extends string, Child, IsGated extends boolean> = IsGated extends true
  ? { [Key in Name]?: Child[] }
  : { [Key in Name]: Child[] }

/** The configured spelling of a set's name, written in any case; never for another name. */
export type ChildrenNamed<Children, Key extends string> = [keyof Children] extends [never]
  ? never
  : SpelledKey<Children, Key>
type SpelledKey<Members, Key extends string> = Key extends keyof Members
  ? Key
  : { [Name in keyof Members & string as Lowercase<Name>]: Name } extends infer ByLower
    ? Lowercase<Key> extends keyof ByLower
      ? ByLower[Lowercase<Key>] & keyof Members
      : never
    : never

export type ElementOfSet<Children, Name> = Name extends keyof Children
  ? NonNullable<Children[Name]> extends readonly (infer Element)[]
    ? Element
    : never
  : never

/** What a shape asks of each child; a schema describes them as the elements of an array. */
export type ChildShape<Member> = Member extends readonly (infer Element)[] ? Element : Member

/** Keys of a shape of children that match none of their members. */
export type UnknownChildKeys<Child, Shape, Prefix extends string> = Shape extends object
  ? {
      [Key in keyof Shape & string]-?: [SpelledKey<Child, Key>] extends [never] ? `${Prefix}.${Key}` : never
    }[keyof Shape & string]
  : never

/** A child in the shape that `.select()` asks for: all of it for `true`. */
type ShapedChild<Child, Shape> = Shape extends object
  ? Simplify<{
      -readonly [Key in keyof Shape & string]-?: ShapedValue<Child[SpelledKey<Child, Key> & keyof Child], Shape[Key]>
    }>
  : Child
/** A record of names nests; a schema says the type of a member, which is the selection's to say. */
type ShapedValue<Value, Shape> = Shape extends { readonly [key: string]: true | { readonly [key: string]: unknown } }
  ? ShapedChild<NonNullable<Value>, Shape> | Extract<Value, null>
  : Value

/** The sets that a shape names, those that a gate may leave out as optional members. */
export type ShapedChildren<Children, Members> = {
  -readonly [
    Key in keyof Members & string as GateOf<Children, ChildrenNamed<Children, Key>> extends 'open' ? Key : never
  ]-?: SetOf<Children, Members, Key>
} & {
  -readonly [
    Key in keyof Members & string as GateOf<Children, ChildrenNamed<Children, Key>> extends 'gated' ? Key : never
  ]?: SetOf<Children, Members, Key>
}
type SetOf<Children, Members, Key extends keyof Members & string> = ShapedChild<
  ElementOfSet<Children, ChildrenNamed<Children, Key>>,
  ChildShape<NonNullable<Members[Key]>>
>[]
type GateOf<Children, Name> = [Name] extends [never]
  ? 'none'
  : {} extends Pick<Children, Name & keyof Children>
    ? 'gated'
    : 'open'
