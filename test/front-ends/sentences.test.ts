// What the state of a front end asks for by itself: rows, or a sentence before anything is sent.
import {
  agGridDatasource,
  type FieldFact,
  muiDataSource,
  type MuiFilterItem,
  reactAdminDataProvider,
  refineDataProvider,
  type RefineFilter,
} from 'drizzle-paginate/front-ends'
import { createListClient } from 'drizzle-paginate/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askAgGrid, askMui } from './support/ask.js'
import { type Cities, type City, cityExpressions, cityList, openCities, rows } from './support/cities.js'

let cities: Cities
let expressions: Cities
beforeAll(async () => {
  cities = await openCities(cityList)
  expressions = await openCities(cityExpressions)
})
afterAll(() => {
  cities.close()
  expressions.close()
})

const idsOf = (holds: (row: City) => boolean): number[] => rows.filter(holds).map(({ id }) => id)
const text = (type: string, filter?: string) => ({ filterType: 'text', type, filter })
const date = (type: string, dateFrom: string, dateTo: string | null = null) => ({
  filterType: 'date',
  type,
  dateFrom,
  dateTo,
})
const utc = { timeZone: 'UTC' }
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
/** What the clocks of Paris show in January when a row was created, to the second. */
const parisTime = (id: number): string =>
  new Date(rows[id - 1]!.created!.getTime() + 3_600_000).toISOString().slice(0, 19)

