// Values of a position as text, and what is bound for a text, by dialect: servers that these tests do not have
// included.
import { describe, expect, test } from 'vitest'
import type { DialectName } from '../../../src/vocabulary.js'
import { KEY_TEXTS } from '../../../src/features/positions/dialects/index.js'
import { bindKeyText, readKeyText } from '../../../src/features/positions/key-text.js'
import { PaginateConfigError } from '../../../src/index.js'
import type { BoundKey, KeyForm, KeyKind, PositionKey } from '../../../src/types/position.js'

const key = (dialect: DialectName, kind: KeyKind, more: Partial<PositionKey> = {}): PositionKey => ({
  kind,
  dialect,
  range: null,
  members: null,
  sqlType: '',
  element: null,
  ...more,
})
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)
const bound = (value: unknown, form: KeyForm = 'plain'): BoundKey => ({ value, form })
const hex = (text: string): string => Buffer.from(text).toString('hex').toUpperCase()
const FLOAT = key('postgresql', 'float')
const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e'
const UINT64 = { range: { min: 0n, max: 2n ** 64n - 1n } }

describe('What a driver read, as text', () => {
  test.each<[title: string, of: PositionKey, raw: unknown, text: string | null]>([
    ['null', key('mysql', 'text'), null, null],
    ['nothing', key('mysql', 'text'), undefined, null],
    [
      'a moment that a driver made a Date',
      key('mysql', 'timestamp'),
      new Date('2024-02-29T12:30:00.5Z'),
      '2024-02-29T12:30:00.500Z',
    ],
    ['a number', key('mysql', 'integer'), 12, '12'],
    ['a float of PostgreSQL, as its bits', key('postgresql', 'float'), '3fb999999999999a', '0.1'],
    ['a float that a driver has read by itself', key('postgresql', 'float'), 0.1, '0.1'],
    ['a float of MySQL', key('mysql', 'float'), '[0.1]', '0.1'],
    ['a numeric expression of MySQL', key('mysql', 'number'), '[-1.50]', '-1.50'],
    ['a null between brackets', key('mysql', 'float'), '[null]', null],
    [
      'a number of an expression of MySQL',
      key('mysql', 'driver'),
      `9007199254740993]:1:${hex('9007199254740993')}:1`,
      'n9007199254740993',
    ],
    // MySQL's own text of it is another double.
    [
      'a double of one',
      key('mysql', 'driver'),
      `-2.7755575615628914e-17]:1:${hex('-2.77555756156289e-17')}:1`,
      'n-2.7755575615628914e-17',
    ],
    ['a truth of one', key('mysql', 'driver'), `tr:1:${hex('1')}:1`, 'n1'],
    ['text of one', key('mysql', 'driver'), `"h:0:${hex('happy')}:0`, 'shappy'],
    ['text in quotes', key('mysql', 'driver'), `"\\:0:${hex('"a"')}:0`, 's"a"'],
    ['a moment of one', key('mysql', 'driver'), `"2:0:${hex('2024-02-29 12:30:00.5')}:1`, 's2024-02-29 12:30:00.5'],
    ['a time that compares as one', key('mysql', 'driver'), `"-:2:${hex('-00:10:00')}:1`, 't-00:10:00'],
    ['a time before one', key('mysql', 'driver'), `"0:0:${hex('00:10:00')}:1`, 's00:10:00'],
    ['an address', key('mysql', 'driver'), `":0:${hex('::1')}:1`, 's::1'],
    ['a UUID', key('mysql', 'driver'), `"0:0:${hex(UUID)}:1`, `s${UUID}`],
    ['text that begins with a number', key('mysql', 'driver'), `"1:0:${hex('12 apples')}:1`, 's12 apples'],
    ['text that begins with a sign and a number', key('mysql', 'driver'), `"-:0:${hex('-5 °C')}:1`, 's-5 °C'],
    ['one that begins with spaces and a number', key('mysql', 'driver'), `" :0:${hex('  7 apples')}:1`, 's  7 apples'],
    ['one that begins with a fraction', key('mysql', 'driver'), `"0:0:${hex('0.5 l')}:1`, 's0.5 l'],
    ['one that begins with zeros and a fraction', key('mysql', 'driver'), `"0:0:${hex('00.5 l')}:1`, 's00.5 l'],
    ['one that begins with a point', key('mysql', 'driver'), `".:0:${hex('.05 l')}:1`, 's.05 l'],
    ['one that begins with a point and a digit', key('mysql', 'driver'), `".:0:${hex('.5 l')}:1`, 's.5 l'],
    ['one that begins with a digit', key('mysql', 'driver'), `"5:0:${hex('5 apples')}:1`, 's5 apples'],
    ['one whose number is too small for a double', key('mysql', 'driver'), `"1:0:${hex('1e-400 m')}:0`, 's1e-400 m'],
    ['one that ends in a number', key('mysql', 'driver'), `"a:0:${hex('a1')}:0`, 'sa1'],
    ['one that ends in a quote', key('mysql', 'driver'), `"a:0:${hex('a"')}:0`, 'sa"'],
    ['as much text as MySQL sorts', key('mysql', 'driver'), `"a:0:${hex('a'.repeat(255))}:0`, `s${'a'.repeat(255)}`],
    ['no characters', key('mysql', 'driver'), `"":0::0`, 's'],
    ['bytes of one that are no UTF-8', key('mysql', 'driver'), '"x:0:FF61:0', 'bff61'],
    ['a number of an expression', key('singlestore', 'driver'), 1.5, 'n1.5'],
    ['a bigint of one', key('singlestore', 'driver'), 9_007_199_254_740_993n, 'n9007199254740993'],
    ['bytes of one', key('singlestore', 'driver'), bytes(0, 15, 16, 255), 'b000f10ff'],
    ['a moment of one', key('singlestore', 'driver'), new Date('2024-02-29T12:30:00.5Z'), 's2024-02-29T12:30:00.500'],
    ['text of one', key('singlestore', 'driver'), 'a', 'sa'],
    ['JSON that the driver parsed', key('singlestore', 'driver'), { a: [1] }, 's{"a":[1]}'],
    ['an integer that MySQL fills with zeros', key('mysql', 'integer'), '00012', '12'],
    ['zeros within one', key('mysql', 'integer'), '10012', '10012'],
    ['zero, filled with zeros', key('mysql', 'integer'), '000', '0'],
    ['a numeric expression of PostgreSQL', key('postgresql', 'number'), '1.50', '1.50'],
    ['a float of one, as its bits', key('postgresql', 'number'), 'x3fb999999999999a', '0.1'],
    ['a number of one that a driver has read by itself', key('postgresql', 'number'), 1.5, '1.5'],
    [
      'floats in an array, as their bits',
      key('postgresql', 'array', { element: FLOAT }),
      '["3fb999999999999a",null]',
      '["0.1",null]',
    ],
    [
      'floats in an array that begins at 0',
      key('postgresql', 'array', { element: FLOAT }),
      '[0:0]=["3fb999999999999a"]',
      '[0:0]=["0.1"]',
    ],
    [
      'floats in an array of two dimensions',
      key('postgresql', 'array', { element: FLOAT }),
      '[1:2][1:1]=["3fb999999999999a",null]',
      '[1:2][1:1]=["0.1",null]',
    ],
    ['an array in another form', key('postgresql', 'array', { element: FLOAT }), '[2:3]={1,2}', '[2:3]={1,2}'],
    [
      'texts in an array, which are no bits',
      key('postgresql', 'array', { element: key('postgresql', 'text') }),
      '[ "3f" ]',
      '[ "3f" ]',
    ],
    ['an array of elements without a kind', key('postgresql', 'array'), '["a"]', '["a"]'],
    ['a real of SQLite', key('sqlite', 'stored'), 1.5, 'r1.5'],
    ['an integer of SQLite', key('sqlite', 'stored'), 'i9007199254740993', 'i9007199254740993'],
    ['text of SQLite, in hex', key('sqlite', 'stored'), 't610062', 'ta\u0000b'],
    ['text of SQLite that is no UTF-8', key('sqlite', 'stored'), 'tff61', 'xff61'],
    ['a blob of SQLite', key('sqlite', 'stored'), 'b00FF', 'b00FF'],
    ['the type and value of an expression of PostgreSQL', key('postgresql', 'dynamic'), 'text:a:b', 'text:a:b'],
  ])('%s', (_title, of, raw, text) => {
    expect(readKeyText(raw, of, 'place')).toBe(text)
  })

  test.each<[title: string, of: PositionKey, raw: string, type: string]>([
    ['a type of PostgreSQL without a text of its own', key('postgresql', 'dynamic'), 'point:(1,2)', 'point'],
    [
      'a float in a session that prints some digits',
      key('postgresql', 'dynamic'),
      'real under extra_float_digits below 1:0.1',
      'real under extra_float_digits below 1',
    ],
    ['an enum of MySQL, which is sorted by its number', key('mysql', 'driver'), `"a:0:${hex('a')}:1`, 'this kind'],
    ['an enum that ends as a moment does', key('mysql', 'driver'), `"x:0:${hex('x-1')}:1`, 'this kind'],
    ['an enum that begins as a moment does', key('mysql', 'driver'), `"0:0:${hex('0x')}:1`, 'this kind'],
    ['a number without a text', key('mysql', 'driver'), '1.:1:FF:1', 'this kind'],
    ['an answer without a beginning', key('mysql', 'driver'), `:0:${hex('a')}:0`, 'this kind'],
    ['an answer with characters after it', key('mysql', 'driver'), `"a:0:${hex('a')}:0x`, 'this kind'],
    ['an answer with half of a byte', key('mysql', 'driver'), '"a:0:616:0', 'this kind'],
    ['a JSON null of MySQL', key('mysql', 'driver'), `nu:0:${hex('null')}:0`, 'this kind'],
    ['a JSON text of MySQL', key('mysql', 'driver'), `"a:0:${hex('"a"')}:0`, 'this kind'],
    ['a JSON number, which MariaDB sorts as text', key('mysql', 'driver'), `10:0:${hex('10')}:1`, 'this kind'],
    ['text of which MySQL may sort a part', key('mysql', 'driver'), `"a:0:${hex('a'.repeat(256))}:0`, 'this kind'],
  ])('%s needs a value type', (_title, of, raw, type) => {
    const read = (): unknown => readKeyText(raw, of, 'place')
    expect(read).toThrow(PaginateConfigError)
    expect(read).toThrow(
      `The sort expression 'place' of type '${type}' needs a value type for cursors; give it one with .field(name, selector, valueType).`,
    )
  })
})

