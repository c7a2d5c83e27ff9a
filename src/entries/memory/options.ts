// memory: the options of the entry points.
import type { OwnCriterion } from '../../types/config.js'
import type {
  AnyPaginateConfig,
  InferFilterable,
  InferSearchable,
  InferSortable,
  InferTraits,
} from '../../types/paginate-config.js'
import type { Sentences } from '../../types/type-error.js'

/** The names that clients may use. */
type NameIn<Config extends AnyPaginateConfig> =
  Exclude<InferSortable<Config>, 'relevance'> | InferSearchable<Config> | InferFilterable<Config>

/** Whether a row of this type has a place for the field: a member of its name, or of its key under a joined prefix. */
type HasPlace<Row, Name extends string> = Name extends keyof Row
  ? true
  : Name extends `${infer Prefix}.${infer Key}`
    ? Prefix extends keyof Row
      ? Key extends keyof ElementOrRecord<NonNullable<Row[Prefix]>>
        ? true
        : false
      : false
    : false

/** The rows of a `.filterableMany()` with a record are an array of records under its name. */
type ElementOrRecord<Value> = Value extends readonly (infer Element)[] ? Element : Value

/** Names that need an accessor, as far as types tell. */
type NameWithoutPlace<Config extends AnyPaginateConfig, Row, Name = NameIn<Config>> = unknown extends Row
  ? never
  : Name extends string
    ? string extends Name
      ? never
      : HasPlace<Row, Name> extends true
        ? never
        : Name
    : never

/** The name of a `filterableMany` with a record, whose function returns the records. */
type SetOf<Name> = Name extends `${infer Prefix}.${string}` ? Prefix : Name

/**
 * Functions that return the values of fields that a row does not have, by field name: expressions, and the elements of
 * `filterableMany` as a list. A function for a field that a row has replaces its value.
 */
export type ArrayValues<Config extends AnyPaginateConfig, Row> = (
  | { readonly [Name in NameWithoutPlace<Config, Row>]: (row: Row) => unknown }
  | { readonly [Name in SetOf<NameWithoutPlace<Config, Row>>]: (row: Row) => unknown }
) & { readonly [field: string]: (row: Row) => unknown }

/** Says whether a row matches the term. A number is its rank: the greater, the better. */
export type SearchRow<Row> = (row: Row, term: string) => boolean | number

/** Replaces the condition of a `.filterWith()`: says whether a row meets the criterion. */
export type FilterRow<Row> = (row: Row, criterion: OwnCriterion) => boolean

/** Functions of rows that replace the list's SQL, which memory cannot run. */
export interface OwnFunctions<Row> {
  /**
   * Replace the conditions of `.filterWith()`, by name: each says whether a row meets the criterion. `$not` and
   * connectors are applied to the result.
   *
   * @example `filters: { person: (row, { value }) => row.author === value || row.editor === value }`
   */
  readonly filters?: { readonly [name: string]: FilterRow<Row> | undefined } | undefined
  /**
   * Replaces `.searchWith()`: says whether a row matches the term. A number is the rank of a row that matches.
   *
   * @example `search: (row, term) => row.title.split(' ').filter((word) => word === term).length || false`
   */
  readonly search?: SearchRow<Row> | undefined
  /**
   * Replace the aggregates of `.withSummary()`: functions of the filtered rows.
   *
   * @example `summary: { revenue: (rows) => rows.reduce((sum, { total }) => sum + total, 0) }`
   */
  readonly summary?: { readonly [name: string]: (rows: readonly Row[]) => unknown } | undefined
}

/**
 * `own` is required if the types show that a field has no place in a row. A filter of `.filterWith()` is not such a value:
 * its type is a field's, so if `filters` are given, what `values` must have is checked at run time.
 */
type WithOwn<Config extends AnyPaginateConfig, Row> = [NameWithoutPlace<Config, Row>] extends [never]
  ? { readonly own?: (OwnFunctions<Row> & { readonly values?: ArrayValues<Config, Row> | undefined }) | undefined }
  : {
      readonly own:
        | (OwnFunctions<Row> & { readonly values: ArrayValues<Config, Row> })
        | (OwnFunctions<Row> & {
            readonly values?: Partial<ArrayValues<Config, Row>> | undefined
            readonly filters: NonNullable<OwnFunctions<Row>['filters']>
          })
    }

interface WithWhere<Row> {
  /** Adds your own condition, AND-ed with everything: tenancy, row security. It gets only rows that match the rest. */
  readonly where?: ((row: Row) => boolean) | null | undefined
}
/** Nothing reads `_Sentence`: the compiler prints it if the condition is left out. */
interface WithScope<Row, _Sentence extends string = Sentences['needsWhere']> {
  /**
   * Replaces `.scopedBy()`, whose SQL memory cannot run: says whether a row is in the scope. It gets only rows that
   * match the rest.
   */
  readonly where: (row: Row) => boolean
}

/**
 * Of several configurations `true` is among the answers where one is scoped; a type that does not show it is of none.
 */
type IsScoped<Config extends AnyPaginateConfig> = Config extends AnyPaginateConfig
  ? [InferTraits<Config>['isScoped']] extends [true]
    ? true
    : false
  : false

/** Options of every call: `where` is required of a configuration with `.scopedBy()`. */
type WithRows<Config extends AnyPaginateConfig, Row> = WithOwn<Config, Row> &
  (true extends IsScoped<Config> ? WithScope<Row> : WithWhere<Row>)

export type PaginateArrayOptions<Config extends AnyPaginateConfig = AnyPaginateConfig, Row = unknown> = WithRows<
  Config,
  Row
> & {
  /** The path that links point to. @default the path of the request; without one all links are null */
  readonly path?: string | undefined
}

export type FilterArrayOptions<Config extends AnyPaginateConfig = AnyPaginateConfig, Row = unknown> = WithRows<
  Config,
  Row
> & {
  /** Names fields whose own criteria are checked and then left out, for facet counts. */
  readonly except?: readonly string[] | undefined
}

export type FacetArrayOptions<Config extends AnyPaginateConfig = AnyPaginateConfig, Row = unknown> = WithRows<
  Config,
  Row
>

/** The options argument: required where a field needs an accessor. */
export type OptionsArgument<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options]
