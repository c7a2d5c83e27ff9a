// The public surface of `drizzle-paginate`: named re-exports only.
export { rowsOf, type QuantifiedRows, type Rows } from './children/rows-of.js'
export { configVariants } from './builder/config-variants.js'
export { paginateConfig } from './builder/paginate-config.js'
export type { PaginateConfigOptions } from './builder/settings.js'
export { isPaginateQueryError, PaginateConfigError, PaginateQueryError } from './errors.js'
export { encodeFilterValue } from './facets/encode-filter-value.js'
export { facetCounts, type FacetCountsOptions } from './facets/facet-counts.js'
export {
  type AliasedSet,
  applyFilters,
  type ApplyFiltersOptions,
  type FilteredSet,
  type FilterJoin,
  type JoinedSet,
} from './page/apply-filters.js'
export type { StatementEvent } from './page/send.js'
export type { PaginateOptions } from './page/options.js'
export type { MapAll, RowMap } from './page/map-rows.js'
export { paginate } from './page/paginate.js'
export { paginateSelect, paginateSelectMap } from './page/paginate.js'
export { paginateRelational } from './page/paginate-relational.js'
export { summarize, type SummarizeOptions } from './page/summarize.js'
export { type StreamedRow, type StreamItems, type StreamOptions, streamRows } from './page/stream-rows.js'
export { PaginateQuery } from './request/paginate-query.js'
export type { QuerySource } from './request/query-source.js'
export type { AnyRelationalBuilder, FindOptions, RelationalItem } from './drizzle/relational-types.js'
export type { CollectionLike, ConfigBuilder, Missing } from './types/builder.js'
export type {
  RootSchema,
  WithChildren,
  WithField,
  WithItem,
  WithJoin,
  WithScope,
  WithTraits,
} from './types/builder-chain.js'
export type { AggregateType, ChildrenMember, ChildrenOptions, RowsArgument, RowsExpression } from './types/children.js'
export type {
  CheckedConfig,
  CheckedQuery,
  ConfigArgument,
  DatabaseArgument,
  NamedOptions,
  OfList,
  SourceArgument,
} from './types/call-arguments.js'
export type {
  BadgeDescription,
  ChildrenDescription,
  ConfigDescription,
  DeclarationDescription,
  FilterableFieldDescription,
  SortDescription,
} from './types/config-description.js'
export type { ListDatabase, MaybePromise } from './types/database.js'
export type { PaginateQueryErrorCode } from './types/error-code.js'
export type { FacetCounts, FacetOption, FacetRange, FacetsOf, FacetValue, FacetValuesOption } from './types/facets.js'
export type { DeclaredField, FilterFacts, Schema } from './types/item.js'
export type { ChangedTraits, ListTraits, PlainTraits } from './types/list-traits.js'
export type {
  AnyPaginateConfig,
  InferFilterable,
  InferFilterType,
  InferFilterValue,
  InferItem,
  InferOperators,
  InferSearchable,
  InferSortable,
  InferTraits,
  PaginateConfig,
} from './types/paginate-config.js'
export type { PaginateQueryInput } from './types/query.js'
export type {
  AnyPage,
  AppliedMeta,
  CursorMeta,
  RowCursorsMeta,
  CursorPage,
  EstimatedTotals,
  ExactTotals,
  ExpressionMeta,
  KnownTotals,
  NumberedMeta,
  NumberedPage,
  PageOf,
  PaginatedLinks,
  PaginatedMeta,
  PaginatedResponse,
} from './types/response.js'
export type { SelectedItem, Selection } from './types/selection.js'
export { defineValueType, type ValueTypeDefinition } from './values/define-value-type.js'
export { relativeDate, type RelativeDateOptions, relativeTimestamp } from './values/relative-dates.js'
export type { BuiltInForm, ValueType } from './values/value-type.js'
export { FilterOperator, type SortDirection, type ValueTypeName } from './vocabulary.js'
