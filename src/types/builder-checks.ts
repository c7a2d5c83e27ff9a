// Builder, compile time: what each call takes, and the sentence for what it does not. `builder-chain.ts` is what calls
// add.
import type { SQL } from 'drizzle-orm'
import type { IsUnion } from 'type-fest'
import type { DialectName, DialectTitle, EstimatingDialect, FilterOperator, SortDirection } from '../vocabulary.js'
import type { ElementArgument, ElementField, OperatorsOfEntry } from './builder-chain.js'
import type { CollectionLike, NoNames, NotOfRows, PresentMember, RowsExpression } from './children.js'
import type { TextInJson } from './criteria.js'
import type { DialectOfSource } from './drizzle-words.js'
import type {
  Callable,
  DeclaredField,
  FieldName,
  FieldOf,
  IsText,
  MergedShape,
  OperatorsOf,
  Schema,
  SchemaLike,
  TypeNameOf,
  UnknownKeys,
} from './item.js'
import type { NoRecord } from './selection.js'
import type {
  ExpressionLike,
  OperatorSets,
  OperatorText,
  SelectorLike,
  SourceLike,
  SureColumns,
  SureText,
  TableArgument,
} from './table.js'
import type {
  ChildrenTwice,
  Sentences,
  ConfigTypeError,
  SelectList,
  EmptyChildren,
  EmptyNames,
  EmptySelect,
  FieldTwice,
  FunctionOfNoSql,
  FunctionOfRows,
  ListOfNames,
  ListOfOperators,
  NeedsOperator,
  NoElementType,
  NoOperators,
  NotAnAggregate,
  NotFilterable,
  NotSelectable,
  NotText,
  NullableTieBreaker,
  OperatorNotSupported,
  OtherDialect,
  PrefixIsField,
  PrefixTwice,
  SelectMember,
  SelectRows,
  SelectTable,
  UnknownSelectKey,
  UnknownField,
  UnknownTotals,
} from './type-error.js'

/** A table without a type has every name, so a prefix cannot be one of them. */
export type NewPrefix<TSchema extends Schema, Prefix extends string> = Prefix extends TSchema['prefix']
  ? ConfigTypeError<PrefixTwice<Prefix>>
  : string extends FieldName<TSchema>
    ? Prefix
    : Prefix extends keyof TSchema['fields']
      ? ConfigTypeError<PrefixIsField<Prefix>>
      : Prefix

/**
 * A table, and the sentence for one whose type shows another dialect. What does not show its dialect is rejected by
 * `build()`.
 */
export type JoinArgument<Dialect extends DialectName, Columns, Name, Brand, IsWith> = [
  Extract<DialectOfSource<Brand, Columns, IsWith>, Dialect>,
] extends [never]
  ? ConfigTypeError<OtherDialect<Name & string, DialectTitle<Dialect>>>
  : TableArgument<Columns, Name, unknown, Brand, IsWith>
export type SelectorCheck<Selector, Name extends string> = Selector extends (...given: never) => infer Answer
  ? Answer extends SQL
    ? Selector extends AsksOther<unknown>
      ? unknown
      : AsksOther<unknown>
    : ConfigTypeError<
        Answer extends Pick<RowsExpression, '_'> ? FunctionOfRows<`.field('${Name}')`> : FunctionOfNoSql<Name>
      >
  : Selector extends SelectorLike
    ? unknown
    : ConfigTypeError<NotSelectable<'field', Name>>
type NewField<TSchema extends Schema, Name extends string> =
  string extends FieldName<TSchema>
    ? Name
    : Lowercase<Name> extends Lowercase<FieldName<TSchema> | (keyof TSchema['children'] & string)>
      ? ConfigTypeError<FieldTwice<'field', Name>>
      : Lowercase<Name> extends Lowercase<TSchema['prefix']>
        ? ConfigTypeError<PrefixIsField<Name>>
        : Name

/** A member of the root or of a join gets a value type of its own under its own name. */
export type TypedField<TSchema extends Schema, Name extends string, Selector, Type> = [Type] extends [undefined]
  ? NewField<TSchema, Name>
  : [Selector] extends [FieldOf<TSchema, Name>]
    ? Name
    : NewField<TSchema, Name>
