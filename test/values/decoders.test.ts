// Each accepted and each refused form of a value, one row each.
import { describe, expect, test } from 'vitest'
import { decodeBoolean } from '../../src/values/boolean.js'
import { decodeDate, decodeTime, decodeTimestamp } from '../../src/values/date-time.js'
import { enumDecoder } from '../../src/values/enum.js'
import { decodeInterval } from '../../src/values/interval.js'
import { decodeDecimal, floatDecoder, INT64, integerDecoder } from '../../src/values/number.js'
import { decodeChar, decodeText } from '../../src/values/text.js'
import { decodeUuid } from '../../src/values/uuid.js'
import type { DecodeResult } from '../../src/types/value.js'

interface Kind {
  readonly decode: (text: string) => DecodeResult
  readonly accepts: readonly (readonly [text: string, value: unknown, why?: string])[]
  /** Rule, then the texts that it refuses. */
  readonly refuses: readonly (readonly [rule: string, texts: readonly string[]])[]
}

const seconds = (count: number): bigint => BigInt(count) * 10_000_000n
const ticks = (iso: string, more: bigint = 0n): bigint => BigInt(Date.parse(iso)) * 10_000n + more
const UUID = '01234567-89ab-cdef-0123-456789abcdef'
const DIGITS = '0123456789abcdef0123456789abcdef'
const LONE = '\ud800'
const NUMBER_RULE = `expected a number with '.' as its decimal separator`
const NOT_NUMBERS = [
  '',
  ' ',
  '1 ',
  ' 1',
  '+',
  '-',
  '.',
  '+.',
  '1,5',
  '1e5',
  '1E5',
  '0x1f',
  '0b1',
  '1_000',
  '1.2.3',
  '--1',
  '+-1',
  'NaN',
  'Infinity',
  '-Infinity',
  'abc',
  '١',
  '１',
  '1\n',
  '1n',
  '½',
]
const TIME_RULE = `expected a time in the form 'HH:mm', 'HH:mm:ss' or 'HH:mm:ss.fffffff'`
const TIMESTAMP_RULE =
  'expected a date such as 2024-05-31 or a date and time such as 2024-05-31T23:59:59.5Z, with an offset up to 14:00'
const NO_SUCH_DATE = 'expected a date that exists, in the years 0001 to 9999'
const INTERVAL_RULE = `expected a duration in the form 'h:mm', 'h:mm:ss' (up to 23 hours) or ISO 8601 such as P5D or PT2H30M`

