// drizzle-paginate/memory: the same configuration over plain arrays, without a database.
export { filterArray } from './filter-array.js'
export type { ArrayValues } from './options.js'
export { facetArray } from './facet-array.js'
export { paginateArray } from './paginate-array.js'
