import { doublePrecision, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'

export const shops = pgTable(
  'shops',
  {
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    owner: text('owner').notNull(),
    agent: text('agent'),
    labels: text('labels').array().notNull(),
    settings: jsonb('settings').$type<{ delivery?: { mode?: string } }>().notNull(),
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    index('shops_name_caseless').on(sql`lower(${table.name})`),
    index('shops_labels').using('gin', table.labels),
    index('shops_name_trigrams').using('gin', sql`${table.name} gin_trgm_ops`),
  ],
)
