// Builder, compile time: the fields of a configuration, and the item that they make.
import type { IsUnion, Simplify } from 'type-fest'
import type { FilterOperator, ValueTypeName } from '../vocabulary.js'
import type {
  AbsentKey,
  ChildrenNamed,
  ChildShape,
  ElementOfSet,
  MaybeKey,
  NoNames,
  ShapedChildren,
  SpelledKey,
  UnknownChildKeys,
} from './children.js'
import type { ListTraits } from './list-traits.js'
import type { SelectedMember } from './selection.js'
import type {
  ColumnLike,
  ExpressionLike,
  OperatorSets,
  OperatorsOfKey,
  RowOf,
  SelectorLike,
  TypeKey,
  TypeKeyOfColumn,
  TypeNameOfKey,
} from './table.js'

/**
 * The tables of a chain, as types. It changes with joins, `.field()` and `.select()` only; the additions of every other
 * call are in flat type parameters of their own.
 */
export interface Schema {
  /** Public name to column or `DeclaredField`. */
  readonly fields: unknown
  readonly item: unknown
  /** Join prefixes, and those of left joins. */
  readonly prefix: string
  readonly left: string
  /** The columns of each join, by its prefix. */
  readonly joined: unknown
  /** Names of left-joined tables: their columns may be null under any name. */
  readonly leftTables: string
  readonly registered: unknown
  /** Children sets by name, each as the items' member: `{ lines: Line[] }`, optional where a gate may leave it out. */
  readonly children: unknown
  /** Has `.select()` said what an item is, or `.omit()` what it is not? */
  readonly isShaped: boolean | 'omitted'
  /** Keys of the records that a `.select()` makes, joined ones among them. */
  readonly records: string
  /** The list's modes; see `ListTraits`. */
  readonly traits: ListTraits
}

/** A field made by `.field()`: its selector, and the value type given for it or undefined. */
export interface DeclaredField<Selector = unknown, Type = unknown> {
  readonly '~selector': Selector
  readonly '~type': Type
}

/** A made value type, structurally: the type of `parse` is the type of its values. */
export interface ValueTypeLike {
  readonly name: string
  readonly operators: readonly FilterOperator[]
  readonly parse: (text: string) => unknown
}
/** A Standard Schema, structurally. */
export interface SchemaLike {
  readonly '~standard': { readonly version: 1; readonly vendor: string; readonly types?: unknown }
}

export type FieldName<TSchema extends Schema> = keyof TSchema['fields'] & string
export type FieldOf<TSchema extends Schema, Name> = Name extends keyof TSchema['fields']
  ? TSchema['fields'][Name]
  : never

/** Operators that a field's value type supports, as far as its type shows; registered value types may add theirs. */
export type OperatorsOf<Field, Registered> = OperatorsOfField<Field> | OperatorsOfRegistered<Registered>

type OperatorsOfRegistered<Registered> = [Registered] extends [never]
  ? never
  : Registered extends { readonly operators: readonly (infer Operators)[] }
    ? Operators
    : never

type OperatorsOfField<Field> =
  Field extends DeclaredField<infer Selector, infer Type>
    ? [Type] extends [undefined]
      ? OperatorsOfSelector<Selector>
      : OperatorsOfType<Selector, Type>
    : OperatorsOfSelector<Field>

type OperatorsOfSelector<Selector> = OperatorsOfKey<TypeKeyOfColumn<Selector>>

type OperatorsOfType<Selector, Type> = Type extends TypeKey
  ? OperatorsOfKey<Type>
  : Type extends ValueTypeLike
    ? OverElements<Selector, Type['operators'][number]>
    : Type extends SchemaLike
      ? [TypeKeyOfColumn<Selector>] extends [never]
        ? OperatorSets['equality']
        : OperatorsOfSelector<Selector>
      : FilterOperator

/** On a collection a value type reads the elements. */
type OverElements<Selector, Operators> = [TypeKeyOfColumn<Selector>] extends ['collection']
  ? [TypeKeyOfColumn<Selector>] extends [never]
    ? Operators
    : OperatorsOfKey<'collection'>
  : Operators

/** `text`, `char` and types that only run time knows may be searched. */
export type IsText<Field> =
  Field extends DeclaredField<infer Selector, infer Type>
    ? [Type] extends [undefined]
      ? IsTextKey<TypeKeyOfColumn<Selector>>
      : Type extends TypeKey
        ? IsTextKey<Type>
        : false
    : IsTextKey<TypeKeyOfColumn<Field>>
type IsTextKey<Key> = [Key] extends [never] ? false : Key extends 'text' | 'char' | 'custom' ? true : false

