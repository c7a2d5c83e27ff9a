// Builder, compile time: the fields of a configuration, and the item that they make.
import type { Simplify } from 'type-fest'
import type { FilterOperator, ValueTypeName } from '../vocabulary.js'
import type { ListTraits } from './list-traits.js'
import type { ColumnLike, ExpressionLike, OperatorSets, OperatorsOfKey, TypeKey, TypeKeyOfColumn, TypeNameOfKey } from './table.js'

/**
 * What a chain knows of its tables. It changes with joins, `.field()` and `.dto()` only; what every other call
 * adds is kept in flat type parameters of its own.
 */
export interface Schema {
  /** Public name to column or `DeclaredField`. */
  readonly fields: unknown
  readonly item: unknown
  /** Join prefixes, and those of left joins. */
  readonly prefix: string
  readonly left: string
  /** Names of left-joined tables: their columns may be null under any name. */
  readonly leftTables: string
  /** Registered value types. */
  readonly registered: unknown
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
export type FieldOf<TSchema extends Schema, Name> = Name extends keyof TSchema['fields'] ? TSchema['fields'][Name] : never

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

/** The name of a field's value type. */
export type TypeNameOf<Field> =
  Field extends DeclaredField<infer Selector, infer Type>
    ? Type extends TypeKey
      ? Type
      : Type extends ValueTypeLike
        ? Type['name']
        : TypeNameOfColumn<Selector>
    : TypeNameOfColumn<Field>
type TypeNameOfColumn<Column> = [TypeKeyOfColumn<Column>] extends [never] ? string : TypeNameOfKey<TypeKeyOfColumn<Column>>

/** The type of values that a filter on the field compares with. */
export type FilterValueOf<Field> =
  Field extends DeclaredField<infer Selector, infer Type>
    ? Type extends ValueTypeLike
      ? NonNullable<ReturnType<Type['parse']>>
      : ElementOf<NonNullable<DataOf<Selector>>>
    : ElementOf<NonNullable<DataOf<Field>>>
type ElementOf<Data> = unknown extends Data ? Data : Data extends readonly (infer Element)[] ? Element : Data

type DataOf<Selector> = Selector extends { readonly _: { readonly data: infer Data } }
  ? Data
  : Selector extends ExpressionLike<infer Data>
    ? Data
    : unknown

/** The JavaScript types that an expression of each value type may have in a row. */
interface DataOfType {
  readonly text: string
  readonly char: string
  readonly boolean: boolean
  readonly uuid: string
  /** Text is compared as text: a 64-bit count that a driver hands over as text is a `bigint`. */
  readonly integer: number | bigint
  readonly bigint: number | bigint | string
  readonly decimal: number | bigint | string
  readonly float: number | string
  readonly timestamp: Date | string | number | object
  readonly date: Date | string | object
  readonly time: string | object
  readonly interval: string | object
  readonly enum: string
  readonly collection: readonly unknown[]
}

/**
 * What a typed client asks about a filter. Members of an interface are worked out when they are asked for and not
 * before, so that a configuration pays for none of them.
 */
export interface FilterFacts<Field> {
  readonly type: TypeNameOf<Field>
  readonly value: FilterValueOf<Field>
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

/** A field's type in an item. */
export type ItemValue<TSchema extends Schema, Name> =
  FieldOf<TSchema, Name> extends infer Field
    ? Field extends DeclaredField<infer Selector, unknown>
      ? SelectorValue<Selector, TSchema['leftTables']>
      : SelectorValue<Field, never> | (Name extends `${TSchema['left']}.${string}` ? null : never)
    : never

/** Inside a nested record: that record is null where its left join finds none, its members are not. */
type InnerValue<TSchema extends Schema, Name> =
  FieldOf<TSchema, Name> extends infer Field
    ? Field extends DeclaredField<infer Selector, unknown>
      ? SelectorValue<Selector, never>
      : SelectorValue<Field, never>
    : never

type SelectorValue<Selector, LeftTables> = Selector extends ColumnLike
  ? | Selector['_']['data']
    | (Selector['_']['notNull'] extends true ? never : null)
    | (Selector['_']['tableName'] extends LeftTables ? null : never)
  : DataOf<Selector>

/** The configured spelling of a name written in any case; never for an unknown name. */
export type Spelled<TSchema extends Schema, Name extends string> =
  Name extends FieldName<TSchema>
    ? Name
    : { [Field in FieldName<TSchema> as Lowercase<Field>]: Field } extends infer ByLower
      ? Lowercase<Name> extends keyof ByLower
        ? ByLower[Lowercase<Name>]
        : never
      : never

/** The record that a shape of keys describes. */
export type ShapeOf<Shape> = Shape extends { readonly '~standard': { readonly types?: infer Types } }
  ? NonNullable<Types> extends { readonly input: infer Input }
    ? Input
    : unknown
  : Shape

/** Does the member nest? A record does where it holds a record; a schema where a joined prefix has the name. */
type IsNested<TSchema extends Schema, Shape, Key extends string, Member> = Shape extends SchemaLike
  ? Lowercase<Key> extends Lowercase<TSchema['prefix']>
    ? true
    : false
  : Member extends object
    ? true
    : false

/** Keys of a shape that match no field, with their prefixes. */
export type UnknownKeys<TSchema extends Schema, Shape, Members = ShapeOf<Shape>, Prefix extends string = ''> = {
  [Key in keyof Members & string]-?: IsNested<TSchema, Shape, Key, NonNullable<Members[Key]>> extends true
    ? UnknownKeys<TSchema, Shape, NonNullable<Members[Key]>, `${Prefix}${Key}.`>
    : [Spelled<TSchema, `${Prefix}${Key}`>] extends [never]
      ? `${Prefix}${Key}`
      : never
}[keyof Members & string]

/**
 * The item of a `.dto()`: each key as the shape spells it, a left-joined record nullable.
 *
 * `Simplify` takes the alias off: an editor then shows the members and not this type's name with the whole schema in it.
 */
export type DtoItem<TSchema extends Schema, Shape, Members = ShapeOf<Shape>, Prefix extends string = ''> = Simplify<{
  -readonly [Key in keyof Members & string]-?: IsNested<TSchema, Shape, Key, NonNullable<Members[Key]>> extends true
    ? | DtoItem<TSchema, Shape, NonNullable<Members[Key]>, `${Prefix}${Key}.`>
      | (Lowercase<Key> extends Lowercase<TSchema['left']> ? null : never)
    : Prefix extends ''
      ? ItemValue<TSchema, Spelled<TSchema, Key>>
      : InnerValue<TSchema, Spelled<TSchema, `${Prefix}${Key}`>>
}>
