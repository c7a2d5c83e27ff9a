import { expect, test } from 'vitest'
import { fractionDigits } from '../../src/dialects/fraction-digits.js'
import type { DialectName } from '../../src/vocabulary.js'

test.each<[DialectName, sqlType: string, digits: number]>([
  ['postgresql', 'timestamp', 6],
  ['postgresql', 'timestamp with time zone', 6],
  ['postgresql', 'timestamp (3) with time zone', 3],
  ['postgresql', 'timestamp(0)', 0],
  ['cockroach', 'timestamp', 6],
  ['mysql', 'datetime', 0],
  ['mysql', 'timestamp(6)', 6],
  ['singlestore', 'datetime(6)', 6],
  ['singlestore', 'timestamp', 0],
  ['mssql', 'datetime', 3],
  ['mssql', 'datetime2', 7],
  ['mssql', 'datetimeoffset(3)', 3],
  ['sqlite', 'text', 7],
])('on %s %s keeps %i digits of a second', (dialect, sqlType, digits) => {
  expect(fractionDigits(sqlType, dialect)).toBe(digits)
})