type Case = readonly [text: string, bound: BoundKey | null]
const WIDEST = `${'9'.repeat(35)}.${'9'.repeat(30)}`

describe.each<[title: string, of: PositionKey, cases: readonly Case[]]>([
  [
    'text',
    key('mysql', 'text'),
    [
      ['a\u0000b', bound('a\u0000b')],
      ['\ud800', null],
    ],
  ],
  ['text of a database without NUL', key('cockroach', 'text'), [['a\u0000b', null]]],
  [
    'a type that this package does not know',
    key('postgresql', 'other'),
    [
      ['[1,5)', bound('[1,5)')],
      ['a\u0000b', null],
    ],
  ],
  [
    'a truth of PostgreSQL',
    key('postgresql', 'boolean'),
    [
      ['true', bound(true)],
      ['false', bound(false)],
      ['t', null],
      ['', null],
    ],
  ],
  [
    'a member of an enum',
    key('postgresql', 'enum', { members: ['sad', 'happy'] }),
    [
      ['happy', bound('happy')],
      ['merry', null],
    ],
  ],
  ['one of an enum whose members nobody knows', key('postgresql', 'enum'), [['happy', null]]],
  [
    'a time with its zone',
    key('postgresql', 'timetz'),
    [
      ['12:30:00+02', bound('12:30:00+02')],
      ['12:30:00', null],
    ],
  ],
  [
    'an address',
    key('postgresql', 'network', { sqlType: 'cidr' }),
    [
      ['10.0.0.0/8', bound('10.0.0.0/8')],
      ['10.0.0.1/8', null],
    ],
  ],
  [
    'JSON of PostgreSQL',
    key('postgresql', 'jsonb'),
    [
      ['{"a": [1, null, "x\\ny"]}', bound('{"a": [1, null, "x\\ny"]}')],
      ['{"1e": "2E5", "\\"3e": ""}', bound('{"1e": "2E5", "\\"3e": ""}')],
      ['"\\u00e9"', bound('"\\u00e9"')],
      ['"\\u0000"', null],
      ['"\\uD800"', null],
      ['1e999', null],
      ['[1E5]', null],
      ['{a: 1}', null],
      ['', null],
    ],
  ],
  [
    'the bytes that a collation sorts',
    key('mysql', 'weights'),
    [
      ['00FF', bound('00FF')],
      ['0', null],
      ['any', null],
    ],
  ],
  [
    'an integer past 2^53 of MySQL',
    key('mysql', 'integer', UINT64),
    [
      ['12', bound(12)],
      ['0', bound(0)],
      ['9007199254740991', bound(9_007_199_254_740_991)],
      ['9007199254740992', bound('9007199254740992', 'unsigned')],
      ['18446744073709551615', bound('18446744073709551615', 'unsigned')],
      ['18446744073709551616', null],
      ['-1', null],
      ['01', null],
    ],
  ],
  [
    'a negative one',
    key('mysql', 'integer'),
    [
      ['-9007199254740991', bound(-9_007_199_254_740_991)],
      ['-9007199254740993', bound('-9007199254740993', 'signed')],
    ],
  ],
  ['one of SQL Server', key('mssql', 'integer'), [['9007199254740993', bound('9007199254740993')]]],
  [
    'a char of MySQL, which is longer as the weights that it is sorted by',
    key('mysql', 'padded', { sqlType: 'char(4)' }),
    [
      ['beef', bound('beef')],
      ['😀😀😀😀', bound('😀😀😀😀')],
      ['beef0102', bound('beef0102', 'padded')],
      ['not hex', bound('not hex')],
      ['\ud800', null],
    ],
  ],
  [
    'a decimal of MySQL',
    key('mysql', 'decimal'),
    [
      ['12', bound('12')],
      ['-12.50', bound('-12.50')],
      [WIDEST, bound(WIDEST)],
      [`-${WIDEST}`, bound(`-${WIDEST}`)],
      [`9${WIDEST}`, null],
      [`${WIDEST}9`, null],
      ['1e3', null],
      ['NaN', null],
    ],
  ],
  [
    'a float of MySQL',
    key('mysql', 'float'),
    [
      ['1e+300', bound('1e+300')],
      ['1e999', null],
      ['NaN', null],
    ],
  ],
  [
    'a numeric expression of MySQL',
    key('mysql', 'number'),
    [
      ['5', bound('5', 'signed')],
      ['999999999999999999', bound('999999999999999999', 'signed')],
      ['1000000000000000000', bound('1000000000000000000', 'decimal')],
      [`-${'9'.repeat(35)}`, bound(`-${'9'.repeat(35)}`, 'decimal')],
      ['9'.repeat(36), bound('9'.repeat(36), 'double')],
      [`-${WIDEST}`, bound(`-${WIDEST}`, 'decimal')],
      ['0.125', bound('0.125', 'decimal')],
      ['1e-7', bound('1e-7', 'double')],
      ['x5', null],
      ['5x', null],
      [`0.${'1'.repeat(31)}`, bound(`0.${'1'.repeat(31)}`, 'double')],
      ['five', null],
    ],
  ],
  [
    'a numeric expression of SQL Server',
    key('mssql', 'number'),
    [
      ['5', bound('5')],
      ['0.125', bound('0.125', 'decimal')],
      ['1e-7', bound('1e-7', 'double')],
      ['NaN', null],
    ],
  ],
  [
    'a datetime of MySQL',
    key('mysql', 'timestamp'),
    [
      ['2024-02-29 12:30:00.123456', bound('2024-02-29 12:30:00.123456')],
      ['0000-00-00 00:00:00', bound('0000-00-00 00:00:00')],
      ['2024-00-15 00:00:00', bound('2024-00-15 00:00:00')],
      ['2024-00-32 00:00:00', null],
      ['2023-02-29 00:00:00', null],
      ['10000-01-01 00:00:00', null],
      ['infinity', null],
    ],
  ],
  [
    'a date of MySQL',
    key('mysql', 'date'),
    [
      ['2024-02-29', bound('2024-02-29')],
      ['0000-00-00', bound('0000-00-00')],
      ['2024-02-00', bound('2024-02-00')],
      ['2024-00-15', bound('2024-00-15')],
      ['0000-04-30', bound('0000-04-30')],
      ['2023-02-29', null],
      ['0000-04-31', null],
      ['0000-02-29', null],
      ['2024-13-00', null],
      ['2024-00-32', null],
      ['10000-00-00', null],
      ['0000-00-00 BC', null],
      ['today', null],
    ],
  ],
  [
    'a time of MySQL, which is a span',
    key('mysql', 'time'),
    [
      ['-838:59:59', bound('-838:59:59')],
      ['24:00', null],
    ],
  ],
  [
    'a time of SQL Server',
    key('mssql', 'time'),
    [
      ['23:59:59.1234567', bound('23:59:59.1234567')],
      ['-01:00:00', null],
    ],
  ],
  ['an interval of MySQL', key('mysql', 'interval'), [['100:00:00', bound('100:00:00')]]],
  [
    'an interval of PostgreSQL beyond its parts',
    key('postgresql', 'interval'),
    [
      ['14 -3 123456789', bound('14 mons -3 days 00:02:03.456789')],
      ['2147483648 0 0', null],
      ['0 2147483648 0', null],
      ['0 0 9223372036854775808', null],
      ['0 0 -9223372036854775808', null],
    ],
  ],
  [
    'an array of elements without a kind',
    key('postgresql', 'array'),
    [
      ['["a",null]', bound('{"a",NULL}')],
      ['[["a"],["b"]]', bound('{{"a"},{"b"}}')],
      ['[["a"],["b","c"]]', null],
      ['[["a"],"b"]', null],
      ['["a",["b"]]', null],
      ['[[]]', null],
      ['[[[[[["a"]]]]]]', bound('{{{{{{"a"}}}}}}')],
      ['[[[[[[["a"]]]]]]]', null],
      ['["[0:0]="]', bound('{"[0:0]="}')],
      ['[0:1]=["a",null]', bound('[0:1]={"a",NULL}')],
      ['[9:11]=["a","b","c"]', bound('[9:11]={"a","b","c"}')],
      ['[-10:-9]=["a","b"]', bound('[-10:-9]={"a","b"}')],
      ['[-2147483648:-2147483648]=["a"]', bound('[-2147483648:-2147483648]={"a"}')],
      ['[-3:-2][7:7]=[["a"],["b"]]', bound('[-3:-2][7:7]={{"a"},{"b"}}')],
      ['[0:1]=["a"]', null],
      ['[1:2][1:2]=["a","b","c",null]', bound('[1:2][1:2]={{"a","b"},{"c",NULL}}')],
      ['[0:0][1:2][3:3]=["a","b"]', bound('[0:0][1:2][3:3]={{{"a"},{"b"}}}')],
      ['[1:2][1:2]=["a","b","c"]', null],
      ['[1:2][1:1]=["a","b","c"]', null],
      ['[1:1][1:0]=["a"]', null],
      ['[1:1][1:9999999999]=["a"]', null],
      ['[1:1][1:2]=["a",["b"]]', null],
      ['[0:0]=[["a"]]', null],
      ['[0:0][0:1]=[["a"]]', null],
      ['[1:0]=[]', null],
      ['[2147483647:2147483647]=["a"]', null],
      ['[-2147483649:-2147483649]=["a"]', null],
      ['[0:0]=', null],
      ['[0:0]={a}', null],
      ['["\\u0000"]', null],
    ],
  ],
  [
    'an array of integers',
    key('postgresql', 'array', { element: key('postgresql', 'integer') }),
    [
      ['["1",null]', bound('{"1",NULL}')],
      ['["1","one"]', null],
      ['[1]', null],
    ],
  ],
  [
    'an array of instants',
    key('postgresql', 'array', { element: key('postgresql', 'timestamptz') }),
    [
      [
        '["2024-02-29T12:30:00","0044-03-15T00:00:00 BC","infinity"]',
        bound('{"2024-02-29T12:30:00Z","0044-03-15T00:00:00Z BC","infinity"}'),
      ],
    ],
  ],
  [
    'an array of bytes',
    key('postgresql', 'array', { element: key('postgresql', 'bytes') }),
    [['["00ff"]', bound('{"\\\\x00ff"}')]],
  ],
  [
    'an array of spans',
    key('postgresql', 'array', { element: key('postgresql', 'interval') }),
    [['["1 0 0"]', bound('{"1 mons 0 days 00:00:00.000000"}')]],
  ],
  [
    'a numeric expression of PostgreSQL, which may be a float',
    key('postgresql', 'number'),
    [
      ['1e308', bound('1e308', 'numeric')],
      ['Infinity', bound('Infinity', 'float')],
      ['0e-400', bound('0e-400', 'numeric')],
      ['1e400', null],
      ['1e-400', null],
      ['9'.repeat(400), null],
      [`0.${'0'.repeat(390)}1`, null],
      ['0.000', bound('0.000', 'numeric')],
    ],
  ],
  [
    'the first and the last moment of PostgreSQL',
    key('postgresql', 'timestamp', { sqlType: 'inferred' }),
    [
      ['294276-12-31T23:59:59.999999', bound('294276-12-31T23:59:59.999999')],
      ['294276-12-31T23:59:59.999999+02', bound('294276-12-31T23:59:59.999999+02')],
      ['294276-12-31T23:59:59-02', null],
      ['294277-01-01', null],
      ['4714-11-24 BC', bound('4714-11-24 BC')],
      ['4714-11-23 BC', null],
      ['4714-11-24T00:00:00+02 BC', null],
    ],
  ],
  [
    'what the driver of MySQL read of an expression',
    key('mysql', 'driver'),
    [
      ['t-00:10:00.5', bound('-00:10:00.5', 'time')],
      ['tnow', null],
      ['n12', bound('12', 'signed')],
      ['nx', null],
      ['sa', bound('a')],
      ['s\ud800', null],
      ['b00ff', bound(bytes(0, 255))],
      ['b0', null],
      ['x', null],
      ['', null],
    ],
  ],
  [
    'a value of SQLite',
    key('sqlite', 'stored'),
    [
      ['i12', bound(12)],
      ['i9007199254740991', bound(9_007_199_254_740_991)],
      ['i-9007199254740992', bound('-9007199254740992', 'signed')],
      ['i9223372036854775807', bound('9223372036854775807', 'signed')],
      ['i9223372036854775808', null],
      ['i1.5', null],
      ['r1.5', bound(1.5)],
      ['rInfinity', bound('9e999', 'real')],
      ['r-Infinity', bound('-9e999', 'real')],
      ['rNaN', null],
      ['r1e999', null],
      ['ta\u0000b', bound('a\u0000b')],
      ['t\ud800', null],
      ['xff61', bound(bytes(255, 97), 'text')],
      ['xf', null],
      ['b00FF', bound(bytes(0, 255))],
      ['b0', null],
      ['z', null],
    ],
  ],
  [
    'an expression of PostgreSQL',
    key('postgresql', 'dynamic'),
    [
      ['smallint:-1', bound('-1', 'numeric')],
      ['integer:12', bound('12', 'numeric')],
      ['bigint:9223372036854775807', bound('9223372036854775807', 'numeric')],
      ['numeric:NaN', bound('NaN', 'numeric')],
      ['numeric:one', null],
      ['integer:', null],
      ['real:0.10', bound('0.1', 'float')],
      ['double precision:1e+300', bound('1e+300', 'float')],
      ['double precision:1e700', null],
      ['real:-Infinity', bound('-Infinity', 'float')],
      ['text:a:b', bound('a:b', 'text')],
      ['character varying:a', bound('a', 'text')],
      ['character:a  ', bound('a  ', 'char')],
      ['name:a', bound('a', 'text')],
      ['text:', bound('', 'text')],
      ['text:a\u0000b', null],
      ['character:\ud800', null],
      ['boolean:true', bound('true', 'boolean')],
      ['boolean:false', bound('false', 'boolean')],
      ['boolean:maybe', null],
      ['date:2024-02-29', bound('2024-02-29', 'date')],
      ['date:2023-02-29', null],
      ['timestamp without time zone:2024-02-29T12:30:00', bound('2024-02-29T12:30:00', 'timestamp')],
      ['timestamp without time zone:2024-02-29T12:30:00+02', null],
      ['timestamp with time zone:2024-02-29T12:30:00+02', bound('2024-02-29T12:30:00+02', 'timestamptz')],
      ['timestamp with time zone:2023-02-29T12:30:00+02', null],
      ['time without time zone:24:00:00', bound('24:00:00', 'time')],
      ['time without time zone:25:00:00', null],
      [`uuid:${UUID}`, bound(UUID, 'uuid')],
      [`uuid:${UUID.toUpperCase()}`, null],
      ['point:(1,2)', null],
      ['text', null],
    ],
  ],
  [
    'an interval of an expression of PostgreSQL',
    key('postgresql', 'dynamic'),
    [
      ...[
        '00:00:00',
        '-00:00:01.5',
        '+02:03:00.123456',
        '999999999:59:59',
        '1 year',
        '2 years 3 mons',
        '-1 mon',
        '+99999999 years',
        '1 day',
        '-999999999 days',
        '1 year 2 mons -3 days -04:05:06.7',
        '3 days 04:05:06',
      ].map((text): Case => [`interval:${text}`, bound(text, 'interval')]),
      ['interval:', null],
      ['interval: 1 day', null],
      ['interval:1 year ', null],
      ['interval:3 days04:05:06', null],
      ['interval:1 week', null],
      ['interval:1 month', null],
      ['interval:100 mons', null],
      ['interval:999999999 years', null],
      ['interval:9999999999 days', null],
      ['interval:9999999999:00:00', null],
      ['interval:04:60:00', null],
      ['interval:04:05:60', null],
      ['interval:04:05:06.1234567', null],
      ['interval:P1D', null],
    ],
  ],
  [
    'a decimal of PostgreSQL',
    key('postgresql', 'decimal'),
    [
      ['12', bound('12')],
      ['-12.50', bound('-12.50')],
      ['NaN', bound('NaN')],
      ['-Infinity', bound('-Infinity')],
      ['1e5', null],
      ['xNaN', null],
      ['NaNx', null],
      ['', null],
    ],
  ],
  [
    'a float of PostgreSQL',
    key('postgresql', 'float'),
    [
      ['1e+300', bound('1e+300')],
      ['0.10', bound('0.1')],
      ['Infinity', bound('Infinity')],
      ['1e999', null],
      ['x1', null],
      ['1x', null],
      ['one', null],
    ],
  ],
  [
    'a date of PostgreSQL',
    key('postgresql', 'date'),
    [
      ['2024-02-29', bound('2024-02-29')],
      ['infinity', bound('infinity')],
      ['2023-02-29', null],
    ],
  ],
  [
    'a time of PostgreSQL',
    key('postgresql', 'time'),
    [
      ['24:00:00', bound('24:00:00')],
      ['25:00:00', null],
    ],
  ],
  [
    'a timestamp of PostgreSQL',
    key('postgresql', 'timestamp'),
    [
      ['2024-02-29T12:30:00', bound('2024-02-29T12:30:00')],
      ['2024-02-29', null],
      ['2024-02-29T12:30:00+02', null],
    ],
  ],
  [
    'a UUID of PostgreSQL',
    key('postgresql', 'uuid'),
    [
      [UUID, bound(UUID)],
      [`x${UUID}`, null],
      [`${UUID}0`, null],
      [UUID.toUpperCase(), null],
    ],
  ],
])('What is bound for %s', (_title, of, cases) => {
  // R13.1.4
  test.each(cases.map(([text, expected]) => ({ text, expected })))('$text', ({ text, expected }) => {
    expect(bindKeyText(text, of)).toEqual(expected)
  })
})

describe('Texts of a sort key that a dialect could not have written are refused', () => {
  test.each([
    ['postgresql', 'NaN', true],
    ['cockroach', '-Infinity', true],
    ['mysql', 'NaN', false],
    ['mssql', 'Infinity', false],
  ] as const)('%s, the number %s: %s', (dialect, text, isBound) => {
    const { bindDecimal, bindFloat, bindNumber } = KEY_TEXTS[dialect]
    for (const bind of [bindDecimal, bindFloat, bindNumber])
      expect(bind(text, key(dialect, 'decimal')) !== null).toBe(isBound)
  })

  test('an integer past 2^53 is cast by its sign where text would be compared as a double', () => {
    expect(KEY_TEXTS.mysql.bindWide('-9007199254740993')).toEqual({
      form: 'signed',
      value: '-9007199254740993',
    })
    expect(KEY_TEXTS.singlestore.bindWide('18446744073709551615')).toEqual({
      form: 'unsigned',
      value: '18446744073709551615',
    })
    expect(KEY_TEXTS.postgresql.bindWide('9007199254740993')).toEqual({
      form: 'plain',
      value: '9007199254740993',
    })
  })
})
