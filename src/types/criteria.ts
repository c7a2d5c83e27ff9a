// Criteria as values, compile time: what an operator takes on a field, in a client, in a query in code and in
// `.defaultFilter()`.
import type { IsUnion } from 'type-fest'
import type { FilterOperator, OPERATOR_FACTS } from '../vocabulary.js'
import type { FilterFacts, Schema } from './item.js'
import type { GrantedText } from './table.js'
import type { ConfigTypeError, NotInNot, NotWithSeveral, OperatorNotAllowed, WrongValue } from './type-error.js'

/** Anything that writes itself as text in JSON: `Date`, `Temporal.Instant`, `Temporal.PlainDate` … */
export interface TextInJson {
  toJSON(): string
}

/** What a filter value may be if the configuration's types do not say more. */
export type FilterScalar = string | number | bigint | boolean | TextInJson

type TextOf<Value> = Value extends string ? Value : string
type WrittenAsText<Value> = Value extends TextInJson ? Value : never

/**
 * By the value type's public name. A `date` takes no `Date`: that is an instant, and the day it falls on depends on the
 * zone.
 */
interface ValueByType<Value> {
  readonly text: TextOf<Value>
  readonly char: string
  readonly boolean: boolean
  readonly uuid: string
  readonly integer: number | bigint
  readonly bigint: number | bigint | string
  readonly decimal: number | bigint | string
  readonly float: number
  readonly timestamp: Date | string | WrittenAsText<Value>
  readonly date: string | Exclude<WrittenAsText<Value>, Date>
  readonly time: string | WrittenAsText<Value>
  readonly interval: string | WrittenAsText<Value>
  readonly enum: TextOf<Value>
  readonly collection: Value extends FilterScalar ? Value : FilterScalar
}

/** The values of a field, by its value type: a made one takes text, and objects that write themselves as text. */
export type ValueOfType<Type, Value> = Type extends keyof ValueByType<Value>
  ? ValueByType<Value>[Type]
  : string extends Type
    ? FilterScalar
    : string | WrittenAsText<Value>

type Facts = typeof OPERATOR_FACTS

/** One value: text for a text match, whatever the field's own type. */
type OneValue<Type, Value, Operator extends FilterOperator> = Facts[Operator]['onCollection'] extends 'list'
  ? [Type] extends ['collection']
    ? readonly ValueOfType<Type, Value>[]
    : string extends Type
      ? string | readonly FilterScalar[]
      : string
  : Facts[Operator]['matches'] extends 'text'
    ? string
    : ValueOfType<Type, Value>

interface OperandByCount<Type, Value, Operator extends FilterOperator> {
  readonly none: true
  readonly one: OneValue<Type, Value, Operator>
  readonly two: readonly [from: ValueOfType<Type, Value>, to: ValueOfType<Type, Value>]
  /** Null is a missing value: the field must allow `$null`. */
  readonly list: readonly (ValueOfType<Type, Value> | null)[]
}

/** What an operator takes on a field of this value type, by how many values it takes. */
export type OperandOfType<Type, Value, Operator> = Operator extends FilterOperator
  ? OperandByCount<Type, Value, Operator>[Facts[Operator]['values']]
  : never

/** Criteria of one field, by operator: all must hold. `$not` holds one criterion. */
type CriteriaOfType<Type, Value, Operator extends string> = {
  readonly [Token in Operator]?: OperandOfType<Type, Value, Token>
} & { readonly $not?: { readonly [Token in Operator]?: OperandOfType<Type, Value, Token> } }

/** The criteria of a query in code: the sentence instead of an operator or a value that the field does not take. */
export type CheckedCriteria<Given, Name, Type, Value, Operator extends string> = CriteriaNames<Operator> &
  CheckedOperators<Given, Name, Type, Value, Operator>
/** What an editor offers. */
type CriteriaNames<Operator extends string> = { readonly [Token in Operator]?: unknown } & {
  readonly $not?: { readonly [Token in Operator]?: unknown }
}
/** `Not` is `$not`, and never inside of one. */
type CheckedOperators<Given, Name, Type, Value, Operator, Not = '$not'> = {
  readonly [Token in keyof Given as HeldToken<Given, Token> extends never ? Token : never]?: undefined
} & {
  readonly [Token in keyof Given as HeldToken<Given, Token>]: Token extends Operator
    ? CheckedOperand<Given[Token], Name, Type, Token, OperandOfType<Type, Value, Token>>
    : Token extends Not
      ? object &
          (HasOne<Present<Given[Token]>> extends true
            ? CheckedOperators<Present<Given[Token]>, Name, Type, Value, Operator, never>
            : ConfigTypeError<NotWithSeveral<Name & string>>)
      : {} extends Record<Token & string, true>
        ? unknown
        : ConfigTypeError<
            Token extends '$not'
              ? NotInNot<Name & string>
              : OperatorNotAllowed<Name & string, Token & string, GrantedText<Operator>>
          >
}

/** What an optional member is where it is there; undefined by itself stays. */
type Present<Member> = [Member] extends [undefined] ? Member : Exclude<Member, undefined>

/**
 * The operand, or next to it the sentence, which the compiler prints if the argument fits neither. Values are inferred
 * wider than they are written, so that those that do not fit here are compared as arguments.
 */
type CheckedOperand<Given, Name, Type, Token, Operand> = [Given] extends [Operand]
  ? Operand
  : Operand | WrongOperand<WrongValue<Name & string, Token & string, Type & string>, Operand>
/** Nothing reads `_Operand`: the compiler prints it. */
interface WrongOperand<Message extends string, _Operand> extends ConfigTypeError<Message> {}

/** Is there one operator in a record, and in each of several records? */
type HasOne<Given> = 0 extends 1 & Given
  ? true
  : false extends (
        Given extends unknown
          ? {} extends Given
            ? false
            : IsOne<{ [Token in keyof Given]-?: HeldToken<Given, Token> }[keyof Given]>
          : never
      )
    ? false
    : true
type IsOne<Token> = [Token] extends [never] ? false : IsUnion<Token> extends true ? false : true

/** Of one of two records, the compiler says that it may have the other's operators, undefined. */
type HeldToken<Given, Token extends keyof Given> = [Given[Token]] extends [undefined]
  ? {} extends Pick<Given, Token>
    ? never
    : Token
  : Token

/** The criteria of a `.defaultFilter()`: with what the filter has, or the field of its name. */
export type DefaultCriteria<TSchema extends Schema, Filter> = Filter extends readonly [
  infer Name extends keyof TSchema['fields'],
  infer Operator extends string,
  string,
]
  ? CriteriaOfType<
      FilterFacts<TSchema['fields'][Name]>['type'],
      FilterFacts<TSchema['fields'][Name]>['value'],
      Operator
    >
  : Filter extends readonly [
        unknown,
        infer Operator extends string,
        { readonly type: infer Type; readonly value: infer Value },
      ]
    ? CriteriaOfType<Type, Value, Operator>
    : never