export type TypeNameOf<Field> =
  Field extends DeclaredField<infer Selector, infer Type>
    ? Type extends TypeKey
      ? Type
      : Type extends ValueTypeLike
        ? Type['name']
        : TypeNameOfColumn<Selector>
    : TypeNameOfColumn<Field>
type TypeNameOfColumn<Column> = [TypeKeyOfColumn<Column>] extends [never]
  ? string
  : TypeNameOfKey<TypeKeyOfColumn<Column>>

/** The type of values that a filter on the field compares with. */
type FilterValueOf<Field> =
  Field extends DeclaredField<infer Selector, infer Type>
    ? Type extends ValueTypeLike
      ? Exclude<ReturnType<Type['parse']>, null | undefined>
      : ElementOf<Exclude<DeclaredValue<DataOf<Selector>, Type>, null | undefined>>
    : ElementOf<Exclude<DataOf<Field>, null | undefined>>
type ElementOf<Data> = unknown extends Data ? Data : Data extends readonly (infer Element)[] ? Element : Data

type DataOf<Selector> = Selector extends { readonly _: { readonly data: infer Data } }
  ? Data
  : Selector extends ExpressionLike<infer Data>
    ? Data
    : unknown

/**
 * What the value of an expression is decoded to, by the value type that it is declared as; and a client's, for a filter
 * of the app's own.
 */
export interface DataOfType {
  readonly text: string
  readonly char: string
  readonly boolean: boolean
  readonly uuid: string
  /** Within 2^53. */
  readonly integer: number
  readonly bigint: bigint
  /** Digits. */
  readonly decimal: string
  readonly float: number
  readonly timestamp: Date
  /** `yyyy-MM-dd` */
  readonly date: string
  /** `HH:mm:ss[.f…]` */
  readonly time: string
  /** ISO 8601, such as `P1DT2H`. */
  readonly interval: string
  readonly enum: string
  readonly collection: readonly unknown[]
}

/**
 * The facts about a filter that a typed client needs. Members of an interface are worked out when they are asked for
 * and not before, so that a configuration pays for none of them.
 */
export interface FilterFacts<Field> {
  readonly type: TypeNameOf<Field>
  readonly value: FilterValueOf<Field>
}

/** The facts of a filter on a field of the list's own rows. */
export interface FieldFacts<Field> extends FilterFacts<Field> {
  /** The table of a column that is never null in it; never for any other field. */
  readonly neverNull: Field extends { readonly _: { readonly notNull: true; readonly tableName: infer Table } }
    ? Table
    : never
}

/** The facts of a filter on a field of another table's rows. `LeftTables`: tables that may have no row. */
export interface ElementFacts<Field, LeftTables> extends FilterFacts<Field> {
  readonly neverNull: Exclude<FieldFacts<Field>['neverNull'], LeftTables>
}

/** What the facts of a filter have if a `.when()` gates its declaration. */
export interface GatedFacts {
  readonly gated: true
}

/** Does `sql<T>` fit the value type? `unknown` and columns fit all; build() looks at columns. */
export type FitsType<Selector, Type> = ValueTypeName extends Type
  ? true // for an unknown name all are inferred; the compiler should then show the list of names
  : Type extends ValueTypeName
    ? Selector extends ExpressionLike<infer Data>
      ? unknown extends Data
        ? true
        : [NonNullable<Data>] extends [DataOfType[Type]]
          ? true
          : false
      : true
    : true

/** A field's type in an item, by what may be null: the prefixes of left joins, and the names of their tables. */
type ItemValue<TSchema extends Schema, Name, Left extends string, LeftTables> =
  FieldOf<TSchema, Name> extends infer Field
    ? Field extends DeclaredField<infer Selector, infer Type>
      ? DeclaredValue<SelectorValue<Selector, LeftTables>, Type>
      : SelectorValue<Field, never> | (Name extends `${Left}.${string}` ? null : never)
    : never

/** `sql` without a type is what it is declared as; nothing shows that it is never null. */
type DeclaredValue<Value, Type> = unknown extends Value
  ? Type extends keyof DataOfType
    ? DataOfType[Type] | null
    : Value
  : Value

type SelectorValue<Selector, LeftTables> = Selector extends ColumnLike
  ? | Selector['_']['data']
    | (Selector['_']['notNull'] extends true ? never : null)
    | (Selector['_']['tableName'] extends LeftTables ? null : never)
  : DataOf<Selector>

/** The configured spelling of a name in upper or lower case; never for an unknown name. */
type Spelled<TSchema extends Schema, Name extends string> = SpelledKey<TSchema['fields'], Name>

/**
 * The record that a shape of keys describes: for a schema, its input; for several shapes, a record with the members of
 * all. A member that some of the shapes lack may be undefined; a schema lists all of its keys.
 */
