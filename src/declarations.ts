// drizzle-paginate/types: types that declarations name, and no program has to: a builder's chain, what a call checks of its
// arguments, parts of a description. The declarations that a compiler writes for an exported list import them from here.
export type { AggregateType, QuantifiedRows } from './features/children/rows-of.js'
export type { AliasedSet, FilterJoin, JoinedSet } from './features/filtered-set/apply-filters.js'
export type { MapAll, RowMap } from './page/map-rows.js'
export type { StreamedRow, StreamItems } from './features/streams/stream-rows.js'
export type { AnyRelationalBuilder } from './drizzle/relational-query.js'
export type { FindOptions, RelationalItem } from './features/relational/relational-types.js'
export type { QuerySource } from './request/query-source.js'
export type { ConfigBuilder, Missing } from './types/builder.js'
export type {
  RootSchema,
  WithChildren,
  WithField,
  WithItem,
  WithJoin,
  WithoutMembers,
  WithScope,
  WithTraits,
} from './types/builder-chain.js'
export type { ChildrenMember, ChildrenOptions, CollectionLike, RowsArgument, RowsExpression } from './types/children.js'
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
  DeclarationDescription,
  FilterableFieldDescription,
  SortDescription,
} from './types/config-description.js'
export type { OperandOfType } from './types/criteria.js'
export type { MaybePromise } from './types/database.js'
export type { AskedFacets, FacetsOf } from './features/facets/facet-types.js'
export type { FacetOption, FacetValuesOption } from './types/facets.js'
export type { DeclaredField, ElementFacts, FieldFacts, FilterFacts, GatedFacts, Schema } from './types/item.js'
export type { ChangedTraits, ListTraits, PlainTraits } from './types/list-traits.js'
export type { OwnFilterFacts } from './types/own-filter.js'
export type { InferTraits } from './types/paginate-config.js'
export type {
  AnyMeta,
  AppliedMeta,
  RowCursorsMeta,
  EstimatedTotals,
  ExactTotals,
  ExpressionMeta,
  FieldsMeta,
  KnownTotals,
  PageByTraits,
} from './types/response.js'
export type { Summarized } from './types/page-for.js'
export type { SelectedItem, SelectedRecord } from './types/selection.js'
export type { ValueTypeDefinition } from './features/value-types/define-value-type.js'
export type { RelativeDateOptions } from './features/value-types/relative-dates.js'
export type { BuiltInForm } from './values/value-type.js'
export type { SortDirection } from './vocabulary.js'
