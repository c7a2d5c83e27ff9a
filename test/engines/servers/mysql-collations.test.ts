// `checkList` on a MariaDB or MySQL server under collations that fold more than case: what the database may find for a
// text is not compared with memory.
import { int, mysqlTable, text } from 'drizzle-orm/mysql-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paginateConfig } from '../../../src/index.js'
import { checkList } from '../../../src/entries/testing/index.js'
import { foldedTest } from '../../../src/entries/testing/memory-facts.js'
import { mysql2 } from '../../support/databases/mysql2.js'
import type { TestDatabase } from '../../support/test-database.js'

const COLLATIONS = ['general_ci', 'unicode_ci', 'unicode_520_ci', 'swedish_ci', 'danish_ci', 'german2_ci', 'roman_ci']
const ASCII = Array.from('abcdefghijklmnopqrstuvwxyz')
const LETTERS = Array.from({ length: 0x180 - 0xc0 }, (_, index) => String.fromCodePoint(0xc0 + index))
const TEXTS = [
  ...ASCII,
  ...ASCII.flatMap((first) => ASCII.map((second) => first + second)),
  ...LETTERS.filter((letter) => /\p{L}/u.test(letter)),
]

let database: TestDatabase
beforeAll(async () => {
  database = await mysql2.open()
})
afterAll(() => database.close())

test.each(COLLATIONS)('one text for all that utf8mb4_%s takes for one', async (collation) => {
  await database.execute(`drop table if exists folded;
    create table folded (id int primary key auto_increment, body varchar(9)) collate utf8mb4_${collation};
    insert into folded (body) values ${TEXTS.map((one) => `('${one}')`).join()}`)
  const same = await database.query(
    `select a.body one, b.body other from folded a join folded b on a.body = b.body and a.id < b.id`,
  )
  const parted = same.filter(({ one, other }) => !foldedTest((a, b) => a === b, String(one), String(other)))
  expect(same.length).toBeGreaterThan(LETTERS.length / 2)
  expect(parted).toEqual([])
})

test.each(COLLATIONS)('a right list over text in utf8mb4_%s passes', async (collation) => {
  await database.execute(`drop table if exists folded;
    create table folded (id int primary key, body text not null) collate utf8mb4_${collation};
    insert into folded values (1, 'Ski'), (2, 'ß'), (3, 'x'), (4, 'Ærø'), (5, 'are'), (6, 'Zoë'), (7, 'e')`)
  const folded = mysqlTable('folded', { id: int().primaryKey(), body: text().notNull() })
  const list = paginateConfig(folded)
    .withLimits(10, 30)
    .withTieBreaker('id')
    .searchable('body')
    .filterable('body', '$eq', '$in', '$ilike', '$sw')
    .build()
  const { comparedWithMemory } = await checkList(database.db as never, list, { requests: 20 })
  expect(comparedWithMemory).toBeGreaterThan(20)
})
