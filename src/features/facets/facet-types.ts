// Facets, compile time: what they answer.
import type { Simplify } from 'type-fest'
import type { AbsentKey, MaybeKey, PresentMember } from '../../types/children.js'
import type { FacetOption } from '../../types/facets.js'
import type {
  AnyPaginateConfig,
  InferFilterable,
  InferFilterType,
  InferFilterValue,
  InferLeftTables,
  InferNeverNull,
  InferTraits,
} from '../../types/paginate-config.js'

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

/** Facets of a list, by the names of its filterable fields. */
export type FacetsOf<Config extends AnyPaginateConfig> = {
  readonly [Name in InferFilterable<Config>]?: FacetOption<Config, Name> | false | undefined
}

type ValueOf<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>> =
  string extends InferFilterable<Config> ? unknown : InferFilterValue<Config, Name>

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
export type AskedFacets<Config extends AnyPaginateConfig, Facets> = [Config, undefined] extends [unknown, Facets]
  ? FacetCounts<Config, DeclaredFacets<Config>>
  : FacetCounts<Config, Facets>

/** The facets that a list declares; none where its type does not show them. */
export type DeclaredFacets<Config extends AnyPaginateConfig> = [InferTraits<Config>['facets']] extends [null]
  ? {}
  : unknown extends InferTraits<Config>['facets']
    ? {}
    : Exclude<InferTraits<Config>['facets'], null>
