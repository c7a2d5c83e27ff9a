// How statements of each dialect are run, prepared and planned, and the values that it writes in a way of its own.
import { sql } from 'drizzle-orm'
import { MySqlDialect } from 'drizzle-orm/mysql-core'
import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { DIALECTS } from '../../src/dialects/index.js'
import type { DialectName } from '../../src/vocabulary.js'
import { NEVER, type Operand } from '../../src/types/sql.js'
import type { Rounding } from '../../src/types/value.js'
import { mysqlSpelling } from '../../src/dialects/mysql/spelling.js'
import { formatTimestamp, roundTicks } from '../../src/dialects/shared/ticks.js'
import { likePattern } from '../../src/dialects/shared/sql.js'

const rendered = (fragment: unknown): string => new PgDialect().sqlToQuery(sql`${fragment}`).sql

test.each<[dialect: DialectName, runBy: string, haveNames: boolean, keysFirst: boolean, explain: string | null]>([
  ['postgresql', 'execute', true, true, 'explain (format json)'],
  ['cockroach', 'execute', false, false, null],
  ['sqlite', 'all', false, true, null],
  ['mysql', 'execute', false, true, 'explain format=json'],
  ['singlestore', 'execute', false, false, null],
  ['mssql', 'execute', false, false, null],
])('%s runs statements by %s; named: %s, keys first: %s, explained by %s', (dialect, ...expected) => {
  const { runBy, haveNames, mayReadKeysFirst, explain } = DIALECTS[dialect].statements
  expect([runBy, haveNames, mayReadKeysFirst, explain]).toEqual(expected)
})

test.each<[dialect: DialectName, fence: string | null, order: string | null]>([
  ['postgresql', 'undefined 0', null],
  ['cockroach', null, null],
  ['sqlite', '-1 0', '+c'],
  ['mysql', null, null],
  ['mssql', null, null],
])('%s fences a set of keys with %s and orders what was found by %s', (dialect, fence, order) => {
  const { statements } = DIALECTS[dialect]
  const limits =
    statements.fence &&
    `${statements.fence.limit && rendered(statements.fence.limit)} ${rendered(statements.fence.offset)}`
  expect([limits, statements.orderOfFound && rendered(statements.orderOfFound(sql`c`))]).toEqual([fence, order])
})

test.each<
  [dialect: DialectName, kind: string, facts: object | null, value: unknown, rounding: Rounding, expected: unknown]
>([
  ['mysql', 'interval', null, -36_000_000_001n, 'floor', '-01:00:00.000001'],
  ['mysql', 'interval', null, 36_000_000_000n, 'exact', '01:00:00.000000'],
  ['mysql', 'bigint', null, 5n, 'exact', 5],
  ['mysql', 'enum', { isNativeEnum: false }, 'b', 'exact', 'b'],
  ['mysql', 'enum', { isNativeEnum: true, enumValues: ['a', 'b'] }, 'b', 'exact', 2],
  ['mysql', 'enum', { isNativeEnum: true, enumValues: ['a', 'b'] }, 'z', 'exact', 0],
  ['mysql', 'enum', { isNativeEnum: true }, 'b', 'exact', 0],
  ['mysql', 'enum', null, 'b', 'exact', 'b'],
  ['mysql', 'float', null, 0.1, 'exact', 0.1],
  ['sqlite', 'interval', null, 36_000_000_000n, 'exact', 36_000_000_000],
  ['sqlite', 'time', null, 36_000_000_000n, 'exact', '01:00:00.0000000'],
  ['sqlite', 'bigint', null, 2n ** 60n, 'exact', 2n ** 60n],
  ['sqlite', 'decimal', null, '9007199254740991', 'exact', '9007199254740991'],
  ['sqlite', 'decimal', null, '-9007199254740993.5', 'ceil', '-9007199254740993'],
  ['sqlite', 'decimal', null, '9007199254740993.5', 'floor', '9007199254740993'],
  ['postgresql', 'interval', null, -36_000_000_001n, 'exact', NEVER],
  ['postgresql', 'interval', null, -36_000_000_010n, 'exact', '-01:00:00.000001'],
  ['postgresql', 'time', null, 1n, 'exact', NEVER],
  ['postgresql', 'float', null, 1e21, 'exact', '1e+21'],
  ['postgresql', 'float', null, 1.5, 'exact', 1.5],
  ['postgresql', 'bigint', null, 2n ** 60n, 'exact', String(2n ** 60n)],
  ['mssql', 'interval', null, 5n, 'floor', NEVER],
  ['postgresql', 'interval', null, 0n, 'exact', '00:00:00.000000'],
  ['sqlite', 'bigint', null, 5n, 'exact', 5],
  ['sqlite', 'decimal', null, '9007199254740991.2', 'exact', NEVER],
  [
    'mysql',
    'decimal',
    { valueType: 'decimal', sqlType: 'decimal(30,12)' },
    '0.0000000000015',
    'floor',
    '0.000000000001',
  ],
  ['mysql', 'bigint', { valueType: 'bigint' }, 2n ** 60n, 'exact', 2n ** 60n],
  ['mssql', 'integer', null, 5n, 'exact', 5],
  ['mssql', 'boolean', null, true, 'exact', 1],
  ['mssql', 'boolean', null, false, 'exact', 0],
])('%s binds %s (%j) %s, rounded %s', (dialect, kind, facts, value, rounding, expected) => {
  const operand = { expression: sql`c`, column: null, type: { kind }, facts } as unknown as Operand
  expect(DIALECTS[dialect].sql.encode(value, operand, rounding)).toBe(expected)
})

