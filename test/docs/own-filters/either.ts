import { eq, or } from 'drizzle-orm'
import { paginateConfig } from 'drizzle-paginate'
import { shops } from './schema.js'

export const list = paginateConfig(shops)
  .withLimits(20, 100)
  .withTieBreaker('id')
  .filterWith('person', 'text', ({ value }) => or(eq(shops.owner, value), eq(shops.agent, value)))
  .build()
