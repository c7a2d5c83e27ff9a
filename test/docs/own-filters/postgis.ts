import { sql } from 'drizzle-orm'
import { customType, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { paginateConfig } from 'drizzle-paginate'
import { around } from './distance.js'

/** Drizzle has PostGIS's `geometry`; a `geography` measures in metres on the earth. */
const point = customType<{ data: string }>({ dataType: () => 'geography(point, 4326)' })

export const branches = pgTable(
  'branches',
  { id: integer('id').primaryKey(), name: text('name').notNull(), at: point('at').notNull() },
  (table) => [index('branches_at').using('gist', table.at)],
)

export const list = paginateConfig(branches)
  .withLimits(20, 100)
  .withTieBreaker('id')
  .omit('at')
  .filterWith(
    'near',
    around,
    ({ value }) =>
      sql`st_dwithin(${branches.at}, st_makepoint(${value.longitude}, ${value.latitude})::geography, ${value.metres})`,
  )
  .build()
