// Adapters whose frameworks bring declarations of their own, and Temporal.
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { paginateConfig } from 'drizzle-paginate'
import { listHandler, paginatePlugin } from 'drizzle-paginate/fastify'
import { Paginate, PaginatedList, PaginateExceptionFilter, PaginateInterceptor } from 'drizzle-paginate/nestjs'
import { instant, pgInstant, temporalTypes } from 'drizzle-paginate/temporal'
import { articleList } from './lists.js'
import { db } from './pages.js'

export const onFastify = listHandler({ db, config: articleList })
export const plugin = paginatePlugin
export const decorators = [Paginate, PaginatedList] as const
export const filter = new PaginateExceptionFilter()
export const interceptor = new PaginateInterceptor()
export const events = pgTable('events', { id: integer('id').primaryKey(), startsAt: pgInstant('starts_at').notNull() })
export const eventList = paginateConfig(events, { valueTypes: [instant] })
  .withLimits(1, 2)
  .withTieBreaker('id')
  .filterable('startsAt', '$gte')
  .build()
export const types = temporalTypes
