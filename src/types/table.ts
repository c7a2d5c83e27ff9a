// Builder, compile time: Drizzle's tables and columns read structurally, on both lines. `values/read-column.ts` is the
// run-time reading.
import type { ColumnDataType } from 'drizzle-orm'
import type { Simplify } from 'type-fest'
import type { FilterOperator, OPERATOR_FACTS, ValueTypeName } from '../vocabulary.js'
import type { Sentences } from './type-error.js'

/** A table, an alias of one, or a view; inferring from this shape costs a fraction of `T extends PgTable`. */
export interface TableLike<Name = unknown, Row = unknown> {
  readonly _: { readonly name: Name } & ({ readonly columns: unknown } | { readonly selectedFields: unknown })
  readonly $inferSelect: Row
}

/** The same, and a sub-query, which has no row type. */
export interface SourceLike {
  readonly _: { readonly columns: unknown } | { readonly selectedFields: unknown }
}

/**
 * The same with its dialect: 0.45 keeps the word in `config`, 1.0 next to it, and views of both lines have a brand. A
 * sub-query has an alias instead of a name, and no row type: `RowOf` and `BrandOf` read its columns. `IsWith` is
 * unknown for everything else. Nothing reads `_Sentence`: the compiler prints it if another argument is passed.
 */
export interface TableArgument<
  Columns = unknown,
  Name = unknown,
  Row = unknown,
  Brand = unknown,
  IsWith = unknown,
  _Sentence extends string = Sentences['wrongTable'],
> {
  readonly _:
    | { readonly name: Name; readonly columns: Columns; readonly config: { readonly dialect: Brand } }
    | { readonly name: Name; readonly columns: Columns; readonly dialect: Brand }
    | { readonly name: Name; readonly selectedFields: Columns; readonly viewBrand: Brand }
    | { readonly name: Name; readonly columns: Columns }
    | { readonly name: Name; readonly selectedFields: Columns }
    | { readonly alias: Name; readonly selectedFields: Columns; readonly isWith: IsWith }
  readonly $inferSelect?: Row
}

/** A row of a sub-query by its columns; nested records, which `build()` rejects by name, have no type. */
export type RowOf<Columns> = Simplify<{
  -readonly [Key in keyof Columns]: Columns[Key] extends ColumnLike
    ? Columns[Key]['_']['data'] | (Columns[Key]['_']['notNull'] extends true ? never : null)
    : Columns[Key] extends ExpressionLike<infer Data>
      ? Data
      : unknown
}>

/**
 * Drizzle's word for the dialect of a sub-query, by its columns; `unknown` where all are expressions, and on 1.0, whose
 * columns do not tell.
 */
export type BrandOf<Columns> = [BrandOfColumn<Columns[keyof Columns]>] extends [never]
  ? unknown
  : BrandOfColumn<Columns[keyof Columns]>
type BrandOfColumn<Member> = Member extends { readonly _: { readonly dialect: infer Brand } } ? Brand : never

/** A column of either line. */
export interface ColumnLike {
  readonly _: {
    readonly data: unknown
    readonly notNull: boolean
    readonly dataType: string
    readonly tableName: string
  }
}

/** `sql<T>`, with or without an alias. */
export interface ExpressionLike<Data = unknown> {
  readonly _: { readonly brand: 'SQL' | 'SQL.Aliased'; readonly type: Data }
}

export type SelectorLike = ColumnLike | ExpressionLike

/** An expression as an argument. Nothing reads `_Sentence`: the compiler prints it if something else is passed. */
export interface ExpressionArgument<_Sentence extends string> {
  readonly _: ExpressionLike['_']
}

/**
 * The operators of each group of value types, from the table of operators. Unions as members, not aliases: the compiler
 * then prints the choices instead of a name for them.
 */
