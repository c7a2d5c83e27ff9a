import { inArray, sql } from 'drizzle-orm'
import { paginateConfig } from 'drizzle-paginate'
import { shops } from './schema.js'

const name = sql`lower(${shops.name})`

export const list = paginateConfig(shops)
  .withLimits(20, 100)
  .withTieBreaker('id')
  .filterWith(
    'name',
    'text',
    (criterion) =>
      criterion.operator === '$in'
        ? inArray(
            name,
            criterion.values.map((value) => sql`lower(${value})`),
          )
        : sql`${name} = lower(${criterion.value})`,
    '$eq',
    '$in',
  )
  .build()
