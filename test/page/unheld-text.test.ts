// Errors of servers over a text that a character set lacks, as drivers have them, and what becomes of each.
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { resolvedConfig } from '../../src/mistakes/resolved-config.js'
import { paginateConfig } from '../../src/index.js'
import { errorInPlaceOf, refusingUnheldText } from '../../src/page/unheld-text.js'
import { normalizeQuery } from '../../src/request/paginate-query.js'
import type { PaginateQueryInput } from '../../src/types/query.js'

const names = sqliteTable('names', { id: text('id').primaryKey(), name: text('name').notNull() })
const list = paginateConfig(names)
  .withLimits(10, 10)
  .withTieBreaker('id')
  .searchable('name')
  .filterable('name', '$eq')
  .filterable('id', '$in')
const config = resolvedConfig(list.withFilterExpressions().build())

const POSTGRES = {
  code: '22P05',
  message: 'character with byte sequence 0xf0 0x9f … has no equivalent in encoding "LATIN1"',
}
const MYSQL = { code: 'ER_CANNOT_CONVERT_STRING', message: "Cannot convert string '…' from utf8mb4 to latin1" }
const MIX = 'Illegal mix of collations (latin1_swedish_ci,IMPLICIT) and (utf8mb4_general_ci,COERCIBLE)'
const MARIADB = { code: 'ER_CANT_AGGREGATE_2COLLATIONS', message: MIX }
const wide: PaginateQueryInput = { filters: { name: '$eq:日' } }

const failing = (error: unknown, query = wide, position: unknown = null, list = config): unknown =>
  errorInPlaceOf(error, { query: normalizeQuery(query), position: position as null }, list)

test.each<[title: string, error: object]>([
  ['PostgreSQL', { cause: POSTGRES }],
  ['the error without a cause', POSTGRES],
  ['MySQL', { cause: MYSQL }],
  ['MariaDB', { cause: MARIADB }],
  ['MariaDB, a list of two', { cause: { code: 'ER_CANT_AGGREGATE_3COLLATIONS', message: MIX } }],
  [
    'MariaDB, a list',
    { cause: { code: 'ER_CANT_AGGREGATE_NCOLLATIONS', message: "Illegal mix of collations for operation 'in'" } },
  ],
])('a 400: %s', (_title, error) => {
  expect(failing(error)).toMatchObject({ status: 400, code: 'filter.value_invalid', parameter: 'filter.name' })
})

test.each<[title: string, error: unknown, query?: PaginateQueryInput]>([
  ['another error', { cause: { code: '22021' } }],
  [
    'the escape of a NUL in the JSON of a row',
    {
      cause: { code: '22P05', message: 'unsupported Unicode escape sequence', routine: 'json_errsave_error' },
    },
  ],
  [
    'two columns whose collations differ',
    { cause: { code: 'ER_CANT_AGGREGATE_2COLLATIONS', message: 'Illegal mix (a,IMPLICIT) and (b,IMPLICIT)' } },
  ],
  ['a request of ASCII alone', { cause: MYSQL }, { search: 'a', filters: { name: '$eq:a' } }],
  ['no error at all', undefined],
  [
    'an error whose message throws',
    Object.defineProperty(new Error(), 'message', {
      get: () => {
        throw new Error('unread')
      },
    }),
  ],
])('passes through: %s', (_title, error, query) => {
  expect(failing(error, query)).toBe(error)
})

test.each<[title: string, query: PaginateQueryInput, keys: readonly unknown[], parameter: string]>([
  ['the search', { search: '日', filters: { name: '$eq:é' } }, [], 'search'],
  ['a filter', { search: 'é', filters: { name: '$eq:a', ID: ['$in:a', '$or:$in:b,日'] } }, [], 'filter.id'],
  ['the first of two', { filters: { name: '$eq:日', id: '$in:日' } }, [], 'filter.name'],
  ['the cursor', { search: 'é' }, [{ value: '日' }, null, { value: 7 }], 'before'],
  ['the search, not the cursor', { search: '日' }, [{ value: 'é' }], 'search'],
])('names %s', (_title, query, keys, parameter) => {
  expect(failing(MYSQL, query, keys.length === 0 ? null : { side: 'before', keys })).toMatchObject({ parameter })
})

test('names the field of a term, where the list reads expressions', () => {
  const query = { filterExpression: 'name=$eq:é OR NOT (ID=$in:"a,日 x" AND name=$eq:本)', filters: { name: '$eq:é' } }
  expect(failing(MYSQL, query)).toMatchObject({
    code: 'filter.value_invalid',
    parameter: 'filter',
    message: `Filter 'name' has an invalid value '本': text has a character that the database cannot hold.`,
  })
  expect(failing(MYSQL, { ...query, filters: {} }, null, resolvedConfig(list.build()))).toBe(MYSQL)
})

test('an answer is handed on, at once where it is there', async () => {
  const sent = { query: normalizeQuery(wide), position: null }
  expect(refusingUnheldText(7, sent, config)).toBe(7)
  await expect(refusingUnheldText(Promise.resolve(7), sent, config)).resolves.toBe(7)
  await expect(refusingUnheldText(Promise.reject(MYSQL), sent, config)).rejects.toMatchObject({ status: 400 })
})