export type NewChildren<TSchema extends Schema, Name extends string> = TSchema['isShaped'] extends true
  ? ConfigTypeError<Sentences['childrenAfterSelect']>
  : Lowercase<Name> extends Lowercase<FieldName<TSchema> | TSchema['prefix'] | (keyof TSchema['children'] & string)>
    ? ConfigTypeError<ChildrenTwice<Name>>
    : Name
export type ChildSelection<Name extends string, Fields> = [Fields] extends [NoRecord]
  ? ConfigTypeError<NotSelectable<'children', Name>>
  : [keyof Fields] extends [never]
    ? ConfigTypeError<EmptyChildren<Name>>
    : Exclude<Fields[keyof Fields], false | undefined> extends object & NotOfRows
      ? Fields
      : ConfigTypeError<NotSelectable<'children', Name>>

/**
 * For a name that does not exist, all names are inferred: then the names that are allowed are the message, without
 * a sentence for each of the others.
 */
type Refusal<TSchema extends Schema, Names, Sentence extends string> = [keyof TSchema['fields']] extends [Names]
  ? never
  : ConfigTypeError<Sentence>

/** `unknown` where all names are text. */
export type TextNames<TSchema extends Schema, Name> = [
  Untold<TSchema['fields'][Name & keyof TSchema['fields']]>,
] extends [never]
  ? unknown
  : RefusedText<TSchema, Name, NotTextOf<TSchema, Name>>

/** Never where the column's class shows that it is text. */
type Untold<Field> =
  Field extends SureText<infer Members>
    ? string extends (Members & readonly unknown[])[number]
      ? never
      : Field
    : Field
type RefusedText<TSchema extends Schema, Names, Refused extends string> = [Refused] extends [never]
  ? unknown
  : [keyof TSchema['fields']] extends [Names]
    ? Exclude<Names, Refused>
    : ConfigTypeError<NotText<Refused>>
type NotTextOf<TSchema extends Schema, Name> = Name extends string
  ? IsText<FieldOf<TSchema, Name>> extends true
    ? never
    : Name
  : never

/** `unknown` where the field's value type supports every operator, else the sentence for those that it does not. */
export type Granted<
  Method extends 'filterable' | 'filterableMany' | 'filterWith',
  Name extends string,
  Field,
  Operator,
  Registered,
  Operators = OperatorsOf<Field, Registered>,
> = [Operators] extends [never]
  ? ConfigTypeError<Method extends 'filterable' ? NoOperators<Name> : NoElementType<Name>>
  : [Operator] extends [Operators]
    ? unknown
    : // All operators are inferred for an unknown one, or one still being typed: then the allowed ones are the answer.
      [FilterOperator] extends [Operator]
      ? Operators
      : // For a list of operators its sentence is inferred, which is the answer.
        [Operator] extends [FilterOperator]
        ? ConfigTypeError<
            OperatorNotSupported<
              Method,
              Name,
              Exclude<Operator, Operators> & string,
              TypeNameOf<Field> & string,
              OperatorText<Operators>
            >
          >
        : unknown

/**
 * `unknown` if an operator was named: next to the name of the field, so that operators may be spread from an array. An
 * editor that is asked for names has all of them instead of the one.
 */
export type NamedOperators<Method extends string, Name extends string, Names, Operator> = [Operator] extends [never]
  ? [Names] extends [Name]
    ? unknown
    : ConfigTypeError<NeedsOperator<Method, Name>>
  : unknown
/** The same of a `.filterableMany()`, whose record of fields has the operators in it. */
export type ElementOperators<Name extends string, Element, Operator> = [Operator] extends [never]
  ? Element extends SelectorLike | { readonly selector: unknown }
    ? ConfigTypeError<NeedsOperator<'filterableMany', Name>>
    : [keyof Element] extends [never]
      ? ConfigTypeError<EmptyNames<'filterableMany'>>
      : [BareKey<Element>] extends [never]
        ? unknown
        : ConfigTypeError<NeedsOperator<'filterableMany', `${Name}.${BareKey<Element>}`>>
  : unknown
/** Keys of a record of fields without an operator. */
type BareKey<Fields> = {
  [Key in keyof Fields & string]: string extends Key
    ? never
    : NonNullable<Fields[Key]> extends readonly [unknown, unknown, ...unknown[]]
      ? never
      : Key
}[keyof Fields & string]

