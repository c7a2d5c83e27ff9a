// The lists of the pages about grids and Refine: every entry of a column's filter menu, and every two of them, is answered
// by the page's own list, or the page's own data source throws a sentence and sends nothing.
import type { AnyPaginateConfig, ListDatabase } from 'drizzle-paginate'
import type { AgGridDatasource, MuiDataSource, RefineDataProvider } from 'drizzle-paginate/front-ends'
import { listHandler } from 'drizzle-paginate/http'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { AG_GRID_MENUS, MUI_MENUS, REFINE_MENUS } from '../front-ends/support/menus.js'
import { openPostgres, openSqlite } from './support/engines.js'
import { chainsOf, importBlocks } from './support/modules.js'
import { readPage } from './support/pages.js'

/** By the name of a filter: what the menu leaves in the grid's state. */
type Menu = Readonly<Record<string, object>>

const filters = (types: readonly string[], values: Readonly<Record<string, object>>): Menu =>
  Object.fromEntries(
    types.flatMap((type) =>
      Object.entries(values).map(([name, value]) => [`${type} ${name}`.trim(), { type, ...value }]),
    ),
  )
const text = (filter: string) => ({ filterType: 'text', filter })
const date = (time: string) => ({ filterType: 'date', dateFrom: `2024-01-02 ${time}`, dateTo: `2024-03-04 ${time}` })
const AG_GRID: Readonly<Record<string, Menu>> = {
  title: filters(AG_GRID_MENUS.text, { letters: text('Plans'), digits: text('10'), both: text('a,b 10%') }),
  status: {
    ...filters(AG_GRID_MENUS.text, { '': text('draft') }),
    set: { filterType: 'set', values: ['draft', null] },
    'set of nothing': { filterType: 'set', values: [] },
  },
  views: {
    ...filters(AG_GRID_MENUS.scalar, { '': { filterType: 'number', filter: 10, filterTo: 100 } }),
    set: { filterType: 'set', values: [10, 100, null] },
  },
  publishedAt: filters([...AG_GRID_MENUS.scalar, 'lastWeek'], { day: date('00:00:00'), time: date('12:30:00') }),
}

const items = (operators: readonly string[], values: Readonly<Record<string, unknown>>): Menu =>
  Object.fromEntries(
    operators.flatMap((operator) =>
      Object.entries(values).map(([name, value]) => [
        `${operator} ${name}`.trim(),
        { operator, value: operator === 'isAnyOf' ? [value, value] : value },
      ]),
    ),
  )
const MUI: Readonly<Record<string, Menu>> = {
  title: items(MUI_MENUS.string, { letters: 'Plans', digits: '10', both: 'a,b 10%' }),
  status: items(MUI_MENUS.singleSelect, { '': 'draft' }),
  views: items(MUI_MENUS.number, { '': 10 }),
  publishedAt: items(MUI_MENUS.date, { day: new Date('2024-01-02'), time: '2024-01-02T12:30' }),
}

const refine = (operators: readonly string[], value: unknown): Menu =>
  Object.fromEntries(
    operators.map((operator) => {
      const isList = /^n?(?:ina?|between)$/.test(operator)
      return [operator, { operator, value: isList ? [value, value] : value }]
    }),
  )
const REFINE: Readonly<Record<string, Menu>> = {
  title: refine([...REFINE_MENUS.text, ...REFINE_MENUS.refused], 'Plans'),
  status: refine(REFINE_MENUS.choice, 'draft'),
  views: refine(REFINE_MENUS.scalar, 10),
  publishedAt: refine(REFINE_MENUS.scalar, '2024-01-02'),
}

interface Page {
  readonly datasource: AgGridDatasource
  readonly dataSource: MuiDataSource
  readonly dataProvider: RefineDataProvider
}

