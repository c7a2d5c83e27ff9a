// memory: what the two entry points take besides rows, query and configuration.
import type { LinkContext } from '../page/links.js'
import type { AnyPaginateConfig, InferFilterable, InferSearchable, InferSortable } from '../types/paginate-config.js'

/** The names that clients may use. */
type NameIn<Config extends AnyPaginateConfig> = InferSortable<Config> | InferSearchable<Config> | InferFilterable<Config>

/** Does a row of this type have a place for the field: a member of its name, or of its key under a joined prefix? */
type HasPlace<Row, Name extends string> = Name extends keyof Row
  ? true
  : Name extends `${infer Prefix}.${infer Key}`
    ? Prefix extends keyof Row ? (Key extends keyof NonNullable<Row[Prefix]> ? true : false) : false
    : false

/** Names that need an accessor, as far as types tell. */
type NameWithoutPlace<Config extends AnyPaginateConfig, Row, Name = NameIn<Config>> = unknown extends Row
  ? never
  : Name extends string ? (string extends Name ? never : HasPlace<Row, Name> extends true ? never : Name) : never

/**
 * Values of fields that have no place in a row, by field name: expressions, and the elements of `filterableMany`.
 * An accessor of a field that has a place is used in its stead.
 */
export type ArrayValues<Config extends AnyPaginateConfig, Row> = {
  readonly [Name in NameWithoutPlace<Config, Row>]: (row: Row) => unknown
} & { readonly [field: string]: (row: Row) => unknown }

/** `values` is required where the types show that a field has no place in a row. */
type WithValues<Config extends AnyPaginateConfig, Row> = [NameWithoutPlace<Config, Row>] extends [never]
  ? { readonly values?: ArrayValues<Config, Row> | undefined }
  : { readonly values: ArrayValues<Config, Row> }

interface WithWhere<Row> {
  /** The host's own condition, AND-ed with everything: tenancy, row security. Called with rows that passed all else. */
  readonly where?: ((row: Row) => boolean) | undefined
}

/** Options of `paginateArray`. */
export type PaginateArrayOptions<Config extends AnyPaginateConfig = AnyPaginateConfig, Row = unknown> = WithValues<Config, Row> &
  WithWhere<Row> & {
    /** The request that links are made for; only its path is used. Without it all links are null. */
    readonly request?: LinkContext | undefined
  }

/** Options of `applyFiltersToArray`. */
export type FilterArrayOptions<Config extends AnyPaginateConfig = AnyPaginateConfig, Row = unknown> = WithValues<Config, Row> &
  WithWhere<Row> & {
    /** Fields whose own criteria are checked, then left out, for facet counts. */
    readonly except?: readonly string[] | undefined
  }

/** The options argument: required where a field needs an accessor. */
export type OptionsArgument<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options]
