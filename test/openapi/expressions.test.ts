// The parameter `filter` in documents and schemas of a list that reads expressions.
import { paginateConfig, PaginateQuery } from 'drizzle-paginate'
import { paginateArray } from 'drizzle-paginate/memory'
import {
  type JsonSchema,
  listOperation,
  listParameters,
  type OpenApiSource,
  pageSchema,
  querySchema,
} from 'drizzle-paginate/openapi'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import { violations } from './conforms.js'

const orders = sqliteTable('orders', { id: integer().primaryKey(), status: text().notNull(), total: integer() })
const begin = () => paginateConfig(orders).withLimits(10, 20).withTieBreaker('id')
const two = () => begin().filterable('status', '$eq', '$in').filterable('total', '$gte', '$null')
const list = two().withFilterExpressions().build()
const parameterOf = (config: Parameters<typeof listParameters>[0]) =>
  listParameters(config).find(({ name }) => name === 'filter')
const examplesOf = (config: Parameters<typeof listParameters>[0]): unknown[] =>
  Object.values(parameterOf(config)?.examples ?? {}).map(({ value }) => value)

describe('the parameter', () => {
  it('is one string with its grammar, behind the filters', () => {
    const names = listOperation(list).parameters.map(({ name }) => name)
    expect(names).toEqual(['page', 'limit', 'filter.status', 'filter.total', 'filter'])
    expect(parameterOf(list)).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'string', maxLength: 8000 },
    })
    expect(parameterOf(list)?.description).toContain('At most 20 terms, 5 levels of AND and OR, 8000 characters.')
    expect(parameterOf(list.describe() as never)).toEqual(parameterOf(list))
  })

  it.each([
    [
      'two fields',
      list,
      ['status=$eq:example OR total=$gte:1', '(status=$eq:example OR total=$gte:1) AND NOT status=$in:example,other'],
    ],
    [
      'one term',
      begin().filterable('total', '$null').withFilterExpressions({ maxTerms: 1 }).build(),
      ['NOT total=$null', 'total=$null'],
    ],
    [
      'one level',
      two().withFilterExpressions({ maxDepth: 1 }).build(),
      ['status=$eq:example OR total=$gte:1', 'NOT status=$eq:example'],
    ],
    [
      'two terms',
      two().withFilterExpressions({ maxTerms: 2 }).build(),
      ['status=$eq:example OR total=$gte:1', 'NOT status=$eq:example'],
    ],
    [
      'one criterion',
      paginateConfig(orders, { maxFilterConditions: 1 })
        .withLimits(10, 20)
        .withTieBreaker('id')
        .filterable('status', '$eq')
        .withFilterExpressions()
        .build(),
      ['NOT status=$eq:example', 'status=$eq:example'],
    ],
    [
      'examples of your own',
      list,
      ['status=$eq:open OR total=$gte:7', '(status=$eq:open OR total=$gte:7) AND NOT status=$in:"open,in doubt"'],
    ],
  ])('has two examples that the endpoint takes: %s', (title, config, expected) => {
    const own = title.startsWith('examples') ? { examples: { status: ['open', 'in doubt'], integer: ['7'] } } : {}
    const shown = Object.values(listParameters(config, own).find(({ name }) => name === 'filter')?.examples ?? {})
    expect(shown.map(({ value }) => value)).toEqual(expected)
    const described = listParameters(config.describe(), own).find(({ name }) => name === 'filter')?.examples
    expect(Object.values(described ?? {})).toEqual(shown)
    for (const { value } of shown) {
      expect(() =>
        paginateArray([], PaginateQuery.from(new URLSearchParams({ filter: value as string })), config),
      ).not.toThrow()
    }
  })

  it('is not of a list that reads none, nor of one without fields', () => {
    expect(parameterOf(two().build())).toBeUndefined()
    expect(parameterOf(two().when(false).withFilterExpressions().build())).toBeUndefined()
    expect(parameterOf(begin().withFilterExpressions().build())).toBeUndefined()
    expect(examplesOf(two().build())).toEqual([])
  })
})

const metaOf = (list: OpenApiSource): JsonSchema =>
  (pageSchema(undefined, list)['properties'] as { readonly meta: JsonSchema }).meta

it('meta has the member where the list has it', () => {
  for (const query of [{}, { filterExpression: 'NOT total=$null' }]) {
    expect(violations(metaOf(list), paginateArray([], query, list).meta)).toEqual([])
  }
  expect(metaOf(list)['required']).toContain('filterExpression')
  expect(metaOf(two().build())['properties']).not.toHaveProperty('filterExpression')
})

describe('The schema of a query', () => {
  const { validate } = querySchema(list)['~standard']
  it('reads an expression, as a parameter and bound', () => {
    for (const value of [
      'filter=total=$null',
      { filter: 'total=$null' },
      { filterExpression: 'total=$null' },
      { page: 1, filterExpression: 'total=$null' },
    ]) {
      expect(validate(value)).toMatchObject({ value: { filterExpression: 'total=$null' } })
    }
    expect(querySchema(list)['properties']).toHaveProperty('filterExpression', { type: 'string', maxLength: 8000 })
    expect(querySchema(two().build())['properties']).not.toHaveProperty('filterExpression')
  })
  it.each<[value: unknown, path: string]>([
    [{ filter: 'nope=$null' }, 'filter'],
    [{ filterExpression: 'nope=$null' }, 'filterExpression'],
    [{ filterExpression: '(' }, 'filterExpression'],
    [{ filters: { total: Array.from({ length: 101 }, () => '$null') } }, 'filters'],
  ])('says where a mistake is: %o', (value, path) => {
    expect(validate(value).issues?.[0]?.path).toEqual([path])
  })
})
