// Part "expressions": the longest text that the parameter `filter` may have, as hostile as it can be, and a request
// with an ordinary one.
import { and, eq, gte, ilike, not, or } from 'drizzle-orm'
import { api, internals } from '../build.mjs'
import { oursBuilder } from '../contenders/ours.mjs'
import { interleave, ratio } from '../stats.mjs'
import { stubDatabase } from '../stubs.mjs'
import { postgresTables } from '../tables.mjs'

const LENGTH = 8000
/** A piece as often as it fits, and the rest with blanks. */
const filled = (piece, last = '') =>
  (piece.repeat(Math.floor((LENGTH - last.length) / piece.length)) + last).padEnd(LENGTH)
const half = Math.floor((LENGTH - 3) / 2)

const HOSTILE = {
  'opened and closed parentheses': `${'('.repeat(half)}a=b${')'.repeat(half)}`.padEnd(LENGTH),
  'open parentheses': '('.repeat(LENGTH),
  'a row of NOT': filled('NOT ', 'a=b'),
  'empty quotes': `a=${'""'.repeat(LENGTH / 2 - 1)}`,
  'escapes in quotes': `a="${'\\"'.repeat(LENGTH / 2 - 2)}"`,
  'a quote that is not closed': `a="${'\\x'.repeat(LENGTH / 2 - 2)}`,
  'white space': ' '.repeat(LENGTH),
  'white space beyond ASCII': '\u3000'.repeat(LENGTH),
  'one long token': 'a'.repeat(LENGTH),
  'as many terms as there can be': filled('a=b OR ', 'a=b'),
  'groups nested to the right':
    `${'a=b AND ('.repeat(Math.floor(LENGTH / 10) - 1)}a=b${')'.repeat(Math.floor(LENGTH / 10) - 1)}`.padEnd(LENGTH),
}

const EXPRESSIONS = [
  '(status=$eq:live OR views=$gte:5) AND NOT title=$ilike:"amber h"',
  '(status=$eq:draft OR views=$gte:9) AND NOT title=$ilike:delta',
]

export async function expressions({ isFull }) {
  const { parseExpression } = internals
  const first = {}
  for (const [name, text] of Object.entries(HOSTILE)) {
    const start = performance.now()
    parseExpression(text, LENGTH, () => false)
    first[name] = (performance.now() - start) * 1000
  }
  const options = { rounds: isFull ? 15 : 7, blockMs: 50, warmMs: 100, clock: 'cpu' }
  const parsed = await interleave(
    Object.fromEntries(
      Object.entries(HOSTILE).map(([name, text]) => [name, () => parseExpression(text, LENGTH, () => false)]),
    ),
    options,
  )

  const { articles, ...tables } = postgresTables()
  const db = stubDatabase()
  const builder = oursBuilder({ articles, ...tables }).filterable('title', '$ilike')
  const [combined, plain] = [builder.withFilterExpressions().build(), builder.build()]
  const search = EXPRESSIONS.map((expression) => `filter=${encodeURIComponent(expression)}`)
  const apart = [
    'filter.status=$eq:live&filter.views=$gte:5&filter.title=$not:$ilike:amber%20h',
    'filter.status=$eq:draft&filter.views=$gte:9&filter.title=$not:$ilike:delta',
  ]
  const hand = async (i) => {
    const [status, views, title] = [
      ['live', 5, '%amber h%'],
      ['draft', 9, '%delta%'],
    ][i % 2]
    const where = and(or(eq(articles.status, status), gte(articles.views, views)), not(ilike(articles.title, title)))
    const total = await db.$count(articles, where)
    const items = await db.select().from(articles).where(where).orderBy(articles.createdAt, articles.id).limit(25)
    return { items, total }
  }
  const warm = await interleave(
    {
      expression: (i) => api.paginate(db, api.PaginateQuery.from(search[i % 2]), combined),
      filters: (i) => api.paginate(db, api.PaginateQuery.from(apart[i % 2]), plain),
      hand,
    },
    { ...options, blockMs: 150, warmMs: 600 },
  )
  const worst = Math.max(...Object.values(parsed).map(({ median }) => median))
  const us = (timing) => timing.median
  return {
    title: 'Expressions across fields: µs to read 8,000 hostile characters, and CPU µs of a request',
    tables: [
      {
        title: 'Reading the parameter `filter`',
        columns: ['8,000 characters of', 'the first time', 'median'],
        rows: Object.entries(parsed).map(([name, timing]) => [name, first[name], us(timing)]),
      },
      {
        title: 'A whole request, stubbed driver, 25 rows, three conditions',
        columns: ['what', 'ours', 'hand-written Drizzle', 'hand-written : ours'],
        rows: [
          ['an expression of three terms', us(warm.expression), us(warm.hand), ratio(warm, 'hand', 'expression')],
          ['three filters', us(warm.filters), us(warm.hand), ratio(warm, 'hand', 'filters')],
        ],
      },
    ],
    figures: { worst, first: Math.max(...Object.values(first)), hand: ratio(warm, 'hand', 'expression') },
  }
}