describe('AG Grid', () => {
  it.each<[title: string, model: object, holds: (row: City) => boolean, options?: object]>([
    [
      'a set of values and blanks',
      { kind: { filterType: 'set', values: ['live', null] } },
      (row) => row.kind === 'live' || row.kind === null,
    ],
    ['blanks alone', { kind: { filterType: 'set', values: [null] } }, (row) => row.kind === null],
    [
      'a value with a comma in a set',
      { kind: { filterType: 'set', values: ['in review, late', 'live'] } },
      (row) => row.kind === 'live' || row.kind === 'in review, late',
    ],
    ['nothing ticked', { kind: { filterType: 'set', values: [] } }, () => false],
    [
      'an empty text in a set',
      { name: { filterType: 'set', values: ['', 'Peru'] } },
      (row) => row.name === '' || row.name === 'Peru',
    ],
    [
      'a multi filter',
      { kind: { filterType: 'multi', filterModels: [text('contains', 'l'), { filterType: 'set', values: ['live'] }] } },
      (row) => row.kind === 'live',
    ],
    [
      'days in a set over timestamps',
      { created: { filterType: 'set', values: ['2024-01-03', '2024-01-05', null] } },
      ({ created }) => created === null || /2024-01-0[35]/.test(created.toISOString()),
      { fields: { created: 'timestamp' }, ...utc },
    ],
    [
      'seconds in a set over timestamps, as the clocks of a zone show them',
      { moment: { filterType: 'set', values: [parisTime(6), parisTime(16).replace('T', ' ')] } },
      ({ id }) => id === 6 || id === 16,
      { fields: { moment: 'dateTime' }, timeZone: 'Europe/Paris' },
    ],
    [
      'an instant in a set over timestamps',
      { moment: { filterType: 'set', values: [rows[5]!.created!.toISOString()] } },
      ({ id }) => id === 6,
      { fields: { moment: 'dateTime' } },
    ],
    [
      'a hundred and twenty days in a set over dates',
      { date: { filterType: 'set', values: Array.from({ length: 120 }, (_, at) => dayAfter('2024-01-03', at)) } },
      ({ day }) => day !== null && day >= '2024-01-03',
      { fields: { date: 'date' }, ...utc },
    ],
    [
      'instants in a set over dates, one of them no start of a day',
      { date: { filterType: 'set', values: ['2024-01-02T23:00:00.000Z', '2024-01-05T00:00:00.000Z'] } },
      ({ day }) => day === '2024-01-03',
      { fields: { date: 'date' }, timeZone: 'Europe/Paris' },
    ],
    [
      'days in a set over dates, one of them with a time',
      { date: { filterType: 'set', values: ['2024-01-03T00:00:00', '2024-01-05', '2024-01-06T10:00:00', null] } },
      ({ day }) => day === null || day === '2024-01-03' || day === '2024-01-05',
      { fields: { date: 'date' }, ...utc },
    ],
    ['a boolean that is missing', { active: { filterType: 'boolean', type: 'blank' } }, (row) => row.active === null],
    ['a boolean that is there', { active: { filterType: 'boolean', type: 'notBlank' } }, (row) => row.active !== null],
    [
      'two ranges of bigints',
      {
        pop: {
          filterType: 'bigint',
          operator: 'OR',
          conditions: [
            { filterType: 'bigint', type: 'inRange', filter: '1', filterTo: '3' },
            { filterType: 'bigint', type: 'inRange', filter: '6', filterTo: '10' },
          ],
        },
      },
      ({ pop }) => pop === 2 || (pop !== null && pop > 6),
    ],
    [
      'a day that begins at one in the morning',
      { created: date('lessThan', '2024-04-26 01:00:00') },
      (row) => row.created !== null,
      { fields: { created: 'day' }, timeZone: 'Africa/Cairo' },
    ],
    [
      'a day that equals its start at one in the morning',
      { date: date('notEqual', '2024-04-26 01:00:00') },
      (row) => row.day !== null,
      { fields: { date: 'date' }, timeZone: 'Africa/Cairo' },
    ],
    [
      'blanks of a number that has a text filter, which the list itself says has no texts',
      { pop: text('blank') },
      (row) => row.pop === null,
      { fields: { pop: 'trimmed' } },
    ],
    [
      'no blanks of a number that has a text filter',
      { pop: text('notBlank') },
      (row) => row.pop !== null,
      { fields: { pop: 'trimmed' } },
    ],
    ['blanks of a boolean', { active: text('blank') }, (row) => row.active === null, { fields: { active: 'boolean' } }],
    ['no filter', {}, () => true],
    ['true', { active: { filterType: 'text', type: 'true' } }, (row) => row.active === true],
    ['false', { active: { filterType: 'boolean', type: 'false' } }, (row) => row.active === false],
    [
      'a number that is not',
      { pop: { filterType: 'number', type: 'notEqual', filter: 3 } },
      (row) => row.pop !== null && row.pop !== 3,
    ],
    [
      'a range without its ends',
      { pop: { filterType: 'number', type: 'inRange', filter: 3, filterTo: 5 } },
      (row) => row.pop === 4,
    ],
    [
      'two ranges',
      {
        pop: {
          filterType: 'number',
          operator: 'OR',
          conditions: [
            { filterType: 'number', type: 'inRange', filter: 1, filterTo: 3 },
            { filterType: 'number', type: 'inRange', filter: 6, filterTo: 9 },
          ],
        },
      },
      ({ pop }) => pop === 2 || pop === 7 || pop === 8,
    ],
    ['equality in a caseless field', { code: text('equals', '10') }, (row) => row.code === '10'],
    [
      'a timestamp after a time',
      { created: date('greaterThan', '2024-01-03 06:00:00') },
      ({ created }) => created !== null && created > new Date('2024-01-03T06:00:00Z'),
      { fields: { created: 'timestamp' }, ...utc },
    ],
    [
      'the day of a timestamp',
      { created: date('equals', '2024-01-03 00:00:00') },
      ({ created }) => created?.toISOString().slice(0, 10) === '2024-01-03',
      { fields: { created: 'timestamp' }, ...utc },
    ],
    ['the day of a date', { date: date('equals', '2024-01-03 00:00:00') }, (row) => row.day === '2024-01-03'],
    [
      'an advanced filter',
      {
        filterType: 'join',
        type: 'OR',
        conditions: [
          { filterType: 'number', colId: 'pop', type: 'equals', filter: 3 },
          { filterType: 'number', colId: 'pop', type: 'blank' },
        ],
      },
      (row) => row.pop === 3 || row.pop === null,
    ],
  ])('has the rows of %s', async (_title, model, holds, options = {}) => {
    const ids = idsOf(holds)
    expect(await askAgGrid(cities, model, options)).toEqual({ ids, total: ids.length })
  })

  it.each<[title: string, definition: object, filter: object, sent: string]>([
    ['a text as the model has it', { filterParams: { trimInput: true } }, text('contains', ' P '), '$ilike: P '],
    ['a set, whatever the function', { filterParams: () => ({}) }, { filterType: 'set', values: ['a'] }, '$in:a'],
    [
      'the keys of numbers in digits',
      { cellDataType: 'number' },
      { filterType: 'set', values: ['0.5', '1e-7', '-1e+21', null] },
      '$in:0.5,0.0000001,-1000000000000000000000&filter.name=$or:$null',
    ],
    ['other keys as they are', {}, { filterType: 'set', values: ['1e-7'] }, '$in:1e-7'],
  ])('sends %s', async (_title, definition, filter, sent) => {
    cities.sent()
    await askAgGrid(cities, { name: filter }, {}, { api: { getColumnDef: () => definition } })
    expect(cities.sent().map((url) => url.split('filter.name=').slice(1).join('filter.name='))).toEqual([sent])
  })

  it.each<[filter: object, sent: string]>([
    [date('greaterThan', '2024-01-03 06:30:00'), '$gte:2024-01-03T06:30:01.000Z'],
    [date('lessThan', '2024-01-03 06:30:00'), '$lt:2024-01-03T06:30:00.000Z'],
    [date('equals', '2024-01-03 06:30:00'), '$gte:2024-01-03T06:30:00.000Z&filter.moment=$lt:2024-01-03T06:30:01.000Z'],
    [
      { filterType: 'dateTimeString', type: 'lessThanOrEqual', filter: '2024-01-03T00:00:00' },
      '$lt:2024-01-03T00:00:01.000Z',
    ],
  ])("compares the digits of a 'dateTimeString', which are UTC's and have seconds: %j", async (filter, sent) => {
    cities.sent()
    const api = { getColumnDef: () => ({ cellDataType: 'dateTimeString' }) }
    await askAgGrid(cities, { moment: filter }, { timeZone: 'Europe/Paris' }, { api })
    expect(cities.sent()[0]?.split('filter.moment=').slice(1).join('filter.moment=')).toBe(sent)
  })

  it.each([{ filterParams: () => ({}) }, { filterParams: { filters: [{ filterParams: () => ({}) }] } }])(
    'throws a sentence for settings that are a function: %j',
    async (definition) => {
      const own = { filterType: 'number', type: 'inRange', filter: 3, filterTo: 5 }
      const filter = typeof definition.filterParams === 'function' ? own : { filterType: 'multi', filterModels: [own] }
      cities.sent()
      await expect(askAgGrid(cities, { pop: filter }, {}, { api: { getColumnDef: () => definition } })).rejects.toEqual(
        new RangeError("The filterParams of 'pop' are a function; give them as an object."),
      )
      expect(cities.sent()).toEqual([])
    },
  )

  it('sends nothing if nothing is ticked', async () => {
    cities.sent()
    await askAgGrid(cities, { kind: { filterType: 'set', values: [] }, pop: { filterType: 'number', type: 'blank' } })
    expect(cities.sent()).toEqual([])
  })

  it('asks for "or" over columns by an expression', async () => {
    const conditions = [
      { ...text('contains', 'LIVE'), colId: 'kind' },
      { filterType: 'number', colId: 'pop', type: 'blank' },
    ]
    const model = { filterType: 'join', type: 'OR', conditions }
    const ids = idsOf((row) => row.kind === 'live' || row.pop === null)
    expect((await askAgGrid(expressions, model, { expressions: true })).ids).toEqual(ids)
  })

  it.each<[title: string, model: object, sentence: string, more?: object]>([
    [
      'equality without letter case',
      { name: text('equals', 'peru') },
      "The grid ignores letter case in 'name', but a list's $eq may not; name it in 'fields' as 'caseless' or 'exact'.",
    ],
    [
      'blank texts',
      { name: text('blank') },
      "The grid's blanks of 'name' include white space, a list's do not; name it in 'fields' as 'trimmed'.",
    ],
    [
      'an option of the app',
      { name: text('soundsLike', 'x') },
      "A list has no filter 'soundsLike' for 'name'; leave it out of the column's filterOptions.",
    ],
    [
      'a preset of dates',
      { date: { filterType: 'date', type: 'lastWeek' } },
      "A list has no filter 'lastWeek' for 'date'; leave it out of the column's filterOptions.",
    ],
    ['no value', { name: text('contains') }, "The filter 'contains' of 'name' has no value."],
    ['no date', { date: date('equals', 'tomorrow') }, "The filter 'equals' of 'date' has no date: 'tomorrow'."],
    [
      'letter case in a part',
      { name: text('contains', 'P') },
      "A list ignores letter case in 'contains', but the column 'name' does not.",
      { fields: { name: 'exact' } },
    ],
    [
      '"or" over columns',
      {
        filterType: 'join',
        type: 'OR',
        conditions: [
          { filterType: 'number', colId: 'pop', type: 'blank' },
          { filterType: 'number', colId: 'rank', type: 'blank' },
        ],
      },
      "'or' over 'pop' and 'rank' needs .withFilterExpressions(); declare it and say 'expressions: true'.",
    ],
    [
      'parentheses',
      { code: { filterType: 'text', operator: 'OR', conditions: [text('notBlank'), text('notBlank')] } },
      "The conditions on 'code' need parentheses; declare .withFilterExpressions() and say 'expressions: true'.",
      { fields: { code: 'trimmed' } },
    ],
    ...(['date', 'day', 'timestamp'] as const).map((fact): [string, object, string, object] => [
      `a ${fact} before the year 1`,
      { created: date('lessThan', '0000-01-01 00:00:00') },
      "The filter of 'created' has no day of the years 1 to 9999: '0000-01-01'.",
      { fields: { created: fact }, timeZone: 'UTC' },
    ]),
    [
      'a day in a set that does not exist',
      { created: { filterType: 'set', values: ['2024-13-01'] } },
      "The filter of 'created' has no day of the years 1 to 9999: '2024-13-01'.",
      { fields: { created: 'day' } },
    ],
  ])('throws a sentence for %s, and sends nothing', async (_title, model, sentence, options = {}) => {
    cities.sent()
    await expect(askAgGrid(cities, model, options)).rejects.toEqual(new RangeError(sentence))
    expect(cities.sent()).toEqual([])
  })

  it.each([{ rowGroupCols: [{}] }, { groupKeys: ['Peru'] }, { pivotMode: true }])(
    'has no rows of a group: %j',
    (group) => {
      const source = agGridDatasource(cities.client)
      const request = { startRow: 0, endRow: 10, ...group }
      cities.sent()
      expect(() => source.getRows({ request, success: () => {}, fail: () => {} })).toThrow(
        new RangeError('A list has no groups, no tree and no pivot; leave them out of the grid.'),
      )
      expect(cities.sent()).toEqual([])
    },
  )

  it('has no absolute order', async () => {
    const sortModel = [{ colId: 'pop', sort: 'asc', type: 'absolute' }] as never
    await expect(askAgGrid(cities, null, {}, { sortModel })).rejects.toThrow(
      "A list cannot sort 'pop' by absolute values.",
    )
  })
})