describe("MySQL's spelling", () => {
  test.each([
    ['plain text', 'a~b', null],
    ['a quote', "'", 'marks'],
    ['a double quote', '"', 'marks'],
    ['a backslash', '\\', 'marks'],
    ['a NUL', '\u0000', 'marks'],
    ['a backspace', '\b', 'marks'],
    ['a tab', '\t', 'marks'],
    ['the letter of an escape', 'b', null],
    ['a control character that no driver escapes', '\u000b', null],
    ['4096 characters', `'${'x'.repeat(4095)}`, 'marks'],
    ['4097 characters', `'${'x'.repeat(4096)}`, 'hex'],
    ['a bigint', 5n, 'digits'],
    ['a number', 5, null],
    ['a list of quotes', ["'"], null],
    ['null', null, null],
  ])('of %s', (_title, value, spelling) => {
    expect(mysqlSpelling.spellingOf(value)).toBe(spelling)
  })

  test.each([
    ['marks', `a'"\\\u0000\b\t\n\r\u001a~é😀`, 'a~0~1~2~3~4~5~6~7~8~9é😀'],
    ['hex', "'é\n", '27c3a90a'],
    ['digits', 5n, '5'],
  ] as const)('writes %s', (spelling, value, text) => {
    expect(mysqlSpelling.respell(value, spelling)).toBe(text)
  })

  test.each([
    ['digits', 'cast(c as decimal(20,0))'],
    ['hex', 'unhex(c)'],
  ] as const)('reads %s back', (spelling, text) => {
    expect(new MySqlDialect().sqlToQuery(mysqlSpelling.restore(sql`c`, spelling)).sql).toBe(text)
  })
})

test.each<[ticks: bigint, unit: bigint, rounding: Rounding, expected: bigint | typeof NEVER]>([
  [20n, 10n, 'exact', 2n],
  [25n, 10n, 'exact', NEVER],
  [25n, 10n, 'floor', 2n],
  [25n, 10n, 'ceil', 3n],
  [-20n, 10n, 'exact', -2n],
  [-25n, 10n, 'floor', -3n],
  [-25n, 10n, 'ceil', -2n],
])('%s ticks in units of %s, rounded %s', (ticks, unit, rounding, expected) => {
  expect(roundTicks(ticks, unit, rounding)).toBe(expected)
})

test.each<[ticks: bigint, digits: 6 | 7, text: string]>([
  [0n, 6, '1970-01-01 00:00:00.000000'],
  [1n, 7, '1970-01-01 00:00:00.0000001'],
  [-1n, 7, '1969-12-31 23:59:59.9999999'],
  [-864_000_000_000n, 6, '1969-12-31 00:00:00.000000'],
  [-621_355_968_000_000_000n, 6, '0001-01-01 00:00:00.000000'],
])('%s ticks with %i digits are %s', (ticks, digits, text) => {
  expect(formatTimestamp(ticks, digits)).toBe(text)
})

test.each<[dialect: DialectName, term: string, form: string]>([
  ['postgresql', 'a'.repeat(256), 'like'],
  ['postgresql', 'a'.repeat(257), 'long'],
  ['mysql', 'a', 'like'],
  ['mysql', 'a_', 'long'],
  ['sqlite', 'a'.repeat(48), 'like'],
  ['sqlite', 'a'.repeat(49), 'long'],
  ['sqlite', 'a\u0000', 'long'],
  ['mssql', 'a_', 'like'],
  ['singlestore', 'a_', 'like'],
])('%s looks for %s by the form %s', (dialect, term, form) => {
  expect(DIALECTS[dialect].sql.likeForm(term)).toBe(form)
})

test.each<
  [term: string, match: 'contains' | 'starts-with', escape: '\\' | '!', wildcards: string | undefined, pattern: string]
>([
  ['a%b_c', 'contains', '!', undefined, '%a!%b!_c%'],
  ['a!\\', 'starts-with', '!', undefined, 'a!!\\%'],
  ['a!\\', 'starts-with', '\\', undefined, 'a!\\\\%'],
  ['[a]', 'contains', '!', '%_[', '%![a]%'],
  ['[a]', 'contains', '!', undefined, '%[a]%'],
])('%s that %s, escaped by %s', (term, match, escape, wildcards, pattern) => {
  expect(likePattern(term, match, escape, wildcards)).toBe(pattern)
})
