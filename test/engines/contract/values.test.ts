// What each column type and mode accepts, and that comparisons are exact: R5 of docs/reference/contract.md.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyPaginateConfig, defineValueType, paginateConfig } from '../../../src/index.js'
import { idsFor, refusalOf } from '../../support/article-list.js'
import { everyType as mysqlEveryType } from '../../support/schema/mysql.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { thinned } from '../../support/property-runs.js'

type Compared = Readonly<Record<number, bigint>>
/**
 * Rows 1, 3, 4 and 5 of `everyType` (row 2 is null throughout), and values asked for, each as an exact number of the
 * smallest unit.
 */
interface Scale {
  readonly rows: Compared
  readonly asked: readonly (readonly [text: string, exact: bigint])[]
}

const decimal = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.')
  const magnitude = BigInt(whole || '0') * 10n ** 40n + BigInt(fraction.padEnd(40, '0'))
  return text.startsWith('-') ? -magnitude : magnitude
}
/** Ticks of 100 ns; JavaScript reads the whole seconds. */
const moment = (text: string): bigint => {
  const match = /^(.{19})(?:\.(\d+))?(Z|[+-].{5})?$/.exec(
    text.length === 10 ? `${text}T00:00:00` : /T\d\d:\d\d$/.test(text) ? `${text}:00` : text,
  )
  if (match === null) throw new Error(text)
  return BigInt(new Date(`${match[1]}${match[3] ?? 'Z'}`).getTime()) * 10_000n + BigInt((match[2] ?? '').padEnd(7, '0'))
}
const time = (text: string): bigint => moment(`1970-01-01T${text}`)

const numbers = (rows: Readonly<Record<number, string>>, asked: readonly string[]): Scale => ({
  rows: Object.fromEntries(Object.entries(rows).map(([id, text]) => [id, decimal(text)])),
  asked: asked.map((text) => [text, decimal(text)]),
})
const moments = (rows: Readonly<Record<number, string>>, asked: readonly string[], read = moment): Scale => ({
  rows: Object.fromEntries(Object.entries(rows).map(([id, text]) => [id, read(text)])),
  asked: asked.map((text) => [text, read(text)]),
})

const big = [
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '9007199254740994',
  '-9223372036854775808',
  '9223372036854775807',
  '0',
]
const micros = [
  '2024-02-29T12:34:56.123456',
  '2024-02-29T12:34:56.1234561',
  '2024-02-29T12:34:56.1234569',
  '2024-02-29T12:34:56.123457Z',
  '2024-02-29T12:34:56.1234570',
  '2024-02-29T12:34:56',
  '2024-02-29T12:34',
  '2024-02-29',
  '2024-02-29T14:34:56.123456+02:00',
  '2024-02-29T00:34:56.123457-12:00',
  '2024-02-29T12:34:56.123Z',
  '2024-02-29T12:34:56.124Z',
  '2024-02-29T12:34:56.1230001Z',
  '2024-02-29T12:34:56.0000001',
  '2024-02-29T12:34:57Z',
  '0001-01-01',
  '0001-01-01T00:00:00.0000001',
  '9999-12-31T23:59:59.999999',
  '9999-12-31T23:59:59.9999999',
  '1969-12-31T23:59:59.9999999',
  '2024-02-29T12:34:56+14:00',
]

