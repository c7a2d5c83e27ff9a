// drizzle-paginate/client: a typed query builder for front ends. Nothing of the core or of Drizzle is in the bundle.
export type {
  CheckedCriteria,
  ConfigOf,
  CursorText,
  ExpressionArgument,
  FieldCriteria,
  FilterName,
  FilterValue,
  ItemOf,
  Jsonified,
  ListSource,
  OperandArguments,
  OperandOf,
  OperatorOf,
  PageNumber,
  SearchName,
  SortName,
} from './client-types.js'
export type { FilterScalar, TextInJson } from '../types/criteria.js'
export type { Conditions, ListCondition } from './condition.js'
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
  type ListRequestOptions,
} from './list-client.js'
export { listQuery, ListQuery, type ListQueryState, type ModifiedQuery, parseListQuery } from './list-query.js'
export {
  fromTableState,
  type ListCursor,
  type ListTableState,
  type TableStateOptions,
  toTableState,
} from './table-state.js'
