// Integers, decimals and floats: every operator, signs, zeros, the ends of ranges, neighbours that only exact
// comparison tells apart.
import { configured, database, type Row, refusal, row } from '../row.js'
import type { Subject } from '../subjects.js'
import type { ItemRow } from '../../differential/rows.js'
import { onArticles, onItems } from './criteria.js'

const OPERATORS = ['$eq', '$lt', '$lte', '$gt', '$gte'] as const

function holds(operator: string, order: number): boolean {
  return { $eq: order === 0, $lt: order < 0, $lte: order <= 0, $gt: order > 0, $gte: order >= 0 }[operator] as boolean
}

const sign = (a: number | bigint, b: number | bigint): number => (a < b ? -1 : a > b ? 1 : 0)

type OnArticle = (subject: Subject) => number | null
const numbers = (kind: string, field: string, read: OnArticle, texts: readonly string[]): Row[] => [
  ...OPERATORS.flatMap((operator) =>
    texts.flatMap((text) =>
      onArticles(kind, field, `${operator}:${text}`, (subject) => {
        const value = read(subject)
        return value !== null && holds(operator, sign(value, Number(text)))
      }),
    ),
  ),
  ...onArticles(kind, field, `$in:${texts.join(',')}`, (subject) =>
    texts.some((text) => read(subject) === Number(text)),
  ),
  ...onArticles(kind, field, `$in:${texts[0]}`, (subject) => read(subject) === Number(texts[0])),
  ...texts.slice(1).flatMap((text, index) =>
    onArticles(kind, field, `$btw:${texts[index]},${text}`, (subject) => {
      const value = read(subject)
      return value !== null && value >= Number(texts[index]) && value <= Number(text)
    }),
  ),
  ...onArticles(kind, field, '$null', (subject) => read(subject) === null),
]

type OnItem = (row: ItemRow) => string | null
/** Values and texts as whole counts of 1/10000, so that the expectation is exact. */
const scaled = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const magnitude = BigInt(whole + fraction.padEnd(4, '0'))
  return text.startsWith('-') ? -magnitude : magnitude
}
const exact = (kind: string, field: string, read: OnItem, texts: readonly string[]): Row[] => [
  ...OPERATORS.flatMap((operator) =>
    texts.flatMap((text) =>
      onItems(kind, field, `${operator}:${text}`, (row) => {
        const value = read(row)
        return value !== null && holds(operator, sign(scaled(value), scaled(text)))
      }),
    ),
  ),
  ...onItems(kind, field, `$in:${texts.join(',')}`, (row) => texts.includes(read(row) ?? '')),
  ...texts.slice(1).flatMap((text, index) =>
    onItems(kind, field, `$btw:${texts[index]},${text}`, (row) => {
      const value = read(row)
      return value !== null && scaled(value) >= scaled(texts[index] as string) && scaled(value) <= scaled(text)
    }),
  ),
  ...onItems(kind, field, '$null', (row) => read(row) === null),
]

const outOfRange = (field: string, text: string, range: string) =>
  refusal(
    'filter.value_invalid',
    `filter.${field}`,
    `Filter '${field}' has an invalid value '${text}': expected a whole number between ${range}.`,
  )
const INT32 = '-2147483648 and 2147483647'
const INT64 = '-9223372036854775808 and 9223372036854775807'

export const numberRows: readonly Row[] = [
  ...numbers('Integer', 'views', ({ views }) => views, [
    '10',
    '7',
    '0',
    '-0',
    '+010',
    '2147483647',
    '-2147483648',
    '11',
  ]),
  ...numbers('Integer', 'likes', ({ likes }) => likes, ['2', '0', '-1', '99', '100', '2147483647']),
  ...numbers('Integer, joined', 'author.id', ({ author }) => author?.id ?? null, ['1', '3', '7']),
  ...numbers('Integer, expression', 'commentCount', ({ comments }) => comments.length, ['0', '1', '3']),
  ...numbers('Decimal', 'fee', ({ fee }) => (fee === null ? null : Number(fee)), [
    '10',
    '10.5',
    '-0.01',
    '0',
    '0.00',
    '10.001',
    '99999999.99',
    '99999999.98',
    '+3.',
    '.5',
  ]),
  ...numbers('Float', 'score', ({ score }) => score, [
    '0.5',
    '0',
    '-1.25',
    '3',
    '-0',
    '+0.50',
    `1${'0'.repeat(300)}`,
    '.5',
  ]),
  ...exact('Bigint', 'big', ({ big }) => big, [
    '9007199254740993',
    '9007199254740992',
    '9007199254740991',
    '9223372036854775807',
    '-9223372036854775808',
    '0',
    '1',
  ]),
  ...exact('Decimal', 'price', ({ price }) => price, ['1', '1.5', '-0.0001', '9999999999.9999', '0', '-1']),
  ...onItems('Decimal', 'price', '$eq:1.00000000000000000001', () => false, {
    why: 'decimal-double',
    on: database('sqlite'),
    holds: ({ price }) => price === '1',
  }),
  ...onItems('Decimal', 'price', '$gt:1.49999', ({ price }) => price !== null && Number(price) >= 1.5),
  ...onItems('Float', 'ratio', '$eq:0.3', () => false),
  ...onItems('Float', 'ratio', '$gt:0.3', ({ ratio }) => ratio !== null && ratio > 0.3),
  ...onItems('Float', 'ratio', '$eq:0.1', ({ ratio }) => ratio === 0.1),
  ...onItems('Float', 'ratio', '$in:0.1,-0.001', ({ ratio }) => ratio === 0.1 || ratio === -1e-3),
  ...onItems('Integer, expression', 'twice', '$eq:4', ({ amount }) => amount === 2),
  ...onItems('Integer, expression', 'twice', '$null', ({ amount }) => amount === null),
  ...onItems('Integer, joined', 'group.rank', '$null', ({ groupId }) => groupId === 2),
  ...onItems('Integer, joined', 'ownerGroup.rank', '$null', ({ ownerId }) => ownerId !== 1),
  row('Integer: range', 'articles', 'filter.views=$eq:2147483648', outOfRange('views', '2147483648', INT32), {
    why: 'integer-range',
    on: configured('sqlite'),
    expected: { ids: [] },
  }),
  row('Integer: range', 'articles', 'filter.views=$lt:-2147483649', outOfRange('views', '-2147483649', INT32), {
    why: 'integer-range',
    on: configured('sqlite'),
    expected: { ids: [] },
  }),
  row(
    'Integer: range',
    'articles',
    'filter.views=$eq:9223372036854775808',
    outOfRange('views', '9223372036854775808', INT32),
    {
      why: 'integer-range',
      on: configured('sqlite'),
      expected: outOfRange('views', '9223372036854775808', INT64),
    },
  ),
  row('Integer: range', 'items', 'filter.big=$eq:9223372036854775808', outOfRange('big', '9223372036854775808', INT64)),
  row(
    'Bigint: in the item',
    'wholeItems',
    'filter.big=$gt:0&sortBy=big:ASC',
    { order: [2, 1, 3] },
    {
      why: 'unsafe-integer',
      on: ({ engine }) => engine === 'libsql',
      expected: { driverError: 'cannot be safely represented' },
    },
    {
      why: 'unsafe-integer',
      on: ({ engine }) => engine === 'node-sqlite',
      expected: { driverError: 'too large to be represented' },
    },
  ),
]