const postgres: Readonly<Record<string, Scale>> = {
  smallint: numbers({ 1: '1', 3: '32767', 4: '-32768', 5: '2' }, ['1', '2', '32767', '-32768', '0', '+1', '001', '-0']),
  integer: numbers({ 1: '1', 3: '2147483647', 4: '-2147483648', 5: '2' }, ['1', '2147483647', '-2147483648']),
  bigintNumber: numbers(
    { 1: '9007199254740991', 3: '9007199254740991', 4: '-9007199254740991', 5: '9007199254740990' },
    big,
  ),
  bigint: numbers(
    { 1: '9007199254740993', 3: '9223372036854775807', 4: '-9223372036854775808', 5: '9007199254740992' },
    big,
  ),
  numeric: numbers(
    {
      1: '12345678901234567890.0123456789',
      3: '99999999999999999999.9999999999',
      4: '-99999999999999999999.9999999999',
      5: '12345678901234567890.0123456788',
    },
    [
      '12345678901234567890.0123456789',
      '12345678901234567890.01234567885',
      '12345678901234567890.01234567891',
      '100000000000000000000',
      '999999999999999999999999999999999999999',
      '-100000000000000000000',
      '.5',
      '5.',
      '0',
    ],
  ),
  numericNumber: numbers({ 1: '1234.5678', 3: '99999999.9999', 4: '-99999999.9999', 5: '1234.5679' }, [
    '1234.5678',
    '1234.56785',
    '1234.5679',
    '99999999.99990',
    '100000000000',
  ]),
  numericBigint: numbers(
    {
      1: '123456789012345678901234567890',
      3: '999999999999999999999999999999',
      4: '-999999999999999999999999999999',
      5: '123456789012345678901234567891',
    },
    ['123456789012345678901234567890', '123456789012345678901234567890.5', '123456789012345678901234567891', '1'],
  ),
  timestamp: moments(
    {
      1: '2024-02-29T12:34:56.123456',
      3: '9999-12-31T23:59:59.999999',
      4: '0001-01-01T00:00:00',
      5: '2024-02-29T12:34:56.123457',
    },
    micros,
  ),
  timestampString: moments(
    {
      1: '2024-02-29T12:34:56.123456',
      3: '9999-12-31T23:59:59.999999',
      4: '0001-01-01T00:00:00',
      5: '2024-02-29T12:34:56.123457',
    },
    micros,
  ),
  timestampMillis: moments(
    {
      1: '2024-02-29T12:34:56.123',
      3: '9999-12-31T23:59:59.999',
      4: '0001-01-01T00:00:00',
      5: '2024-02-29T12:34:56.124',
    },
    micros,
  ),
  timestampSeconds: moments(
    { 1: '2024-02-29T12:34:56', 3: '9999-12-31T23:59:59', 4: '0001-01-01T00:00:00', 5: '2024-02-29T12:34:57' },
    micros,
  ),
  timestamptz: moments(
    {
      1: '2024-02-29T12:34:56.123456',
      3: '9999-12-31T23:59:59.999999',
      4: '0001-01-01T00:00:00',
      5: '2024-02-29T12:34:56.123457',
    },
    micros,
  ),
  timestamptzString: moments(
    {
      1: '2024-02-29T12:34:56.123456',
      3: '9999-12-31T23:59:59.999999',
      4: '0001-01-01T00:00:00',
      5: '2024-02-29T12:34:56.123457',
    },
    micros,
  ),
  date: moments({ 1: '2024-02-29', 3: '9999-12-31', 4: '0001-01-01', 5: '2024-03-01' }, [
    '2024-02-29',
    '2024-03-01',
    '0001-01-01',
    '9999-12-31',
    '2000-02-29',
  ]),
  dateDate: moments({ 1: '2024-02-29', 3: '9999-12-31', 4: '0001-01-01', 5: '2024-03-01' }, [
    '2024-02-29',
    '2024-03-01',
    '0001-01-01',
    '9999-12-31',
  ]),
  time: moments(
    { 1: '12:34:56.123456', 3: '23:59:59.999999', 4: '00:00:00', 5: '12:34:56.123457' },
    ['12:34:56.123456', '12:34:56.1234561', '12:34', '00:00', '23:59:59.9999999', '12:34:56.123457'],
    time,
  ),
  timeSeconds: moments(
    { 1: '12:34:56', 3: '23:59:59', 4: '00:00:00', 5: '12:34:57' },
    ['12:34:56', '12:34:56.0000001', '12:34:56.5', '12:34', '23:59:59.9999999'],
    time,
  ),
  interval: {
    rows: { 1: 9000n * 10_000_000n, 3: 432000n * 10_000_000n, 4: -3600n * 10_000_000n, 5: 9000n * 10_000_000n + 10n },
    asked: [
      ['2:30', 9000n * 10_000_000n],
      ['02:30:00', 9000n * 10_000_000n],
      ['PT2H30M', 9000n * 10_000_000n],
      ['PT9000S', 9000n * 10_000_000n],
      ['2:30:00.0000005', 9000n * 10_000_000n + 5n],
      ['P5D', 432000n * 10_000_000n],
      ['PT120H', 432000n * 10_000_000n],
      ['-1:00', -3600n * 10_000_000n],
      ['-PT1H', -3600n * 10_000_000n],
      ['0:00', 0n],
    ],
  },
  enum: {
    rows: { 1: 0n, 3: 2n, 4: 1n, 5: 0n },
    asked: [
      ['sad', 0n],
      ['OK', 1n],
      ['Happy', 2n],
    ],
  },
  uuid: {
    rows: { 1: 0x0f8fad5bd9cb469fa16570867728950en, 3: 2n ** 128n - 1n, 4: 0n, 5: 0x0f8fad5bd9cb469fa16570867728950fn },
    asked: [
      ['0f8fad5b-d9cb-469f-a165-70867728950e', 0x0f8fad5bd9cb469fa16570867728950en],
      ['{0F8FAD5B-D9CB-469F-A165-70867728950F}', 0x0f8fad5bd9cb469fa16570867728950fn],
      ['(0f8fad5bd9cb469fa16570867728950e)', 0x0f8fad5bd9cb469fa16570867728950en],
      ['FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF', 2n ** 128n - 1n],
    ],
  },
}

