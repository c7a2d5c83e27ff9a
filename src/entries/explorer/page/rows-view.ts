// Explorer's page: items as a table, and one value of it as a whole.
import type { AnyPage } from '../../../types/response.js'
import type { ConfigDescription } from '../../../types/config-description.js'
import { button, byId, element } from './elements.js'
import { columnsOf, flatRow, isNumeric, isRows, lineOf } from './flat-row.js'
import { grouped } from './page-summary.js'
import { isSame, sortedField } from './query-text.js'
import type { ExplorerRun } from '../explorer-answer.js'

export interface RowsActions {
  sortBy(field: string, direction: 'asc' | 'desc' | null): void
  copy(text: string, from: HTMLButtonElement): void
  /** Adds the criterion to the request, or takes it out. */
  filterBy(field: string, criterion: string): void
}

/** What `filter.<column>` takes for a cell. */
interface CellFilter {
  readonly field: string
  readonly criterion: string
}

/** @returns what shows a page's items; a page without any is someone else's */
export function rowsView(
  description: ConfigDescription,
  { sortBy, copy, filterBy }: RowsActions,
): (page: AnyPage, criteria: ExplorerRun['criteria']) => void {
  const rows = byId('rows', HTMLDivElement)
  const whole = byId('whole', HTMLDialogElement)
  const wholeValue = byId('whole-value', HTMLDivElement)
  const wholeCopy = byId('whole-copy', HTMLButtonElement)
  const sortable = new Map(description.sortableFields.map(({ name }) => [name.toLowerCase(), name]))
  const types = new Map(description.filterableFields.map(({ name, type }) => [name.toLowerCase(), type]))
  const wholeFilter = byId('whole-filter', HTMLButtonElement)
  let wholeText = ''
  let wholeOf: CellFilter | null = null

  wholeFilter.addEventListener('click', () => {
    whole.close()
    if (wholeOf !== null) filterBy(wholeOf.field, wholeOf.criterion)
  })
  listenToCells(rows, filterBy)
  wholeCopy.addEventListener('click', () => copy(wholeText, wholeCopy))
  byId('whole-close', HTMLButtonElement).addEventListener('click', () => whole.close())
  // The dialog itself is pressed where its backdrop is.
  whole.addEventListener('click', ({ target }) => {
    if (target === whole) whole.close()
  })

  const open = (column: string, value: unknown, filter: CellFilter | null): void => {
    wholeOf = filter
    wholeFilter.hidden = filter === null
    byId('whole-title', HTMLHeadingElement).textContent = column
    wholeText = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
    wholeValue.replaceChildren(isRows(value) ? plainTable(value.map(flatRow)) : element('pre', {}, wholeText))
    whole.showModal()
    wholeValue.scrollTo(0, 0)
  }
  const opener = (
    column: string,
    value: unknown,
    filter: CellFilter | null,
    ...content: (Node | string)[]
  ): HTMLButtonElement => {
    const made = button('', () => open(column, value, filter), { class: 'cell', 'aria-haspopup': 'dialog' })
    made.replaceChildren(...content)
    return made
  }

  const cell = (column: string, value: unknown, isNumber: boolean, filter: CellFilter | null): HTMLTableCellElement => {
    if (value === undefined) return element('td', { class: 'none' })
    if (value === null) return element('td', { class: 'none' }, valueOf('null', filter))
    if (value === '') return element('td', { class: 'none' }, valueOf('(empty)', filter))
    if (Array.isArray(value) && value.length === 0) return element('td', { class: 'none' }, 'none')
    if (!isRows(value)) return element('td', { class: isNumber ? 'number' : undefined }, valueOf(lineOf(value), filter))
    const count = element('span', { class: 'count' }, grouped(value.length))
    return element('td', {}, opener(column, value, null, count, ' ', element('span', { class: 'line' }, lineOf(value))))
  }

  const head = (column: string, isNumber: boolean, sorted: readonly string[]): HTMLTableCellElement => {
    const field = sortable.get(column.toLowerCase())
    const attributes = { scope: 'col', class: isNumber ? 'number' : undefined }
    if (field === undefined) return element('th', attributes, column)
    const now = sorted.find((entry) => isSame(sortedField(entry), field))
    const direction = now === undefined ? null : now.endsWith(':DESC') ? 'desc' : 'asc'
    const next = direction === null ? 'asc' : direction === 'asc' ? 'desc' : null
    const sort = button(column, () => sortBy(field, next), { 'data-sort': field })
    const order = direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'
    return element('th', { ...attributes, 'aria-sort': order }, sort)
  }

  const table = (
    cells: readonly ReadonlyMap<string, unknown>[],
    headOf: typeof head,
    sorted: readonly string[],
    filterOf: (column: string, row: number) => CellFilter | null,
  ): HTMLTableElement => {
    const columns = columnsOf(cells).map((name) => {
      const values = cells.map((row) => row.get(name))
      return { name, isNumber: isNumeric(values, types.get(name.toLowerCase())) }
    })
    const heads = columns.map(({ name, isNumber }) => headOf(name, isNumber, sorted))
    const body = cells.map((row, at) =>
      element(
        'tr',
        {},
        ...columns.map(({ name, isNumber }) => cell(name, row.get(name), isNumber, filterOf(name, at))),
      ),
    )
    return element('table', {}, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...body))
  }
  /** Of rows inside a cell: by other fields than the list's, and with no order to choose. */
  const plainTable = (cells: readonly ReadonlyMap<string, unknown>[]): HTMLTableElement =>
    table(
      cells,
      (name, isNumber) => element('th', { scope: 'col', class: isNumber ? 'number' : undefined }, name),
      [],
      () => null,
    )

  return ({ items, meta }, criteria) => {
    const cells = items.map(flatRow)
    const filterOf = (field: string, row: number): CellFilter | null => {
      const criterion = criteria[field]?.[row] ?? null
      return criterion === null ? null : { field, criterion }
    }
    const made = table(cells, head, meta.sortBy, filterOf)
    rows.replaceChildren(made)
    // What is cut off opens. Only now is it known what is.
    const names = [...made.querySelectorAll('th')].map((one) => one.textContent)
    const cut = [...made.querySelectorAll('td')].filter(
      (one) => one.scrollWidth > one.clientWidth && one.querySelector('button') === null,
    )
    for (const one of cut) {
      const name = names[one.cellIndex] ?? ''
      const { sectionRowIndex } = one.parentElement as HTMLTableRowElement
      const value = cells[sectionRowIndex]?.get(name)
      one.replaceChildren(
        opener(name, value, filterOf(name, sectionRowIndex), element('span', { class: 'line' }, one.textContent)),
      )
    }
    // After that, since the first may be cut off.
    made.querySelector('.value')?.setAttribute('tabindex', '0')
  }
}