export interface OperatorSets {
  readonly equality: {
    [Token in FilterOperator]: Facts[Token]['matches'] extends 'equality' ? Token : never
  }[FilterOperator]
  readonly ordered: {
    [Token in FilterOperator]: Facts[Token]['matches'] extends 'text' ? never : Token
  }[FilterOperator]
  readonly collection: {
    [Token in FilterOperator]: Facts[Token]['onCollection'] extends null ? never : Token
  }[FilterOperator]
}
type Facts = typeof OPERATOR_FACTS
type Equality = OperatorSets['equality']
type Ordered = OperatorSets['ordered']

/** What each value type supports, as `values/built-in.ts` lists it. */
interface OperatorsByType {
  readonly text: FilterOperator
  readonly char: Ordered
  readonly boolean: Equality
  readonly uuid: Ordered
  readonly integer: Ordered
  readonly bigint: Ordered
  readonly decimal: Ordered
  readonly float: Ordered
  readonly timestamp: Ordered
  readonly date: Ordered
  readonly time: Ordered
  readonly interval: Ordered
  readonly enum: Ordered
  /** Text that lists its members has no order. */
  readonly 'enum as text': Equality
  readonly collection: OperatorSets['collection']
  /** A custom column: its SQL type is known at run time only. */
  readonly custom: FilterOperator
}

/** A value type's name, or one of the two readings that only types make. */
export type TypeKey = keyof OperatorsByType
export type OperatorsOfKey<Key extends TypeKey> = OperatorsByType[Key]

/** The same as text, for sentences; operators in the order of the vocabulary. */
interface OperatorTexts {
  readonly ordered: Sentence<OperatorSets['ordered'], `'$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw'`>
  readonly equality: Sentence<OperatorSets['equality'], `'$eq', '$in', '$null'`>
  readonly collection: Sentence<OperatorSets['collection'], `'$eq', '$null', '$contains'`>
}
/** A text that does not list the whole set, or lists another operator, does not compile. */
type Sentence<Operators, Text extends Listing<Operators, Text>> = Text
type Listing<Operators, Text> = [Operators, ListedIn<Text>] extends [ListedIn<Text>, Operators] ? string : never
type ListedIn<Text> = Text extends `'${infer Token}', ${infer Rest}`
  ? Token | ListedIn<Rest>
  : Text extends `'${infer Token}'`
    ? Token
    : never

/** `'$eq', '$in', '$null'` for a set of operators; a made value type's own set is not written out. */
export type OperatorText<Operators> = [Operators] extends [OperatorSets['equality']]
  ? [OperatorSets['equality']] extends [Operators]
    ? OperatorTexts['equality']
    : 'fewer operators'
  : [Operators] extends [OperatorSets['ordered']]
    ? [OperatorSets['ordered']] extends [Operators]
      ? OperatorTexts['ordered']
      : 'fewer operators'
    : [Operators] extends [OperatorSets['collection']]
      ? OperatorTexts['collection']
      : 'fewer operators'

/** `'$eq', '$gte'`: those of all operators that a field allows, in the order of the vocabulary. */
export type GrantedText<Operators> = OnlyGranted<AllOperators, Operators>
type AllOperators = Sentence<
  FilterOperator,
  `'$eq', '$in', '$null', '$sw', '$ew', '$ilike', '$contains', '$lt', '$lte', '$gt', '$gte', '$btw'`
>
type OnlyGranted<Text, Operators, Listed extends string = ''> = Text extends `'${infer Token}', ${infer Rest}`
  ? OnlyGranted<Rest, Operators, Token extends Operators ? `${Listed}'${Token}', ` : Listed>
  : Text extends `'${infer Token}'`
    ? Token extends Operators
      ? `${Listed}'${Token}'`
      : Listed extends `${infer All}, `
        ? All
        : Listed
    : never

/** The name in `describe()`. */
export type TypeNameOfKey<Key extends TypeKey> = Key extends 'enum as text'
  ? 'enum'
  : Key extends ValueTypeName
    ? Key
    : string

