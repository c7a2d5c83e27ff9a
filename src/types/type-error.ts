// Builder, compile time: the sentences a wrong configuration is answered with. `mistakes/config-refusals.ts` says the
// same at run time.
import type { DialectName, DialectTitle } from '../vocabulary.js'
import type * as callSentences from './call-sentences.js'
import type * as configSentences from './config-sentences.js'

/** A symbol: editors do not offer it as a member. */
declare const MESSAGE: unique symbol

/** Where a rule is broken, the compiler shows this type and with it the sentence. No value has it. */
export interface ConfigTypeError<Message extends string> {
  readonly [MESSAGE]: Message
}

/** Those without a name in them, which a run says too. */
export type Sentences = typeof callSentences & typeof configSentences & OfTheCompiler
interface OfTheCompiler {
  readonly wrongTable: 'The table must be a Drizzle table or view, not a module of tables or a name; pass one.'
}

export type WrongFacets<Call extends string> = `${Call} needs a record of facets, such as { status: true }; pass one.`
export type RelationalFind<Name extends string> =
  `paginateRelational() takes with, columns and extras; the page says which rows there are, so leave '${Name}' out.`

export type RelationalMember<Name extends string> =
  `paginateRelational() cannot pass '${Name}' to findMany, which has no such member there; correct its name.`
export type UnknownMember<
  Name extends string,
  Near extends string,
> = `The query has no member '${Name}'; did you mean '${Near}'?`

export type WrongDatabase<Dialect extends DialectName> = DialectName extends Dialect
  ? 'The database must be a Drizzle database or transaction; pass one.'
  : `The database must be a Drizzle database or transaction of ${DialectTitle<Dialect>}, as the configuration's table is; pass one.`

/**
 * Sentences with a name in them. They are strings and not `ConfigTypeError`s, because the compiler would otherwise
 * print `NotText<"views">` instead of the sentence.
 */
export type NotText<Name extends string> = `.searchable('${Name}') needs a text field; leave it out or search another.`
export type NotSelectable<
  Method extends string,
  Name extends string,
> = `.${Method}('${Name}') needs a column or an SQL expression; pass one.`
export type FunctionOfNoSql<Name extends string> =
  `.field('${Name}') needs a function that returns SQL; write a column in an sql template.`
export type FunctionOfRows<Of extends string> =
  `${Of} needs rows.count() itself, not a function of it; write the function of the scope inside of rowsOf().`
export type ListOfNames<Method extends string> =
  `.${Method}() must get names one by one, not a list or a column; spread a list, and name the field of a column.`
export type ListOfOperators<
  Method extends string,
  Name extends string,
> = `.${Method}('${Name}') must get its operators one by one, not a list; spread it.`
export type NoOperators<Name extends string> =
  `.filterable('${Name}') needs a value type; give the field one with .field(name, selector, valueType).`
export type OperatorNotSupported<
  Method extends string,
  Name extends string,
  Operator extends string,
  Type extends string,
  Operators extends string,
> = `.${Method}('${Name}') cannot grant '${Operator}' on type '${Type}'; it supports ${Operators}.`
export type NoCriteria<Name extends string> =
  `Filter '${Name}' needs criteria by operator, such as { $eq: value }, or their text; correct it.`
export type OperatorNotAllowed<
  Name extends string,
  Operator extends string,
  Operators extends string,
> = `Filter '${Name}' does not allow operator '${Operator}'; it allows ${Operators}.`
export type WrongValue<
  Name extends string,
  Operator extends string,
  Type extends string,
> = `Filter '${Name}' is of type '${Type}' and cannot take this value with '${Operator}'; correct it.`
export type NotWithSeveral<Name extends string> = `Filter '${Name}' takes '$not' with one criterion.`
export type NotInNot<Name extends string> = `Filter '${Name}' has '$not', which is no operator.`
export type NoElementType<Name extends string> =
  `.filterableMany('${Name}') needs a value type for its element; pass { selector, valueType } in its place.`
export type NullableTieBreaker<Name extends string> =
  `.withTieBreaker('${Name}') must not be nullable; name a column that is never null (.notNull()).`
export type UnknownField<
  Method extends string,
  Name extends string,
> = `.${Method}('${Name}') names no field; declare it with a join or .field().`
export type PrefixTwice<Prefix extends string> =
  `The join prefix '${Prefix}' is used twice; give each join a prefix of its own.`
export type OtherDialect<
  Table extends string,
  Title extends string,
> = `The table '${Table}' is not of ${Title}, as the list's table is; use one that is.`
export type FieldTwice<
  Method extends string,
  Name extends string,
> = `.${Method}('${Name}') has the name of another field; choose a name of its own, upper and lower case aside.`
export type UnfitValueType<
  Name extends string,
  Type extends string,
> = `.field('${Name}') has the value type '${Type}', which does not fit its sql<T>; correct one of them.`
export type UnknownSelectKey<Key extends string> =
  `.select() has a key '${Key}' that matches no field; name a field or remove it.`
export type NeedsRows<
  Method extends string,
  Name extends string,
> = `.${Method}('${Name}') needs rows made by rowsOf(table, on); pass them.`
export type NeedsCollection<Name extends string> =
  `.filterableMany('${Name}') needs rows made by rowsOf(table, on), or by its .every() or .none(); pass them.`
export type ChildrenTwice<Name extends string> =
  `.children('${Name}') has the name of a field, a join or another set; choose a name of its own, upper and lower case aside.`
export type EmptyChildren<Name extends string> =
  `.children('${Name}') needs a selection with at least one member; name the columns of a child.`
export type NotAnAggregate<Call extends string> =
  `${Call} needs an aggregate of SQL, such as sum(column) or max(column); pass one.`
export type UnfitAggregate<Type extends string> =
  `.aggregate() has the value type '${Type}', which does not fit its sql<T>; correct one of them.`
export type NeedsOperator<
  Method extends string,
  Name extends string,
> = `.${Method}('${Name}') needs at least one operator; name one.`
export type NotFilterable<Name extends string> =
  `.defaultFilter('${Name}') needs a filterable field; declare it with .filterable('${Name}', …).`
export type EmptyNames<Method extends string> = `.${Method}() needs at least one field; name one.`
export type PrefixIsField<Prefix extends string> =
  `The join prefix '${Prefix}' is the name of a field; give the join another prefix.`
export type SelectMember<Key extends string> =
  `.select() has a key '${Key}' of another kind; give it true, a column, SQL or a record, or false to leave it out.`
export type SelectRows<Key extends string> =
  `.select() has a key '${Key}' with rows of another table; declare them with .children(), or give their .count() or .aggregate().`
export type SelectTable<Key extends string> =
  `.select() has a key '${Key}' with a table; give it true if the key is the prefix of a join, or a record of columns.`
export type EmptySelect = '.select() needs a shape with at least one key; name the fields of an item.'
export type SelectList = '.select() needs a record of names or an object schema that can list its keys; pass one.'
export type UnknownTotals<Name extends string> =
  `.withTotals() has no option '${Name}'; correct its name, or leave it out.`
