// Search, order and pages.
import { database, inMemory, type Row, row } from '../row.js'
import { idsWhere, type Subject, SUBJECTS } from '../subjects.js'
import type { ListName } from '../lists.js'
import { byCodePoint } from '../by-code-point.js'

const encode = encodeURIComponent
type Fold = (text: string) => string
const foldAscii: Fold = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
const foldLower: Fold = (text) => [...text].map((letter) => letter.toLowerCase()).join('')
const foldUpper: Fold = (text) =>
  [...text].map((letter) => ([...letter.toUpperCase()].length === 1 ? letter.toUpperCase() : letter)).join('')
const same: Fold = (text) => text

const SEARCHED: { readonly [name: string]: (subject: Subject) => string | null } = {
  title: ({ title }) => title,
  body: ({ body }) => body,
  'author.name': ({ author }) => author?.name ?? null,
}

function search(
  term: string,
  by: readonly string[] = [],
  more: { readonly request?: string; readonly holds?: (subject: Subject) => boolean } = {},
): Row[] {
  const names = by.length === 0 ? Object.keys(SEARCHED) : by
  const wanted = term.trim()
  const matches = (fold: Fold) => ({
    ids: idsWhere((subject) => {
      const isFound =
        wanted === '' ||
        names.some((name) => {
          const text = SEARCHED[name]?.(subject) ?? null
          return text !== null && fold(text).includes(fold(wanted))
        })
      return isFound && (more.holds?.(subject) ?? true)
    }),
  })
  const request = [
    `search=${encode(term)}`,
    ...by.map((name) => `searchBy=${name}`),
    ...(more.request === undefined ? [] : [more.request]),
  ].join('&')
  const ways = [
    { why: 'case-ordinal', on: inMemory, expected: matches(foldUpper) },
    { why: 'case-ascii', on: database('sqlite'), expected: matches(foldAscii) },
    { why: 'case-collation', on: database('mysql'), expected: matches(same) },
  ] as const
  return [
    row('Search', 'articles', request, matches(foldLower), ...ways),
    row('Search, portable', 'portable', request, matches(foldLower), ...ways, {
      why: 'case-portable',
      on: database('postgresql'),
      expected: matches(same),
    }),
  ]
}

const searches = [
  ...[
    'hello',
    'HELLO',
    ' hello  ',
    '',
    '   ',
    '%',
    '_',
    '[',
    '\\',
    "'",
    'a,b',
    '$eq:a',
    'ÉMILE',
    'é',
    'caf\u00e9',
    'cafe\u0301',
    'σ',
    'ß',
    '日本',
    '🎉',
    'same',
    'zzz',
    "'; drop",
    'x'.repeat(60),
  ].flatMap((term) => search(term)),
  ...search('hello', ['title']),
  ...search('hello', ['body', 'title']),
  ...search('ada', ['author.name']),
  ...search(
    '100',
    ['BODY'].map((name) => name.toLowerCase()),
  ),
  ...search('hello', [], { request: 'filter.views=$eq:10', holds: ({ views }) => views === 10 }),
  ...search('same', [], { request: 'filter.id=$gt:19&filter.id=$or:$eq:1', holds: ({ id }) => id > 19 || id === 1 }),
  row('Search', 'articles', 'searchBy=title', { ids: SUBJECTS.map(({ id }) => id) }),
  row('Search', 'unsearched', 'search=same&searchBy=nope', { ids: [19, 20, 21] }),
]

type Key = string | number | boolean | Date | null
const valueOf = (key: Key): string | number =>
  key === null ? 0 : key instanceof Date ? key.getTime() : typeof key === 'boolean' ? Number(key) : key
type Order = (a: string, b: string) => number
const collator = new Intl.Collator('und')
/** Equal texts of the collation are ordered by code unit. */
const byCollation: Order = (a, b) => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)

interface By {
  readonly key: (subject: Subject) => Key
  readonly isDescending?: boolean
  readonly areNullsFirst: boolean
}

function sorted(terms: readonly By[], order: Order): number[] {
  const compare = (a: Subject, b: Subject): number => {
    for (const { key, isDescending = false, areNullsFirst } of terms) {
      const [keyA, keyB] = [key(a), key(b)]
      if (keyA === null || keyB === null) {
        const isFirst = Number(keyB === null) - Number(keyA === null)
        if (isFirst !== 0) return areNullsFirst ? isFirst : -isFirst
        continue
      }
      const [left, right] = [valueOf(keyA), valueOf(keyB)]
      const difference =
        typeof left === 'string'
          ? order(left, String(right))
          : left < (right as number)
            ? -1
            : left > (right as number)
              ? 1
              : 0
      if (difference !== 0) return isDescending ? -difference : difference
    }
    return a.id - b.id
  }
  return [...SUBJECTS].sort(compare).map(({ id }) => id)
}

interface Sort {
  readonly field: string
  readonly key: (subject: Subject) => Key
  readonly isText?: boolean
  readonly isNullable?: boolean
}