/** No button: the text of one cannot be selected. One of all is reached by Tab, the others from it by arrow keys. */
function valueOf(text: string, filter: CellFilter | null): Node | string {
  if (filter === null) return text
  const { field, criterion } = filter
  const attributes = { class: 'value', role: 'button', tabindex: '-1', title: `filter.${field}=${criterion}` }
  return element('span', { ...attributes, 'data-field': field, 'data-criterion': criterion }, text)
}

function listenToCells(rows: HTMLElement, filterBy: RowsActions['filterBy']): void {
  const press = ({ dataset }: HTMLElement): void => filterBy(dataset['field'] ?? '', dataset['criterion'] ?? '')
  const valueIn = (target: EventTarget | null): HTMLElement | null =>
    target instanceof HTMLElement ? target.closest<HTMLElement>('.value') : null
  rows.addEventListener('click', ({ target }) => {
    const value = valueIn(target)
    // Text that was selected is to be copied.
    if (value !== null && getSelection()?.isCollapsed !== false) press(value)
  })
  rows.addEventListener('keydown', (event) => {
    const value = valueIn(event.target)
    if (value === null || event.ctrlKey || event.metaKey) return
    const isPress = event.key === 'Enter' || event.key === ' '
    const next = isPress ? value : neighbourOf(value, event.key)
    if (next === null) return
    event.preventDefault()
    if (isPress) return press(value)
    value.tabIndex = -1
    next.tabIndex = 0
    next.focus()
  })
}

/** The next value in the direction of the key. */
function neighbourOf(value: HTMLElement, key: string): HTMLElement | null {
  const cell = value.closest('td')
  const row = cell?.closest('tr')
  const valuesOf = (cells: Iterable<Element>): HTMLElement[] =>
    [...cells].flatMap((one) => one.querySelector<HTMLElement>('.value') ?? [])
  const isAcross = key === 'ArrowLeft' || key === 'ArrowRight'
  if (!cell || !row || (!isAcross && key !== 'ArrowUp' && key !== 'ArrowDown')) return null
  const line = isAcross
    ? valuesOf(row.cells)
    : valuesOf([...(row.parentElement?.children ?? [])].flatMap((one) => one.children[cell.cellIndex] ?? []))
  return line[line.indexOf(value) + (key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1)] ?? null
}