describe("MUI's DataGrid", () => {
  it.each<
    [
      title: string,
      items: { field: string; operator: string; value?: unknown }[],
      holds: (row: City) => boolean,
      options?: object,
    ]
  >([
    ['an empty text', [{ field: 'name', operator: 'isEmpty' }], (row) => row.name === null || row.name === ''],
    [
      'an empty number, which the list itself says has no texts',
      [{ field: 'pop', operator: 'isEmpty' }],
      (row) => row.pop === null,
    ],
    [
      'a choice of booleans',
      [{ field: 'active', operator: 'is', value: false }],
      (row) => row.active === false,
      { fields: { active: 'exact' } },
    ],
    [
      'not a choice of booleans',
      [{ field: 'active', operator: 'not', value: true }],
      (row) => row.active !== true,
      { fields: { active: 'exact' } },
    ],
    ['false, which a missing value is too', [{ field: 'active', operator: 'is', value: false }], (row) => !row.active],
    [
      'a Date over dates',
      [{ field: 'date', operator: 'onOrBefore', value: new Date('2024-01-03') }],
      ({ day }) => day !== null && day <= '2024-01-03',
    ],
    [
      'on a day over timestamps',
      [{ field: 'created', operator: 'is', value: new Date('2024-01-03') }],
      ({ created }) => created?.toISOString().slice(0, 10) === '2024-01-03',
      { fields: { created: 'timestamp' }, ...utc },
    ],
    [
      'after a day over timestamps',
      [{ field: 'created', operator: 'after', value: new Date('2024-01-03') }],
      ({ created }) => created !== null && created >= new Date('2024-01-04'),
      { fields: { created: 'timestamp' }, ...utc },
    ],
    ...['America/New_York', 'UTC', 'Asia/Tokyo'].flatMap((timeZone) =>
      Object.entries({ is: false, not: true, after: false, onOrAfter: false, before: true, onOrBefore: true }).map(
        ([operator, isEarlier]): [string, MuiFilterItem[], (row: City) => boolean, object] => [
          `the last day that lists read, ${operator}, in ${timeZone}`,
          [{ field: 'created', operator, value: new Date('9999-12-31') }],
          ({ created }) => created !== null && isEarlier,
          { fields: { created: 'day' }, timeZone },
        ],
      ),
    ),
    ['not a choice', [{ field: 'kind', operator: 'not', value: 'live' }], (row) => row.kind !== 'live'],
    [
      'one of some choices',
      [{ field: 'kind', operator: 'isAnyOf', value: ['live', 'in review, late'] }],
      (row) => row.kind === 'live' || row.kind === 'in review, late',
      { fields: { kind: 'exact' } },
    ],
    [
      'what nothing was written into',
      [
        { field: 'name', operator: 'contains' },
        { field: 'kind', operator: 'isAnyOf', value: [] },
      ],
      () => true,
    ],
  ])('has the rows of %s', async (_title, items, holds, options = {}) => {
    const ids = idsOf(holds)
    expect(await askMui(cities, items, options)).toEqual({ ids, total: ids.length })
  })

  it.each<[title: string, item: { field: string; operator: string; value?: unknown }, sent: string, fact?: FieldFact]>([
    [
      'a text without its white space, where letter case counts',
      { field: 'code', operator: 'isAnyOf', value: [' a', 'b '] },
      '$in:a,b',
      'exact',
    ],
    [
      'a choice that has a label',
      { field: 'kind', operator: 'isAnyOf', value: [{ value: ' 1', label: 'One' }] },
      '$in: 1',
    ],
    [
      'the minute of a time before 1970',
      { field: 'moment', operator: 'before', value: '1965-03-08T10:20:30Z' },
      '$lt:1965-03-08T10:20:00.000Z',
      'dateTime',
    ],
    ['a text without its white space', { field: 'code', operator: 'isAnyOf', value: [' a'] }, '$in:a', 'caseless'],
  ])('sends %s', async (_title, item, sent, fact) => {
    cities.sent()
    await askMui(cities, [item], { fields: fact ? { [item.field]: fact } : {} })
    expect(cities.sent()[0]?.split(`filter.${item.field}=`)[1]).toBe(sent)
  })

  it.each<[title: string, items: { field: string; operator: string; value?: unknown }[], sentence: string]>([
    [
      'equality without letter case',
      [{ field: 'name', operator: 'equals', value: 'peru' }],
      "The grid ignores letter case in 'name', but a list's $eq may not; name it in 'fields' as 'caseless' or 'exact'.",
    ],
    [
      'an operator of the app',
      [{ field: 'name', operator: 'near', value: 'x' }],
      "A list has no filter 'near'; leave it out of the column's filterOperators.",
    ],
    [
      'an invalid date',
      [{ field: 'date', operator: 'after', value: new Date(Number.NaN) }],
      "The filter of 'date' has no date: 'Invalid Date'.",
    ],
    ...(['date', 'moment'] as const).flatMap((field) =>
      ['20240-01-01', '0000-01-01'].map((day): [string, MuiFilterItem[], string] => [
        `a year that lists do not read: ${field}, ${day}`,
        [{ field, operator: 'after', value: new Date(`${day.replace(/^2/, '+02')}T00:00Z`) }],
        `The filter of '${field}' has no day of the years 1 to 9999: '${day}'.`,
      ]),
    ),
    [
      'a text that may be a boolean',
      [{ field: 'active', operator: 'is', value: 'false' }],
      "'active' may be a boolean or a choice of texts; name it in 'fields' as 'boolean' or 'exact'.",
    ],
  ])('throws a sentence for %s, and sends nothing', async (_title, items, sentence) => {
    cities.sent()
    await expect(askMui(cities, items)).rejects.toEqual(new RangeError(sentence))
    expect(cities.sent()).toEqual([])
  })

  it.each([
    { groupKeys: ['Peru'] },
    { groupFields: ['name'] },
    { aggregationModel: { pop: 'sum' } },
    { pivotModel: { rows: [] } },
  ])('has no rows of a group, and no aggregation: %j', async (group) => {
    cities.sent()
    await expect(muiDataSource(cities.client).getRows({ start: 0, end: 9, ...group })).rejects.toEqual(
      new RangeError('A list has no groups, no tree, no pivot and no aggregation; leave them out of the grid.'),
    )
    expect(cities.sent()).toEqual([])
  })

  it.each(['', "Filter 'name' has an invalid value '': Too short."])(
    'asks for missing values alone if the list says that the empty text is no value: %s',
    async (detail) => {
      const sent: string[] = []
      const client = createListClient('/cities', {
        fetch: (url, options) => {
          sent.push(decodeURIComponent(url))
          const problem = { status: 400, code: 'filter.value_invalid', parameter: 'filter.name', detail }
          if (url.endsWith('%3A')) return Promise.resolve(Response.json(problem, { status: 400 }))
          return cities.fetch(url, options)
        },
      })
      const asked = askMui({ client }, [{ field: 'name', operator: 'isEmpty' }])
      if (detail === '') return expect(asked).rejects.toMatchObject({ status: 400 })
      expect((await asked).ids).toEqual(idsOf((row) => row.name === null))
      expect(sent.map((url) => url.split('filter.name=').slice(1))).toEqual([['$null&', '$or:$eq:'], ['$null']])
    },
  )

  it('searches for one text', async () => {
    const source = muiDataSource(cities.client)
    const search = (quickFilterValues: unknown[]) =>
      source.getRows({ paginationModel: { page: 0, pageSize: 50 }, filterModel: { items: [], quickFilterValues } })
    expect((await search(['norw'])).rows.map((row) => row['name'])).toEqual(Array.from({ length: 10 }, () => 'Norway'))
    await expect(search(['a', 'b'])).rejects.toThrow('A list searches for one text, not for each word;')
  })
})

