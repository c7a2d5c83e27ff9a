// Builder, compile time: children sets as members of items. `Children` is the record of a chain's sets, each as the
// items' member.
import type { SQLWrapper } from 'drizzle-orm'
import type { Simplify } from 'type-fest'
import type { Quantifier } from './config.js'
import type { SourceLike } from './table.js'

/** Rows made by `rowsOf()`. Nothing reads `_Sentence`: the compiler prints it if something else is passed. */
export interface RowsArgument<
  out LeftTables extends string = string,
  Scope = unknown,
  _Sentence extends string = string,
> {
  /** Types only; absent at run time. Names of left-joined tables: their columns may be null. */
  readonly '~leftTables'?: () => LeftTables
  /** Types only. What functions of the scope among their conditions ask for. */
  readonly '~scope'?: () => Scope
  readonly joins: readonly { readonly kind: 'left' | 'inner' }[]
}

/**
 * Rows made by `rowsOf()`, or their `.every()` and `.none()`, and the scope that their conditions ask for. Nothing
 * reads `_Sentence`: the compiler prints it if something else is passed.
 */
export interface CollectionLike<Scope = unknown, _Sentence extends string = string> {
  readonly quantifier: Quantifier
  readonly '~scope'?: () => Scope
}

/** A count or an aggregate of rows of another table, for `.field()`: `Type` is the value type that it shows. */
export interface RowsExpression<Data = unknown, Type = unknown, Scope = unknown> {
  readonly _: { readonly brand: 'SQL'; readonly type: Data; readonly isOfRows: true }
  /** Types only; absent at run time. */
  readonly '~valueType'?: (shown: Type) => Type
  /** Types only. What functions of the scope among the rows' conditions ask for. */
  readonly '~scope'?: () => Scope
}

/** Anything else: only a list can read such a count or an aggregate, because it has joins and a scope. */
export interface NotOfRows {
  readonly _?: object & { readonly isOfRows?: never }
}

/** The order of the children of one parent, and their largest number. */
export interface ChildrenOptions {
  /**
   * Sorts by columns and order terms (`desc(orderLines.quantity)`); the primary key of the rows' table follows.
   * @default only the primary key
   */
  readonly orderBy?: readonly SQLWrapper[] | undefined
  /** Keeps at most this many children of each parent, 1 or more, the first in order. @default all */
  readonly limit?: number | undefined
}

/** The member that a set adds to `Children`. */
export type ChildrenMember<Name extends string, Child, IsGated extends boolean> = IsGated extends true
  ? { [Key in Name]?: Child[] }
  : { [Key in Name]: Child[] }

/** The configured spelling of a set's name, in upper or lower case; never for another name. */
export type ChildrenNamed<Children, Key extends string> = [keyof Children] extends [never]
  ? never
  : SpelledKey<Children, Key>
export type SpelledKey<Members, Key extends string> = Key extends keyof Members
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

/** What a shape asks of each child; a schema describes them as the elements of an array, and may allow null. */
export type ChildShape<Member> = NonNullable<Member extends readonly (infer Element)[] ? Element : Member>

/** Tables and rows of other tables: they do not name members. */
export type NoNames = SourceLike | CollectionLike

/** Keys of a shape of children that match none of their members. */
export type UnknownChildKeys<Child, Shape, Prefix extends string> = Shape extends NoNames
  ? Prefix
  : Shape extends object
    ? {
        [Key in keyof Shape & string]-?: [SpelledKey<Child, Key>] extends [never]
          ? `${Prefix}.${Key}`
          : PresentMember<Shape, Key> extends RecordOfNames
            ? UnknownChildKeys<
                NonNullable<Child[SpelledKey<Child, Key> & keyof Child]>,
                PresentMember<Shape, Key>,
                `${Prefix}.${Key}`
              >
            : never
      }[keyof Shape & string]
    : never
/** A record of names nests; a schema says the type of a member, which is the selection's to say. */
interface RecordOfNames {
  readonly [key: string]: true | { readonly [key: string]: unknown }
}

// Members of a shape that are not there: `false` and `undefined` leave one out.

/** A member without what leaves it out; never for one that is never there. */
export type PresentMember<Members, Key> = Key extends keyof Members ? Exclude<Members[Key], false | undefined> : never
/** Keys of members that may be left out, those that always are among them. */
export type AbsentKey<Members> = {
  [Key in keyof Members & string]-?: [Extract<Members[Key], false | undefined>] extends [never] ? never : Key
}[keyof Members & string]
/** Keys of members that may be there or not. */
export type MaybeKey<Members> = {
  [Key in AbsentKey<Members>]: [PresentMember<Members, Key>] extends [never] ? never : Key
}[AbsentKey<Members>]

/** A child in the shape that `.select()` asks for: all of it for `true`. */
type ShapedChild<Child, Shape> = Shape extends object
  ? Simplify<
      {
        -readonly [Key in Exclude<keyof Shape & string, AbsentKey<Shape> | LooseKey<Child, Shape>>]-?: ShapedMember<
          Child,
          Shape,
          Key
        >
      } & {
        -readonly [Key in MaybeKey<Shape> | Exclude<LooseKey<Child, Shape>, AbsentKey<Shape>>]?: ShapedMember<
          Child,
          Shape,
          Key
        >
      }
    >
  : Child
/** Keys of members that the selection may leave out itself. */
type LooseKey<Child, Shape> = {
  [Key in keyof Shape & string]-?: {} extends Pick<Child, SpelledKey<Child, Key> & keyof Child> ? Key : never
}[keyof Shape & string]
type ShapedMember<Child, Shape, Key extends keyof Shape & string> = ShapedValue<
  Child[SpelledKey<Child, Key> & keyof Child],
  PresentMember<Shape, Key>
>
type ShapedValue<Value, Shape> = Shape extends RecordOfNames
  ? ShapedChild<NonNullable<Value>, Shape> | Extract<Value, null>
  : Value

/**
 * The sets that a shape names, those that a gate or the shape may leave out as optional members. A set is written out
 * twice: an editor shows the name of a type for it.
 */
export type ShapedChildren<Children, Members> = {
  -readonly [
    Key in keyof Members & string as PlaceOf<Children, Members, Key> extends 'open' ? Key : never
  ]-?: ShapedChild<ElementOfSet<Children, ChildrenNamed<Children, Key>>, ChildShape<PresentMember<Members, Key>>>[]
} & {
  -readonly [
    Key in keyof Members & string as PlaceOf<Children, Members, Key> extends 'gated' ? Key : never
  ]?: ShapedChild<ElementOfSet<Children, ChildrenNamed<Children, Key>>, ChildShape<PresentMember<Members, Key>>>[]
}
type PlaceOf<Children, Members, Key extends keyof Members & string> = [PresentMember<Members, Key>] extends [never]
  ? 'none'
  : [ChildrenNamed<Children, Key>] extends [never]
    ? 'none'
    : Key extends MaybeKey<Members>
      ? 'gated'
      : {} extends Pick<Children, ChildrenNamed<Children, Key> & keyof Children>
        ? 'gated'
        : 'open'
