// Builder, compile time: what each call adds to what a chain knows. `builder-checks.ts` is what calls take.
import type { Simplify } from 'type-fest'
import type { ChildrenMember, RowsExpression } from './children.js'
import type { DialectOfSource } from './drizzle-words.js'
import type { ValueTypeName } from '../vocabulary.js'
import type {
  Callable,
  DeclaredField,
  ElementFacts,
  FieldFacts,
  GatedFacts,
  RecordKey,
  Schema,
  SchemaLike,
  ValueTypeLike,
} from './item.js'
import type { ChangedTraits, ListTraits, PlainTraits } from './list-traits.js'
import type { RowOf, SelectorLike } from './table.js'

export type RegisteredName<Registered> = Registered extends { readonly name: infer Name } ? Name : never
export type ResolvedType<TSchema extends Schema, Type> = Type extends string
  ? [Extract<TSchema['registered'], { readonly name: Type }>] extends [never]
    ? Type
    : Extract<TSchema['registered'], { readonly name: Type }>
  : Type

/** Filters with what a typed client asks about them; those of sub-collections have it already. */
export type WithFacts<Filter extends readonly unknown[], Fields> = Filter extends readonly [unknown, unknown, string]
  ? readonly [Filter[0], Filter[1], OfGate<FieldFacts<Fields[Filter[0] & keyof Fields]>, Filter[2]>]
  : Filter
/** The facts of a filter that is declared here: a call cannot name the facets that only a gated one allows. */
type OfGate<Facts, Open> = 'danglingWhen' extends Open ? Facts & GatedFacts : Facts

/** An item of which a client may ask for fewer members: of joined records too. */
type PartialItem<TSchema extends Schema> = Simplify<{
  [Key in keyof TSchema['item']]?: Lowercase<Key & string> extends Lowercase<NestedKey<TSchema>>
    ? PartialRecord<TSchema['item'][Key]>
    : TSchema['item'][Key]
}>
/** Not those of JSON, which is a value; a children set is chosen as a whole. */
type NestedKey<TSchema extends Schema> = Exclude<TSchema['prefix'] | TSchema['records'], keyof TSchema['children']>
type PartialRecord<Member> = Member extends null ? Member : Simplify<Partial<Member>>

/** `TSchema['item']`, where clients cannot choose. */
export type BuiltItem<TSchema extends Schema> = TSchema['traits']['selectable'] extends 'none'
  ? TSchema['item']
  : PartialItem<TSchema>
export type BuiltTraits<TSchema extends Schema> = TSchema['traits']['selectable'] extends 'none'
  ? TSchema['traits']
  : ChangedTraits<TSchema['traits'], { readonly records: NestedKey<TSchema> }>
/** A list that reads expressions does so whatever a gate says of another call. */
export type ExpressionsTrait<TSchema extends Schema, IsGated> = IsGated extends true
  ? TSchema['traits']['expressions'] extends 'declared'
    ? 'declared'
    : 'gated'
  : 'declared'
export type TotalsTrait<Mode> = Mode extends 'exact' | 'none'
  ? Mode
  : Mode extends { readonly estimate: infer Estimate }
    ? Estimate extends true
      ? 'estimated'
      : 'bounded'
    : 'bounded'

/** The members of a chain's schema that a call does not change. */
type Kept<TSchema extends Schema, Changed extends keyof Schema> = {
  readonly [Member in Exclude<keyof Schema, Changed>]: TSchema[Member]
}

export interface WithJoin<
  TSchema extends Schema,
  Prefix extends string,
  Columns,
  IsLeft extends boolean,
  Name,
> extends Kept<TSchema, 'fields' | 'prefix' | 'left' | 'joined' | 'leftTables'> {
  readonly fields: TSchema['fields'] & { readonly [Key in keyof Columns as `${Prefix}.${Key & string}`]: Columns[Key] }
  readonly prefix: TSchema['prefix'] | Prefix
  readonly left: TSchema['left'] | (IsLeft extends true ? Prefix : never)
  readonly joined: TSchema['joined'] & { readonly [Key in Prefix]: Columns }
  readonly leftTables: TSchema['leftTables'] | (IsLeft extends true ? Name & string : never)
}
type WithoutField<Fields, Name extends string> = Name extends keyof Fields ? Omit<Fields, Name> : Fields

export interface WithField<TSchema extends Schema, Name extends string, Selector, Type> extends Kept<
  TSchema,
  'fields'
> {
  readonly fields: WithoutField<TSchema['fields'], Name> & {
    readonly [Key in Name]: DeclaredField<Selector, ResolvedType<TSchema, Type>>
  }
}

export interface WithItem<TSchema extends Schema, Item, Shape> extends Kept<TSchema, 'item' | 'isShaped' | 'records'> {
  readonly item: Item
  readonly records: RecordKey<Shape>
  readonly isShaped: true
}

export interface WithoutMembers<TSchema extends Schema, Name> extends Kept<TSchema, 'item' | 'isShaped'> {
  readonly item: Simplify<{ [Key in keyof TSchema['item'] as Key extends Name ? never : Key]: TSchema['item'][Key] }>
  readonly isShaped: 'omitted'
}