/** SingleStore has MySQL's columns. */
type MySql<Class extends string> = `${'MySql' | 'SingleStore'}${Class}`

/** 0.45: the classes of columns. Those of strings may list members, so members are read first. */
interface ColumnTypes {
  readonly text:
    `Pg${'Text' | 'Varchar' | 'Inet' | 'Cidr' | 'Macaddr' | 'Macaddr8'}` | 'SQLiteText' | MySql<'Text' | 'VarChar'>
  /** By its length, text as well. */
  readonly char: 'PgChar' | MySql<'Char'>
  readonly boolean: 'PgBoolean' | 'SQLiteBoolean' | MySql<'Boolean'>
  readonly uuid: 'PgUUID'
  readonly integer:
    | `Pg${'SmallInt' | 'SmallSerial' | 'Integer' | 'Serial'}`
    | 'SQLiteInteger'
    | MySql<'TinyInt' | 'SmallInt' | 'MediumInt' | 'Int' | 'Year'>
  readonly bigint: `Pg${'BigInt' | 'BigSerial'}${'53' | '64'}` | MySql<'Serial' | 'BigInt53' | 'BigInt64'>
  readonly decimal: `${'PgNumeric' | 'SQLiteNumeric' | MySql<'Decimal'>}${'' | 'Number' | 'BigInt'}`
  readonly float: 'PgReal' | 'PgDoublePrecision' | 'SQLiteReal' | MySql<'Real' | 'Double' | 'Float'>
  readonly timestamp: 'SQLiteTimestamp' | `${'PgTimestamp' | MySql<'DateTime' | 'Timestamp'>}${'' | 'String'}`
  readonly date: `${'PgDate' | MySql<'Date'>}${'' | 'String'}`
  readonly time: 'PgTime' | MySql<'Time'>
  readonly interval: 'PgInterval'
  readonly enum: `${'Pg' | MySql<''>}${'EnumColumn' | 'EnumObjectColumn'}`
  readonly collection: 'PgArray' | 'SQLiteTextJson' | MySql<'Json'>
  readonly custom: `${'Pg' | 'SQLite' | MySql<''>}CustomColumn`
}

/**
 * 1.0: the data types of columns. Columns of several classes have the same one: `ByDriver` tells some of them apart. For
 * the others only `build()` sees the difference: an enum of the database and text with members, a date as a `Date` and a
 * timestamp, a decimal as a `bigint` and a bigint, `char(1)` and text.
 */
interface DataTypes {
  readonly text: 'string' | `string ${'inet' | 'cidr' | 'macaddr' | 'macaddr8'}`
  readonly boolean: 'boolean'
  readonly uuid: 'string uuid'
  readonly integer: `number ${`${'' | 'u'}int${8 | 16 | 24 | 32}` | 'year'}`
  readonly bigint: `number ${'' | 'u'}int53` | `${'string' | 'bigint'} ${'int64' | 'uint64'}`
  readonly decimal: 'number' | 'number unsigned' | 'string numeric' | 'string unumeric'
  readonly float: `number ${'' | 'u'}${'float' | 'double'}`
  readonly timestamp: 'string timestamp' | 'string datetime' | 'object date'
  readonly date: 'string date'
  readonly time: 'string time'
  readonly interval: 'string interval'
  readonly enum: 'string enum'
  readonly collection: 'object json'
  readonly custom: 'custom'
}

/** The value type by each of the names that it has. */
type KeyBy<Names> = { readonly [Key in keyof Names as Names[Key] & string]: Key }
type KeyByColumnType = KeyBy<ColumnTypes>
type KeyByDataType = KeyBy<DataTypes>
/** Types that support an operator. */
type KeysWith<Operator> = { [Key in TypeKey]: Operator extends OperatorsByType[Key] ? Key : never }[TypeKey]

/**
 * Columns whose own properties show what they support: the common case at a fraction of the full reading, which is
 * `TypeKeyOfColumn`. Worked out once for a program: members of an interface are, as aliases without parameters are.
 */
