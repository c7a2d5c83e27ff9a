// Drizzle's PostgreSQL proxy over JSON, as over HTTP: parameters and rows go through `JSON.stringify`.
import { drizzle } from 'drizzle-orm/pg-proxy'
import { openPglite } from '../support/pglite.js'
import { report } from '../support/report.js'
import { toParameterText, toPlainValue } from '../support/postgres-values.js'

await report({
  engine: 'pg-proxy',
  open: async () => {
    const { ask, execute, close } = await openPglite()
    const remote = async (sql: string, params: unknown[]) => {
      const sent = JSON.parse(JSON.stringify({ sql, params })) as { sql: string; params: unknown[] }
      const { fields, rows } = await ask(sent.sql, sent.params.map(toParameterText))
      const answer = rows.map((row) => row.map((text, index) => toPlainValue(text, fields[index]?.dataTypeID ?? 0)))
      return { rows: JSON.parse(JSON.stringify(answer)) as unknown[] }
    }
    return { dialect: 'postgresql', drizzle: () => drizzle(remote) as never, execute, close }
  },
})
