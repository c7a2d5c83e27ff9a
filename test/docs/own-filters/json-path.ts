import { sql } from 'drizzle-orm'
import { paginateConfig } from 'drizzle-paginate'
import { shops } from './schema.js'

export const list = paginateConfig(shops)
  .withLimits(20, 100)
  .withTieBreaker('id')
  .filterWith('delivery', 'text', ({ value }) => sql`${shops.settings} #>> '{delivery,mode}' = ${value}`)
  .build()
