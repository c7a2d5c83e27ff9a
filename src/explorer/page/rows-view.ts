// Explorer's page: items as a table, and one value of it as a whole.
import type { AnyPage } from '../../types/response.js'
import type { ConfigDescription } from '../../types/config-description.js'
import { button, byId, element } from './elements.js'
import { columnsOf, flatRow, isNumeric, isRows, lineOf } from './flat-row.js'
import { grouped } from './page-summary.js'

export interface RowsActions {
  sortBy(field: string, direction: 'asc' | 'desc' | null): void
  copy(text: string, from: HTMLButtonElement): void
}

/** @returns what shows a page's items; a page without any is someone else's */
export function rowsView(description: ConfigDescription, { sortBy, copy }: RowsActions): (page: AnyPage) => void {
  const rows = byId('rows', HTMLDivElement)
  const whole = byId('whole', HTMLDialogElement)
  const wholeValue = byId('whole-value', HTMLDivElement)
  const wholeCopy = byId('whole-copy', HTMLButtonElement)
  const sortable = new Map(description.sortableFields.map(({ name }) => [name.toLowerCase(), name]))
  const types = new Map(description.filterableFields.map(({ name, type }) => [name.toLowerCase(), type]))
  let wholeText = ''

  wholeCopy.addEventListener('click', () => copy(wholeText, wholeCopy))
  byId('whole-close', HTMLButtonElement).addEventListener('click', () => whole.close())
  // The dialog itself is pressed where its backdrop is.
  whole.addEventListener('click', ({ target }) => {
    if (target === whole) whole.close()
  })

  const open = (column: string, value: unknown): void => {
    byId('whole-title', HTMLHeadingElement).textContent = column
    wholeText = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
    wholeValue.replaceChildren(isRows(value) ? plainTable(value.map(flatRow)) : element('pre', {}, wholeText))
    whole.showModal()
    wholeValue.scrollTo(0, 0)
  }
  const opener = (column: string, value: unknown, ...content: (Node | string)[]): HTMLButtonElement => {
    const made = button('', () => open(column, value), { class: 'cell', 'aria-haspopup': 'dialog' })
    made.replaceChildren(...content)
    return made
  }

  const cell = (column: string, value: unknown, isNumber: boolean): HTMLTableCellElement => {
    if (value === null || value === undefined) return element('td', { class: 'none' }, value === null ? 'null' : '')
    if (Array.isArray(value) && value.length === 0) return element('td', { class: 'none' }, 'none')
    if (!isRows(value)) return element('td', { class: isNumber ? 'number' : undefined }, lineOf(value))
    const count = element('span', { class: 'count' }, grouped(value.length))
    return element('td', {}, opener(column, value, count, ' ', element('span', { class: 'line' }, lineOf(value))))
  }

  const head = (column: string, isNumber: boolean, sorted: readonly string[]): HTMLTableCellElement => {
    const field = sortable.get(column.toLowerCase())
    const attributes = { scope: 'col', class: isNumber ? 'number' : undefined }
    if (field === undefined) return element('th', attributes, column)
    const now = sorted.find((entry) => entry.replace(/:[^:]*$/, '').toLowerCase() === field.toLowerCase())
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
  ): HTMLTableElement => {
    const columns = columnsOf(cells).map((name) => {
      const values = cells.map((row) => row.get(name))
      return { name, isNumber: isNumeric(values, types.get(name.toLowerCase())) }
    })
    const heads = columns.map(({ name, isNumber }) => headOf(name, isNumber, sorted))
    const body = cells.map((row) =>
      element('tr', {}, ...columns.map(({ name, isNumber }) => cell(name, row.get(name), isNumber))),
    )
    return element('table', {}, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...body))
  }
  /** Of rows inside a cell: by other fields than the list's, and with no order to choose. */
  const plainTable = (cells: readonly ReadonlyMap<string, unknown>[]): HTMLTableElement =>
    table(cells, (name, isNumber) => element('th', { scope: 'col', class: isNumber ? 'number' : undefined }, name), [])

  return ({ items, meta }) => {
    const cells = items.map(flatRow)
    const made = table(cells, head, meta.sortBy)
    rows.replaceChildren(made)
    // What is cut off opens. Only now is it known what is.
    const names = [...made.querySelectorAll('th')].map((one) => one.textContent)
    const cut = [...made.querySelectorAll('td')].filter(
      (one) => one.scrollWidth > one.clientWidth && one.firstElementChild === null,
    )
    for (const one of cut) {
      const name = names[one.cellIndex] ?? ''
      const value = cells[(one.parentElement as HTMLTableRowElement).sectionRowIndex]?.get(name)
      one.replaceChildren(opener(name, value, element('span', { class: 'line' }, one.textContent)))
    }
  }
}
