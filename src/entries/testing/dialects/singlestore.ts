// testing: SingleStore.
import { mysqlTested } from './mysql.js'
import type { TestedDialect } from './tested-dialect.js'

export const singlestoreTested: TestedDialect = { ...mysqlTested, readQueryPlan: null }