/** The same of a field of the list's own rows, decided by the column's class where that is enough. */
export type Grant<Field, Registered, Name extends string, Operator, Sure = SureFor<Operator>> = Field extends Sure
  ? unknown
  : Granted<'filterable', Name, Field, Operator, Registered>
/** Depends on nothing but the operators: asked once for all fields that a misspelled name infers. */
type SureFor<Operator> = [Operator] extends [OperatorSets['equality']]
  ? SureColumns['equality']
  : [Operator] extends [OperatorSets['ordered']]
    ? SureColumns['ordered']
    : never
type IsNeverNull<TSchema extends Schema, Name> = Name extends `${TSchema['left']}.${string}`
  ? false
  : FieldOf<TSchema, Name> extends infer Field
    ? Field extends { readonly _: { readonly notNull: true } }
      ? true
      : Field extends DeclaredField<
            { readonly _: { readonly notNull: true; readonly tableName: infer Table } },
            unknown
          >
        ? Table extends TSchema['leftTables']
          ? false
          : true
        : false
    : false

/**
 * The names, which an editor offers, and any others, for which `TieCheck` has the sentence. An `object`, because a name
 * that were such a record too would have the methods of text, and the editor would offer those. A record that does not
 * name `constructor` has it all the same, as a function.
 */
export type TieDirections<Names extends PropertyKey> = object & {
  readonly [name: string]: SortDirection | 'follow'
} & {
  readonly [Name in Exclude<Names, keyof typeof Object.prototype>]?: SortDirection | 'follow'
}

/** `unknown` where the columns show that no name can be null. */
export type TieCheck<TSchema extends Schema, Name> = [
  TSchema['left'],
  Name,
  TSchema['fields'][Name & keyof TSchema['fields']],
] extends [never, keyof TSchema['fields'], SureColumns['neverNull']]
  ? unknown
  : CheckedTie<TSchema, Name, Name>
type CheckedTie<TSchema extends Schema, Name, Names> = Name extends string
  ? IsNeverNull<TSchema, Name> extends true
    ? Name
    : Refusal<TSchema, Names, NullableTieBreaker<Name>>
  : string extends keyof Name
    ? // All names and records: what an editor infers while a record is typed.
      [keyof TSchema['fields']] extends [Names]
      ? object
      : never
    : {
        readonly [Key in keyof Name]: Key extends FieldName<TSchema>
          ? IsNeverNull<TSchema, Key> extends true
            ? SortDirection | 'follow'
            : ConfigTypeError<NullableTieBreaker<Key>>
          : ConfigTypeError<UnknownField<'withTieBreaker', Key & string>>
      }

/**
 * The constraint of names: those of the fields, and for a list or a column the sentence. `Name` is text either way, so
 * that the sentence is a type that the compiler prints by itself.
 */
export type OneByOne<Methods extends string, Name, Names> = [Name] extends [readonly unknown[] | SelectorLike]
  ? ListOfNames<Methods>
  : Names
/**
 * The sentence for a list, where options may follow the names. A name is written `${Name}` there: the compiler infers
 * never from an object, so options are not taken for a name.
 */
export type NoName<Method extends string, Name> = [Name] extends [never] ? ListOfNames<Method> : never
/** The same of operators. */
export type OperatorOf<Method extends string, Name extends string, Operator> = [Operator] extends [readonly unknown[]]
  ? ListOfOperators<Method, Name>
  : FilterOperator

/** What Drizzle orders by. Nothing reads `_Sentence`: the compiler prints it if something else is passed. */
export interface OrderTerm<_Sentence extends string = Sentences['orderNotATerm']> {
  readonly _: SelectorLike['_']
}
/** Any name where no field is filterable: the sentence is then the answer. */
export type DefaultFilterName<Filterable extends readonly unknown[]> = [Filterable] extends [never]
  ? string
  : Filterable[0] & string
export type DefaultFilterCheck<Filterable extends readonly unknown[], Name extends string> = [Filterable] extends [
  never,
]
  ? ConfigTypeError<NotFilterable<Name>>
  : unknown
export type SortableName<Sortable extends string> = [Sortable] extends [never]
  ? ConfigTypeError<Sentences['nothingSortable']>
  : Sortable

