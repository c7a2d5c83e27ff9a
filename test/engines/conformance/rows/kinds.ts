// Moments, dates, times, booleans, UUIDs, enums and collections.
import { configured, type Row, refusal, row } from '../row.js'
import { idsWhere, type Subject } from '../subjects.js'
import { itemsWhere } from '../items.js'
import type { ItemRow } from '../../differential/rows.js'
import { onArticles, onItems } from './criteria.js'

const OPERATORS = ['$eq', '$lt', '$lte', '$gt', '$gte'] as const
const holds = (operator: string, order: number): boolean =>
  ({ $eq: order === 0, $lt: order < 0, $lte: order <= 0, $gt: order > 0, $gte: order >= 0 })[operator] as boolean
const sign = (a: bigint | string | number, b: bigint | string | number): number => (a < b ? -1 : a > b ? 1 : 0)

/** Requests with the instant they mean, in ticks of 100 ns. */
const ticks = (iso: string, more = 0n): bigint => BigInt(Date.parse(iso)) * 10_000n + more
const MOMENTS: readonly (readonly [text: string, means: bigint])[] = [
  ['2024-02-29T12:34:56.789Z', ticks('2024-02-29T12:34:56.789Z')],
  ['2024-02-29T12:34:56.789', ticks('2024-02-29T12:34:56.789Z')],
  ['2024-02-29T14:34:56.789+02:00', ticks('2024-02-29T12:34:56.789Z')],
  ['2024-02-29T12:34:56.7890001Z', ticks('2024-02-29T12:34:56.789Z', 1n)],
  ['2024-02-29T12:34:56.7899999Z', ticks('2024-02-29T12:34:56.789Z', 9999n)],
  ['2024-02-29', ticks('2024-02-29T00:00:00Z')],
  ['1970-01-01', 0n],
  ['1970-01-01T00:00', 0n],
  ['1969-12-31T23:59:59.999Z', -10_000n],
  ['1969-12-31T23:59:59.9995Z', -5_000n],
  ['0001-01-01', ticks('0001-01-01T00:00:00Z')],
  ['9999-12-31T23:59:59.9999999Z', ticks('9999-12-31T23:59:59.999Z', 9999n)],
]

const publishedAt = ({ publishedAt }: Subject): bigint | null =>
  publishedAt === null ? null : BigInt(publishedAt.getTime()) * 10_000n

const moments = [
  ...OPERATORS.flatMap((operator) =>
    MOMENTS.flatMap(([text, means]) =>
      onArticles('Timestamp', 'publishedAt', `${operator}:${text}`, (subject) => {
        const value = publishedAt(subject)
        return value !== null && holds(operator, sign(value, means))
      }),
    ),
  ),
  ...onArticles('Timestamp', 'publishedAt', `$in:${MOMENTS.map(([text]) => text).join(',')}`, (subject) =>
    MOMENTS.some(([, means]) => publishedAt(subject) === means),
  ),
  ...onArticles('Timestamp', 'publishedAt', '$in:2024-02-29T12:34:56.7890001Z', () => false),
  ...onArticles('Timestamp', 'publishedAt', '$btw:1970-01-01,2024-02-29T12:34:56.7895Z', (subject) => {
    const value = publishedAt(subject)
    return value !== null && value >= 0n && value <= ticks('2024-02-29T12:34:56.789Z', 5000n)
  }),
  ...onArticles('Timestamp', 'publishedAt', '$null', (subject) => publishedAt(subject) === null),
  ...onArticles('Timestamp', 'createdAt', '$null', () => false),
  ...onArticles(
    'Timestamp',
    'createdAt',
    '$lt:2024-01-01',
    ({ createdAt }) => createdAt.getTime() < Date.parse('2024-01-01'),
  ),
]

