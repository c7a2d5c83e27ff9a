// CockroachDB, which reads PostgreSQL's SQL, word for word, in all that is written here. No server has run it.
import type { Dialect } from '../dialect.js'
import { postgres } from '../postgres/index.js'
import { plainStatements } from '../shared/sql.js'

export const cockroach: Dialect = {
  ...postgres,
  classPrefix: 'Cockroach',
  sortsNullsLast: false,
  unsortableTypes: [],
  statements: { ...plainStatements, locksNoLeftJoins: true },
}
