// drizzle-paginate/client: a typed query builder for front ends. Nothing of the core or of Drizzle is in the bundle.
export type {
  FieldCriteria,
  FilterName,
  FilterValue,
  ItemOf,
  Jsonified,
  ListSource,
  OperatorOf,
  SearchName,
  SortName,
} from './client-types.js'
export type { ListCondition } from './condition.js'
export type { CriterionParts } from './criterion.js'
export { dayRange, type HalfOpenRange, monthRange } from './date-range.js'
export {
  type ClientPage,
  createListClient,
  type ListClient,
  type ListClientOptions,
  type ListFetch,
  type ListProblem,
  ListRequestError,
} from './list-client.js'
export { listQuery, ListQuery, type ListQueryState, parseListQuery } from './list-query.js'
export { fromTableState, type ListCursor, type ListTableState, toTableState } from './table-state.js'
