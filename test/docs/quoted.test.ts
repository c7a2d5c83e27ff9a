// Every response and every statement quoted in the documentation is what the code answers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExampleEngine, openPostgres, openSqlite, renderMysql } from './support/engines.js'
import { answer, engineOf, type Exchange, exchangesOf, expectedText } from './support/exchanges.js'
import { pages, rewrite } from './support/pages.js'

let engines: ReadonlyMap<string, ExampleEngine>

beforeAll(async () => {
  engines = new Map([await openPostgres(), await openSqlite(), renderMysql()].map((engine) => [engine.dialect, engine]))
})

afterAll(async () => {
  for (const engine of engines.values()) await engine.close()
})

const exchanges = pages.flatMap(exchangesOf)
const title = ({ request }: Exchange): string => `${request.page}:${request.line}`

describe('quoted exchanges', () => {
  it.each(exchanges.map((exchange) => [title(exchange), exchange] as const))('%s', async (_, exchange) => {
    for (const block of exchange.answers) {
      const engine = engines.get(engineOf(block)) as ExampleEngine
      const expected = expectedText(block, await answer(exchange, engine))
      if (process.env['UPDATE_DOCS'] === '1' && block.text !== expected) rewrite(block, expected)
      else expect(block.text).toBe(expected)
    }
  })

  // `differs` marks the few that show a difference between databases.
  const common = exchanges.filter(({ request }) => !request.info.has('differs'))
  it.each(common.map((exchange) => [title(exchange), exchange] as const))(
    '%s is the same on PostgreSQL and SQLite',
    async (_, exchange) => {
      const [postgres, sqlite] = [engines.get('postgresql') as ExampleEngine, engines.get('sqlite') as ExampleEngine]
      const [one, other] = [await answer(exchange, postgres), await answer(exchange, sqlite)]
      expect(other.body).toEqual(one.body)
      expect(other.statements).toHaveLength(one.statements.length)
    },
  )
})
