import { arrayOverlaps } from 'drizzle-orm'
import { paginateConfig } from 'drizzle-paginate'
import { shops } from './schema.js'

export const list = paginateConfig(shops)
  .withLimits(20, 100)
  .withTieBreaker('id')
  .filterable('labels', '$contains')
  .filterWith('anyLabel', 'text', ({ values }) => arrayOverlaps(shops.labels, values), '$in')
  .build()