export type MergedShape<Shape> = Shape extends { readonly '~standard': { readonly types?: infer Types } }
  ? NonNullable<Types> extends { readonly input: infer Input }
    ? IsUnion<Input> extends true
      ? { [Key in KeyOfEach<Named<Input>>]: MemberOfEach<Input, Key, never> }
      : Named<Input>
    : unknown
  : IsUnion<Shape> extends true
    ? { [Key in KeyOfEach<Shape>]: MemberOfEach<Shape, Key, undefined> }
    : Shape
/** A loose schema lets any other member through, which names no field. */
type Named<Input> = Input extends unknown
  ? string extends keyof Input
    ? { [Key in keyof Input as string extends Key ? never : Key]: Input[Key] }
    : Input
  : never
type KeyOfEach<Shape> = Shape extends unknown ? keyof Shape : never
type MemberOfEach<Shape, Key, Missing> = Shape extends unknown
  ? Key extends keyof Shape
    ? Shape[Key]
    : Missing
  : never

/** A function or a class: it has no members that name fields. */
export type Callable = ((...given: never) => unknown) | (abstract new (...given: never) => unknown)

/** Does the member nest? A record does if it holds a record; a schema if a joined prefix has the name. */
type IsNested<TSchema extends Schema, Shape, Key extends string, Member> = Shape extends SchemaLike
  ? Lowercase<Key> extends Lowercase<TSchema['prefix']>
    ? true
    : false
  : Member extends SelectorLike | NoNames | Callable | readonly unknown[]
    ? false
    : Member extends object
      ? true
      : false

/**
 * Keys of a shape that match no field, with their prefixes. No shape nests deeper than `Depth`: without an end, the
 * compiler finds none in a schema that it is still inferring (`.select(z.object({ … }))`).
 */
export type UnknownKeys<
  TSchema extends Schema,
  Shape,
  Members = MergedShape<Shape>,
  Prefix extends string = '',
  Depth extends readonly 0[] = [],
> = {
  [Key in keyof Members & string]-?: [Prefix extends '' ? ChildrenNamed<TSchema['children'], Key> : never] extends [
    never,
  ]
    ? UnknownKey<TSchema, Shape, Members, Prefix, Key, Depth>
    : UnknownChildKeys<
        ElementOfSet<TSchema['children'], ChildrenNamed<TSchema['children'], Key>>,
        ChildShape<MemberOf<Shape, Members[Key]>>,
        Key
      >
}[keyof Members & string]

/** A member of a record without what leaves it out; a schema's optional member is there. */
type MemberOf<Shape, Member> = Shape extends SchemaLike ? NonNullable<Member> : Exclude<Member, false | undefined>

type UnknownKey<
  TSchema extends Schema,
  Shape,
  Members,
  Prefix extends string,
  Key extends keyof Members & string,
  Depth extends readonly 0[],
> = Depth['length'] extends 5
  ? never
  : [MemberOf<Shape, Members[Key]>] extends [never]
    ? never
    : IsNested<TSchema, Shape, Key, OwnMember<MemberOf<Shape, Members[Key]>>> extends true
      ? UnknownKeys<
          TSchema,
          Shape,
          MergedShape<OwnMember<MemberOf<Shape, Members[Key]>>>,
          `${Prefix}${Key}.`,
          [...Depth, 0]
        >
      : IsNamed<TSchema, Shape, MemberOf<Shape, Members[Key]>, `${Prefix}${Key}`> extends true
        ? never
        : `${Prefix}${Key}`
/** The record of a member that may be `true` as well: that names all of its members. */
type OwnMember<Member> = [Member] extends [true] ? Member : Exclude<Member, true>

/** A selector names itself, `true` a field or a whole join; a schema's member is a field. */
type IsNamed<TSchema extends Schema, Shape, Member, Name extends string> = Shape extends SchemaLike
  ? IsField<TSchema, Name>
  : Member extends SelectorLike
    ? true
    : Member extends true
      ? Lowercase<Name> extends Lowercase<TSchema['prefix']>
        ? true
        : IsField<TSchema, Name>
      : false
type IsField<TSchema extends Schema, Name extends string> = [Spelled<TSchema, Name>] extends [never] ? false : true

/** Keys of a shape's own records; those of joins have their prefixes. */
export type RecordKey<Shape> = Shape extends SchemaLike
  ? never
  : {
      [Key in keyof MergedShape<Shape> & string]: Exclude<MergedShape<Shape>[Key], true> extends infer Member
        ? Member extends SelectorLike | NoNames | Callable
          ? never
          : Member extends object
            ? Key
            : never
        : never
    }[keyof MergedShape<Shape> & string]

