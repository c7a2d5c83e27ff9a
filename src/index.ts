// The public surface of `drizzle-paginate`: named re-exports only.
export { every, none, some } from './builder/collection.js'
export { configVariants } from './builder/config-variants.js'
export { paginateConfig, type PaginateConfigOptions } from './builder/paginate-config.js'
export { PaginateConfigError, PaginateQueryError } from './errors.js'
export type { AnyPaginateQuery } from './page/answer-page.js'
export { applyFilters, type ApplyFiltersOptions, type DynamicSelect, type FilteredSet, type FilterJoin } from './page/apply-filters.js'
export type { LinkContext } from './page/links.js'
export type { StatementEvent } from './page/observe-statement.js'
export type { PaginateOptions } from './page/options.js'
export { paginate } from './page/paginate.js'
export { paginateSelect, paginateSelectMap } from './page/paginate-select.js'
export { shapeCacheStats } from './page/shape-cache-stats.js'
export type { ShapeCacheStats } from './page/shape-cache.js'
export { PaginateQuery } from './request/paginate-query.js'
export type { QuerySource } from './request/query-source.js'
export type {
  BadgeDescription, ConfigDescription, DeclarationDescription, FilterableFieldDescription, SortDescription,
} from './types/config-description.js'
export type { ListDatabase } from './types/database.js'
export type { PaginateQueryErrorCode } from './types/error-code.js'
export type {
  AnyPaginateConfig, InferFilterable, InferFilterType, InferFilterValue, InferItem, InferOperators, InferSearchable, InferSortable,
  PaginateConfig,
} from './types/paginate-config.js'
export type { PaginateQueryInput } from './types/query.js'
export type { PaginatedLinks, PaginatedMeta, PaginatedResponse } from './types/response.js'
export type { SelectedItem, Selection } from './types/selection.js'
export { type BuiltInForm, defineValueType, type ValueType, type ValueTypeDefinition } from './values/define-value-type.js'
export { FilterOperator, type SortDirection, type ValueTypeName } from './vocabulary.js'
