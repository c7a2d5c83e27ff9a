// Neon's driver over HTTP, the real client, with an endpoint in its `fetch`.
import { neon, neonConfig } from '@neondatabase/serverless'
import { drizzle } from 'drizzle-orm/neon-http'
import { openPglite } from '../support/pglite.js'
import { toParameterText } from '../support/postgres-values.js'
import { report } from '../support/report.js'

interface Question {
  readonly query: string
  readonly params: readonly unknown[]
}

await report({
  engine: 'neon-http',
  open: async () => {
    const { ask, execute, close } = await openPglite()
    const answer = async ({ query, params }: Question, isArray: boolean) => {
      const { fields, rows } = await ask(query, params.map(toParameterText))
      const asObject = (row: readonly unknown[]) =>
        Object.fromEntries(row.map((value, index) => [fields[index]?.name, value]))
      return {
        command: 'SELECT',
        rowCount: rows.length,
        fields,
        rows: isArray ? rows : rows.map(asObject),
        rowAsArray: isArray,
      }
    }
    neonConfig.fetchFunction = async (
      _url: string,
      { body, headers }: { body: string; headers: Record<string, string> },
    ) => {
      const asked = JSON.parse(body) as Question | { readonly queries: readonly Question[] }
      const isArray = headers['Neon-Array-Mode'] === 'true'
      try {
        if (!('queries' in asked)) return Response.json(await answer(asked, isArray))
        const results: unknown[] = []
        for (const question of asked.queries) results.push(await answer(question, isArray))
        return Response.json({ results })
      } catch (error) {
        return Response.json({ message: (error as Error).message }, { status: 400 })
      }
    }
    const address = 'postgresql://user:password@db.example.com/test'
    return { dialect: 'postgresql', drizzle: () => drizzle({ client: neon(address) }) as never, execute, close }
  },
})