/** The item of a `.select()`: its fields, and the children sets that it names. */
export type ShapedItem<TSchema extends Schema, Shape> = [keyof TSchema['children']] extends [never]
  ? ItemOfShape<TSchema, Shape>
  : MergedShape<Shape> extends infer Members
    ? Simplify<
        ItemOfShape<
          TSchema,
          Shape,
          {
            [
              Key in keyof Members & string as [ChildrenNamed<TSchema['children'], Key>] extends [never] ? Key : never
            ]: Members[Key]
          }
        > &
          ShapedChildren<TSchema['children'], Members>
      >
    : never

/**
 * The item of a `.select()`: each key as the shape spells it, a left-joined record nullable.
 *
 * Keys that are spelled as their column are mapped from the columns: go to definition then leads there. `Simplify`
 * takes the alias off: an editor shows the members and not this type's name with the whole schema in it.
 */
type ItemOfShape<
  TSchema extends Schema,
  Shape,
  Members = MergedShape<Shape>,
  Prefix extends string = '',
> = Shape extends SchemaLike
  ? Simplify<MembersOfShape<TSchema, Shape, Members, Prefix, keyof Members>>
  : [AbsentKey<Members>] extends [never]
    ? Simplify<MembersOfShape<TSchema, Shape, Members, Prefix, keyof Members>>
    : Simplify<
        MembersOfShape<TSchema, Shape, Members, Prefix, Exclude<keyof Members, AbsentKey<Members>>> &
          Partial<MembersOfShape<TSchema, Shape, Members, Prefix, MaybeKey<Members>>>
      >

type MembersOfShape<TSchema extends Schema, Shape, Members, Prefix extends string, Keys> = {
  -readonly [
    Key in keyof (ColumnsUnder<TSchema, Prefix> &
      Without<Members, keyof ColumnsUnder<TSchema, Prefix>>) as Key extends Keys ? Key : never
  ]-?: MemberOfShape<TSchema, Shape, MemberOf<Shape, Members[Key & keyof Members]>, Key & string, Prefix>
}

type MemberOfShape<TSchema extends Schema, Shape, Member, Key extends string, Prefix extends string> =
  IsNested<TSchema, Shape, Key, OwnMember<Member>> extends true
    ? | NestedOfShape<TSchema, Shape, MergedShape<OwnMember<Member>>, `${Prefix}${Key}.`, NullOfJoin<TSchema, Key>>
      | (true extends Member ? MemberOfShape<TSchema, Shape, true, Key, Prefix> : never)
    : Shape extends SchemaLike
      ? ValueUnder<TSchema, Prefix, Key>
      : Member extends SelectorLike
        ? SelectedMember<Member, TSchema['leftTables']>
        : [Prefix, Key] extends ['', keyof TSchema['joined']]
          ? RowOf<TSchema['joined'][Key & keyof TSchema['joined']]> | NullOfJoin<TSchema, Key>
          : ValueUnder<TSchema, Prefix, Key>

/** A nested record is null where its left join finds none, and its members are not. */
type ValueUnder<TSchema extends Schema, Prefix extends string, Key extends string> = Prefix extends ''
  ? ItemValue<TSchema, Spelled<TSchema, Key>, TSchema['left'], TSchema['leftTables']>
  : ItemValue<TSchema, Spelled<TSchema, `${Prefix}${Key}`>, never, never>
type NullOfJoin<TSchema extends Schema, Key extends string> =
  Lowercase<Key> extends Lowercase<TSchema['left']> ? null : never

/** A record with columns or SQL of its own is null as one of `db.select()` is: by the tables of its columns. */
type NestedOfShape<TSchema extends Schema, Shape, Members, Prefix extends string, Null> = [
  Extract<Members[keyof Members], SelectorLike>,
] extends [never]
  ? ItemOfShape<TSchema, Shape, Members, Prefix> | Null
  : SelectedMember<
      {
        [Key in keyof Members]: true extends Members[Key]
          ? SelectorOf<FieldOf<TSchema, Spelled<TSchema, `${Prefix}${Key & string}`>>> | Exclude<Members[Key], true>
          : Members[Key]
      },
      TSchema['leftTables']
    >

type SelectorOf<Field> = Field extends DeclaredField<infer Selector, unknown> ? Selector : Field

/** The columns of the root, or of a join whose prefix is spelled as it was declared. */
type ColumnsUnder<TSchema extends Schema, Prefix extends string> = Prefix extends ''
  ? TSchema['fields']
  : Prefix extends `${infer Join}.`
    ? Join extends keyof TSchema['joined']
      ? TSchema['joined'][Join]
      : {}
    : {}
type Without<Members, Keys> = { [Key in keyof Members as Key extends Keys ? never : Key]: Members[Key] }
