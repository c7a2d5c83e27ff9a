// The public surface of `drizzle-paginate`: named re-exports only.
export { rowsOf, type Rows } from './features/children/rows-of.js'
export { configVariants } from './features/variants/config-variants.js'
export { paginateConfig } from './builder/paginate-config.js'
export type { PaginateConfigOptions } from './builder/settings.js'
export { isPaginateQueryError, PaginateConfigError, PaginateQueryError } from './errors.js'
export { encodeFilterValue } from './features/facets/encode-filter-value.js'
export { facetCounts } from './features/facets/facet-counts.js'
export { applyFilters, type ApplyFiltersOptions, type FilteredSet } from './features/filtered-set/apply-filters.js'
export type { StatementEvent } from './types/statement.js'
export type { PaginateOptions } from './page/options.js'
export { paginate } from './page/paginate.js'
export { paginateSelect, paginateSelectMap } from './page/paginate.js'
export { paginateRelational } from './features/relational/paginate-relational.js'
export { summarize } from './features/summaries/summarize.js'
export { type StreamOptions, streamRows } from './features/streams/stream-rows.js'
export { PaginateQuery } from './request/paginate-query.js'
export type { ConfigDescription } from './types/config-description.js'
export type { ListDatabase } from './types/database.js'
export type { PaginateQueryErrorCode } from './types/error-code.js'
export type { FacetCounts, FacetRange, FacetValue } from './features/facets/facet-types.js'
export type {
  AnyPaginateConfig,
  InferFilterable,
  InferFilterType,
  InferFilterValue,
  InferItem,
  InferOperators,
  InferSearchable,
  InferSortable,
  PaginateConfig,
} from './types/paginate-config.js'
export type { PageOf } from './types/page-for.js'
export type { PaginateQueryInput } from './types/query.js'
export type {
  AnyPage,
  CursorMeta,
  CursorPage,
  NumberedMeta,
  NumberedPage,
  PaginatedLinks,
  PaginatedMeta,
  PaginatedResponse,
} from './types/response.js'
export type { Selection } from './types/selection.js'
export { defineValueType } from './features/value-types/define-value-type.js'
export { relativeDate, relativeTimestamp } from './features/value-types/relative-dates.js'
export type { ValueType } from './values/value-type.js'
export { FilterOperator, type ValueTypeName } from './vocabulary.js'