const sqlite: Readonly<Record<string, Scale>> = {
  integer: numbers(
    { 1: '9007199254740993', 3: '9223372036854775807', 4: '-9223372036854775808', 5: '9007199254740992' },
    big,
  ),
  timestamp: moments(
    { 1: '2024-02-29T12:34:56', 3: '9999-12-31T23:59:59', 4: '0001-01-01T00:00:00', 5: '2024-02-29T12:34:57' },
    micros,
  ),
  timestampMillis: moments(
    {
      1: '2024-02-29T12:34:56.123',
      3: '9999-12-31T23:59:59.999',
      4: '0001-01-01T00:00:00',
      5: '2024-02-29T12:34:56.124',
    },
    micros,
  ),
  numeric: numbers({ 1: '1234567890.5', 3: '99999999999999', 4: '-99999999999999', 5: '1234567890.25' }, [
    '1234567890.5',
    '1234567890.50',
    '1234567890.25',
    '1234567890.375',
    '99999999999999',
    '999999999999999999999999999999',
    '.5',
    '5.',
  ]),
  numericNumber: numbers({ 1: '1234.5678', 3: '99999999.9999', 4: '-99999999.9999', 5: '1234.5679' }, [
    '1234.5678',
    '1234.56785',
    '1234.5679',
    '99999999.99990',
  ]),
  numericBigint: numbers(
    { 1: '9007199254740993', 3: '9223372036854775807', 4: '-9223372036854775808', 5: '9007199254740992' },
    [...big, '9007199254740992.5', '9007199254740993.0', '-9007199254740992.5'],
  ),
  timestampText: moments(
    {
      1: '2024-02-29T12:34:56.123',
      3: '9999-12-31T23:59:59.999',
      4: '0001-01-01T00:00:00',
      5: '2024-02-29T12:34:56.124',
    },
    micros,
  ),
  date: moments({ 1: '2024-02-29', 3: '9999-12-31', 4: '0001-01-01', 5: '2024-03-01' }, [
    '2024-02-29',
    '2024-03-01',
    '0001-01-01',
    '9999-12-31',
  ]),
  time: moments(
    { 1: '12:34:56', 3: '23:59:59', 4: '00:00:00', 5: '12:34:57' },
    ['12:34:56', '12:34:56.0000001', '12:34', '23:59:59.9999999'],
    time,
  ),
  uuid: postgres['uuid'] as Scale,
}

/** Text columns of SQLite that hold another value type by the configuration's word. */
const BY_WORD = { timestampText: 'timestamp', date: 'date', time: 'time', uuid: 'uuid' } as const
const WORDS_OF = (dialect: string): Readonly<Record<string, string>> =>
  dialect === 'sqlite' ? BY_WORD : dialect === 'mysql' ? { uuid: 'uuid' } : {}

/**
 * PostgreSQL's rows serve MySQL, where it has the column. Its own are in test/engines/servers: timestamps end in 2038,
 * times pass a day.
 */
