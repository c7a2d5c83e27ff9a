// testing: texts on and past the edges of each value type, and texts that were written to break things.
import type { FieldValueType } from '../../types/value.js'

export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  "'",
  '"',
  '\\',
  '%',
  '_',
  '[',
  '`',
  '--',
  '/*',
  ';',
  "' or 1=1 --",
  "'); drop table x; --",
  '\u0000',
  'a\u0000b',
  '\n',
  '\u{1f600}',
  '\ud800',
  'caf\u00e9',
  'cafe\u0301',
  'İ',
  'ß',
  '$1',
  ':1',
  '?',
  '@p',
  '{}',
  '{"a":1}',
  '[]',
  'null',
  'NULL',
  '$not:$eq:a',
  '%00',
  '%',
  '\u202e',
  'x'.repeat(5000),
]

const INTEGERS = [
  '0',
  '-0',
  '+1',
  '007',
  '32767',
  '32768',
  '-32769',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775808',
  '-9223372036854775809',
  '18446744073709551615',
  '1.0',
  '1e3',
  '0x10',
  ' 1',
  '1 ',
  'NaN',
  '٣',
  '1,5',
  '-',
  '9'.repeat(400),
]
const DECIMALS = [
  '0',
  '.5',
  '5.',
  '-.5',
  '0.1',
  '0.30000000000000004',
  '1.7976931348623157',
  '99999999999999999999.99',
  `0.${'0'.repeat(40)}1`,
  '1e5',
  'Infinity',
  '.',
  '--1',
]
const MOMENTS = [
  '2024-02-29',
  '2023-02-29',
  '2024-02-30',
  '0001-01-01',
  '9999-12-31',
  '0000-01-01',
  '10000-01-01',
  '2024-02-29T12:34',
  '2024-02-29T12:34:56.1234567Z',
  '2024-02-29T23:59:60Z',
  '2024-02-29T24:00:00Z',
  '2024-02-29T00:00:00+14:00',
  '2024-02-29T00:00:00+15:00',
  '9999-12-31T23:59:59.9999999Z',
  '0001-01-01T00:00:00+14:00',
  '1969-12-31T23:59:59.9999999Z',
  '2024-02-29 12:34',
  'now',
  'infinity',
]
const TIMES = ['00:00', '12:34:56', '23:59:59.9999999', '24:00:00', '12:60', '1:00', '12:34:56Z', '2024-02-29T12:34']
const INTERVALS = [
  '0:00',
  '1:02:03',
  '23:59:59.9999999',
  '24:00:00',
  '-0:30',
  'PT2H30M',
  'P5D',
  '-P1D',
  'P1Y',
  'P1M',
  '5',
  'PT',
]
const UUIDS = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF',
  '{00000000-0000-0000-0000-000000000001}',
  '(00000000-0000-0000-0000-000000000001)',
  '0000',
  'g0000000-0000-0000-0000-000000000000',
]
const BOOLEANS = ['true', 'FALSE', '1', '0', 'yes', 't']

export function edgeTexts(type: FieldValueType): readonly string[] {
  switch (type.kind) {
    case 'text':
      return HOSTILE_TEXTS
    case 'char':
      return ['a', 'ab', '\u{1f600}', '\u0000', "'", '%']
    case 'boolean':
      return BOOLEANS
    case 'uuid':
      return UUIDS
    case 'integer':
    case 'bigint':
      return INTEGERS
    case 'decimal':
    case 'float':
      return [...INTEGERS, ...DECIMALS]
    case 'timestamp':
    case 'date':
      return MOMENTS
    case 'time':
      return TIMES
    case 'interval':
      return INTERVALS
    case 'enum':
      return [...(type.values ?? []), 'nope', `${type.values?.[0] ?? 'a'},${type.values?.[1] ?? 'b'}`, '0']
    case 'collection':
      return type.element === undefined ? HOSTILE_TEXTS : edgeTexts(type.element)
    case 'custom':
      return [...HOSTILE_TEXTS, ...INTEGERS.slice(0, 6), ...MOMENTS.slice(0, 3)]
    default:
      return type.kind satisfies never
  }
}