const kinds: Record<string, Kind> = {
  text: {
    decode: decodeText,
    accepts: [
      ['', ''],
      [' a ', ' a ', 'verbatim'],
      ['%_[\\', '%_[\\'],
      ['a:b,c', 'a:b,c'],
      ['é', 'é'],
      ['e\u0301', 'e\u0301', 'not normalised'],
      ['😀', '😀'],
      ['\u0000', '\u0000', 'NUL is the dialect’s question'],
    ],
    refuses: [['expected well-formed text', [LONE, `a${LONE}b`, '\udc00', '\udc00\ud800']]],
  },
  char: {
    decode: decodeChar,
    accepts: [
      ['a', 'a'],
      ['%', '%'],
      ['é', 'é'],
      ['\uffff', '\uffff', 'the last of one code unit'],
      ['😀', '😀', 'one code point, two code units'],
      ['0', '0'],
    ],
    refuses: [
      [
        'expected exactly one character, not a white space',
        ['', 'ab', ' ', '\t', '\u00a0', 'e\u0301', '😀a', 'a😀', '😀😀', '  '],
      ],
      ['expected well-formed text', [LONE]],
    ],
  },
  boolean: {
    decode: decodeBoolean,
    accepts: [
      ['true', true],
      ['false', false],
      ['TRUE', true],
      ['False', false],
      ['tRuE', true],
    ],
    refuses: [
      [
        `expected 'true' or 'false'`,
        ['', '1', '0', 'yes', 'no', 't', 'on', ' true', 'true ', 'true\n', 'truefalse', 'fal\u017fe'],
      ],
    ],
  },
  uuid: {
    decode: decodeUuid,
    accepts: [
      [UUID, UUID],
      [UUID.toUpperCase(), UUID],
      [DIGITS, UUID],
      [DIGITS.toUpperCase(), UUID],
      [`{${UUID}}`, UUID],
      [`(${UUID})`, UUID],
      [`{${DIGITS}}`, UUID],
      [`(${DIGITS})`, UUID],
    ],
    refuses: [
      [
        'expected a UUID',
        [
          '',
          ' ',
          UUID.slice(1),
          `${UUID}0`,
          ` ${UUID}`,
          `${UUID}\n`,
          `{${UUID})`,
          `(${UUID}}`,
          `{${UUID}`,
          `${UUID}}`,
          `[${UUID}]`,
          `{{${DIGITS}}}`,
          DIGITS.slice(1),
          `${DIGITS}0`,
          UUID.replace('a', 'g'),
          UUID.replace('-', ''),
          '0123-456789abcdef0123456789abcdef',
          UUID.replaceAll('-', '\u2010'),
          `urn:uuid:${UUID}`,
          '{}',
        ],
      ],
    ],
  },
  'integer of 16 bits': {
    decode: integerDecoder({ min: -32768n, max: 32767n }),
    accepts: [
      ['0', 0n],
      ['-0', 0n],
      ['+5', 5n],
      ['007', 7n],
      ['32767', 32767n],
      ['-32768', -32768n],
      [`${'0'.repeat(100)}1`, 1n, 'leading zeros count for nothing'],
    ],
    refuses: [
      [
        'expected a whole number between -32768 and 32767',
        [...NOT_NUMBERS, '1.0', '1.', '.5', '32768', '-32769', '99999999999999999999999', '1'.repeat(100_000)],
      ],
    ],
  },
  'integer of a range above 0': {
    decode: integerDecoder({ min: 1901n, max: 2155n }),
    accepts: [
      ['1901', 1901n],
      ['2155', 2155n],
      ['+1901', 1901n],
      ['0000000000000000000002155', 2155n],
    ],
    refuses: [
      [
        'expected a whole number between 1901 and 2155',
        ['1900', '2156', '0', '24', '+1900', '+2156', '-1901', '-2000'],
      ],
    ],
  },
  'integer of 64 bits': {
    decode: integerDecoder(INT64),
    accepts: [
      ['9223372036854775807', 9223372036854775807n],
      ['-9223372036854775808', -9223372036854775808n],
      ['9007199254740993', 9007199254740993n, 'past 2^53'],
    ],
    refuses: [
      [
        'expected a whole number between -9223372036854775808 and 9223372036854775807',
        ['9223372036854775808', '-9223372036854775809', '100000000000000000000'],
      ],
    ],
  },
  'unsigned integer of 64 bits': {
    decode: integerDecoder({ min: 0n, max: 2n ** 64n - 1n }),
    accepts: [
      ['18446744073709551615', 18446744073709551615n],
      ['0', 0n],
    ],
    refuses: [['expected a whole number between 0 and 18446744073709551615', ['-1', '18446744073709551616']]],
  },
  decimal: {
    decode: decodeDecimal,
    accepts: [
      ['0', '0'],
      ['-0', '0'],
      ['-0.00', '0'],
      ['+1', '1'],
      ['.5', '0.5'],
      ['-.5', '-0.5'],
      ['5.', '5'],
      ['1.50', '1.5'],
      ['007.0', '7'],
      ['12345678901234567890.0123456789', '12345678901234567890.0123456789', 'numeric(30, 10) exactly'],
      ['9'.repeat(1000), '9'.repeat(1000)],
      ['9'.repeat(131_072), '9'.repeat(131_072), 'as long as it may be'],
      [`.${'9'.repeat(16_383)}`, `0.${'9'.repeat(16_383)}`],
      [`${'0'.repeat(200_000)}1.5${'0'.repeat(200_000)}`, '1.5', 'zeros are no digits'],
    ],
    refuses: [
      [NUMBER_RULE, NOT_NUMBERS],
      [
        'expected a number with at most 131072 digits before and 16383 after the point',
        ['1'.repeat(131_073), `.${'1'.repeat(16_384)}`],
      ],
    ],
  },
  'double-precision float': {
    decode: floatDecoder(false),
    accepts: [
      ['0', 0],
      ['-0', 0],
      ['+1', 1],
      ['.5', 0.5],
      ['5.', 5],
      ['-1.25', -1.25],
      ['0.1', 0.1],
      [`1${'0'.repeat(308)}`, 1e308],
      [`.${'0'.repeat(400)}1`, 0, 'underflow'],
    ],
    refuses: [
      [NUMBER_RULE, NOT_NUMBERS],
      ['expected a number that a double-precision column can hold', [`1${'0'.repeat(309)}`, `-2${'0'.repeat(308)}`]],
    ],
  },
  'single-precision float': {
    decode: floatDecoder(true),
    accepts: [
      ['0.1', 0.1],
      ['16777217', 16777217],
      [`34028235${'0'.repeat(31)}`, 3.4028235e38],
      [`.${'0'.repeat(50)}1`, 0, 'underflow'],
      ['-0', 0],
    ],
    refuses: [
      [NUMBER_RULE, NOT_NUMBERS],
      [
        'expected a number that a single-precision column can hold',
        [`34028236${'0'.repeat(31)}`, `-4${'0'.repeat(38)}`, `1${'0'.repeat(309)}`],
      ],
    ],
  },
  date: {
    decode: decodeDate,
    accepts: [
      ['2024-02-29', '2024-02-29'],
      ['2000-02-29', '2000-02-29'],
      ['0001-01-01', '0001-01-01'],
      ['9999-12-31', '9999-12-31'],
      ['2023-04-30', '2023-04-30'],
    ],
    refuses: [
      [
        NO_SUCH_DATE,
        [
          '2023-02-29',
          '1900-02-29',
          '2024-02-30',
          '2024-04-31',
          '2024-00-10',
          '2024-13-01',
          '2024-01-00',
          '2024-01-32',
          '0000-01-01',
        ],
      ],
      [
        `expected a date in the form 'yyyy-MM-dd'`,
        [
          '',
          ' ',
          '2024-1-1',
          '24-01-01',
          '20240101',
          '2024/01/01',
          '01-01-2024',
          '2024-01-01T00:00',
          '2024-01-01Z',
          ' 2024-01-01',
          '2024-01-01 ',
          '2024-01-01\n',
          '+2024-01-01',
          '12024-01-01',
          '-2024-01-01',
          '2024-01',
          '٢٠٢٤-01-01',
        ],
      ],
    ],
  },
  time: {
    decode: decodeTime,
    accepts: [
      ['00:00', 0n],
      ['23:59', seconds(86_340)],
      ['12:30:15', seconds(45_015)],
      ['12:30:15.5', seconds(45_015) + 5_000_000n],
      ['00:00:00.1234567', 1_234_567n],
      ['00:00:00.0000001', 1n],
      ['23:59:59.9999999', seconds(86_400) - 1n],
    ],
    refuses: [
      [
        TIME_RULE,
        [
          '',
          ' ',
          '1:00',
          '24:00',
          '24:00:00',
          '23:60',
          '23:59:60',
          '12',
          '1230',
          '12:30:15.',
          '12:30:15.12345678',
          '12:30.5',
          '12:30:15,5',
          '12:30Z',
          '12:30+02:00',
          '2024-01-01T12:30',
          ' 12:30',
          '12:30 ',
          '12:30\n',
          '-12:30',
          '12:30 PM',
        ],
      ],
    ],
  },
  timestamp: {
    decode: decodeTimestamp,
    accepts: [
      ['1970-01-01', 0n],
      ['1970-01-01T00:00', 0n],
      ['1970-01-01T00:00:00', 0n],
      ['1970-01-01T00:00:00.0000001', 1n],
      ['1969-12-31T23:59:59.9999999Z', -1n],
      ['2024-02-29T12:30:15.1234567Z', ticks('2024-02-29T12:30:15Z', 1_234_567n)],
      ['2024-05-01T12:30Z', ticks('2024-05-01T12:30Z')],
      ['2024-05-01T12:30+02:00', ticks('2024-05-01T10:30Z')],
      ['2024-05-01T12:30:00-05:30', ticks('2024-05-01T18:00Z')],
      ['2024-05-01T12:30:00.5+14:00', ticks('2024-04-30T22:30:00.5Z')],
      ['2024-05-01T12:30-14:00', ticks('2024-05-02T02:30Z')],
      ['2024-05-01T12:30+13:59', ticks('2024-04-30T22:31Z')],
      ['2024-05-01T00:00-00:00', ticks('2024-05-01')],
      ['2024-05-01T23:59:59', ticks('2024-05-01T23:59:59Z', 0n)],
      ['0001-01-01', ticks('0001-01-01T00:00Z')],
      ['9999-12-31T23:59:59.9999999', ticks('9999-12-31T23:59:59Z', 9_999_999n)],
      ['0001-01-01T14:00+14:00', ticks('0001-01-01T00:00Z')],
      ['9999-12-31T09:59:59.9999999-14:00', ticks('9999-12-31T23:59:59Z', 9_999_999n)],
    ],
    refuses: [
      [
        NO_SUCH_DATE,
        [
          '2023-02-29',
          '2024-02-30T00:00',
          '1900-02-29T00:00Z',
          '0000-12-31',
          '2024-13-01',
          '2024-00-01',
          '2024-01-00T00:00',
          '0001-01-01T13:59:59.9999999+14:00',
          '9999-12-31T10:00-14:00',
          '9999-12-31T23:59:59-00:01',
        ],
      ],
      [
        TIMESTAMP_RULE,
        [
          '',
          ' ',
          '2024',
          '2024-05',
          '12:30',
          '2024-05-01Z',
          '2024-05-01+02:00',
          '2024-05-01T',
          '2024-05-01T12',
          '2024-05-01T12Z',
          '2024-05-01T24:00',
          '2024-05-01T24:00:00',
          '2024-05-01T23:60',
          '2024-05-01T23:59:60',
          '2024-05-01T12:30:00.',
          '2024-05-01T12:30:00.12345678',
          '2024-05-01T12:30.5',
          '2024-05-01T12:30:00,5',
          '2024-05-01t12:30',
          '2024-05-01T12:30z',
          '2024-05-01 12:30',
          '2024-05-01T12:30 02:00',
          '2024-05-01T12:30+2:00',
          '2024-05-01T12:30+02',
          '2024-05-01T12:30+0200',
          '2024-05-01T12:30+14:01',
          '2024-05-01T12:30+14:30',
          '2024-05-01T12:30-15:00',
          '2024-05-01T12:30+02:60',
          '2024-05-01T12:30+02:00:00',
          '2024-05-01T12:30[UTC]',
          ' 2024-05-01',
          '2024-05-01 ',
          '2024-05-01T12:30\n',
          '1714567800',
          'now',
          'infinity',
          '+2024-05-01',
          '2024-W18-3',
          '2024-122',
          '12024-05-01',
        ],
      ],
    ],
  },
  interval: {
    decode: decodeInterval,
    accepts: [
      ['0:00', 0n],
      ['1:30', seconds(5400)],
      ['01:30', seconds(5400)],
      ['23:59:59', seconds(86_399)],
      ['-1:30', seconds(-5400)],
      ['+1:30', seconds(5400)],
      ['0:00:00.0000001', 1n],
      ['-0:00:00.5', -5_000_000n],
      ['1:02:03.1234567', seconds(3723) + 1_234_567n],
      ['PT2H30M', seconds(9000)],
      ['P5D', seconds(432_000)],
      ['P1DT2H', seconds(93_600)],
      ['-P1D', seconds(-86_400)],
      ['+P1D', seconds(86_400)],
      ['PT0S', 0n],
      ['PT36H', seconds(129_600), 'a count may exceed its unit'],
      ['PT90M', seconds(5400)],
      ['PT1.5S', 15_000_000n],
      ['PT0.0000001S', 1n],
      ['P0D', 0n],
      ['P1DT1H1M1.1S', seconds(90_061) + 1_000_000n],
      ['P10675199D', seconds(10_675_199 * 86_400)],
      ['PT922337203685.4775807S', 2n ** 63n - 1n],
      [`PT${'0'.repeat(100_000)}1S`, seconds(1), 'leading zeros, as a whole number may have'],
    ],
    refuses: [
      [
        INTERVAL_RULE,
        [
          '',
          ' ',
          '5',
          '-5',
          '1.5',
          '24:00',
          '24:00:00',
          '100:00',
          '1:60',
          '1:00:60',
          '1:5',
          ':30',
          '1:30:00.',
          '1:30:00.12345678',
          '1:30.5',
          '5.00:00:00',
          '1 day',
          'P',
          'PT',
          '-P',
          '+PT',
          'P1DT',
          'P1Y',
          'P1M',
          'P1Y2M3D',
          'P2W',
          'P-1D',
          'PT-2H',
          '--P1D',
          'PT1.S',
          'PT.5S',
          'PT1.5H',
          'P1.5D',
          'PT1.12345678S',
          'PT1M1H',
          'P1H',
          'pt2h',
          'p5d',
          'P 5D',
          ' P5D',
          'P5D ',
          'P5D\n',
          'PT1,5S',
          'P1D2H',
          '2024-01-01',
          'PT2H30',
        ],
      ],
      [
        'expected a duration of at most 10675199 days',
        [
          'P10675200D',
          '-P10675200D',
          'P999999999999DT999999999999H',
          'PT922337203685.4775808S',
          'PT9223372036854S',
          'PT1234567890123M',
          `P${'9'.repeat(100_000)}D`,
        ],
      ],
    ],
  },
  enum: {
    decode: enumDecoder(['draft', 'In Review', 'published', 'a,b', '1']),
    accepts: [
      ['draft', 'draft'],
      ['DRAFT', 'draft'],
      ['in review', 'In Review'],
      ['In Review', 'In Review'],
      ['PuBlished', 'published'],
      ['A,B', 'a,b', 'a member is one name'],
      ['1', '1'],
    ],
    refuses: [
      [
        `expected one of 'draft', 'In Review', 'published', 'a,b', '1'`,
        [
          '',
          ' ',
          '0',
          '2',
          'draft,published',
          ' draft',
          'draft ',
          'drafts',
          'draf',
          '__proto__',
          'constructor',
          'd'.repeat(100_000),
        ],
      ],
    ],
  },
  'enum whose members differ in case': {
    decode: enumDecoder(['a', 'A', 'ß', 'İ']),
    accepts: [
      ['a', 'a'],
      ['A', 'A'],
      ['ß', 'ß'],
      ['İ', 'İ'],
    ],
    refuses: [[`expected one of 'a', 'A', 'ß', 'İ'`, ['', 'ss', 'i']]],
  },
  'enum whose members differ in case alone': {
    decode: enumDecoder(['ab', 'AB', 'c']),
    accepts: [
      ['ab', 'ab'],
      ['AB', 'AB'],
      ['C', 'c'],
    ],
    refuses: [[`expected one of 'ab', 'AB', 'c'`, ['Ab', 'aB']]],
  },
  'enum with the empty text as a member': {
    decode: enumDecoder(['', 'x', 'Y', 'y']),
    accepts: [
      ['X', 'x'],
      ['y', 'y'],
    ],
    refuses: [[`expected one of '', 'x', 'Y', 'y'`, ['']]],
  },
  'enum without members': {
    decode: enumDecoder([]),
    accepts: [],
    refuses: [['expected a member of an enum that has none', ['', 'a']]],
  },
}

