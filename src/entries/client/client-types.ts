// Client, compile time: what a configuration lets a client write, read off its phantom type parameters.
import type { FilterScalar, OperandOfType, ValueOfType } from '../../types/criteria.js'
import type {
  AnyPaginateConfig,
  InferFilterable,
  InferFilterType,
  InferFilterValue,
  InferItem,
  InferOperators,
  InferSearchable,
  InferSortable,
  InferTraits,
} from '../../types/paginate-config.js'
import type { ConfigTypeError } from '../../types/type-error.js'
import type { FilterOperator, OPERATOR_FACTS } from '../../vocabulary.js'

/** A configuration, or the function that `configVariants` returns. Only its type is used: `typeof articleList`. */
export type ListSource = AnyPaginateConfig | ((...flags: never[]) => AnyPaginateConfig)

/** The configuration behind a source. */
export type ConfigOf<Source extends ListSource> = Source extends (...flags: never[]) => infer Config
  ? Extract<Config, AnyPaginateConfig>
  : Extract<Source, AnyPaginateConfig>

export type SortName<Source extends ListSource> = InferSortable<ConfigOf<Source>>
export type SearchName<Source extends ListSource> = InferSearchable<ConfigOf<Source>>
export type FilterName<Source extends ListSource> = InferFilterable<ConfigOf<Source>>
type PagingOf<Source extends ListSource> = InferTraits<ConfigOf<Source>>['paging']

/** What `.page()` takes; of a list with cursors, only the first page. */
export type PageNumber<Source extends ListSource> = [PagingOf<Source>] extends ['cursor']
  ? | 1
    | ConfigTypeError<'A list with cursors has no page numbers; follow next() and previous(), or leave .withCursors() out.'>
  : number

/** What `.after()` and `.before()` take. */
export type CursorText<Source extends ListSource> = [PagingOf<Source>] extends ['numbers']
  ? ConfigTypeError<'The list is paged by number; use .page(), or declare .withCursors().'>
  : string

/** What `.expression()` takes; nothing of a list that reads no expressions. */
export type ExpressionArgument<Source extends ListSource, Make> =
  Extract<InferTraits<ConfigOf<Source>>['expressions'], 'declared' | 'gated'> extends never
    ? Make & ConfigTypeError<'The list reads no expressions; use .filter(), or declare .withFilterExpressions().'>
    : Make

/**
 * What `.fields()` takes: members of an item, and of its joined records; nothing of a list that declares no
 * `.selectable()`.
 */
export type FieldsArgument<Source extends ListSource> =
  Extract<InferTraits<ConfigOf<Source>>['selectable'], 'declared'> extends never
    ? ConfigTypeError<'The list reads no fields; declare .selectable().'>
    : unknown extends InferItem<ConfigOf<Source>>
      ? string
      : {
          [Key in keyof InferItem<ConfigOf<Source>> & string]-?:
            Key | NestedName<InferItem<ConfigOf<Source>>[Key], Key, InferTraits<ConfigOf<Source>>['records']>
        }[keyof InferItem<ConfigOf<Source>> & string]
/** Of a joined record and one that the list makes; JSON is one member. */
type NestedName<Member, Key extends string, Records extends string> =
  Lowercase<Key> extends Lowercase<Records>
    ? NonNullable<Member> extends infer Members extends object
      ? `${Key}.${keyof Members & string}`
      : never
    : never

/** Every operator if the configuration's type names no fields. */
export type OperatorOf<Source extends ListSource, Name extends FilterName<Source>> =
  string extends FilterName<Source> ? FilterOperator : Extract<InferOperators<ConfigOf<Source>, Name>, FilterOperator>

/** The values of one field: a made value type takes text, and objects that write themselves as text. */
export type FilterValue<Source extends ListSource, Name extends FilterName<Source>> =
  string extends FilterName<Source>
    ? FilterScalar
    : ValueOfType<InferFilterType<ConfigOf<Source>, Name>, InferFilterValue<ConfigOf<Source>, Name>>

/** `string` where the configuration's type names no fields. */
type TypeOf<Source extends ListSource, Name extends FilterName<Source>> =
  string extends FilterName<Source> ? string : InferFilterType<ConfigOf<Source>, Name>

/** What an operator takes on a field, by how many values it takes. */
export type OperandOf<Source extends ListSource, Name extends FilterName<Source>, Operator> = OperandOfType<
  TypeOf<Source, Name>,
  InferFilterValue<ConfigOf<Source>, Name>,
  Operator
>

/** `$null` takes no value, and neither does an object of criteria. */
export type OperandArguments<
  Source extends ListSource,
  Name extends FilterName<Source>,
  Operator,
> = Operator extends FilterOperator
  ? (typeof OPERATOR_FACTS)[Operator]['values'] extends 'none'
    ? []
    : [value: OperandOf<Source, Name, Operator>]
  : []

/** Several criteria on one field, all of which must hold: `{ $gte: 1, $lt: 10 }`. `$null` takes `true`. */
export type FieldCriteria<Source extends ListSource, Name extends FilterName<Source>> = {
  readonly [Operator in OperatorOf<Source, Name>]?: OperandOf<Source, Name, Operator> | undefined
}

/**
 * Checks each member by itself, so that an object made elsewhere is rejected too where it holds an operator that is not
 * allowed.
 */
export type CheckedCriteria<
  Source extends ListSource,
  Name extends FilterName<Source>,
  Criteria,
> = Criteria extends string
  ? unknown
  : {
      readonly [Operator in keyof Criteria]: Operator extends OperatorOf<Source, Name>
        ? FieldCriteria<Source, Name>[Operator]
        : never
    }

/**
 * An item after its way through JSON: dates are text, a bigint is the string of its digits, and members that JSON
 * cannot hold are left out.
 */
export type ItemOf<Source extends ListSource> = Jsonified<InferItem<ConfigOf<Source>>>

export type Jsonified<Value> = unknown extends Value
  ? unknown
  : Value extends { toJSON(): infer Json }
    ? Json
    : Value extends string | number | boolean | null
      ? Value
      : Value extends bigint
        ? string
        : Value extends symbol | undefined | ((...args: never[]) => unknown)
          ? never
          : Value extends readonly unknown[]
            ? { [Index in keyof Value]: Jsonified<Value[Index]> }
            : {
                [
                  Key in keyof Value as Value[Key] extends symbol | ((...args: never[]) => unknown) ? never : Key
                ]: Jsonified<Value[Key]>
              }
