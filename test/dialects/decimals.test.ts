import { expect, test } from 'vitest'
import { roundDecimal } from '../../src/dialects/shared/decimals.js'
import { NEVER } from '../../src/types/sql.js'
import type { Rounding } from '../../src/types/value.js'

test.each<[text: string, digits: number, scale: number, rounding: Rounding, expected: unknown]>([
  ['1.25', 5, 2, 'exact', '1.25'],
  ['1.255', 5, 2, 'exact', NEVER],
  ['1.255', 5, 2, 'floor', '1.25'],
  ['1.255', 5, 2, 'ceil', '1.26'],
  ['-1.255', 5, 2, 'floor', '-1.26'],
  ['-1.255', 5, 2, 'ceil', '-1.25'],
  ['-0.001', 5, 2, 'ceil', '0.00'],
  ['-0.001', 5, 2, 'floor', '-0.01'],
  ['0.999', 5, 2, 'ceil', '1.00'],
  ['7.5', 5, 0, 'ceil', '8'],
  ['7.5', 5, 0, 'floor', '7'],
  // Past all that five digits can be, on either side.
  ['1000', 5, 2, 'exact', NEVER],
  ['1000', 5, 2, 'ceil', NEVER],
  ['1000', 5, 2, 'floor', '999.99'],
  ['-1000', 5, 2, 'floor', NEVER],
  ['-1000', 5, 2, 'ceil', '-999.99'],
  ['999.991', 5, 2, 'floor', '999.99'],
  ['999.99', 5, 2, 'exact', '999.99'],
  ['99999', 5, 0, 'exact', '99999'],
  ['100000', 5, 0, 'floor', '99999'],
  ['-100000', 5, 0, 'ceil', '-99999'],
  ['-100000', 5, 0, 'floor', NEVER],
])('%s in %i digits, %i of them after the point, rounded %s, is %s', (text, digits, scale, rounding, expected) => {
  expect(roundDecimal(text, { digits, scale }, rounding)).toBe(expected)
})