const ask = {
  'ag-grid': ({ datasource }: Page, field: string, models: readonly object[], operator: string) =>
    new Promise<void>((resolve, reject) => {
      const [model] = models
      const filter = models.length === 1 ? model : { ...model, operator, conditions: models }
      datasource.getRows({
        request: { startRow: 0, endRow: 20, sortModel: [], filterModel: { [field]: filter } },
        success: () => resolve(),
        fail: () => reject(new Error('The grid was told that it failed.')),
      })
    }),
  'mui-data-grid': async ({ dataSource }: Page, field: string, models: readonly object[], operator: string) => {
    const filterModel = { items: models.map((model) => ({ field, ...model }) as never), logicOperator: operator }
    await dataSource.getRows({ paginationModel: { page: 0, pageSize: 20 }, filterModel })
  },
  refine: async ({ dataProvider }: Page, field: string, models: readonly object[], operator: string) => {
    const value = models.map((model) => ({ field, ...model }) as never)
    await dataProvider.getList({ resource: 'articles', filters: [{ operator, value }] })
  },
}

afterEach(() => void vi.unstubAllGlobals())

describe.each([
  ['PostgreSQL', openPostgres],
  ['SQLite', openSqlite],
] as const)('on %s', (_title, open) => {
  /** The entries that a sentence refuses. Every two of the others are tried too, on one engine. */
  async function walk(name: keyof typeof ask, menus: Readonly<Record<string, Menu>>, operators: readonly string[]) {
    const engine = await open()
    onTestFinished(() => engine.close())
    Object.assign(globalThis, engine.names)
    const [list, source] = chainsOf(readPage(`docs/recipes/${name}.md`))
    const [config] = Object.values(await importBlocks(engine, list!)) as AnyPaginateConfig[]
    const page = (await importBlocks(engine, source!)) as Page
    const handler = listHandler({ db: engine.db as ListDatabase, config: config! })
    let sent = 0
    vi.stubGlobal('fetch', (url: string, options: RequestInit) => {
      sent += 1
      return handler(new Request(`http://localhost${url}`, options))
    })
    const isAnswered = async (field: string, models: readonly object[], operator = operators[0]!): Promise<boolean> => {
      sent = 0
      try {
        await ask[name](page, field, models, operator)
        return true
      } catch (error) {
        expect([field, models, String(error), sent]).toEqual([field, models, expect.stringMatching(/^RangeError: /), 0])
        return false
      }
    }
    const refused: Record<string, string[]> = {}
    for (const [field, menu] of Object.entries(menus)) {
      const answered: object[] = []
      refused[field] = []
      for (const [title, model] of Object.entries(menu)) {
        if (!(await isAnswered(field, [model]))) refused[field].push(title)
        else if (!('values' in model)) answered.push(model)
      }
      if (engine.dialect !== 'sqlite') continue
      for (const [at, one] of answered.entries())
        for (const other of answered.slice(at + 1))
          for (const operator of operators) await isAnswered(field, [one, other], operator)
    }
    return refused
  }

  it('AG Grid', { timeout: 60_000 }, async () => {
    expect(await walk('ag-grid', AG_GRID, ['AND', 'OR'])).toEqual({
      title: ['equals letters', 'equals both', 'notEqual letters', 'notEqual both'],
      status: ['contains', 'notContains', 'startsWith', 'endsWith', 'blank', 'notBlank'],
      views: [],
      publishedAt: ['lastWeek day', 'lastWeek time'],
    })
  })

  it("MUI's DataGrid", { timeout: 60_000 }, async () => {
    expect(await walk('mui-data-grid', MUI, ['and', 'or'])).toEqual({
      title: [
        'equals letters',
        'equals both',
        'doesNotEqual letters',
        'doesNotEqual both',
        'isAnyOf letters',
        'isAnyOf both',
      ],
      status: [],
      views: [],
      publishedAt: [],
    })
  })
  it('Refine', { timeout: 60_000 }, async () => {
    const refused = await walk('refine', REFINE, ['and', 'or'])
    expect(refused).toEqual({ title: [...REFINE_MENUS.refused], status: [], views: [], publishedAt: [] })
  })
})
