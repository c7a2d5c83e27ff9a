// Members that only TypeScript knows, and the two ways to let a list know them too.
import { integer, pgTable, text, varchar } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { defineValueType, paginateConfig } from '../../src/index.js'
import { paginateArray } from '../../src/entries/memory/index.js'

const members = ['draft', 'live'] as const
const notes = pgTable('notes', {
  id: integer().primaryKey(),
  typed: text().$type<(typeof members)[number]>().notNull(),
  listed: text({ enum: ['draft', 'live'] }).notNull(),
  made: varchar({ length: 10 }).$type<(typeof members)[number]>().notNull(),
})
const made = defineValueType({
  name: 'kind',
  rule: `expected one of ${members.join(', ')}`,
  parse: (sent) => members.find((member) => member === sent),
})
const list = paginateConfig(notes)
  .withLimits(20, 100)
  .withTieBreaker('id')
  .filterable('typed', '$eq')
  .filterable('listed', '$eq')
  .field('made', notes.made, made)
  .filterable('made', '$eq')
  .build()
const rows = [{ id: 1, typed: 'live', listed: 'live', made: 'live' }] as const
const idsOf = (query: string): readonly number[] => paginateArray(rows, query, list).items.map(({ id }) => id)

test('the members of $type() are not known: another value gets an empty page', () => {
  expect(idsOf('filter.typed=$eq:live')).toEqual([1])
  expect(idsOf('filter.typed=$eq:x')).toEqual([])
})

test.each(['listed', 'made'])('those of %s are known: such a value is rejected', (name) => {
  expect(idsOf(`filter.${name}=$eq:live`)).toEqual([1])
  expect(() => idsOf(`filter.${name}=$eq:x`)).toThrow(
    expect.objectContaining({ status: 400, code: 'filter.value_invalid', parameter: `filter.${name}` }),
  )
})
