// Laws of expressions across fields: those of boolean algebra, the same rows as filters, and as SQL written by hand.
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AnyPaginateConfig, paginate } from '../../../src/index.js'
import { quotedPart } from '../../../src/features/expressions/expression-text.js'
import { fieldWithCriterion, type LawDatabase, lawDatabases, openList, rowsArbitrary, seed } from './rows.js'

const term = fc.tuple(fieldWithCriterion, fc.constantFrom('', '', '$not:')).map(([{ field, criterion }, not]) => ({
  field,
  criterion: not + criterion,
  text: `${field}=${quotedPart(not + criterion)}`,
}))
const combined = (arbitrary: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      arbitrary,
      fc
        .tuple(tie('expression'), fc.constantFrom('AND', 'OR'), tie('expression'))
        .map(([a, by, b]) => `(${a}) ${by} (${b})`),
      tie('expression').map((inner) => `NOT (${inner})`),
    ),
  })).expression
const expression = combined(term.map(({ text }) => text))

/** A term beside the condition that a developer would write for it, on both dialects. */
const BY_HAND = [
  ['count=$gt:1', 'count > 1'],
  ['count=$not:$gt:1', 'count is null or count <= 1'],
  ['count=$in:0,2', 'count in (0, 2)'],
  ['count=$null', 'count is null'],
  ['must=$eq:a', `must = 'a'`],
  [`text="$eq:'"`, `text = ''''`],
  ['text=$not:$eq:a', `text is null or text <> 'a'`],
  ['color=$eq:red', `color = 'red'`],
  ['price=$btw:0,1', 'price >= 0 and price <= 1'],
  ['isOn=$null', 'is_on is null'],
] as const
interface Both {
  readonly text: string
  readonly sql: string
}
const byHand = fc.letrec<{ both: Both }>((tie) => ({
  both: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    // What is unknown to SQL does not match.
    fc
      .constantFrom(...BY_HAND)
      .map(([text, condition]): Both => ({ text, sql: `case when ${condition} then 1 else 0 end = 1` })),
    fc.tuple(tie('both'), fc.constantFrom('and', 'or'), tie('both')).map(([a, by, b]) => ({
      text: `(${a.text}) ${by} (${b.text})`,
      sql: `((${a.sql}) ${by} (${b.sql}))`,
    })),
    tie('both').map(({ text, sql }) => ({ text: `not (${text})`, sql: `not (${sql})` })),
  ),
})).both

interface Selects {
  select(fields: object): { from(table: object): { where(condition: unknown): PromiseLike<{ id: number }[]> } }
}

describe.each(lawDatabases)('On %s', (_name, open) => {
  let database: LawDatabase
  let config: AnyPaginateConfig
  beforeAll(async () => {
    database = await open()
    config = (openList(database) as never as { withFilterExpressions(bounds: object): { build(): AnyPaginateConfig } })
      .withFilterExpressions({ maxTerms: 100, maxDepth: 20 })
      .build()
  })
  const page = async (filterExpression: string | null, filters: Record<string, string[]> = {}) =>
    await paginate(database.db, { filterExpression, filters, limit: 100 }, config)
  const ids = async (filterExpression: string | null, filters?: Record<string, string[]>): Promise<number[]> =>
    (await page(filterExpression, filters)).items.map((item) => (item as { id: number }).id)
  const law = async <Values extends [unknown, ...unknown[]]>(
    arbitraries: { [Key in keyof Values]: fc.Arbitrary<Values[Key]> },
    holds: (...values: Values) => Promise<void>,
  ): Promise<void> =>
    fc.assert(
      fc.asyncProperty(
        rowsArbitrary(12),
        ...(arbitraries as unknown as [fc.Arbitrary<unknown>]),
        async (rows, ...values) => {
          await database.replaceRows(rows)
          await holds(...(values as unknown as Values))
        },
      ),
      { seed, numRuns: database.runs, endOnFailure: false },
    )

  test('De Morgan', async () => {
    await law([expression, expression], async (a, b) => {
      expect(await ids(`NOT ((${a}) AND (${b}))`)).toEqual(await ids(`NOT (${a}) OR NOT (${b})`))
      expect(await ids(`NOT ((${a}) OR (${b}))`)).toEqual(await ids(`NOT (${a}) AND NOT (${b})`))
    })
  })

  test('double negation, and every row matches exactly one of an expression and its complement', async () => {
    await law([expression], async (a) => {
      const [yes, no] = [await ids(a), await ids(`NOT (${a})`)]
      expect(await ids(`NOT NOT (${a})`)).toEqual(yes)
      expect([...yes, ...no].sort((one, other) => one - other)).toEqual(await ids(null))
    })
  })

  test('NOT in front of a term is its $not', async () => {
    await law([fieldWithCriterion], async ({ field, criterion }) => {
      const sent = quotedPart(criterion)
      expect(await ids(`NOT ${field}=${sent}`)).toEqual(await ids(`${field}=$not:${sent}`))
    })
  })

  test('an expression of AND alone is the same filters', async () => {
    await law([fc.array(term, { minLength: 1, maxLength: 6 })], async (terms) => {
      const filters: Record<string, string[]> = {}
      for (const { field, criterion } of terms) (filters[field] ??= []).push(criterion)
      expect(await ids(terms.map(({ text }) => text).join(' AND '))).toEqual(await ids(null, filters))
    })
  })

  test('it is AND-ed with filters', async () => {
    await law([expression, fieldWithCriterion], async (a, { field, criterion }) => {
      const [alone, filtered] = [new Set(await ids(a)), await ids(null, { [field]: [criterion] })]
      expect(await ids(a, { [field]: [criterion] })).toEqual(filtered.filter((id) => alone.has(id)))
    })
  })

  test('the canonical text is its own, and has the same rows', async () => {
    await law([expression], async (a) => {
      const { meta } = await page(a)
      const text = (meta as unknown as { filterExpression: string }).filterExpression
      const again = await page(text)
      expect(again.meta).toEqual(meta)
      expect(again.items).toEqual((await page(a)).items)
    })
  })

  test('the rows are those of SQL written by hand', async () => {
    await law([byHand], async ({ text, sql: condition }) => {
      const { table, db } = database
      const expected = await (db as unknown as Selects).select({ id: table.id }).from(table).where(sql.raw(condition))
      expect(await ids(text), text).toEqual(expected.map(({ id }) => id).sort((one, other) => one - other))
    })
  })
})
