// Facets, compile time: which facets a list has, and what they answer.
import type { Simplify } from 'type-fest'
import type {
  AnyPaginateConfig,
  InferFilterable,
  InferFilterType,
  InferFilterValue,
  InferOperators,
} from './paginate-config.js'
import type { OperatorSets } from './table.js'

/** How often a value occurs in the filtered set. */
export interface FacetValue<Value> {
  /** Null where the field is null. */
  readonly value: Value | null
  /** Rows that hold it. */
  readonly count: number
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
  readonly limit?: number
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

/** What may be asked of one field: its operators decide. Anything where the configuration's type names no fields. */
export type FacetOption<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>> =
  string extends InferFilterable<Config> ? true | FacetValuesOption | 'range' : GrantedOption<Config, Name>

type GrantedOption<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>> =
  | ValuesOption<Config, Name>
  | ([Extract<InferOperators<Config, Name>, ComparisonToken>] extends [never] ? never : 'range')

/** Facets of a list, by the names of its filterable fields. */
export type FacetsOf<Config extends AnyPaginateConfig> = {
  readonly [Name in InferFilterable<Config>]?: FacetOption<Config, Name>
}

type ValueOf<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>> =
  string extends InferFilterable<Config> ? unknown : InferFilterValue<Config, Name>

/** A name that is not filterable takes nothing. */
export type CheckedFacets<Config extends AnyPaginateConfig, Facets> = {
  readonly [Name in keyof Facets]: Name extends InferFilterable<Config> ? FacetOption<Config, Name> : never
}

/**
 * What each facet answers: its values with their counts, or its range, null for an empty set. `Simplify` takes the
 * alias off: an editor then shows the facets and not this type's name with the whole configuration in it.
 */
export type FacetCounts<Config extends AnyPaginateConfig, Facets> = Simplify<{
  -readonly [Name in keyof Facets]: Name extends InferFilterable<Config>
    ? Facets[Name] extends 'range'
      ? FacetRange<ValueOf<Config, Name>> | null
      : FacetValue<ValueOf<Config, Name>>[]
    : never
}>