/** What `.children()` adds: the set, and its member where no `.select()` has said what an item is. */
export interface WithChildren<TSchema extends Schema, Name extends string, Child, IsGated extends boolean> extends Kept<
  TSchema,
  'item' | 'children'
> {
  readonly item: TSchema['isShaped'] extends true
    ? TSchema['item']
    : Simplify<TSchema['item'] & ChildrenMember<Name, Child, IsGated>>
  readonly children: TSchema['children'] & ChildrenMember<Name, Child, IsGated>
}

/** A chain whose list has other modes: `WithTraits<TSchema, { readonly totals: 'none' }>`. */
export interface WithTraits<TSchema extends Schema, Changed extends Partial<ListTraits>> extends Kept<
  TSchema,
  'traits'
> {
  readonly traits: ChangedTraits<TSchema['traits'], Changed>
}

/** What a function of `.scopedBy()` with these parameters adds. One whose parameter has no type asks for any scope. */
export interface WithScope<Given extends readonly unknown[]> extends Partial<ListTraits> {
  readonly scope: Given extends readonly [] ? unknown : Given[0] & {}
  readonly isScoped: true
}

/** A list whose search is waited for: `applyFilters`, which cannot wait, does not take it. */
export type WithSearch<TSchema extends Schema, Answer> =
  Extract<Answer, PromiseLike<unknown>> extends never ? TSchema : WithTraits<TSchema, { readonly search: 'later' }>

/**
 * The chain after a call that was given a function of the scope, or rows whose conditions are such functions: the list
 * asks for that scope, also if a condition decides between a function and something else. `any` asks for nothing.
 */
export type AskedBy<TSchema extends Schema, Given> = [Given] extends [never]
  ? TSchema
  : unknown extends Given
    ? TSchema
    : [Extract<Given, Callable>] extends [never]
      ? Given extends { readonly '~scope'?: () => infer Scope }
        ? unknown extends Scope
          ? TSchema
          : WithTraits<TSchema, WithScope<[Scope]>>
        : TSchema
      : Extract<Given, Callable> extends (...given: infer Arguments) => unknown
        ? WithTraits<TSchema, WithScope<Arguments extends readonly [{ readonly scope: infer Scope }] ? [Scope] : []>>
        : never

/** The value type of a `.field()`: the one that was given, else the one that rows of another table show. */
export type ImpliedType<Selector, Type> = [Type] extends [undefined]
  ? Selector extends RowsExpression<unknown, infer Shown>
    ? unknown extends Shown
      ? Type
      : Shown
    : Type
  : Type

/** What a selector, or a function that answers one, selects. */
export type Selected<Selector> = Selector extends (...given: never) => infer Answer ? Answer : Selector
export type ElementField<TSchema extends Schema, Element> = Element extends {
  readonly selector: infer Selector
  readonly valueType: infer Type
}
  ? DeclaredField<Selector, ResolvedType<TSchema, Type>>
  : Element
export type OperatorsOfEntry<Entry> = Entry extends readonly [unknown, ...infer Operators] ? Operators[number] : never
/** An element of a sub-collection: a column, or an expression with the value type it needs. */
export type ElementArgument<TSchema extends Schema> =
  | SelectorLike
  | {
      readonly selector: SelectorLike
      readonly valueType: ValueTypeName | RegisteredName<TSchema['registered']> | ValueTypeLike | SchemaLike
    }

export type FilterableOf<TSchema extends Schema, Name extends string, Element, Operator, Rows, Open> =
  Element extends ElementArgument<TSchema>
    ? readonly [Name, Operator, OfGate<ElementFacts<ElementField<TSchema, Element>, LeftTablesOf<Rows>>, Open>]
    : EachFilterables<TSchema, Name, Element, Rows, Open>
/** Those that are left-joined to the rows; any where their type does not say. */
type LeftTablesOf<Rows> = Rows extends { readonly '~leftTables'?: () => infer Names } ? Names : unknown
type EachFilterables<TSchema extends Schema, Name extends string, Fields, Rows, Open> = {
  [Key in keyof Fields & string]: NonNullable<Fields[Key]> extends readonly [infer Element, ...unknown[]]
    ? readonly [
        `${Name}.${Key}`,
        OperatorsOfEntry<NonNullable<Fields[Key]>>,
        OfGate<ElementFacts<ElementField<TSchema, Element>, LeftTablesOf<Rows>>, Open>,
      ]
    : never
}[keyof Fields & string]

/** What a builder of a table starts from; `Brand` is Drizzle's word for the table's dialect. */
export interface RootSchema<Columns, Registered, Brand, IsWith = unknown> extends Schema {
  readonly fields: Columns
  /** By the columns: go to definition leads there, which `$inferSelect` does not. */
  readonly item: RowOf<Columns>
  readonly prefix: never
  readonly left: never
  readonly joined: {}
  readonly leftTables: never
  readonly registered: Registered
  readonly children: {}
  readonly isShaped: false
  readonly records: never
  readonly traits: PlainTraits<DialectOfSource<Brand, Columns, IsWith>>
}
