// What a refusal says of its mend, and that it says nothing of what is gated.
import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { resolvedConfig } from '../../src/mistakes/resolved-config.js'
import { paginateConfig, PaginateQuery, PaginateQueryError } from '../../src/index.js'
import { createPlan } from '../../src/plan/create-plan.js'
import { normalizeQuery } from '../../src/request/paginate-query.js'

const articles = pgTable('articles', {
  id: integer().primaryKey(),
  title: text().notNull(),
  status: text().notNull(),
  kind: text().notNull(),
  views: integer().notNull(),
  hidden: boolean().notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
  publicationDate: timestamp(),
  description: text(),
})
const list = paginateConfig(articles)
  .withLimits(5, 10)
  .withTieBreaker('id')
  .sortable('title', 'views', 'publicationDate', 'description')
  .searchable('title')
  .filterable('status', '$eq', '$in')
  .filterable('views', '$gte', '$lte')
  .filterable('title', '$null')
  .filterable('at', '$gte', '$in')
  .filterable('kind', '$in', '$eq')
  .when(false)
  .filterable('hidden', '$eq')
  .when(false)
  .sortable('status')
  .when(false)
  .filterable('status', '$ilike')
  .build()

const errorOf = (source: string): PaginateQueryError => {
  const planned = createPlan(normalizeQuery(PaginateQuery.from(source)), resolvedConfig(list))
  if (planned.ok) throw new Error('was not refused')
  return new PaginateQueryError(planned.refusal)
}
const OF_STATUS = "Its operators are '$eq', '$in'."
const PLUS = `Write '%2B' for '+': a bare '+' is a space in a query string.`
const OF_VIEWS = "Its operators are '$lte', '$gte'."

