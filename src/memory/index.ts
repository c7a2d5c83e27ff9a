// drizzle-paginate/memory: the same configuration over plain arrays, without a database.
export { applyFiltersToArray } from './apply-filters-to-array.js'
export type { ArrayValues, FilterArrayOptions, PaginateArrayOptions } from './options.js'
export { paginateArray } from './paginate-array.js'
