// testing: CockroachDB.
import { postgresTested } from './postgres.js'
import type { TestedDialect } from './tested-dialect.js'

export const cockroachTested: TestedDialect = {
  ...postgresTested,
  hasNullsInIndexes: false,
  hasGin: false,
  sortsUuidsAsBytes: false,
  readQueryPlan: null,
}