export interface SureColumns {
  /** Text may be an enum, which supports these as well. */
  readonly equality: SureColumn<KeysWith<'$in'>, never>
  readonly ordered: SureColumn<Exclude<KeysWith<'$lt'>, 'text' | 'char'>, 'string enum'>
  readonly neverNull: { readonly _: { readonly notNull: true } }
}
/** 0.45 has `json` among the data types of columns, and classes that say more than the data types; 1.0 has neither. */
type SureColumn<Key, Ambiguous> = 'json' extends ColumnDataType
  ? { readonly columnType: ColumnTypes[Key & keyof ColumnTypes] }
  : {
      readonly _: {
        readonly dataType: Exclude<DataTypes[Key & keyof DataTypes], Ambiguous>
        readonly data: string | number | bigint | boolean | Date
        /** A bigint in a blob is bytes. */
        readonly driverParam: string | number | boolean | Date
      }
    }
/** Text that may list members on 0.45; on 1.0 it does not. */
export type SureText<Members> = 'json' extends ColumnDataType
  ? { readonly columnType: ColumnTypes['text' | 'char']; readonly enumValues: Members }
  : { readonly _: { readonly dataType: DataTypes['text']; readonly data: string } }

/**
 * The value type of a column; never where it has none (json, bytea, vectors …).
 *
 * Read off the column's own properties: its phantom `_` costs the compiler twice as much on 0.45.
 */
export type TypeKeyOfColumn<Column> = Column extends { readonly columnType: infer Class }
  ? Class extends keyof KeyByColumnType
    ? Narrowed<KeyByColumnType[Class], Column>
    : string extends Class
      ? TypeKeyOfPhantom<Column>
      : never
  : never

type TypeKeyOfPhantom<Column> = Column extends {
  readonly _: { readonly dataType: infer DataType; readonly data: infer Data; readonly driverParam: infer Driver }
}
  ? DataType extends keyof KeyByDataType
    ? DataType extends 'object json' | 'bigint int64' | 'number int53'
      ? ByDriver<Driver, DataType, Data, Column>
      : KeyOfData<DataType, Data, Column>
    : never
  : never

/**
 * What the driver takes shows blobs, which are bytes, and PostgreSQL's JSON, which is anything: neither has a value
 * type. It takes SQLite's integer and a bigserial as numbers, and only columns of PostgreSQL may have dimensions.
 */
type ByDriver<Driver, DataType extends keyof KeyByDataType, Data, Column> = unknown extends Driver
  ? never
  : [Driver] extends [Uint8Array]
    ? never
    : [DataType, Driver] extends ['number int53', number]
      ? Column extends { readonly dimensions: unknown }
        ? 'bigint'
        : 'integer'
      : KeyOfData<DataType, Data, Column>

type KeyOfData<DataType extends keyof KeyByDataType, Data, Column> = Data extends readonly unknown[]
  ? 'collection'
  : Narrowed<KeyByDataType[DataType], Column>

/** A string column that lists members is an enum; JSON is a collection where it may hold an array. */
type Narrowed<Key extends TypeKey, Column> = Key extends 'text' | 'char'
  ? Column extends { readonly enumValues: readonly (infer Member)[] }
    ? string extends Member
      ? TextOfLength<Key, Column>
      : 'enum as text'
    : TextOfLength<Key, Column>
  : Key extends 'collection'
    ? Column extends { readonly _: { readonly data: infer Data } }
      ? unknown extends Data
        ? 'collection'
        : Data extends readonly unknown[]
          ? 'collection'
          : never
      : never
    : Key

/** `char` is one character by default, and so is `undefined`. An alias has no length. */
type TextOfLength<Key extends 'text' | 'char', Column> = Key extends 'char'
  ? Column extends { readonly _: { readonly length: infer Length } }
    ? undefined extends Length
      ? 'char'
      : Length extends 1
        ? 'char'
        : 'text'
    : 'text'
  : 'text'
