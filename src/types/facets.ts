// Facets, compile time: which facets a list has, and what they answer.
import type { Simplify } from 'type-fest'
import type { AbsentKey, MaybeKey, PresentMember } from './children.js'
import type {
  AnyPaginateConfig,
  InferFilterable,
  InferFilterType,
  InferFilterValue,
  InferLeftTables,
  InferNeverNull,
  InferOperators,
  InferTraits,
  OwnFilter,
} from './paginate-config.js'
import type { OperatorSets } from './table.js'
import type { NoRecord } from './selection.js'
import type { CallSentences, ConfigTypeError } from './type-error.js'

/** How often a value occurs in the filtered set. */
export interface FacetValue<Value> {
  /** Null if the field is null. */
  readonly value: Value
  /** Rows that hold it. */
  readonly count: number
  /**
   * The criterion that leads back to these rows, as `filter.<field>` takes it: `'$eq:open'`, `'$null'`. Null if no
   * operator that the field allows can name the value.
   */
  readonly filter: string | null
}

/** The ends of a field in the filtered set. */
export interface FacetRange<Value> {
  readonly min: Value
  readonly max: Value
  /** Rows that have a value; in a sub-collection, rows of the root with an element that has one. */
  readonly count: number
}

/** The most frequent values of a field. */
export interface FacetValuesOption {
  /** Values at most, 1 to 1000. @default 100 */
  readonly limit?: number | undefined
}

type ComparisonToken = Exclude<OperatorSets['ordered'], OperatorSets['equality']>

type ValuesOption<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>> = [
  Extract<InferOperators<Config, Name>, '$eq' | '$in'>,
] extends [never]
  ? [Extract<InferOperators<Config, Name>, '$contains'>] extends [never]
    ? never
    : [InferFilterType<Config, Name>] extends ['collection']
      ? true | FacetValuesOption
      : never
  : true | FacetValuesOption

/** The facets that the operators of one field allow. Anything if the configuration's type names no fields. */
export type FacetOption<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>> =
  string extends InferFilterable<Config> ? true | FacetValuesOption | 'range' : GrantedOption<Config, Name>

type GrantedOption<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>> =
  | ValuesOption<Config, Name>
  | ([Extract<InferOperators<Config, Name>, ComparisonToken>] extends [never] ? never : 'range')

/** Facets of a list, by the names of its filterable fields. */
export type FacetsOf<Config extends AnyPaginateConfig> = {
  readonly [Name in InferFilterable<Config>]?: FacetOption<Config, Name> | false | undefined
}

/** The names of filterable fields that are not there, which an editor offers: all of them for any facets. */
type FacetNames<Name, Facets> = {
  readonly [Field in string extends keyof Facets ? Name & string : Exclude<Name & string, keyof Facets>]?:
    boolean | 'range' | FacetValuesOption | undefined
}

type ValueOf<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>> =
  string extends InferFilterable<Config> ? unknown : InferFilterValue<Config, Name>

type NotFilterable<Name extends string> =
  `The facet '${Name}' needs a filterable field; declare it with .filterable('${Name}', …).`
type NoValues<Name extends string> =
  `The facet '${Name}' has no values to count: its filter is a condition; leave it out.`

type GrantedFacet<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>, Option> = Option extends
  FacetOption<Config, Name> | false | undefined
  ? Option
  : Option extends 'range'
    ? ConfigTypeError<`The facet '${Name}' as a range needs a field that grants a comparison or '$btw'; grant it, or leave the facet out.`>
    : true extends FacetOption<Config, Name>
      ? ConfigTypeError<`The facet '${Name}' must be true, 'range' or { limit } with a whole number from 1 to 1000; correct it.`>
      : [InferFilterType<Config, Name>] extends ['collection']
        ? ConfigTypeError<`The facet '${Name}' needs a field that grants '$contains'; grant it, or leave the facet out.`>
        : ConfigTypeError<`The facet '${Name}' needs a field that grants '$eq' or '$in'; grant it, or leave the facet out.`>

/**
 * Each facet as the list allows it, or the sentence in its place. Not only a string: of a literal and another string the
 * compiler would make `never`, and print that.
 */
export type CheckedFacets<Config extends AnyPaginateConfig, Facets> = Facets extends NoRecord
  ? ConfigTypeError<CallSentences['wrongFacets']>
  : FacetNames<InferFilterable<Config>, Facets> & {
      readonly [Name in keyof Facets]: Name extends InferFilterable<Config>
        ? [OwnFilter<Config, Name>] extends [never]
          ? GrantedFacet<Config, Name, Facets[Name]>
          : ConfigTypeError<NoValues<Name>>
        : ConfigTypeError<NotFilterable<Name & string>>
    }

/**
 * The results of facets: values with their counts, or a range, null for an empty set. `Simplify` takes the alias off:
 * an editor then shows the facets and not this type's name with the whole configuration in it.
 */
export type FacetCounts<Config extends AnyPaginateConfig, Facets> = Simplify<
  {
    -readonly [Name in Exclude<keyof Facets, AbsentKey<Facets>>]: FacetAnswer<Config, Name, Facets[Name]>
  } & { -readonly [Name in MaybeKey<Facets>]?: FacetAnswer<Config, Name, PresentMember<Facets, Name>> }
>
type FacetAnswer<Config extends AnyPaginateConfig, Name, Option> =
  Name extends InferFilterable<Config>
    ? Option extends 'range'
      ? FacetRange<ValueOf<Config, Name>> | null
      : FacetValue<ValueOf<Config, Name> | MissingOf<Config, Name>>[]
    : never
/** Null elements of a collection are left out. Columns of a left-joined table are null where it has no row. */
type MissingOf<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>> = [
  InferFilterType<Config, Name>,
] extends ['collection']
  ? never
  : [InferNeverNull<Config, Name>] extends [never]
    ? null
    : unknown extends InferNeverNull<Config, Name>
      ? null
      : InferNeverNull<Config, Name> extends InferLeftTables<Config>
        ? null
        : never

/**
 * What the facets of a call answer: those that it names, or those of the list. `Config` is asked too, so that the type
 * keeps its name in a declaration that is generic in it.
 */
export type AskedFacets<Config extends AnyPaginateConfig, Facets> = [Config, Facets] extends [unknown, undefined]
  ? FacetCounts<Config, DeclaredFacets<Config>>
  : FacetCounts<Config, Facets>

/** The facets that a list declares; none where its type does not show them. */
export type DeclaredFacets<Config extends AnyPaginateConfig> = [InferTraits<Config>['facets']] extends [never]
  ? {}
  : unknown extends InferTraits<Config>['facets']
    ? {}
    : InferTraits<Config>['facets']
