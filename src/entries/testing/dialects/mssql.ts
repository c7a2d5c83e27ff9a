// testing: SQL Server.
import { sql } from 'drizzle-orm'
import { mysqlTested } from './mysql.js'
import { quoted } from './shared.js'
import type { TestedDialect } from './tested-dialect.js'

export const mssqlTested: TestedDialect = {
  ...mysqlTested,
  quote: quoted('"'),
  isFinerThanDate: (moment) => sql`datepart(nanosecond, ${moment}) % 1000000 <> 0`,
  readQueryPlan: null,
}