const SORTS: readonly Sort[] = [
  { field: 'id', key: ({ id }) => id },
  { field: 'title', key: ({ title }) => title, isText: true },
  { field: 'views', key: ({ views }) => views },
  { field: 'likes', key: ({ likes }) => likes, isNullable: true },
  { field: 'fee', key: ({ fee }) => (fee === null ? null : Number(fee)), isNullable: true },
  { field: 'score', key: ({ score }) => score, isNullable: true },
  { field: 'isFeatured', key: ({ isFeatured }) => isFeatured },
  { field: 'publishedAt', key: ({ publishedAt }) => publishedAt, isNullable: true },
  { field: 'uid', key: ({ publicId }) => publicId },
  { field: 'author.name', key: ({ author }) => author?.name ?? null, isText: true, isNullable: true },
  { field: 'commentCount', key: ({ comments }) => comments.length },
]

function sort(list: ListName, terms: readonly (readonly [Sort, 'ASC' | 'desc'])[], nulls?: 'first' | 'last'): Row {
  const isText = terms.some(([{ isText }]) => isText === true)
  const isNullable = nulls === undefined && terms.some(([{ isNullable }]) => isNullable === true)
  const order = (areNullsGreatest: boolean, compare: Order) => ({
    order: sorted(
      terms.map(([{ key }, direction]) => ({
        key,
        isDescending: direction === 'desc',
        areNullsFirst: nulls === undefined ? areNullsGreatest === (direction === 'desc') : nulls === 'first',
      })),
      compare,
    ),
  })
  return row(
    'Order',
    list,
    terms.map(([{ field }, direction]) => `sortBy=${field}:${direction}`).join('&'),
    order(false, byCodePoint),
    ...(isText ? [{ why: 'text-order', on: inMemory, expected: order(false, byCollation) } as const] : []),
    ...(isNullable
      ? [{ why: 'null-order', on: database('postgresql'), expected: order(true, byCodePoint) } as const]
      : []),
  )
}

const sortOf = (field: string): Sort => SORTS.find((sort) => sort.field === field) as Sort

const orders = [
  ...SORTS.flatMap((by) => [sort('articles', [[by, 'ASC']]), sort('articles', [[by, 'desc']])]),
  ...SORTS.slice(1).map((by) =>
    sort('articles', [
      [sortOf('views'), 'desc'],
      [by, 'ASC'],
    ]),
  ),
  sort('articles', [
    [sortOf('isFeatured'), 'desc'],
    [sortOf('likes'), 'desc'],
    [sortOf('title'), 'ASC'],
    [sortOf('id'), 'desc'],
  ]),
  ...(['likes', 'fee'] as const).flatMap((field) => [
    sort('nulls', [[sortOf(field), 'ASC']], 'first'),
    sort('nulls', [[sortOf(field), 'desc']], 'first'),
  ]),
  ...(['publishedAt', 'author.name'] as const).flatMap((field) => [
    sort('nulls', [[sortOf(field), 'ASC']], 'last'),
    sort('nulls', [[sortOf(field), 'desc']], 'last'),
  ]),
]

/** The order of the list `paged`: views, most first, then title, then id. */
const DEFAULT = sorted(
  [
    { key: ({ views }) => views, isDescending: true, areNullsFirst: true },
    { key: ({ title }) => title, areNullsFirst: true },
  ],
  byCodePoint,
)
const DEFAULT_IN_MEMORY = sorted(
  [
    { key: ({ views }) => views, isDescending: true, areNullsFirst: true },
    { key: ({ title }) => title, areNullsFirst: true },
  ],
  byCollation,
)
const page = (request: string, from: number, to: number): Row => {
  const of = (ids: readonly number[]) => ({ order: ids.slice(from, to), total: 24 })
  return row('Pages', 'paged', request, of(DEFAULT), {
    why: 'text-order',
    on: inMemory,
    expected: of(DEFAULT_IN_MEMORY),
  })
}

const pages = [
  page('', 0, 3),
  page('page=1', 0, 3),
  page('page=2', 3, 6),
  page('page=007', 18, 21),
  page('limit=5', 0, 5),
  page('limit=5&page=5', 20, 24),
  page('page=8', 21, 24),
  page('limit=1&page=22', 21, 22),
  page('limit=&page=', 0, 3),
  page('page=2&page=3', 3, 6),
  row('Pages', 'paged', 'limit=2&page=3&filter.views=$eq:5&sortBy=id:ASC', { order: [], total: 4 }),
  row('Pages', 'paged', 'limit=2&page=2&filter.views=$eq:5&sortBy=id:desc', { order: [11, 10], total: 4 }),
  row('Pages', 'paged', 'page=3&filter.views=$eq:12345', { order: [], total: 0 }),
  row('Pages', 'unlimited', 'limit=-1&filter.id=$lte:23&sortBy=id:ASC', {
    order: Array.from({ length: 23 }, (_, n) => n + 1),
    total: 23,
  }),
  row('Pages', 'unlimited', 'limit=-1&filter.views=$eq:12345', { order: [], total: 0 }),
  row('Pages', 'unlimited', 'limit=-1', {
    refusal: {
      code: 'limit.too_many_rows',
      parameter: 'limit',
      message: `Query parameter 'limit' must not be -1 here: more than 23 rows match.`,
    },
  }),
]

export const pageRows: readonly Row[] = [...searches, ...orders, ...pages]
