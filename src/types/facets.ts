// Builder, compile time: which facets a list may have. What they answer is in features/facets.
import type { WithFacts } from './builder-chain.js'
import type { FilterableField } from './config.js'
import type { GatedFacts, Schema } from './item.js'
import type {
  AnyPaginateConfig,
  FilterableType,
  FilterNamed,
  InferFilterable,
  InferFilterType,
  OwnFilter,
  PaginateConfig,
} from './paginate-config.js'
import type { OperatorSets } from './table.js'
import type { NoRecord } from './selection.js'
import type { ConfigTypeError, WrongFacets } from './type-error.js'

/** A facet that is read. */
export interface FacetRequest {
  /** As the app spells it, which is the key of its answer. */
  readonly name: string
  readonly filterable: FilterableField
  /** Values at most; null for a range. */
  readonly limit: number | null
}

/** The most frequent values of a field. */
export interface FacetValuesOption {
  /** Values at most, 1 to 1000. @default 100 */
  readonly limit?: number | undefined
}

type ComparisonToken = Exclude<OperatorSets['ordered'], OperatorSets['equality']>

/** The filters of gated declarations, whose facets only a list may declare. */
type GatedFilter = readonly [unknown, unknown, GatedFacts]

/** The operators of one field, without those of the filters `But`. */
type OperatorsBut<Config extends AnyPaginateConfig, Name, But> = Exclude<FilterNamed<Config, Name>, But>[1]

type ValuesOption<Operators, Type> = [Extract<Operators, '$eq' | '$in'>] extends [never]
  ? [Extract<Operators, '$contains'>] extends [never]
    ? never
    : [Type] extends ['collection']
      ? true | FacetValuesOption
      : never
  : true | FacetValuesOption

/** The facets that these operators of one field allow. Anything if the configuration's type names no fields. */
type AllowedFacet<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>, But> =
  string extends InferFilterable<Config>
    ? true | FacetValuesOption | 'range'
    : | ValuesOption<OperatorsBut<Config, Name, But>, InferFilterType<Config, Name>>
      | ([Extract<OperatorsBut<Config, Name, But>, ComparisonToken>] extends [never] ? never : 'range')

/**
 * The facets that the operators of one field allow in a call: those that no `.when()` gates. Anything if the
 * configuration's type names no fields.
 */
export type FacetOption<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>> = AllowedFacet<
  Config,
  Name,
  GatedFilter
>

/**
 * The names of fields that may be facets and are not there, which an editor offers: all of them for any facets. Every
 * record has the members of `Object`, so these are not offered.
 */
type FacetNames<Config extends AnyPaginateConfig, Facets, But> = {
  readonly [
    Name in Exclude<InferFilterable<Config>, keyof typeof Object.prototype> as [
      AllowedFacet<Config, Name, But>,
    ] extends [never]
      ? never
      : string extends keyof Facets
        ? Name
        : Exclude<Name, keyof Facets>
  ]?: AllowedFacet<Config, Name, But> | false | undefined
}

type GrantedFacet<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>, Option, But> = Option extends
  AllowedFacet<Config, Name, But> | false | undefined
  ? Option
  : Option extends AllowedFacet<Config, Name, never>
    ? ConfigTypeError<`The facet '${Name}' needs an operator granted without .when(); grant it, or declare the facet with .withFacets().`>
    : Option extends 'range'
      ? ConfigTypeError<`The facet '${Name}' as a range needs a field that grants a comparison or '$btw'; grant it, or leave the facet out.`>
      : true extends AllowedFacet<Config, Name, never>
        ? ConfigTypeError<`The facet '${Name}' must be true, 'range' or { limit } with a whole number from 1 to 1000; correct it.`>
        : [InferFilterType<Config, Name>] extends ['collection']
          ? ConfigTypeError<`The facet '${Name}' needs a field that grants '$contains'; grant it, or leave the facet out.`>
          : ConfigTypeError<`The facet '${Name}' needs a field that grants '$eq' or '$in'; grant it, or leave the facet out.`>

/**
 * Each facet as the filters of the list allow it, without the filters `But`, or the sentence in its place. Not only a
 * string: of a literal and another string the compiler would make `never`, and print that.
 */
export type CheckedFacets<
  Config extends AnyPaginateConfig,
  Facets,
  Call extends string,
  But = GatedFilter,
> = Facets extends NoRecord
  ? ConfigTypeError<WrongFacets<Call>>
  : FacetNames<Config, Facets, But> & {
      readonly [Name in keyof Facets]: Name extends InferFilterable<Config>
        ? [OwnFilter<Config, Name>] extends [never]
          ? GrantedFacet<Config, Name, Facets[Name], But>
          : ConfigTypeError<`The facet '${Name}' has no values to count: its filter is a condition; leave it out.`>
        : ConfigTypeError<
            {} extends Record<Name & string, true>
              ? 'The compiler does not know the names of these facets; write them as literals.'
              : `The facet '${Name & string}' needs a filterable field; declare it with .filterable('${Name & string}', …).`
          >
    }

/** The facets of a list that is not built yet, as those of a call, and gated ones. */
export type FacetChecks<TSchema extends Schema, Filterable extends readonly unknown[], Facets> = CheckedFacets<
  PaginateConfig<unknown, string, string, WithFacts<Filterable, TSchema['fields']> & FilterableType>,
  Facets,
  '.withFacets()',
  never
>