describe('React Admin', () => {
  it.each<[title: string, filter: object, holds: (row: City) => boolean]>([
    ['false', { active: false }, (row) => row.active === false],
    ['zero', { pop: 0 }, (row) => row.pop === 0],
    ['a list', { kind: ['live', 'draft'] }, (row) => row.kind === 'live' || row.kind === 'draft'],
    ['an empty list', { kind: [] }, () => false],
    ['null', { pop: null }, (row) => row.pop === null],
    [
      'an operator of the list',
      { name$sw: 'per', rank$gte: 4 },
      (row) => row.rank >= 4 && /^per/i.test(row.name ?? ''),
    ],
    ['a search', { q: 'chile' }, (row) => row.name === 'Chile'],
    ['a search for a number', { q: 100 }, (row) => row.name === '100%'],
    ['no search', { q: null, name: undefined }, () => true],
  ])('has the rows of %s', async (_title, filter, holds) => {
    const provider = reactAdminDataProvider('', { fetch: cities.fetch, maxLimit: 50 })
    const { data, total } = await provider.getList('cities', { filter, pagination: { page: 1, perPage: 500 } })
    expect([data.map(({ id }) => id), total]).toEqual([idsOf(holds), idsOf(holds).length])
  })

  it.each<[name: string, value: unknown, holds: (day: string) => boolean]>([
    ['created', ['2024-01-02', '2024-01-03'], (day) => day === '2024-01-02' || day === '2024-01-03'],
    ['created_eq_any', ['2024-01-02', null], (day) => day === '2024-01-02' || day === ''],
    ['created_neq', '2024-01-02', (day) => day !== '2024-01-02'],
    ['created_neq_any', ['2024-01-02', null], (day) => day !== '2024-01-02' && day !== ''],
  ])('compares days of timestamps by a fact: %s %j', async (name, value, holds) => {
    const options = { fetch: cities.fetch, maxLimit: 50, fields: { created: 'day' }, ...utc } as const
    const { getList } = reactAdminDataProvider('', options)
    const { data } = await getList('cities', { filter: { [name]: value }, pagination: { page: 1, perPage: 500 } })
    const ids = idsOf(({ created }) => holds(created?.toISOString().slice(0, 10) ?? ''))
    expect(data.map(({ id }) => id)).toEqual(ids)
  })

  it.each<[fact: FieldFact, value: string | Date, timeZone: string, day: string]>([
    ['day', '0000-01-01', 'UTC', '0000-01-01'],
    ['date', '2024-02-30', 'UTC', '2024-02-30'],
    ['date', '2024-02-30 10:00', 'UTC', '2024-02-30'],
    ['date', new Date('+020240-01-01T00:00Z'), 'America/New_York', '20240-01-01'],
    ['day', new Date('+020240-01-01T00:00Z'), 'America/New_York', '20240-01-01'],
    ['timestamp', new Date('-000001-01-01T00:00Z'), 'UTC', '-000001-01-01'],
    ['date', new Date('9999-12-31T20:00Z'), 'Asia/Tokyo', '10000-01-01'],
    ['date', new Date('0001-01-01T00:00Z'), 'America/New_York', '0000-12-31'],
  ])(
    'throws a sentence for a day that lists do not read, and sends nothing: %s %s %s',
    async (fact, value, timeZone, day) => {
      const options = { fetch: cities.fetch, fields: { created: fact }, timeZone }
      const sentence = new RangeError(`The filter of 'created' has no day of the years 1 to 9999: '${day}'.`)
      cities.sent()
      const { getList } = reactAdminDataProvider('', options)
      await expect(getList('cities', { filter: { created_lt: value } })).rejects.toEqual(sentence)
      const filters = [{ field: 'created', operator: 'lt', value }]
      await expect(refineDataProvider('', options).getList({ resource: 'cities', filters })).rejects.toEqual(sentence)
      expect(cities.sent()).toEqual([])
    },
  )

  it.each<[field: string, fact: 'dateTime' | 'day' | 'date', value: string, sent: string]>([
    ['moment', 'dateTime', '2024-01-03T10:00', '2024-01-03T01:00:00.000Z'],
    ['moment', 'dateTime', '2024-01-03 10:00:00.5', '2024-01-03T01:00:00.500Z'],
    ['moment', 'dateTime', '2024-01-03T10:00:00Z', '2024-01-03T10:00:00.000Z'],
    ['moment', 'dateTime', '2024-01-03', '2024-01-02T15:00:00.000Z'],
    ['created', 'day', '2024-01-03T20:00', '2024-01-02T15:00:00.000Z'],
    ['date', 'date', '2024-01-03T20:00', '2024-01-03'],
  ])("reads a date and time without a zone in the reader's: %s, %s, %s", async (field, fact, value, operand) => {
    const options = { fetch: cities.fetch, fields: { [field]: fact }, timeZone: 'Asia/Tokyo' }
    const pages = { pagination: { page: 1, perPage: 10 } }
    cities.sent()
    await reactAdminDataProvider('', options).getList('cities', { filter: { [`${field}_gte`]: value }, ...pages })
    const filters = [{ field, operator: 'gte', value }] as const
    await refineDataProvider('', options).getList({ resource: 'cities', filters, pagination: { pageSize: 10 } })
    for (const url of cities.sent()) expect(url).toContain(`filter.${field}=$gte:${operand}`)
  })

  it.each<[filter: object, sentence: string]>([
    [{ q: ['a', 'b'] }, "The search 'q' takes text or a number."],
    [{ q: true }, "The search 'q' takes text or a number."],
    [{ name_q: ['a', 'b'] }, "The filter '$ilike' of 'name' takes one value, not a list."],
    [{ pop_gte: [1, 2] }, "The filter '$gte' of 'pop' takes one value, not a list."],
    [{ name$eq: ['a', 'b'] }, "The filter '$eq' of 'name' takes one value, not a list."],
  ])('throws a sentence for %j, and sends nothing', async (filter, sentence) => {
    cities.sent()
    const { getList } = reactAdminDataProvider('', { fetch: cities.fetch })
    await expect(getList('cities', { filter })).rejects.toEqual(new RangeError(sentence))
    expect(cities.sent()).toEqual([])
  })

  it('follows a reference, and throws a sentence for a filter that a list has not', async () => {
    const provider = reactAdminDataProvider('', { fetch: cities.fetch, maxLimit: 50 })
    const { total } = await provider.getManyReference('cities', { target: 'rank', id: 3, filter: { active: true } })
    expect(total).toBe(idsOf((row) => row.rank === 3 && row.active === true).length)
    await expect(provider.getList('cities', { filter: { kind_inc: 'x' } })).rejects.toThrow(
      "A list has no filter 'kind_inc'; name its own operator, as in 'kind$contains'.",
    )
  })
})

