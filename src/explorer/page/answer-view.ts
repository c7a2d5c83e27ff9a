// Explorer's page: an answer as statements, rows and JSON, or as a problem.
import type { ListProblem } from '../../client/list-client.js'
import type { AnyPage, AppliedMeta, EstimatedTotals, NumberedMeta } from '../../types/response.js'
import type { ConfigDescription } from '../../types/config-description.js'
import type { ExplorerRun, ExplorerStatement } from '../explorer-answer.js'
import { button, byId, element } from './elements.js'
import { columnsOf, flatRow } from './flat-row.js'
import { sqlLines } from './sql-lines.js'

type Page = AnyPage

const STATEMENT_NAMES = { count: 'Count', page: 'Page', estimate: 'Estimate' } as const

export interface AnswerView {
  /** @returns what was refused, or null for a page */
  show(run: ExplorerRun): { readonly page: Page } | { readonly problem: ListProblem }
  /** The endpoint could not be reached. */
  fail(message: string, retry: () => void): void
  busy(isBusy: boolean): void
}

export interface AnswerActions {
  sortBy(field: string, direction: 'asc' | 'desc' | null): void
  copy(text: string, from: HTMLButtonElement): void
}

const grouped = (count: number): string => count.toLocaleString('en')
const took = (milliseconds: number): string => `${milliseconds < 10 ? milliseconds.toFixed(2) : milliseconds.toFixed(1)} ms`
const plural = (count: number, one: string): string => `${grouped(count)} ${one}${count === 1 ? '' : 's'}`

export function answerView(description: ConfigDescription, actions: AnswerActions): AnswerView {
  const answer = byId('answer', HTMLElement)
  const status = byId('status', HTMLParagraphElement)
  const alert = byId('alert', HTMLDivElement)
  const statements = byId('statements', HTMLDivElement)
  const rows = byId('rows', HTMLDivElement)
  const json = byId('json', HTMLPreElement)
  const sortable = new Map(description.sortableFields.map(({ name }) => [name.toLowerCase(), name]))

  const statementCard = (statement: ExplorerStatement): HTMLElement => {
    const { kind, sql, params, milliseconds } = statement
    const title = `${STATEMENT_NAMES[kind]} · ${took(milliseconds)} · ${plural(statement.rows, 'row')}`
    const copy = button('Copy', () => actions.copy(sql, copy), { 'aria-label': `Copy the ${kind} statement` })
    const card = element('article', {}, element('header', {}, element('h3', {}, title), copy), element('pre', {}, sqlLines(sql)))
    if (params.length > 0) {
      const list = element('ol', { class: 'params', 'aria-label': 'Parameters' }, ...params.map((text) => element('li', {}, text)))
      card.append(list)
    }
    return card
  }

  const table = (page: Page): Node => {
    const cells = page.items.map(flatRow)
    if (cells.length === 0) return element('p', {}, 'No rows.')
    const columns = columnsOf(cells)
    const head = columns.map((column) => {
      const field = sortable.get(column.toLowerCase())
      if (field === undefined) return element('th', { scope: 'col' }, column)
      const now = page.meta.sortBy.find((entry) => entry.replace(/:[^:]*$/, '').toLowerCase() === field.toLowerCase())
      const direction = now === undefined ? null : now.endsWith(':DESC') ? 'desc' : 'asc'
      const next = direction === null ? 'asc' : direction === 'asc' ? 'desc' : null
      const sort = button(column, () => actions.sortBy(field, next), { 'data-sort': field })
      const order = direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'
      return element('th', { scope: 'col', 'aria-sort': order }, sort)
    })
    const body = cells.map((row) => element('tr', {}, ...columns.map((column) => cell(row.get(column)))))
    return element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...body))
  }

  const problemBox = (title: string, detail: string, hint: string): HTMLDivElement =>
    element(
      'div',
      { class: 'problem' },
      element('p', { id: 'problem' }, element('strong', {}, title), ` ${detail}`),
      ...(hint === '' ? [] : [element('p', { class: 'hint' }, hint)]),
    )

  return {
    busy: (isBusy) => answer.setAttribute('aria-busy', String(isBusy)),
    show: (run) => {
      const body = JSON.parse(run.body) as unknown
      json.textContent = JSON.stringify(body, null, 2)
      json.scrollTo(0, 0)
      statements.replaceChildren(
        ...(run.statements.length === 0
          ? [element('p', {}, run.status === 500 ? 'None finished.' : 'None was sent: the request was refused before.')]
          : run.statements.map(statementCard)),
      )
      if (run.status !== 200) {
        const problem = body as ListProblem
        const { title = 'Refused', detail = '', code, parameter } = problem
        const hint = [code, parameter === undefined ? undefined : `parameter ${parameter}`].filter((part) => part !== undefined).join(' · ')
        alert.replaceChildren(problemBox(`${run.status} ${title}.`, detail, hint))
        status.textContent = `${run.status} ${title} · ${took(run.milliseconds)}`
        rows.replaceChildren(element('p', {}, 'No rows: see the problem above.'))
        return { problem }
      }
      const page = body as Page
      alert.replaceChildren()
      status.textContent = `200 OK · ${pageSummary(page.meta)} · ${took(run.milliseconds)}`
      const focused = rows.contains(document.activeElement) ? document.activeElement?.getAttribute('data-sort') : null
      rows.replaceChildren(table(page))
      rows.scrollTo(rows.scrollLeft, 0)
      // A header that was pressed is a new element now, and keeps the focus.
      if (focused) [...rows.querySelectorAll('button')].find((sort) => sort.dataset['sort'] === focused)?.focus()
      return { page }
    },
    fail: (message, retry) => {
      const box = problemBox('No answer.', message, '')
      box.append(button('Try again', retry))
      alert.replaceChildren(box)
      status.textContent = 'No answer'
      statements.replaceChildren()
      rows.replaceChildren()
      json.textContent = ''
    },
  }
}

/** Rows of how many, and the page. A list that counts no rows shows no total. */
function pageSummary(meta: Page['meta']): string {
  const told = meta as AppliedMeta & Partial<NumberedMeta & EstimatedTotals>
  const { itemCount, currentPage, totalItems, totalPages, totalItemsAtLeast = 0, totalItemsEstimate } = told
  const about = typeof totalItemsEstimate === 'number' ? ` (about ${grouped(totalItemsEstimate)})` : ''
  const isMore = totalItems === null && totalItemsAtLeast > itemCount
  const rows =
    typeof totalItems === 'number'
      ? `${grouped(itemCount)} of ${plural(totalItems, 'row')}`
      : isMore
        ? `${grouped(itemCount)} of ${grouped(totalItemsAtLeast - 1)}+ rows${about}`
        : plural(itemCount, 'row')
  if (totalItems === 0) return 'no rows'
  if (currentPage === undefined) return rows
  return `${rows} · page ${grouped(currentPage)}${typeof totalPages === 'number' ? ` of ${grouped(totalPages)}` : ''}`
}

function cell(value: unknown): HTMLTableCellElement {
  if (value === null || value === undefined) return element('td', { class: 'none' }, value === null ? 'null' : '')
  if (typeof value === 'number') return element('td', { class: 'number' }, String(value))
  return element('td', {}, typeof value === 'string' ? value : JSON.stringify(value))
}