/** `unknown` where the dialect can estimate, and for no other option than those of the mode. */
export type TotalsCheck<TSchema extends Schema, Mode> = [
  Mode,
  Extract<TSchema['traits']['dialect'], EstimatingDialect>,
] extends [{ readonly estimate: true }, never]
  ? ConfigTypeError<Sentences['noEstimate']>
  : Mode extends object
    ? { readonly [Name in Exclude<keyof Mode, 'upTo' | 'estimate'>]: ConfigTypeError<UnknownTotals<Name & string>> }
    : unknown

/**
 * Names that a record may have at its top, and under a join's prefix: what an editor offers. A schema has members of
 * its own.
 */
export type SelectNames<TSchema extends Schema, Shape> = [TSchema['isShaped'], Shape] extends
  ['omitted', unknown] | [unknown, SchemaLike | NoShape]
  ? unknown
  : {
      readonly [
        Name in keyof TSchema['fields'] as Name extends `${TSchema['prefix']}.${string}` ? never : Name
      ]?: unknown
    } & { readonly [Prefix in TSchema['prefix']]?: InnerNames<TSchema['fields'], Prefix> } & {
      readonly [Set in keyof TSchema['children']]?: {} | undefined | ChildNames<NonNullable<TSchema['children'][Set]>>
    }
/** `{}` takes `true` and has no members: of `boolean` an editor offers `valueOf`, next to a member that is there. */
type InnerNames<Fields, Prefix extends string> =
  | { readonly [Name in keyof Fields as Name extends `${Prefix}.${infer Inner}` ? Inner : never]?: unknown }
  | {}
  | undefined
type ChildNames<Rows> = Rows extends readonly (infer Child)[] ? MemberNames<Child> : never
/** Dates and lists are values, and have members as well. */
type MemberNames<Members> = {
  readonly [Key in keyof Members]?: NonNullable<Members[Key]> extends TextInJson | readonly unknown[]
    ? unknown
    : NonNullable<Members[Key]> extends object
      ? {} | undefined | MemberNames<NonNullable<Members[Key]>>
      : unknown
}

/**
 * Any object. Members are `true` here by name, in records too, because the `const` of a type parameter does not reach
 * into a condition: the `true` in `author: flag && { name: true }` would be `boolean`, a member that may be left out.
 */
export type ShapeArgument = object | { readonly [name: string]: ShapeMember }
type ShapeMember = true | ShapeArgument

/** Objects that do not list the names of an item. Schemas of TypeBox are JSON Schemas, and those of Effect are classes. */
type NoShape =
  readonly unknown[] | SelectorLike | NoNames | Callable | { readonly type: 'object'; readonly properties: object }

/** `unknown` where each key matches a field; otherwise the sentence, at the place of the key that does not. */
export type SelectCheck<TSchema extends Schema, Shape> = TSchema['isShaped'] extends 'omitted'
  ? ConfigTypeError<Sentences['omitBesideSelect']>
  : CheckedShape<TSchema, Shape>
type CheckedShape<TSchema extends Schema, Shape> = [UnknownKeys<TSchema, Shape>] extends [never]
  ? [Shape] extends [SchemaLike]
    ? HasKeys<Shape>
    : [Shape] extends [NoShape]
      ? ConfigTypeError<SelectList>
      : HasKeys<Shape>
  : Shape extends SchemaLike
    ? ConfigTypeError<UnknownSelectKey<UnknownKeys<TSchema, Shape>>>
    : Shape extends NoShape
      ? ConfigTypeError<SelectList>
      : WrongKeys<TSchema, MergedShape<Shape>, UnknownKeys<TSchema, Shape>>
type HasKeys<Shape> = [keyof MergedShape<Shape>] extends [never] ? ConfigTypeError<EmptySelect> : unknown

/**
 * By the paths of the keys: `author.nam` is `{ author: { nam: … } }`, where there is an `author`. Null takes no sentence
 * at its own place: with any object it is never.
 */
type WrongKeys<TSchema extends Schema, Members, Paths extends string, Prefix extends string = ''> = [
  NullKey<Members>,
] extends [never]
  ? WrongMembers<TSchema, Members, Paths, Prefix>
  : ConfigTypeError<SelectMember<`${Prefix}${NullKey<Members>}`>>
