// A list as a file, streamed: the filtered set in its order, never held as a whole. Run it with
// `npm run example export`.
import { serve } from '@hono/node-server'
import Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paginateConfig, streamRows } from 'drizzle-paginate'
import { exportHandler, problemAnswer } from 'drizzle-paginate/http'

const readings = sqliteTable('readings', {
  id: integer('id').primaryKey(),
  sensor: text('sensor').notNull(),
  value: integer('value').notNull(),
})

export const db = drizzle({ client: new Database(':memory:') })
db.run(sql`create table readings (id integer primary key, sensor text not null, value integer not null)`)
db.run(
  sql`insert into readings (sensor, value) with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500)
    select case i % 2 when 0 then '=roof' else 'cellar' end, i * 7 % 1000 from n`,
)

export const readingList = paginateConfig(readings)
  .withLimits(20, 100)
  .withTieBreaker('id')
  .sortable('sensor', 'value')
  .filterable('sensor', '$eq')
  .filterable('value', '$gte', '$lt', '$btw')
  .build()

const csv = exportHandler({ db, config: readingList, as: 'csv', filename: 'readings.csv' })

/** The rows themselves, for what is not a file: here their sum. */
async function sum(request: Request): Promise<Response> {
  let total = 0
  try {
    for await (const { value } of streamRows(db, request, readingList)) total += value
  } catch (error) {
    const { body, ...head } = problemAnswer(error)
    return new Response(body, head)
  }
  return Response.json({ total })
}

const answer = (request: Request): Promise<Response> =>
  new URL(request.url).pathname === '/sum' ? sum(request) : csv(request)

serve({ fetch: answer, port: Number(process.env['PORT'] ?? 3000) }, ({ port }) => {
  console.log(`http://localhost:${port}/readings.csv?filter.value=$gte:900&sortBy=value:DESC`)
})