describe('Refine', () => {
  const is = (field: string, operator: string, value?: unknown): RefineFilter => ({ field, operator, value })
  const getList = (filters: readonly RefineFilter[], options = {}) =>
    refineDataProvider('', { fetch: cities.fetch, maxLimit: 50, ...options }).getList<City>({
      resource: 'cities',
      pagination: { mode: 'off' },
      filters,
    })
  it.each<[title: string, filters: RefineFilter[], holds: (row: City) => boolean]>([
    ['eq and ne', [is('pop', 'eq', 3), is('kind', 'ne', 'live')], (row) => row.pop === 3 && row.kind !== 'live'],
    [
      'in',
      [is('kind', 'in', ['live', 'in review, late'])],
      (row) => row.kind === 'live' || row.kind === 'in review, late',
    ],
    ['in of nothing', [is('kind', 'in', [])], () => false],
    ['nin', [is('kind', 'nin', ['live'])], (row) => row.kind !== 'live'],
    ['between', [is('pop', 'between', [3, 5])], ({ pop }) => pop !== null && pop >= 3 && pop <= 5],
    ['nbetween', [is('pop', 'nbetween', [3, 5])], ({ pop }) => pop === null || pop < 3 || pop > 5],
    [
      'contains and ncontains',
      [is('name', 'contains', 'PER'), is('name', 'ncontains', '_')],
      (row) => /per/i.test(row.name ?? '') && !/_/.test(row.name ?? ''),
    ],
    ['null and nnull', [is('pop', 'null'), is('code', 'nnull', true)], (row) => row.pop === null && row.code !== null],
    [
      'or over one field',
      [{ operator: 'or', value: [is('pop', 'lt', 2), is('pop', 'gte', 8)] }],
      ({ pop }) => pop !== null && (pop < 2 || pop >= 8),
    ],
    ['what is not chosen', [is('kind', 'eq', ''), is('kind', 'eq', null), is('kind', 'eq')], () => true],
  ])('has the rows of %s', async (_title, filters, holds) => {
    const { data, total } = await getList(filters)
    expect([data.map(({ id }) => id), total]).toEqual([idsOf(holds), idsOf(holds).length])
  })

  it('compares days of timestamps by a fact', async () => {
    const fields = { created: 'day' } as const
    const { total } = await getList([is('created', 'between', ['2024-01-02', '2024-01-03'])], { fields, ...utc })
    const isIn = ({ created }: City): boolean => /2024-01-0[23]/.test(created?.toISOString() ?? '')
    expect(total).toBe(idsOf(isIn).length)
  })

  it.each<[operator: string, value: unknown, sentence: string]>([
    ['eq', ['a', 'b'], "The filter '$eq' of 'kind' takes one value, not a list."],
    ['ncontains', ['a', 'b'], "The filter '$ilike' of 'kind' takes one value, not a list."],
    ['between', 3, "The filter 'between' of 'kind' takes a list of two values."],
    ['nbetween', [1], "The filter 'nbetween' of 'kind' takes a list of two values."],
    ['between', [null, 2], "The filter 'between' of 'kind' takes a list of two values."],
  ])('throws a sentence for %s %j, and sends nothing', async (operator, value, sentence) => {
    cities.sent()
    await expect(getList([is('kind', operator, value)])).rejects.toEqual(new RangeError(sentence))
    expect(cities.sent()).toEqual([])
  })

  it.each<[operator: string, sentence: string]>([
    ['containss', "A list has no filter 'containss' for 'kind'; declare a filter of its own for it."],
    ['ina', "A list has no filter 'ina' for 'kind'; declare a filter of its own for it."],
    ['nes', "A list has no filter 'nes' for 'kind'; declare a filter of its own for it."],
  ])('throws a sentence for %s, and sends nothing', async (operator, sentence) => {
    cities.sent()
    await expect(getList([is('kind', operator, 'x')])).rejects.toEqual(new RangeError(sentence))
    await expect(getList([{ operator: 'or', value: [is('kind', 'eq', 'x'), is('pop', 'eq', 1)] }])).rejects.toThrow(
      "'or' over 'kind' and 'pop' needs .withFilterExpressions();",
    )
    expect(cities.sent()).toEqual([])
  })
})

it('a fact that does not exist is refused, and nothing is sent', async () => {
  const { getList } = refineDataProvider('', { fields: { moment: 'timestmp' as never }, fetch: cities.fetch })
  const filters: RefineFilter[] = [{ field: 'moment', operator: 'eq', value: '2024-05-05' }]
  await expect(async () => getList({ resource: 'cities', filters })).rejects.toThrow(
    "The field 'moment' has the fact 'timestmp'; choose one of date, timestamp, dateTime, day, boolean, exact, caseless, trimmed.",
  )
})