const ordered = (
  kind: string,
  field: string,
  read: (row: ItemRow) => string | null,
  texts: readonly string[],
  normal: (text: string) => string,
): Row[] => [
  ...OPERATORS.flatMap((operator) =>
    texts.flatMap((text) =>
      onItems(kind, field, `${operator}:${text}`, (row) => {
        const value = read(row)
        return value !== null && holds(operator, sign(normal(value), normal(text)))
      }),
    ),
  ),
  ...onItems(kind, field, `$in:${texts.join(',')}`, (row) =>
    texts.some((text) => read(row) !== null && normal(read(row) as string) === normal(text)),
  ),
  ...onItems(kind, field, `$btw:${texts[0]},${texts[1]}`, (row) => {
    const value = read(row)
    return value !== null && normal(value) >= normal(texts[0] as string) && normal(value) <= normal(texts[1] as string)
  }),
  ...onItems(kind, field, '$null', (row) => read(row) === null),
]

const wholeTime = (text: string): string => {
  const [clock = '', fraction = ''] = text.split('.')
  return `${clock.length === 5 ? `${clock}:00` : clock}.${fraction.padEnd(7, '0')}`
}
const wholeMoment = (text: string): string => `${text.slice(0, 11)}${wholeTime(text.slice(11).replace('Z', ''))}`
const plainUuid = (text: string): string => text.replace(/[-{}()]/g, '').toLowerCase()
const UUID_1 = '0f8fad5b-d9cb-469f-a165-000000000001'

const booleans = (['isFeatured', 'isPinned'] as const).flatMap((field) => [
  ...onArticles('Boolean', field, '$eq:true', (subject) => subject[field] === true),
  ...onArticles('Boolean', field, '$eq:FALSE', (subject) => subject[field] === false),
  ...onArticles('Boolean', field, '$in:true', (subject) => subject[field] === true),
  ...onArticles('Boolean', field, '$in:True,false', (subject) => subject[field] !== null),
  ...onArticles('Boolean', field, '$null', (subject) => subject[field] === null),
])

const STATUSES = ['draft', 'review', 'published', 'Archived'] as const
const comparisonRefused = refusal(
  'filter.operator_not_supported',
  'filter.status',
  `Filter 'status' does not support comparison operators for type 'Enum'.`,
)
const byDeclaration = (criterion: string, holds: (rank: number) => boolean): Row =>
  row(
    `Enum: \`${criterion.split(':')[0]}\``,
    'articles',
    `filter.status=${criterion}`,
    { ids: idsWhere(({ status }) => holds(STATUSES.indexOf(status))) },
    {
      why: 'enum-order',
      on: configured('sqlite'),
      expected: comparisonRefused,
    },
  )

const enums = [
  ...onArticles('Enum', 'status', '$eq:draft', ({ status }) => status === 'draft'),
  ...onArticles('Enum', 'status', '$eq:ARCHIVED', ({ status }) => status === 'Archived'),
  ...onArticles('Enum', 'status', '$in:draft,archived', ({ status }) => status === 'draft' || status === 'Archived'),
  ...onArticles('Enum', 'status', '$null', () => false),
  ...onArticles('Enum as text', 'section', '$eq:sport', ({ section }) => section === 'Sport'),
  ...onArticles(
    'Enum as text',
    'section',
    '$in:news,CULTURE',
    ({ section }) => section === 'news' || section === 'culture',
  ),
  ...onArticles('Enum as text', 'section', '$null', ({ section }) => section === null),
  ...onItems('Enum', 'mood', '$eq:HAPPY', ({ mood }) => mood === 'happy'),
  ...onItems('Enum', 'mood', '$in:sad,ok', ({ mood }) => mood === 'sad' || mood === 'ok'),
  ...onItems('Enum', 'mood', '$null', ({ mood }) => mood === null),
  byDeclaration('$gt:draft', (rank) => rank > 0),
  byDeclaration('$gte:review', (rank) => rank >= 1),
  byDeclaration('$lt:published', (rank) => rank < 2),
  byDeclaration('$lte:published', (rank) => rank <= 2),
  byDeclaration('$btw:review,archived', (rank) => rank >= 1),
]