type NullKey<Members> = {
  [Key in keyof Members & string]-?: null extends Members[Key] ? Key : never
}[keyof Members & string]
type WrongMembers<TSchema extends Schema, Members, Paths extends string, Prefix extends string> = {
  readonly [
    Path in Paths as Path extends `${infer Key}.${string}` ? Key : Path
  ]: Path extends `${infer Key}.${infer Rest}`
    ? Lowercase<Key> extends Lowercase<NestingKey<TSchema, Prefix>>
      ? IsUnion<Members[Key & keyof Members]> extends true
        ? WrongKey<MergedShape<PresentMember<Members, Key>>, Rest, `${Prefix}${Key}.`>
        : WrongKeys<TSchema, PresentMember<Members, Key>, Rest, `${Prefix}${Key}.`>
      : ConfigTypeError<UnknownSelectKey<`${Prefix}${Path}`>>
    : WrongKey<Members, Path, Prefix>
}
/** Keys of records that the members of a record are looked up in: of a child, all. */
type NestingKey<
  TSchema extends Schema,
  Prefix extends string,
> = Prefix extends `${keyof TSchema['children'] & string}.${string}`
  ? string
  : TSchema['prefix'] | (keyof TSchema['children'] & string)
/** Of a record inside of a condition this is at the place of the record: inside of it, the compiler would not get to it. */
type WrongKey<Members, Path extends string, Prefix extends string> =
  PresentMember<Members, Path> extends true
    ? ConfigTypeError<UnknownSelectKey<`${Prefix}${Path}`>>
    : ConfigTypeError<WrongMember<PresentMember<Members, Path>, `${Prefix}${Path}`>>
type WrongMember<Member, Key extends string> = Member extends CollectionLike
  ? SelectRows<Key>
  : Member extends SourceLike
    ? SelectTable<Key>
    : SelectMember<Key>

/**
 * The columns of the root's row that `.omit()` may name; after a `.select()`, anything: the sentence is then the answer.
 */
export type OmittableName<TSchema extends Schema> = TSchema['isShaped'] extends true
  ? string
  : keyof TSchema['item'] & keyof TSchema['fields'] & string
export type OmitCheck<TSchema extends Schema> = TSchema['isShaped'] extends true
  ? ConfigTypeError<Sentences['omitBesideSelect']>
  : unknown

/**
 * A function of the scope of a call. Its parameter may ask for more than the list does so far, so that a method's
 * looser rule is wanted.
 */
export type Bivariant<Scope, Answer> = { ask(given: { readonly scope: Scope }): Answer }['ask']

/**
 * A function of a scope that those before it do not ask for: a list asks for the scopes of all. The signatures differ in
 * their type parameters, so that the compiler types no parameter by them: one without a type is of the list's scope.
 */
export interface AsksOther<Answer> {
  (given: { readonly scope: never }): Answer
  <_>(given: { readonly scope: never }): Answer
}

/** Never of what is not a record of members. */
type MemberName<Fields> = Fields extends NoRecord ? never : keyof Fields
/**
 * `unknown` for each aggregate, and for a member that is not there. A column by itself is of an arbitrary row. The
 * sentence names the member between `Before` and `After`.
 */
export type AggregatesCheck<Fields, NotARecord extends string, Before extends string, After extends string> = [
  MemberName<Fields>,
] extends [never]
  ? ConfigTypeError<NotARecord>
  : {
      readonly [Name in keyof Fields]: Fields[Name] extends (ExpressionLike & NotOfRows) | false | undefined
        ? unknown
        : ConfigTypeError<NotAnAggregate<`${Before}${Name & string}${After}`>>
    }

/** Fields of one and the same row, by key. One without an operator is refused at the name. */
export type ElementRecord<TSchema extends Schema> = {
  readonly [key: string]:
    ElementArgument<TSchema> | readonly [element: ElementArgument<TSchema>, ...operators: FilterOperator[]]
}
/** `unknown` if the operators fit: of a record of fields, at the place of the key whose operators do not. */
export type CheckedElement<TSchema extends Schema, Name extends string, Element> =
  Element extends ElementArgument<TSchema> ? unknown : CheckedFields<TSchema, Name, Element>
type CheckedFields<TSchema extends Schema, Name extends string, Fields> = {
  readonly [Key in keyof Fields & string]?: NonNullable<Fields[Key]> extends readonly [infer Element, ...unknown[]]
    ? Granted<
        'filterableMany',
        `${Name}.${Key}`,
        ElementField<TSchema, Element>,
        OperatorsOfEntry<NonNullable<Fields[Key]>>,
        TSchema['registered']
      >
    : never
}
