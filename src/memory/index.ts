// drizzle-paginate/memory: the same configuration over plain arrays, without a database.
export { applyFiltersToArray } from './apply-filters-to-array.js'
export type { ArrayValues, FacetArrayOptions, FilterArrayOptions, PaginateArrayOptions } from './options.js'
export { facetCountsOfArray } from './facet-counts-of-array.js'
export { paginateArray } from './paginate-array.js'