const uuids = ordered(
  'UUID',
  'code',
  ({ codeColumn }) => codeColumn,
  [
    UUID_1,
    '0f8fad5b-d9cb-469f-a165-0000000000FF',
    '0F8FAD5BD9CB469FA165000000000001',
    `{${UUID_1}}`,
    `(${UUID_1.toUpperCase()})`,
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ],
  plainUuid,
)

const held = [
  ...[
    ['a'],
    ['A'],
    ['a', 'b'],
    ['a', 'a'],
    ['', ''],
    [' '],
    ['100%'],
    ['\\'],
    ['"', "'"],
    ['🎉'],
    ['caf\u00e9'],
    ['cafe\u0301'],
    ['$eq:a', ':'],
    ['é'],
    ['none'],
  ].flatMap((words) =>
    onArticles('Collection', 'tags', `$contains:${words.join(',')}`, ({ tags }) =>
      words.every((word) => tags.includes(word)),
    ),
  ),
  ...[['x'], ['x', 'y'], ['日本', '🎉'], ['hi'], ['HI']].flatMap((words) =>
    onArticles(
      'Collection',
      'aliases',
      `$contains:${words.join(',')}`,
      ({ aliases }) => aliases !== null && words.every((word) => aliases.includes(word)),
    ),
  ),
  ...onArticles('Collection', 'tags', '$null', () => false),
  ...onArticles('Collection', 'aliases', '$null', ({ aliases }) => aliases === null),
  ...onItems('Collection', 'words', '$contains:a', ({ words }) => words.includes('a')),
  ...onItems('Collection', 'words', '$contains:null', () => false),
  ...onItems('Collection', 'more', '$contains:a', ({ more }) => more?.includes('a') === true),
  ...onItems('Collection', 'more', '$contains:null', () => false),
  ...onItems('Collection', 'more', '$null', ({ more }) => more === null),
]

export const kindRows: readonly Row[] = [
  ...moments,
  ...ordered(
    'Date',
    'day',
    ({ dayColumn }) => dayColumn,
    ['2024-02-29', '2024-03-01', '0001-01-01', '9999-12-31', '1970-01-01'],
    (text) => text,
  ),
  ...ordered(
    'Time',
    'clock',
    ({ clockColumn }) => clockColumn,
    ['12:34', '12:34:56.789', '12:34:56', '12:34:56.7890000', '12:34:56.7890001', '00:00', '23:59:59.9999999'],
    wholeTime,
  ),
  ...ordered(
    'Timestamp, microseconds',
    'moment',
    ({ momentColumn }) => momentColumn,
    [
      '2024-02-29T12:34:56.123456Z',
      '2024-02-29T12:34:56.123457',
      '2024-02-29T12:34:56',
      '2024-02-29T12:34:56.1234565Z',
      '2024-02-29T12:34:56.1234560Z',
      '2024-02-29T12:34',
    ],
    wholeMoment,
  ),
  row('Order', 'items', 'sortBy=moment:ASC&filter.moment=$not:$null', { order: [2, 1, 3] }),
  row('Order', 'items', 'sortBy=moment:DESC&filter.moment=$not:$null', { order: [3, 1, 2] }),
  ...onItems('Timestamp', 'stamp', '$null', ({ stamp }) => stamp === null),
  ...booleans,
  ...enums,
  ...uuids,
  ...held,
  // Found by test/engines/differential.
  row(
    'Enum: not allowed',
    'items',
    'filter.mood=$lte:ok',
    refusal('filter.operator_not_allowed', 'filter.mood', `Filter 'mood' does not allow operator '$lte'.`),
    {
      why: 'enum-order',
      on: configured('sqlite'),
      expected: refusal(
        'filter.operator_not_supported',
        'filter.mood',
        `Filter 'mood' does not support comparison operators for type 'Enum'.`,
      ),
    },
  ),
  row(
    'Enum: order',
    'items',
    'sortBy=mood:ASC&filter.mood=$not:$null',
    { order: itemsWhere(({ mood }) => mood !== null) },
    {
      why: 'enum-order',
      on: configured('sqlite'),
      expected: { order: [3, 2, 1] },
    },
  ),
]
