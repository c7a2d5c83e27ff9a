// AG Grid with its client-side row model in jsdom.
import { JSDOM } from 'jsdom'
import type { GridApi } from 'ag-grid-community'
import type { City } from '../../front-ends/support/cities.js'

const NAMES =
  'window document navigator HTMLElement Element Node Event CustomEvent MutationObserver getComputedStyle requestAnimationFrame cancelAnimationFrame ResizeObserver'
const DATE_OPTIONS =
  'equals notEqual lessThan lessThanOrEqual greaterThan greaterThanOrEqual inRange blank notBlank'.split(' ')
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

export interface AgGridOracle {
  /** The ids that a filter model leaves, in the order of the data. */
  readonly leaves: (model: never) => number[]
  readonly api: GridApi
  readonly close: () => void
}

/** @param filterParams of every column */
export async function agGridOracle(rows: readonly City[], filterParams: object): Promise<AgGridOracle> {
  const { window } = new JSDOM('<!doctype html><div id="grid"></div>', { pretendToBeVisual: true })
  const globals = globalThis as Record<string, unknown>
  const added = NAMES.split(' ').filter((name) => !(name in globals))
  for (const name of added)
    globals[name] = name === 'window' ? window : name === 'ResizeObserver' ? NoObserver : window[name as 'document']
  const { AllCommunityModule, createGrid, ModuleRegistry } = await import('ag-grid-community')
  ModuleRegistry.registerModules([AllCommunityModule])
  const midnight = (day: string | null): Date | null => (day === null ? null : new Date(`${day}T00:00:00`))
  const local = (date: Date): string =>
    [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => `${part}`.padStart(2, '0')).join('-')
  const isTime = (field: string): boolean => ['created', 'moment', 'date'].includes(field)
  const filterOf = (field: string): string =>
    isTime(field) ? 'agDateColumnFilter' : field === 'pop' ? 'agNumberColumnFilter' : 'agTextColumnFilter'
  const api = createGrid(window.document.getElementById('grid')!, {
    columnDefs: ['name', 'code', 'pop', 'active', 'moment', 'created', 'date'].map((field) =>
      field === 'active'
        ? { colId: field, field, cellDataType: 'boolean', filter: true }
        : {
            colId: field,
            field,
            filter: filterOf(field),
            cellDataType:
              field === 'moment' ? 'dateTime' : isTime(field) ? 'date' : field === 'pop' ? 'number' : 'text',
            filterParams: {
              ...filterParams,
              maxNumConditions: 3,
              ...(isTime(field) && {
                filterOptions: DATE_OPTIONS,
              }),
            },
          },
    ) as never,
    // What is not shown is filtered all the same.
    defaultColDef: { hide: true },
    pagination: true,
    paginationPageSize: 1,
    paginationPageSizeSelector: false,
    // A column of days has the midnight of the reader's day.
    rowData: rows.map((row) => ({
      ...row,
      moment: row.created,
      created: row.created && midnight(local(row.created)),
      date: midnight(row.day),
    })),
  })
  return {
    api,
    leaves: (model) => {
      api.setFilterModel(model)
      // A model that the grid did not take as it is would prove nothing.
      if (Object.keys(api.getFilterModel()).length !== Object.keys(model).length)
        throw new Error('The grid dropped a filter.')
      const ids: number[] = []
      api.forEachNodeAfterFilter(({ data }) => ids.push((data as City).id))
      return ids
    },
    close: () => {
      api.destroy()
      for (const name of added) delete globals[name]
      window.close()
    },
  }
}
