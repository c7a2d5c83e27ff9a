import { isNotNull, isNull } from 'drizzle-orm'
import { paginateConfig } from 'drizzle-paginate'
import { shops } from './schema.js'

export const list = paginateConfig(shops)
  .withLimits(20, 100)
  .withTieBreaker('id')
  .filterWith('deleted', 'boolean', ({ value }) => (value ? isNotNull(shops.deletedAt) : isNull(shops.deletedAt)))
  .defaultFilter('deleted', { $eq: false })
  .build()