const isOnMysql = (field: string): boolean => field in mysqlEveryType && field !== 'timestamp' && field !== 'time'
const folds = (criterion: string): boolean => /^\$(ilike|sw):/.test(criterion)

/** A builder as a JavaScript caller sees it: the table decides at run time. */
interface LooseBuilder {
  withLimits(defaultLimit: number, maxLimit: number): LooseBuilder
  withTieBreaker(name: string): LooseBuilder
  field(name: string, selector: unknown, type?: unknown): LooseBuilder
  filterable(name: string, ...operators: string[]): LooseBuilder
  select(shape: object): LooseBuilder
  build(): AnyPaginateConfig
}

describe.each(dialects)('Values on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  const column = (name: string): unknown => (database.schema.everyType as unknown as Record<string, unknown>)[name]
  const list = (field: string, operators: readonly string[], type?: unknown): AnyPaginateConfig => {
    const builder = (paginateConfig(database.schema.everyType) as unknown as LooseBuilder)
      .withLimits(100, 100)
      .withTieBreaker('id')
      // libSQL's client refuses to read an integer past 2^53.
      .select({ id: true })
    const word = type ?? WORDS_OF(engine.dialect)[field]
    return word === undefined
      ? builder.filterable(field, ...operators).build()
      : builder
          .field('value', column(field), word)
          .filterable('value', ...operators)
          .build()
  }
  const nameOf = (field: string, type?: unknown): string =>
    type === undefined && WORDS_OF(engine.dialect)[field] === undefined ? field : 'value'
  const ask = (field: string, operators: readonly string[], criterion: string, type?: unknown): Promise<number[]> =>
    idsFor(database, list(field, operators, type), `filter.${nameOf(field, type)}=${encodeURIComponent(criterion)}`)

  const isHere = (field: string): boolean => engine.dialect !== 'mysql' || isOnMysql(field)
  const scales = Object.entries(engine.dialect === 'sqlite' ? sqlite : postgres).filter(([field]) => isHere(field))
  // R5.2.1, R5.2.2, R5.2.3, R4.3.13
  test.each(scales)('%s compares exactly under every operator and its $not', async (field, { rows, asked }) => {
    const operators = {
      $eq: (row: bigint, value: bigint) => row === value,
      $in: (row: bigint, value: bigint) => row === value,
      $lt: (row: bigint, value: bigint) => row < value,
      $lte: (row: bigint, value: bigint) => row <= value,
      $gt: (row: bigint, value: bigint) => row > value,
      $gte: (row: bigint, value: bigint) => row >= value,
    }
    const config = list(field, [...Object.keys(operators), '$btw', '$null'])
    const name = nameOf(field)
    const ids = Object.keys(rows).map(Number)
    for (const [text, exact] of thinned(asked, 5)) {
      for (const [operator, holds] of Object.entries(operators)) {
        const criterion = `${operator}:${encodeURIComponent(text)}`
        const expected = ids.filter((id) => holds(rows[id] as bigint, exact))
        expect(await idsFor(database, config, `filter.${name}=${criterion}`), `${operator}:${text}`).toEqual(expected)
        expect(await idsFor(database, config, `filter.${name}=$not:${criterion}`), `$not:${operator}:${text}`).toEqual(
          [1, 2, 3, 4, 5].filter((id) => !expected.includes(id)),
        )
      }
    }
    const ends = thinned(asked.slice(0, 5), 2)
    for (const [low, exactLow] of ends) {
      for (const [high, exactHigh] of ends) {
        const expected = ids.filter((id) => (rows[id] as bigint) >= exactLow && (rows[id] as bigint) <= exactHigh)
        expect(
          await idsFor(database, config, `filter.${name}=$btw:${encodeURIComponent(`${low},${high}`)}`),
          `$btw:${low},${high}`,
        ).toEqual(expected)
        expect(await idsFor(database, config, `filter.${name}=$in:${encodeURIComponent(`${low},${high}`)}`)).toEqual(
          ids.filter((id) => rows[id] === exactLow || rows[id] === exactHigh),
        )
      }
    }
    expect(await idsFor(database, config, `filter.${name}=$null`)).toEqual([2])
    expect(await idsFor(database, config, `filter.${name}=$not:$null`)).toEqual([1, 3, 4, 5])
  })

  const floats: readonly (readonly [field: string, criterion: string, ids: number[]])[] = [
    ['real', engine.dialect === 'postgresql' ? '$eq:1.5' : '$eq:1.1', [1]],
    ['real', '$gt:0', engine.dialect === 'sqlite' ? [1, 3, 5] : [1, 3, 5]],
    ['real', '$lt:-1', [4]],
    ...(engine.dialect === 'sqlite'
      ? ([
          ['real', '$gt:1.1', [3, 5]],
          ['real', '$eq:1.1000000000000003', [5]],
        ] as const)
      : ([
          ['double', '$eq:1.1', [1]],
          ['double', '$gt:1.1', [3, 5]],
          ['double', '$eq:1.1000000000000003', [5]],
          ['real', '$in:1.1,1.5,1.25', [1, 5]],
          ['real', `$lt:${'0'.repeat(50)}.${'0'.repeat(60)}1`, [4]],
        ] as const)),
  ].map(([field, criterion, ids]) => [field as string, criterion as string, [...(ids as readonly number[])]] as const)
  test.each(floats)('%s %s', async (field, criterion, ids) => {
    expect(await ask(field, ['$eq', '$gt', '$lt', '$in'], criterion)).toEqual(ids)
    expect(await ask(field, ['$eq', '$gt', '$lt', '$in'], `$not:${criterion}`)).toEqual(
      [1, 2, 3, 4, 5].filter((id) => !ids.includes(id)),
    )
  })

  // R5.1.3, R5.1.4, R5.1.5, R5.1.12, R4.3.9
  const texts: readonly (readonly [field: string, criterion: string, ids: number[]])[] =
    engine.dialect === 'sqlite'
      ? [
          ['text', '$eq:text', [1]],
          ['text', '$ilike:TEXT', [1, 5]],
          ['text', '$eq:', [4]],
          ['textEnum', '$eq:GREEN', [4, 5]],
          ['textEnum', '$in:red,BLUE', [1, 3]],
          ['boolean', '$eq:true', [1, 3]],
          ['boolean', '$eq:FALSE', [4, 5]],
          ['texts', '$contains:a', [1]],
          ['texts', '$contains:b', [1, 5]],
          ['texts', '$contains:,"', [3]],
          ['integers', '$contains:1', [1]],
          ['integers', '$contains:2,1', [1]],
        ]
      : [
          ['text', '$eq:text', [1]],
          ['text', '$ilike:TEXT', [1, 5]],
          ['varchar', '$eq:varchar', [1]],
          ['varchar', '$sw:VAR', [1, 5]],
          ['varchar', '$eq:', [4]],
          ['varchar', `$eq:${'z'.repeat(21)}`, []],
          ['char', '$eq:c', [1]],
          ['char', '$in:c,C', [1, 5]],
          ['char', '$gt:c', [3]],
          ['charFive', '$eq:five', [1]],
          ['charFive', '$in:five,FIVE', [1, 5]],
          ['charFive', '$ilike:five', [1, 5]],
          ['inet', '$eq:192.168.0.1', [1]],
          ['inet', '$in:192.168.0.1,192.168.0.2', [1, 5]],
          ['inet', '$sw:192.168.', [1, 5]],
          ['inet', '$eq:nonsense', []],
          ['textEnum', '$eq:GREEN', [4, 5]],
          ['varcharEnum', '$in:ONE', [1, 4]],
          ['enum', '$in:sad,HAPPY', [1, 3, 5]],
          ['boolean', '$eq:true', [1, 3]],
          ['boolean', '$eq:FALSE', [4, 5]],
          ['boolean', '$in:true,false', [1, 3, 4, 5]],
          ['texts', '$contains:a', [1]],
          ['texts', '$contains:b', [1, 5]],
          ['texts', '$contains:,"', [3]],
          ['integers', '$contains:1', [1]],
          ['integers', '$contains:2147483647', [3]],
          ['integers', '$contains:2,1', [1]],
          ['uuids', '$contains:0F8FAD5BD9CB469FA16570867728950E', [1]],
        ]
  // Case is the collation's affair on MySQL, and the suite's compares bytes.
  test.each(texts.filter(([field, criterion]) => isHere(field) && !(engine.dialect === 'mysql' && folds(criterion))))(
    '%s %s',
    async (field, criterion, ids) => {
      const operator = /\$[a-z]+/.exec(criterion)?.[0] as string
      expect(await ask(field, [operator], criterion)).toEqual(ids)
      expect(await ask(field, [operator], `$not:${criterion}`)).toEqual(
        [1, 2, 3, 4, 5].filter((id) => !ids.includes(id)),
      )
    },
  )

  const refusedNumbers = [
    'abc',
    '1,5',
    '1e3',
    '0x1',
    ' 1',
    '1 ',
    '+',
    '-',
    '.',
    '+-1',
    '1_000',
    'NaN',
    'Infinity',
    '-Infinity',
    '١',
    '1.2.3',
    '--1',
    '1\u0000',
    '\u00a01',
  ]
  // R5.1.1, R5.1.4, R5.1.5, R5.1.6, R5.1.7, R5.1.8, R5.1.9, R5.1.10, R5.1.11, R5.1.12
  const refused: Readonly<Record<string, readonly string[]>> = {
    integer: [
      ...refusedNumbers,
      '1.0',
      '1.',
      '.0',
      ...(engine.dialect === 'sqlite'
        ? ['9223372036854775808', '-9223372036854775809']
        : ['2147483648', '-2147483649']),
      '9'.repeat(5000),
    ],
    numeric: refusedNumbers,
    boolean: ['1', '0', 'yes', 't', 'f', ' true', 'true ', 'null', 'truе'],
    timestamp: [
      '2024-02-30',
      '2023-02-29',
      '1900-02-29',
      '2024-13-01',
      '2024-00-10',
      '2024-01-00',
      '0000-01-01',
      '10000-01-01',
      '24-01-01',
      '2024-1-1',
      '12:34',
      'T12:34',
      '2024-01-01T',
      '2024-01-01T12',
      '2024-01-01Z',
      '2024-01-01+02:00',
      '2024-01-01 12:34',
      '2024-01-01t12:34',
      '2024-01-01T12:34z',
      '2024-01-01T24:00',
      '2024-01-01T12:60',
      '2024-01-01T12:34:60',
      '2024-01-01T12:34:56.',
      '2024-01-01T12:34:56.12345678',
      '2024-01-01T12:34:56,5',
      '2024-01-01T12:34+14:01',
      '2024-01-01T12:34+15:00',
      '2024-01-01T12:34-14:30',
      '2024-01-01T12:34+2:00',
      '2024-01-01T12:34+0200',
      '2024-01-01T12:34+02',
      ' 2024-01-01',
      '2024-01-01 ',
      '1704067200',
      'now',
      'infinity',
      '0001-01-01T00:00+00:01',
      '9999-12-31T23:59-00:01',
      '2024-01-01T12:34:56.1+02:60',
      '-2024-01-01',
      '2024-W01-1',
      '２０２４-01-01',
    ],
    date: [
      '2024-02-30',
      '2024-01-01T00:00',
      '2024-01-01Z',
      '2024-1-1',
      '20240101',
      '0000-12-31',
      '10000-01-01',
      ' 2024-01-01',
      '2024-04-31',
    ],
    time: [
      '24:00',
      '12:60',
      '1:00',
      '12',
      '12:34:60',
      '12:34:56.',
      '12:34:56.12345678',
      '12:34Z',
      '12:34+02:00',
      '2024-01-01T12:34',
      ' 12:34',
    ],
    uuid: [
      '',
      'x',
      '0f8fad5b-d9cb-469f-a165-70867728950',
      '0f8fad5b-d9cb-469f-a165-70867728950ef',
      '{0f8fad5b-d9cb-469f-a165-70867728950e',
      '(0f8fad5b-d9cb-469f-a165-70867728950e}',
      '0f8fad5bd9cb-469f-a165-70867728950e',
      'g'.repeat(32),
      ' 0f8fad5bd9cb469fa16570867728950e',
      '0f-8fad5bd9cb469fa16570867728950e',
      '{}',
    ],
    textEnum: ['purple', 'red,blue', ' red', '0', 'red '],
    ...(engine.dialect === 'sqlite'
      ? {}
      : {
          smallint: ['32768', '-32769'],
          bigint: ['9223372036854775808', '-9223372036854775809'],
          serial: ['2147483648'],
          char: ['', ' ', '\t', 'ab', 'e\u0301'],
          interval: [
            '5',
            '',
            '24:00:00',
            '24:00',
            'P1Y',
            'P1M',
            'P1W',
            'P',
            'PT',
            'P1DT',
            '2',
            '1:2',
            '1:60',
            '1:00:60',
            'PT1.5H',
            'p1d',
            ' 1:00',
            '1 hour',
            'PT-1H',
            '+-1:00',
            'P99999999999999D',
            '99:00',
          ],
          enum: ['angry', '0', 'sad,ok'],
          real: ['abc', '1e3', '4'.padEnd(40, '0')],
          double: ['abc', '1e3', '9'.repeat(400)],
          integers: [],
          inet: [],
        }),
  }
  test.each(Object.entries(refused).filter(([field, values]) => values.length > 0 && isHere(field)))(
    '%s refuses what is none',
    async (field, values) => {
      const config = list(field, ['$eq', '$in'])
      for (const value of values) {
        const { code, parameter } = await refusalOf(() =>
          idsFor(database, config, `filter.${nameOf(field)}=${encodeURIComponent(`$eq:${value}`)}`),
        ).catch((error: unknown) => {
          throw new Error(`'${value}' on ${field}: ${String(error)}`, { cause: error })
        })
        expect([code, parameter], value).toEqual([
          (field === 'char' && value.trim() === '') || value === '' ? 'filter.value_empty' : 'filter.value_invalid',
          `filter.${nameOf(field)}`,
        ])
      }
    },
  )

  test('an empty value on anything but text points to $null', async () => {
    for (const field of (engine.dialect === 'sqlite'
      ? ['integer', 'numeric', 'real', 'boolean', 'timestamp', 'date', 'time', 'uuid', 'textEnum']
      : [
          'integer',
          'numeric',
          'double',
          'boolean',
          'timestamp',
          'date',
          'time',
          'interval',
          'uuid',
          'enum',
          'char',
          'textEnum',
        ]
    ).filter(isHere)) {
      expect((await refusalOf(() => ask(field, ['$eq'], '$eq:'))).message, field).toContain("'$null'")
    }
  })

  test.each(engine.dialect === 'sqlite' ? ['json', 'blob'] : ['json', 'jsonb', 'point'])(
    '%s has no value type: not filterable but by one of its own',
    async (field) => {
      // Elsewhere a column of JSON is a collection, which grants `$eq` for its elements.
      if (field !== 'json' || engine.dialect === 'postgresql')
        expect(() => list(field, ['$eq'])).toThrow(expect.objectContaining({ name: 'PaginateConfigError' }))
    },
  )

  // R5.3.3
  describe('a made value type', () => {
    const even = defineValueType({
      name: 'even',
      operators: ['$eq', '$in', '$gte'],
      parse: (text) => (/^\d*[02468]$/.test(text) ? Number(text) : undefined),
    })
    test.each<[criterion: string, ids: number[] | string]>([
      ['$eq:2', [5]],
      ['$in:2,4', [5]],
      ['$gte:2', [3, 5]],
      ['$not:$gte:2', [1, 2, 4]],
      ['$eq:3', 'filter.value_invalid'],
      ['$eq:', 'filter.value_empty'],
    ])('on a column: %s', async (criterion, expected) => {
      if (engine.dialect === 'sqlite') return
      const asked = ask('integer', ['$eq', '$in', '$gte'], criterion, even)
      if (typeof expected === 'string') expect(await refusalOf(() => asked)).toMatchObject({ code: expected })
      else expect(await asked).toEqual(expected)
    })

    test('operators that it does not support are refused by build()', () => {
      expect(() => list('integer', ['$ilike'], even)).toThrow(expect.objectContaining({ name: 'PaginateConfigError' }))
    })
  })

  // R5.1.3
  test('NUL in text', async () => {
    const asked = ask('text', ['$eq', '$ilike'], '$eq:a\u0000b')
    if (engine.dialect !== 'postgresql') expect(await asked).toEqual([])
    else expect(await refusalOf(() => asked)).toMatchObject({ code: 'filter.value_invalid', parameter: 'filter.text' })
  })
})
