// Criteria as values, in a query in code: what a field allows, and nothing else.
import { integer, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { test } from 'vitest'
import {
  type AnyPaginateConfig,
  applyFilters,
  type InferFilterable,
  type ListDatabase,
  paginate,
  paginateConfig,
  PaginateQuery,
  type PaginateQueryInput,
} from '../src/index.js'

const role = pgEnum('role', ['admin', 'user'])
const people = pgTable('people', { id: integer().primaryKey(), name: text().notNull(), age: integer(), role: role() })
const list = paginateConfig(people)
  .withLimits(5, 10)
  .withTieBreaker('id')
  .filterable('role', '$eq')
  .filterable('age', '$gte', '$null')
  .build()
declare const db: ListDatabase

test('takes the operators that a field allows, as values, as text and negated', () => {
  void paginate(db, { filters: { age: { $gte: 18, $not: { $null: true } }, role: { $eq: 'admin' } } }, list)
  void paginate(db, { filters: { age: ['$gte:18'], role: '$eq:admin' } }, list)
  applyFilters({ filters: { age: { $gte: 18 } } }, list)
  void paginate(db, { filters: { anything: { $eq: 1 } } }, list as AnyPaginateConfig)
})

test('takes one of two criteria, as values', () => {
  const isKnown = Math.random() > 0.5
  void paginate(db, { filters: { age: isKnown ? { $gte: 18 } : { $null: true } } }, list)
  void paginate(db, { filters: { age: { $not: isKnown ? { $gte: 18 } : { $null: true } } } }, list)
  const age = isKnown ? ({ $gte: 18 } as const) : ({ $null: true } as const)
  applyFilters({ filters: { age, role: isKnown ? { $eq: 'admin' } : { $eq: 'user' } } }, list)
  // @ts-expect-error: one of them is not allowed.
  void paginate(db, { filters: { age: isKnown ? { $gte: 18 } : { $eq: 1 } } }, list)
  // @ts-expect-error: the same, of one operator and none.
  void paginate(db, { filters: { age: isKnown ? {} : { $eq: 1 } } }, list)
  // @ts-expect-error: the same, of one that does not exist.
  void paginate(db, { filters: { age: isKnown ? {} : { $foo: 1 } } }, list)
  // @ts-expect-error: one of them has another type.
  void paginate(db, { filters: { age: isKnown ? { $gte: 'x' } : { $null: true } } }, list)
})

test('takes one criterion under $not', () => {
  // @ts-expect-error: two.
  void paginate(db, { filters: { age: { $not: { $gte: 18, $null: true } } } }, list)
  // @ts-expect-error: none.
  void paginate(db, { filters: { age: { $not: {} } } }, list)
  // @ts-expect-error: one or none.
  void paginate(db, { filters: { age: { $not: Math.random() > 0.5 ? { $gte: 18 } : {} } } }, list)
  // @ts-expect-error: `$not` is no criterion.
  void paginate(db, { filters: { age: { $not: { $not: { $gte: 18 } } } } }, list)
  void paginate(db, { filters: { age: { $not: { $gte: JSON.parse('18') } } } }, list)
  void paginate(db, { filters: { age: { $not: JSON.parse('{}') } } }, list)
  void paginate(db, { filters: { age: { $not: { $gte: 18 } as Record<'$gte', number> } } }, list)
})

test('takes a Date and branded text where the columns do, and no number', () => {
  type Slug = string & { readonly __brand: 'Slug' }
  const notes = pgTable('notes', { id: integer().primaryKey(), at: timestamp(), slug: text().$type<Slug>() })
  const dated = paginateConfig(notes)
    .withLimits(5, 10)
    .withTieBreaker('id')
    .filterable('at', '$gte', '$btw')
    .filterable('slug', '$eq')
    .build()
  const slug = 'a' as Slug
  void paginate(
    db,
    { filters: { at: { $gte: new Date(), $btw: [new Date(), '2026-01-01'] }, slug: { $eq: slug } } },
    dated,
  )
  // @ts-expect-error: a number is no time.
  void paginate(db, { filters: { at: { $gte: 5 } } }, dated)
})

test('takes lists of values, however they are written, and none with another value in it', () => {
  type Slug = string & { readonly __brand: 'Slug' }
  const posts = pgTable('posts', {
    id: integer().primaryKey(),
    role: role(),
    slug: text().$type<Slug>(),
    tags: text().array(),
  })
  const listed = paginateConfig(posts)
    .withLimits(5, 10)
    .withTieBreaker('id')
    .filterable('id', '$in', '$btw')
    .filterable('role', '$in')
    .filterable('slug', '$in')
    .filterable('tags', '$contains')
    .build()
  const ids: readonly number[] = [1]
  const either = Math.random() > 0.5
  const anything = [JSON.parse('1')]
  void paginate(db, { filters: { id: { $in: ids, $btw: [1, 2n] }, role: { $in: ['admin', null] } } }, listed)
  void paginate(db, { filters: { id: { $in: [...ids, 1n] }, tags: { $contains: ['a'] } } }, listed)
  void paginate(db, { filters: { id: { $in: anything, $btw: [anything[0], 2] }, role: { $in: anything } } }, listed)
  void paginate(db, { filters: { role: { $in: [either ? 'admin' : 'user'] }, slug: { $in: ['a' as Slug] } } }, listed)
  void paginate(db, { filters: { id: { $not: either ? { $in: [1] } : { $btw: [1, 2] } } } }, listed)
  // @ts-expect-error: text is no integer.
  void paginate(db, { filters: { id: { $in: ['x'] } } }, listed)
  // @ts-expect-error: the same next to an integer.
  void paginate(db, { filters: { id: { $in: [1, 'x'] } } }, listed)
  // @ts-expect-error: a range has two ends.
  void paginate(db, { filters: { id: { $btw: [1] } } }, listed)
  // @ts-expect-error: not a role.
  void paginate(db, { filters: { role: { $in: ['guest'] } } }, listed)
  // @ts-expect-error: not a slug.
  void paginate(db, { filters: { slug: { $in: ['a'] } } }, listed)
  // @ts-expect-error: a number is no text.
  void paginate(db, { filters: { tags: { $contains: [5] } } }, listed)
})

test('rejects an operator that the field does not allow', () => {
  // @ts-expect-error: `age` allows `$gte` and `$null`.
  void paginate(db, { filters: { age: { $eq: 5 } } }, list)
  // @ts-expect-error: the same beside one that it allows.
  void paginate(db, { filters: { age: { $gte: 1, $eq: 5 } } }, list)
  // @ts-expect-error: the same negated.
  void paginate(db, { filters: { role: { $not: { $null: true } } } }, list)
  const filters = { age: { $eq: 5 } }
  // @ts-expect-error: the same from a variable.
  applyFilters({ filters }, list)
})

test('rejects an operator that does not exist', () => {
  // @ts-expect-error: not an operator.
  void paginate(db, { filters: { age: { $foo: 5 } } }, list)
  // @ts-expect-error: not an operator of any list.
  void paginate(db, { filters: { anything: { $foo: 5 } } }, list as AnyPaginateConfig)
})

test('rejects a value of another type, and one that is undefined', () => {
  // @ts-expect-error: `age` is a number.
  void paginate(db, { filters: { age: { $gte: 'x' } } }, list)
  // @ts-expect-error: a criterion that is left out would let more rows through.
  void paginate(db, { filters: { age: { $gte: undefined } } }, list)
  // @ts-expect-error: the same.
  void paginate(db, { filters: { age: { $not: undefined } } }, list)
})

test('takes a range whose ends are optional', () => {
  const { min, max } = JSON.parse('{}') as { readonly min?: number; readonly max?: number }
  const held = { ...(min !== undefined && { $gte: min }), ...(max !== undefined && { $lt: max }) }
  const optional: { $gte?: number; $lt?: number } = held
  const ranged = paginateConfig(people)
    .withLimits(5, 10)
    .withTieBreaker('id')
    .filterable('age', '$gte', '$lt')
    .filterable('name', '$eq')
    .build()
  void paginate(
    db,
    {
      filters: { age: { ...(min !== undefined && { $gte: min }), ...(max !== undefined && { $lt: max }) } },
    },
    ranged,
  )
  void paginate(db, { filters: { age: { $gte: 0, ...(max !== undefined && { $lt: max }) } } }, ranged)
  void paginate(db, { filters: { age: held } }, ranged)
  void paginate(db, { filters: { age: optional } }, ranged)
  void paginate(db, { filters: { age: { ...held } } }, ranged)
  void paginate(db, { filters: { ...(min !== undefined && { age: { $gte: min, ...optional } }) } }, ranged)
  const filters = { age: { ...held }, ...(max !== undefined && { name: { $eq: 'a' } }) }
  void paginate(db, { filters }, ranged)
  void paginate(db, { filters: { ...filters } }, ranged)
  applyFilters({ filters: { age: { $not: { $gte: 1 }, ...held } } }, ranged)
  void paginate(db, { filters: { age: { $gte: 1, ...(max !== undefined && { $not: { $lt: max } }) } } }, ranged)
  const negated = max === undefined ? {} : { $not: { $lt: max } }
  void paginate(db, { filters: { age: { $gte: 1, ...negated } } }, ranged)
  const twice = max === undefined ? {} : { $not: { $lt: max, $gte: 1 } }
  // @ts-expect-error: two criteria under an optional $not.
  void paginate(db, { filters: { age: { $gte: 1, ...twice } } }, ranged)
  void paginate(db, { ...(max !== undefined && { filters: { age: { $lt: max } } }) }, ranged)
  // @ts-expect-error: an operator that the field does not allow.
  void paginate(db, { filters: { age: { ...(min !== undefined && { $eq: min }) } } }, ranged)
  // @ts-expect-error: a value of another type.
  void paginate(db, { filters: { age: { ...(min !== undefined && { $gte: 'x' }) } } }, ranged)
  const wrong: { $gte?: string } = {}
  // @ts-expect-error: the same in a const.
  void paginate(db, { filters: { age: wrong } }, ranged)
  // @ts-expect-error: an end that may be undefined.
  void paginate(db, { filters: { age: { $gte: min } } }, ranged)
})

test('takes one of two fields', () => {
  const isGrown = Math.random() > 0.5
  void paginate(db, { filters: isGrown ? { age: { $gte: 18 } } : { role: { $eq: 'user' } } }, list)
  const isAdmin = Math.random() > 0.5
  void paginate(
    db,
    {
      filters: {
        ...(isGrown ? { age: { $gte: 18 } } : { role: { $eq: 'user' } }),
        ...(isAdmin && { role: { $eq: 'admin' } }),
      },
    },
    list,
  )
  const filters = isGrown ? ({ age: { $gte: 18 } } as const) : ({ role: { $eq: 'user' } } as const)
  void paginate(db, { filters }, list)
  void paginate(db, { filters: { ...filters } }, list)
  void paginate(db, { filters: isGrown ? { age: '$gte:18' } : { role: { $eq: 'user' } } }, list)
  void paginate(db, { filters: isGrown ? {} : { role: { $eq: 'user' } } }, list)
  void paginate(db, { filters: { ...(isGrown && { age: { $gte: 18 } }) } }, list)
  const typed: { age?: { $gte: number }; role?: { $eq: 'admin' } } = {}
  void paginate(db, { filters: typed }, list)
  void paginate(db, isGrown ? { filters: { age: { $gte: 18 } } } : { limit: 5 }, list)
  // @ts-expect-error: one of them is not allowed.
  void paginate(db, { filters: isGrown ? { age: { $gte: 18 } } : { role: { $in: ['user'] } } }, list)
  // @ts-expect-error: one of them is not declared.
  void paginate(db, { filters: isGrown ? { age: { $gte: 18 } } : { name: { $eq: 'a' } } }, list)
  // @ts-expect-error: the same, next to none.
  void paginate(db, { filters: isGrown ? {} : { age: { $eq: 5 } } }, list)
  // @ts-expect-error: a filter that is left out would let more rows through.
  void paginate(db, { filters: { age: undefined } }, list)
  // @ts-expect-error: the same, of one that may be.
  void paginate(db, { filters: { age: isGrown ? { $gte: 18 } : undefined } }, list)
})

interface AgeFilter {
  readonly age?: { $gte?: number }
  readonly role?: string
}

test('takes filters of an interface as those of an alias', () => {
  const wanted: AgeFilter = { age: { $gte: 18 } }
  void paginate(db, { filters: wanted }, list)
  void paginate(db, { filters: { ...wanted, role: '$eq:user' } }, list)
  void paginate(db, { filters: wanted }, list as AnyPaginateConfig)
  applyFilters({ filters: Math.random() > 0.5 ? wanted : { age: { $null: true } } }, list)
  interface Wanted {
    readonly limit: number
    readonly filters?: AgeFilter
  }
  const query: Wanted = { limit: 5, filters: wanted }
  applyFilters(query, list)
  const later = PaginateQuery.from('').with({ filters: wanted }).with(query).with({ limit: 5 })
  void paginate(db, later.with({ filters: { ...later.filters, age: { $gte: 5 } } }), list)
  interface Name {
    readonly name: { $eq: string }
  }
  const name: Name = { name: { $eq: 'a' } }
  // @ts-expect-error: a filter that is not declared.
  applyFilters({ filters: name }, list)
  interface Numbers {
    readonly age: number
  }
  const numbers: Numbers = { age: 5 }
  // @ts-expect-error: a number is no criterion.
  applyFilters({ filters: numbers }, list)
  // @ts-expect-error: the same of any list.
  applyFilters({ filters: numbers }, list as AnyPaginateConfig)
  // @ts-expect-error: the same of a copy.
  later.with({ filters: numbers })
})

test('takes no filters that are not a record', () => {
  const later = new PaginateQuery()
  // @ts-expect-error: a list.
  void paginate(db, { filters: ['$eq:5'] }, list)
  // @ts-expect-error: the same of a copy.
  later.with({ filters: ['$eq:5'] })
  // @ts-expect-error: a map.
  void paginate(db, { filters: new Map([['age', '$eq:5']]) }, list)
  // @ts-expect-error: the same of any list.
  void paginate(db, { filters: new Map([['age', '$eq:5']]) }, list as AnyPaginateConfig)
  // @ts-expect-error: a function.
  void paginate(db, { filters: () => ({ age: '$eq:5' }) }, list)
  // @ts-expect-error: null.
  void paginate(db, { filters: null }, list)
})

test('checks filters that may be left out', () => {
  const query: { readonly filters?: { readonly age: { readonly $eq: number } } } = {}
  // @ts-expect-error: an operator that the field does not allow.
  void paginate(db, query, list)
  // @ts-expect-error: the same, by condition.
  void paginate(db, { ...(Math.random() > 0.5 && { filters: { age: { $eq: 5 } } }) }, list)
})

test('takes filters whose names it does not know, with operators and texts', () => {
  const collected: Record<string, { $eq: string | number }> = {}
  collected['age'] = { $eq: 5 }
  void paginate(db, { filters: collected }, list)
  void paginate(db, { filters: { ...collected, age: { $gte: 18 } } }, list)
  void paginate(db, { filters: {} as NonNullable<PaginateQueryInput['filters']> }, list)
  void paginate(db, { filters: {} as Partial<Record<InferFilterable<typeof list>, object>> }, list)
  void paginate(db, { filters: {} as Record<string, string | { $eq: string }> }, list)
  void paginate(db, { filters: {} as Record<`author.${string}`, { $eq: string }> }, list)
  void paginate(db, { filters: JSON.parse('{}') }, list)
  void paginate(db, { filters: Object.fromEntries([['age', { $gte: 18 }]]) }, list)
  void paginate(db, { filters: { [`${Math.random()}`]: { $eq: 'a' } } }, list)
  void paginate(db, { filters: { age: { [Math.random() > 0.5 ? '$gte' : '$null']: 1 } } }, list)
  // @ts-expect-error: not an operator.
  void paginate(db, { filters: {} as Record<string, { $foo: string }> }, list)
  // @ts-expect-error: a filter that may be undefined.
  void paginate(db, { filters: {} as Record<string, { $eq: string } | undefined> }, list)
})

test('takes texts in a function that is generic in its list', () => {
  const filtered = <Config extends AnyPaginateConfig>(config: Config, query: PaginateQuery): unknown => [
    applyFilters(query, config),
    applyFilters({ filters: query.filters }, config),
    applyFilters({ filters: { age: '$gte:18' } }, config),
  ]
  void filtered(list, new PaginateQuery())
})

test('takes null where it is a member that is absent', () => {
  void paginate(db, { limit: null, sortBy: null, search: null, searchBy: null, fields: null, path: null }, list)
  void paginate(db, { after: null, before: null, filterExpression: null }, list)
  void new PaginateQuery({ sortBy: null, searchBy: null })
  // @ts-expect-error: a page that is null is rejected.
  void paginate(db, { page: null }, list)
})