const shown = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 20)}… (${text.length})` : JSON.stringify(text)

describe.each(Object.entries(kinds))('%s', (_name, { decode, accepts, refuses }) => {
  if (accepts.length > 0) {
    test.each(accepts.map(([text, value, why = '']) => [shown(text), why, text, value] as const))(
      'accepts %s %s',
      (_shown, _why, text, value) => {
        expect(decode(text)).toStrictEqual({ ok: true, value })
      },
    )
  }
  const rows = refuses.flatMap(([rule, texts]) => texts.map((text) => [shown(text), text, rule] as const))
  test.each(rows)('refuses %s', (_shown, text, rule) => {
    expect(decode(text)).toStrictEqual({ ok: false, rule })
  })
})

test.each([20, 21, 25])('an enum of %i lists its first twenty members', (length) => {
  const members = Array.from({ length }, (_, index) => `m${index}`)
  const result = enumDecoder(members)('x')
  expect(result).toStrictEqual({
    ok: false,
    rule: `expected one of ${members
      .slice(0, 20)
      .map((member) => `'${member}'`)
      .join(', ')}${length > 20 ? ', …' : ''}`,
  })
})

const MEGABYTE = 1_000_000
const HOSTILE: readonly (readonly [string, string])[] = [
  ['digits', '1'.repeat(MEGABYTE)],
  ['digits and a letter', `${'1'.repeat(MEGABYTE)}x`],
  ['zeros and a letter', `${'0'.repeat(MEGABYTE)}x`],
  ['a fraction and a letter', `0.${'1'.repeat(MEGABYTE)}x`],
  ['a fraction of zeros between ones', `0.${'0'.repeat(MEGABYTE)}1`],
  ['spaces', ' '.repeat(MEGABYTE)],
  ['an interval', `PT${'1'.repeat(MEGABYTE)}H`],
  ['lone surrogates', LONE.repeat(MEGABYTE)],
]

test.each(HOSTILE)('a megabyte of %s is decoded or refused in linear time by every decoder', (_name, text) => {
  const started = performance.now()
  for (const { decode } of Object.values(kinds)) decode(text)
  expect(performance.now() - started).toBeLessThan(20_000) // quadratic work would take minutes
})
