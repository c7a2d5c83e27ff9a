// The finished configuration, as apps and clients see it.
import type { FilterOperator } from '../vocabulary.js'
import type { ConfigDescription } from './config-description.js'
import type { ListTraits } from './list-traits.js'

/**
 * A filterable field at compile time: its name, the operators allowed, and `{ type, value }`, its value type's name and
 * its values.
 */
export type FilterableType = readonly [name: string, operator: FilterOperator, facts: unknown]

/**
 * The fields, operators and limits of one list. `paginateConfig(table)….build()` makes it once, and it serves every
 * request. Frozen.
 *
 * A typed client needs only its type parameters: `import type` of a configuration brings no code with it.
 */
export interface PaginateConfig<
  out Item = unknown,
  out Sortable extends string = string,
  out Searchable extends string = string,
  out Filterable extends readonly unknown[] = FilterableType,
  out LeftTables extends string = string,
  out Traits extends ListTraits = ListTraits,
> {
  /** Returns the configuration as plain JSON-safe data, a fresh copy at every call. */
  readonly describe: Describe<{
    readonly item: Item
    readonly sortable: Sortable
    readonly searchable: Searchable
    readonly filterable: Filterable
    /** Names of left-joined tables: a selection's columns of theirs may be null. */
    readonly leftTables: LeftTables
    /** The list's dialect and modes. */
    readonly traits: Traits
    /**
     * What its calls must give as `options.scope`. A method, so that a scoped configuration is a `PaginateConfig` too.
     */
    takes(scope: Traits['scope']): void
  }>
}

/** Carries the types of a list, where no editor offers them. */
export interface Describe<out Types = unknown> {
  (options?: { readonly includeDisabled?: boolean }): ConfigDescription
  /** Types only; absent at run time. */
  readonly '~types'?: Types
}

/** Any configuration, of any items and names. */
export type AnyPaginateConfig = PaginateConfig

type TypesOf<Config> = Config extends { readonly describe: Describe<infer Types> } ? NonNullable<Types> : never

export type FilterNamed<Config extends AnyPaginateConfig, Name> = Extract<
  TypesOf<Config>['filterable'],
  readonly [Name, ...unknown[]]
>
type MemberOf<Facts, Member extends string> = Facts extends { readonly [Key in Member]: infer Value } ? Value : unknown

/** The type of an item: the root table's row, or the record of `.select()`. */
export type InferItem<Config extends AnyPaginateConfig> = TypesOf<Config>['item']
/** The names that `sortBy` takes. */
export type InferSortable<Config extends AnyPaginateConfig> = TypesOf<Config>['sortable']
/** The names that `searchBy` takes. */
export type InferSearchable<Config extends AnyPaginateConfig> = TypesOf<Config>['searchable']
/** The names that `filter.<field>` takes. */
export type InferFilterable<Config extends AnyPaginateConfig> = TypesOf<Config>['filterable'][0]
/** The operators allowed on one field. */
export type InferOperators<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>> = FilterNamed<
  Config,
  Name
>[1]
/** The value type's name of one field, as in `describe()`. */
export type InferFilterType<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>> = MemberOf<
  FilterNamed<Config, Name>[2],
  'type'
>
/** The type of one field's values, as the column or value type has them; the elements' for a collection. */
export type InferFilterValue<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>> = MemberOf<
  FilterNamed<Config, Name>[2],
  'value'
>
/** The table of a column that is never null in it; never for any other field. */
export type InferNeverNull<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>> = MemberOf<
  FilterNamed<Config, Name>[2],
  'neverNull'
>
/** The filter of this name whose condition is the app's own; never for any other. */
export type OwnFilter<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>> = Extract<
  FilterNamed<Config, Name>,
  readonly [unknown, unknown, { readonly own: true }]
>
/** Names of left-joined tables. */
export type InferLeftTables<Config extends AnyPaginateConfig> = TypesOf<Config>['leftTables']
/** The list's dialect and modes: how it is paged and counted, and the scope that its calls need. */
export type InferTraits<Config extends AnyPaginateConfig> = TypesOf<Config>['traits']
