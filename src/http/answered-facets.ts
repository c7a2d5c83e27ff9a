// Add-on http, compile time: the facets of a handler, checked by its configuration.
import type { FacetOption, FacetsOf, FacetValuesOption } from '../types/facets.js'
import type {
  AnyPaginateConfig,
  Describe,
  FilterableType,
  InferFilterable,
  InferFilterType,
  PaginateConfig,
} from '../types/paginate-config.js'
import type { ConfigTypeError } from '../types/type-error.js'

/** Facets by any names. */
export type AnyFacets = FacetsOf<AnyPaginateConfig>

/** Where a handler infers the filterable fields from; a configuration whose type does not show them has any. */
export interface OfFilterable<Filterable extends FilterableType> {
  readonly describe: Describe<{ readonly filterable: Filterable }>
}

type ConfigOf<Filterable extends FilterableType> = PaginateConfig<unknown, string, string, Filterable>

export type NameOf<Filterable extends FilterableType> = InferFilterable<ConfigOf<Filterable>>
export type OptionOf<Filterable extends FilterableType, Name extends NameOf<Filterable>> = FacetOption<
  ConfigOf<Filterable>,
  Name
>

/**
 * A facet as the configuration allows it, or the sentence that says why it does not. No string alone: of a literal and
 * another string the compiler would make `never`, and print that.
 */
export type CheckedFacet<Filterable extends FilterableType, Name, Option> =
  Name extends NameOf<Filterable>
    ? GrantedFacet<ConfigOf<Filterable>, Name, Option>
    : ConfigTypeError<`The facet '${Name & string}' needs a filterable field; declare it with .filterable('${Name & string}', …).`>

type GrantedFacet<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>, Option> = Option extends
  FacetOption<Config, Name> | undefined
  ? Option
  : Option extends 'range'
    ? ConfigTypeError<`The facet '${Name}' as a range needs a field that grants a comparison or '$btw'; grant it, or leave the facet out.`>
    : true extends FacetOption<Config, Name>
      ? true | FacetValuesOption
      : [InferFilterType<Config, Name>] extends ['collection']
        ? ConfigTypeError<`The facet '${Name}' needs a field that grants '$contains'; grant it, or leave the facet out.`>
        : ConfigTypeError<`The facet '${Name}' needs a field that grants '$eq' or '$in'; grant it, or leave the facet out.`>
