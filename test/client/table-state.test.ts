import { fromTableState, listQuery, ListQuery, toTableState } from 'drizzle-paginate/client'
import { describe, expect, it } from 'vitest'

const options = {
  defaultLimit: 20,
  operators: {
    title: '$ilike',
    status: '$in',
    views: '$btw',
    tags: '$contains',
    labels: '$eq',
    bio: '$null',
    slug: '$eq',
  },
  lists: ['tags', 'labels'],
} as const
const query = listQuery()
const empty = { sorting: [], columnFilters: [], pagination: { pageIndex: 0, pageSize: 20 }, globalFilter: '' }

const pairs: [title: string, query: ListQuery, state: object][] = [
  ['nothing', query, {}],
  ['a page, counted from 0', query.page(3).limit(50), { pagination: { pageIndex: 2, pageSize: 50 } }],
  [
    'a position',
    query.after('x').limit(50),
    { pagination: { pageIndex: 0, pageSize: 50 }, cursor: { after: 'x', of: '' } },
  ],
  ['a position from the other side', query.before('x'), { cursor: { before: 'x', of: '' } }],
  [
    'positions from both sides, which the list rejects',
    new ListQuery({ after: 'x', before: 'y' }),
    { cursor: { after: 'x', before: 'y', of: '' } },
  ],
  ['an unlimited read', query.limit(-1), { pagination: { pageIndex: 0, pageSize: Infinity } }],
  [
    'sorts',
    query.sortBy('author.name', 'desc').sortBy('a:b'),
    {
      sorting: [
        { id: 'author.name', desc: true },
        { id: 'a:b', desc: false },
      ],
    },
  ],
  ['a search', query.search('x'), { globalFilter: 'x' }],
  ['a search in some fields', query.search('x').searchBy('title'), { globalFilter: 'x', searchBy: ['title'] }],
  [
    'a position in a search of some fields',
    query.search('x').searchBy('title').after('y'),
    { globalFilter: 'x', searchBy: ['title'], cursor: { after: 'y', of: 'search=x&searchBy=title' } },
  ],
  ['one value', query.filter('title', '$ilike', 'a,b'), { columnFilters: [{ id: 'title', value: 'a,b' }] }],
  ['a list', query.filter('status', '$in', ['a', 'b']), { columnFilters: [{ id: 'status', value: ['a', 'b'] }] }],
  [
    'a list with commas',
    query.filter('status', '$in', ['b', 'a,b']),
    { columnFilters: [{ id: 'status', value: ['b', 'a,b'] }] },
  ],
  [
    'a list with null and a comma',
    query.filter('status', '$in', ['b', 'a,b', null]),
    { columnFilters: [{ id: 'status', value: ['b', 'a,b', null] }] },
  ],
  ['a list of null', query.filter('status', '$in', [null]), { columnFilters: [{ id: 'status', value: [null] }] }],
  ['a list of one empty text', query.filter('status', '$in', ['']), { columnFilters: [{ id: 'status', value: [''] }] }],
  [
    'a collection',
    query.filter('tags', '$contains', ['a', 'b']),
    { columnFilters: [{ id: 'tags', value: ['a', 'b'] }] },
  ],
  [
    'an element of a collection, with a comma',
    query.filter('labels', '$eq', 'a,b'),
    { columnFilters: [{ id: 'labels', value: 'a,b' }] },
  ],
  ['a range', query.filter('views', '$btw', ['1', '9']), { columnFilters: [{ id: 'views', value: ['1', '9'] }] }],
  [
    'a range without end',
    query.filter('views', '$gte', '1'),
    { columnFilters: [{ id: 'views', value: ['1', undefined] }] },
  ],
  [
    'a range without start',
    query.filter('views', '$lte', '9'),
    { columnFilters: [{ id: 'views', value: [undefined, '9'] }] },
  ],
  ['missing values', query.filter('bio', '$null'), { columnFilters: [{ id: 'bio', value: true }] }],
  [
    'a negated criterion',
    query.not.filter('title', '$ilike', 'x'),
    { columnFilters: [{ id: 'title', value: { criteria: ['$not:$ilike:x'] } }] },
  ],
  [
    'a criterion without a colon',
    new ListQuery({ filters: [['title', '$ilike']] }),
    { columnFilters: [{ id: 'title', value: { criteria: ['$ilike'] } }] },
  ],
  ['fields', query.fields('id', 'author.name'), { fields: ['id', 'author.name'] }],
  ['fields after a position', query.after('x').fields('id'), { cursor: { after: 'x', of: '' }, fields: ['id'] }],
  [
    'several criteria',
    query.filter('views', { $gte: 1, $lt: 9 }),
    { columnFilters: [{ id: 'views', value: { criteria: ['$gte:1', '$lt:9'] } }] },
  ],
  [
    'another operator',
    query.filter('title', '$eq', 'x'),
    { columnFilters: [{ id: 'title', value: { criteria: ['$eq:x'] } }] },
  ],
  [
    'a column without operator',
    query.filter('id', '$eq', 1),
    { columnFilters: [{ id: 'id', value: { criteria: ['$eq:1'] } }] },
  ],
]

