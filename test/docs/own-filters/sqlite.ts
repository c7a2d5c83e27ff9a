import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paginateConfig } from 'drizzle-paginate'

export const shops = sqliteTable('shops', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  labels: text('labels', { mode: 'json' }).$type<string[]>().notNull(),
  settings: text('settings', { mode: 'json' }).notNull(),
})

export const list = paginateConfig(shops)
  .withLimits(20, 100)
  .withTieBreaker('id')
  .filterWith('name', 'text', ({ value }) => sql`lower(${shops.name}) = lower(${value})`)
  .filterWith('delivery', 'text', ({ value }) => sql`${shops.settings} ->> '$.delivery.mode' = ${value}`)
  .filterWith(
    'anyLabel',
    'text',
    ({ values }) =>
      sql`exists (select 1 from json_each(${shops.labels}) where value in (select value from json_each(${JSON.stringify(values)})))`,
    '$in',
  )
  .build()
