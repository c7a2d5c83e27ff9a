import { sql } from 'drizzle-orm'
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { bareName, isConstant } from '../../src/fragments/order-words.js'

const t = pgTable('t', { id: integer('id') })
const wrapper = { getSQL: () => sql`total` }

test.each([
  ['name', sql`total`],
  ['name', sql`(total)`],
  ['name', sql` ( ( total ) ) `],
  ['name', sql`${sql`total`} desc nulls last`],
  ['name', sql`total collate nocase asc`],
  ['name', sql`"to""tal"`],
  ['name', sql`\`to tal\``],
  ['name', sql`[to tal]`],
  ['name', sql`größe_1$`],
  ['name', sql`/* by */ total -- as they are`],
  ['name', sql`${sql.identifier('to"tal')}`],
  ['name', sql`${sql`1`.as('total')}`],
  ['name', wrapper],
  ['constant', sql`0`],
  ['constant', sql`(1)`],
  ['constant', sql`- 1.5e3`],
  ['constant', sql`.5`],
  ['constant', sql`0x1F`],
  ['constant', sql`'it''s (one) -- text'`],
  ['constant', sql`x'00'`],
  ['constant', sql`1 desc nulls first`],
  ['constant', sql`${1}`],
  ['constant', sql`${sql.param(1)} desc`],
  ['constant', sql`${sql.placeholder('n')}`],
  ['neither', t.id],
  ['neither', sql`${t.id}`],
  ['neither', sql`t.id`],
  ['neither', sql`${sql.identifier('t')}.${sql.identifier('id')}`],
  ['neither', sql`lower(total)`],
  ['neither', sql`total + 1`],
  ['neither', sql`1 + 1`],
  ['neither', sql`${1} + ${1}`],
  ['neither', sql`cast(1 as integer)`],
  ['neither', sql`1::text`],
  ['neither', sql`(select 1)`],
  ['neither', sql`'a' || 'b'`],
  ['neither', sql`total, id`],
  ['neither', sql``],
])('%s: %o', (kind, term) => {
  expect(isConstant(term)).toBe(kind === 'constant')
  expect(bareName(term) !== null).toBe(kind === 'name')
})

test.each([
  ['total', sql`(total) desc`],
  ['to"tal', sql`"to""tal"`],
  ['to tal', sql`[to tal] asc`],
  ['to"tal', sql`${sql.identifier('to"tal')}`],
])('the name %s of %o', (name, term) => {
  expect(bareName(term)).toBe(name)
})

test.each(['null', 'TRUE', 'false'])('%s is a constant, by whatever name a column goes', (word) => {
  expect(isConstant(sql.raw(word))).toBe(true)
})