describe('the hint of', () => {
  // R3.1.8
  test.each<[title: string, source: string, hint: string | undefined]>([
    ['a bare value', 'filter.status=paid', `Write '$eq:paid'. ${OF_STATUS}`],
    ['nothing', 'filter.status=', OF_STATUS],
    ['a bare plus in an offset', 'filter.at=$gte:2024-01-03T01:00:00+02:00', PLUS],
    ['a bare plus in a list', 'filter.at=$in:2024-01-03T01:00:00Z,2024-01-03T01:00:00+02:00', PLUS],
    ['another value with a space', 'filter.at=$gte:3+January', undefined],
    ['a space in a number', 'filter.views=$gte:1+2', undefined],
    ['a minus that means not elsewhere', 'filter.status=-open', OF_STATUS],
    ['a plus before a letter', 'filter.status=+open', OF_STATUS],
    ['null, where the list does not allow $null', 'filter.status=null', OF_STATUS],
    ['a denied null, where the list does not allow $null', 'filter.status=!null', OF_STATUS],
    ['a value with a colon', 'filter.status=12:30', `Write '$eq:12:30'. ${OF_STATUS}`],
    ['an operator without its sign', 'filter.status=in:a,b', `Write '$in:a,b'. ${OF_STATUS}`],
    ['an operator without its sign and a value, which may be a value', 'filter.status=IN', OF_STATUS],
    ['a slip in an operator', 'filter.views=$ltee:3', `Write '$lte:3'. ${OF_VIEWS}`],
    ['a slip in an operator without its sign, which may be a value', 'filter.status=inn:a', OF_STATUS],
    ['a slip between two operators', 'filter.views=$fte:3', OF_VIEWS],
    ['a sign alone', 'filter.status=$', OF_STATUS],
    [
      'a bare value, $eq not being the first operator',
      'filter.kind=a',
      "Write '$eq:a'. Its operators are '$eq', '$in'.",
    ],
    ['an operator that does not exist', 'filter.status=$foo:a', OF_STATUS],
    ['a value of a field without $eq', 'filter.views=3', OF_VIEWS],
    ['a value of a field that only takes $null', 'filter.title=a', "Its operators are '$null'."],
    ['an operator that the list does not allow', 'filter.status=$null', OF_STATUS],
    ['an operator of a switched-off declaration', 'filter.status=$ilike:a', OF_STATUS],
    ['an operator that the type does not have', 'filter.views=$ilike:a', OF_VIEWS],
    ['a slip in a field', 'filter.statsu=$eq:a', "Did you mean 'status'?"],
    ['a gated field', 'filter.hidden=$eq:true', undefined],
    ['a slip in a gated field', 'filter.hiden=$eq:true', undefined],
    ['a field that is near to none', 'filter.colour=$eq:a', undefined],
    ['a value that does not fit', 'filter.views=$gte:x', undefined],
    ['a sort without its direction', 'sortBy=title', "Write 'title:ASC'."],
    ['a sort with a sign', 'sortBy=-views', "Write 'views:DESC'."],
    ['a sort with a blank', 'sortBy=views+desc', "Write 'views:DESC'."],
    ['a sort with a comma and a blank', 'sortBy=views,+desc', "Write 'views:DESC'."],
    ['a word that is no direction', 'sortBy=views:nodesc', undefined],
    ['a slip in a direction', 'sortBy=views:dsc', undefined],
    ['two directions', 'sortBy=-views+asc', undefined],
    ['two fields', 'sortBy=title,views', undefined],
    ['a number for descending', 'sortBy=title:-1', "Write 'title:DESC'."],
    ['a number for descending, after a blank', 'sortBy=title+-1', "Write 'title:DESC'."],
    ['a number for descending, after a comma', 'sortBy=title,-1', "Write 'title:DESC'."],
    ['a number for ascending', 'sortBy=title:1', "Write 'title:ASC'."],
    ['a number for ascending, with an encoded plus', 'sortBy=title:%2B1', "Write 'title:ASC'."],
    ['a semicolon', 'sortBy=title;DESC', "Write 'title:DESC'."],
    ['a bar', 'sortBy=title|desc', "Write 'title:DESC'."],
    ['a plural', 'sortBy=titles', "Write 'title:ASC'."],
    ...[
      'title:0',
      'title:2',
      'title.1',
      'title1',
      'title-1',
      'title%E2%88%921',
      '-title:1',
      '-title:-1',
      'title:-',
      'title-',
      '!title',
      'title!',
      'titleD',
      '-titleD',
      'title:D',
      'title:down',
      'title:DESC:',
      'title=desc',
      'publicationDateDesc',
      'publicationDate-desc',
      'publicationDate/desc',
      'publicationDateDown',
      'desc',
      'desc(publicationDate)',
      'descPublicationDate',
      'publicationDate-1',
      'publicationDate+asc+desc',
      'asc',
    ].map((entry): [string, string, undefined] => [`an uncertain order: ${entry}`, `sortBy=${entry}`, undefined]),
    ['a direction in other words', 'sortBy=titel:ascending', "Write 'title:ASC'."],
    ['a sort by a slip', 'sortBy=titel:ASC', "Did you mean 'title'?"],
    ['a sort by a gated field', 'sortBy=status:ASC', undefined],
    ['a malformed sort by a gated field', 'sortBy=-status', undefined],
    ['a slip in searchBy', 'search=a&searchBy=titel', "Did you mean 'title'?"],
    ['a page', 'page=0', undefined],
  ])('%s', (_title, source, hint) => {
    const error = errorOf(source)
    expect(error.hint).toBe(hint)
    expect('hint' in error).toBe(hint !== undefined)
  })

  test('a value that a hint would shorten or escape is the list of operators', () => {
    for (const text of ['a'.repeat(100_000), 'a'.repeat(61), 'a%00', `$not:${'!'.repeat(100_000)}`]) {
      expect(errorOf(`filter.status=${text}`).hint).toBe(OF_STATUS)
    }
    expect(errorOf(`filter.status=${'a'.repeat(60)}`).hint).toBe(`Write '$eq:${'a'.repeat(60)}'. ${OF_STATUS}`)
    for (const name of ['', 'title']) expect(errorOf(`sortBy=${'-'.repeat(100_000)}${name}`).hint).toBeUndefined()
  })
})

test('a name of a megabyte is shortened as a parameter', () => {
  const { parameter, message } = errorOf(`filter.${'x'.repeat(1_000_000)}=$eq:1`)
  expect([parameter, message.length < 200]).toEqual([`filter.${'x'.repeat(249)}…`, true])
})
