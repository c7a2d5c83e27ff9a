// What a driver of PostgreSQL is handed: names from the second run on, new ones after a connection lost its statements,
// tokens.
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ListDatabase } from '../../src/index.js'
import { statementNames } from '../../src/kept/kept-statement.js'
import { keptStatements, listOf, read, requestOf } from '../select/lists.js'

interface Sent {
  readonly name?: string | undefined
  readonly text: string
}

/** The end of the wire: takes down what is sent, and answers no rows or an error. */
function wire(): { readonly db: ListDatabase; readonly sent: Sent[]; failWith(error: Error | null): void } {
  const sent: Sent[] = []
  let failure: Error | null = null
  const query = ({ name, text }: Sent): Promise<{ rows: unknown[] }> => {
    sent.push({ name, text })
    return failure === null ? Promise.resolve({ rows: [] }) : Promise.reject(failure)
  }
  return { db: drizzle({ client: { query } as never }) as never, sent, failWith: (error) => void (failure = error) }
}

beforeEach(() => statementNames.reset())
const asked = (db: ListDatabase, list: object, query: string, namedStatements = true) =>
  keptStatements(db, requestOf(list, query), namedStatements)

describe('A statement on PostgreSQL', () => {
  test.each<[title: string, query: string, namedStatements: boolean, part: 'page' | 'count', isNamed: boolean]>([
    ['a page', 'filter.views=$gte:1', true, 'page', true],
    ['a count', 'filter.views=$gte:1', true, 'count', true],
    ['a page, where the host wants no names', 'filter.views=$gte:1', false, 'page', false],
    ['a page of a search, which is planned for its term', 'search=e', true, 'page', false],
    ['a count of a search', 'search=e', true, 'count', false],
  ])('%s: named from its second run on', async (_title, query, namedStatements, part, isNamed) => {
    const { db, sent } = wire()
    const list = listOf('postgres').build()
    for (let turn = 0; turn < 3; turn++) {
      const statements = asked(db, list, query, namedStatements)
      const statement = part === 'page' ? statements?.page(read('plain', 0)) : statements?.[part]?.()
      expect(await statement?.run()).toEqual([])
    }
    const name = isNamed ? (expect.stringMatching(/^drizzle_paginate_/) as unknown) : undefined
    expect(sent.map((one) => one.name)).toEqual([undefined, name, name])
    expect(sent[2]).toEqual({ ...sent[1], text: sent[0]?.text })
  })

  test("has no name with what a list's own functions answer: it is planned for its values", async () => {
    const list = listOf('postgres')
      .filterWith('of', 'integer', ({ value }) => sql`${value} = 1`)
      .build()
    const { db, sent } = wire()
    for (let turn = 0; turn < 3; turn++) {
      const statements = asked(db, list, `filter.of=$eq:${turn}`)
      await statements?.count().run()
      await statements?.page(read('plain', 0)).run()
    }
    expect(sent.map((one) => one.name)).toEqual(Array(6).fill(undefined))
  })

  test('fails as it did, and goes under a new name once its connection has lost it', async () => {
    const { db, sent, failWith } = wire()
    const list = listOf('postgres').build()
    const run = async () => asked(db, list, '')?.page(read('plain', 0)).run()
    await run()
    await run()
    failWith(Object.assign(new Error('lost'), { code: '26000' }))
    await expect(run()).rejects.toThrow()
    failWith(null)
    await run()
    expect(sent[2]?.name).toBe(sent[1]?.name)
    expect(sent[3]?.name).toMatch(/^drizzle_paginate_1_/)
  })
})

test.each<[token: string | undefined, set: readonly string[]]>([
  ['secret', ['secret']],
  [undefined, []],
])('A session is handed the token %s of its database', async (token, expected) => {
  const set: unknown[] = []
  const { db } = wire()
  const { session } = db as unknown as { session: { prepareQuery(...given: unknown[]): object } }
  const prepare = session.prepareQuery.bind(session)
  session.prepareQuery = (...given) => Object.assign(prepare(...given), { setToken: (one: unknown) => set.push(one) })
  const select = db.select.bind(db) as (fields: object) => object
  const withToken = { select: (fields: object) => Object.assign(select(fields), { authToken: token }) }
  await asked(withToken as never, listOf('postgres').build(), '')
    ?.page(read('plain', 0))
    .run()
  expect(set).toEqual(expected)
})