/** Without a plain value, or without one that says the same: these are sent again as they were, if refused too. */
const kept: [field: string, criteria: string[]][] = [
  ['id', [':x']],
  ['id', ['x']],
  ['id', [':']],
  ['slug', [':x']],
  ['slug', ['$eq:']],
  ['slug', ['$eq']],
  ['slug', ['$or:$eq:a']],
  ['slug', ['$And:$eq:a']],
  ['title', ['$ilike:']],
  ['views', ['$btw:,']],
  ['views', ['$btw:b,']],
  ['views', ['$btw:,b']],
  ['views', ['$btw:1']],
  ['views', ['$btw:1,2,3']],
  ['views', ['$gte:']],
  ['views', ['$lte:']],
  ['tags', ['$contains:']],
  ['bio', ['$null:x']],
  ['status', ['$in:']],
  ['status', ['$in']],
  ['status', ['$eq']],
  ['status', ['$in:', '$or:$eq:a']],
  ['status', ['$in:a', '$or:$null:x']],
  ['status', ['$or:$in:a', '$or:$null']],
]

const sorts: [sort: string, id: string, sent: string][] = [
  ['title', 'title', 'title:ASC'],
  ['a.b:desc', 'a.b', 'a.b:DESC'],
  ['a:up', 'a:up', 'a:up:ASC'],
  ['a:b:Asc', 'a:b', 'a:b:ASC'],
]

const blank: [title: string, id: string, value: unknown][] = [
  ['empty text', 'title', ''],
  ['undefined', 'title', undefined],
  ['null', 'title', null],
  ['an empty list', 'status', []],
  ['a range without ends', 'views', ['', undefined]],
  ['a switch that is off', 'bio', false],
]

describe('table state', () => {
  it.each(pairs)('holds %s, and gives it back', (_title, list, state) => {
    const full = { ...empty, ...state }
    expect(toTableState(list, options)).toEqual(full)
    expect(fromTableState(full, options).state).toEqual(list.state)
  })

  it.each(kept)('keeps the criteria of %s as they are: %j', (id, criteria) => {
    const list = new ListQuery({ filters: criteria.map((criterion) => [id, criterion] as const) })
    const state = toTableState(list, options)
    expect(state.columnFilters).toEqual([{ id, value: { criteria } }])
    expect(fromTableState(state, options).state).toEqual(list.state)
  })

  it.each(sorts)('names the column of a sort %s', (sort, id, sent) => {
    const state = toTableState(new ListQuery({ sortBy: [sort] }), options)
    expect(state.sorting.map((one) => one.id)).toEqual([id])
    expect(fromTableState(state, options).state.sortBy).toEqual([sent])
  })

  it.each(blank)('has no filter where a column holds %s', (_title, id, value) => {
    expect(fromTableState({ columnFilters: [{ id, value }] }, options).state.filters).toEqual([])
  })

  it('takes numbers and dates from columns', () => {
    const columnFilters = [
      { id: 'views', value: [0, 9] },
      { id: 'title', value: new Date(0) },
    ]
    expect(fromTableState({ columnFilters }, options).state.filters).toEqual([
      ['views', '$btw:0,9'],
      ['title', '$ilike:1970-01-01T00:00:00.000Z'],
    ])
  })

  it('names every limit where no default is known', () => {
    expect(fromTableState({ pagination: { pageIndex: 0, pageSize: 10 } }).state.limit).toBe(10)
    expect(toTableState(query).pagination).toEqual({ pageIndex: 0, pageSize: 10 })
  })

  it('sends no page number of a list with cursors', () => {
    const pagination = { pageIndex: 3, pageSize: 20 }
    expect(fromTableState({ pagination, cursor: { after: 'x' } }, options).toString()).toBe('after=x')
    expect(fromTableState({ pagination, cursor: null }, options).toString()).toBe('')
    expect(fromTableState({ pagination }, options).toString()).toBe('page=4')
  })

  describe('a position', () => {
    const deep = query.filter('status', '$in', ['b', 'a']).sortBy('a').search('x').after('y').limit(5)
    const state = toTableState(deep, options)
    it.each<[change: string, state: object]>([
      ['another filter', { columnFilters: [{ id: 'status', value: ['a'] }] }],
      ['no filter', { columnFilters: [] }],
      ['another order', { sorting: [{ id: 'a', desc: true }] }],
      ['another search', { globalFilter: 'z' }],
      ['another expression', { filterExpression: 'a=$null' }],
      ['other fields to search in', { searchBy: ['b'] }],
    ])('is dropped by %s', (_change, changed) => {
      const { after, before, page } = fromTableState({ ...state, ...changed }, options).state
      expect({ after, before, page }).toEqual({ after: null, before: null, page: 1 })
    })

    it.each<[kept: string, state: object]>([
      ['another page size', { pagination: { pageIndex: 0, pageSize: 7 } }],
      ['the same state, copied', structuredClone(state)],
      ['other fields', { fields: ['id'] }],
      ['a position without what it belongs to', { cursor: { after: 'y' }, globalFilter: 'z' }],
    ])('is kept by %s', (_kept, changed) => {
      expect(fromTableState({ ...state, ...changed }, options).state.after).toBe('y')
    })
  })

  it('searches in the fields it is told', () => {
    expect(fromTableState({ globalFilter: 'x' }, { searchBy: ['title'] }).toString()).toBe('search=x&searchBy=title')
    const both = fromTableState({ globalFilter: 'x', searchBy: ['slug'] }, { searchBy: ['title'] })
    expect(both.toString()).toBe('search=x&searchBy=slug')
  })

  it.each(['id', 'constructor', 'toString'])('refuses a plain value of a column without operator: %s', (id) => {
    expect(() => fromTableState({ columnFilters: [{ id, value: 'x' }] }, options)).toThrow(
      new TypeError(`Column '${id}' has a filter value; name its operator in 'operators'.`),
    )
    expect(toTableState(query.filter(id, '$eq', 'x'), options).columnFilters).toEqual([
      { id, value: { criteria: ['$eq:x'] } },
    ])
  })
})
