// Explorer's page: an answer as statements, rows and JSON, or as a problem.
import type { ListProblem } from '../../client/list-client.js'
import type { AnyPage, NumberedMeta } from '../../types/response.js'
import type { ConfigDescription } from '../../types/config-description.js'
import type { ExplorerRun, ExplorerStatement } from '../explorer-answer.js'
import { button, byId, element } from './elements.js'
import { lineOf } from './flat-row.js'
import { grouped, pageSummary, plural } from './page-summary.js'
import { type RowsActions, rowsView } from './rows-view.js'
import { sqlLines } from './sql-lines.js'

type Page = AnyPage

const STATEMENT_NAMES = {
  count: 'Count',
  page: 'Page',
  children: 'Children',
  relational: 'Relational',
  estimate: 'Estimate',
  facet: 'Facet',
  batch: 'Batch',
  summary: 'Summary',
} as const

export interface AnswerView {
  /** @returns what was rejected, or null for a page */
  show(run: ExplorerRun): { readonly page: Page } | { readonly problem: ListProblem }
  /** There is no answer: the endpoint could not be reached, or was not waited for. */
  fail(title: string, message: string, retry: () => void): void
  busy(isBusy: boolean): void
}

export interface AnswerActions extends RowsActions {
  /** Is anything asked for that leaves rows out? */
  isNarrowed(): boolean
  clearFilters(): void
  firstPage(): void
  /** To the control of the parameter that was rejected. */
  showFault(): void
}

const took = (milliseconds: number): string =>
  `${milliseconds.toFixed(milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0)} ms`

/** Milliseconds after which a person wonders. */
const PATIENCE = 200

/** What went wrong, its cause first. */
function problemBox(title: string, detail: string, hint: string): HTMLDivElement {
  const [cause = '', ...more] = detail.split('\n')
  const box = element(
    'div',
    { class: 'problem' },
    element('p', { id: 'problem' }, element('strong', {}, title), ` ${cause}`),
  )
  for (const line of [...more, hint]) if (line !== '') box.append(element('p', { class: 'hint' }, line))
  return box
}

/** There is no answer. Shown instead of one, with a way to try again. */
export function showFailure(title: string, message: string, retry: () => void): HTMLButtonElement {
  const again = button('Try again', retry)
  const box = problemBox(`${title}.`, message, '')
  box.append(again)
  byId('alert', HTMLDivElement).replaceChildren(box)
  return again
}

export function answerView(description: ConfigDescription, actions: AnswerActions): AnswerView {
  const answer = byId('answer', HTMLElement)
  const status = byId('status', HTMLParagraphElement)
  const running = byId('running', HTMLParagraphElement)
  const elapsed = byId('elapsed', HTMLSpanElement)
  const pager = byId('pager', HTMLElement)
  const alert = byId('alert', HTMLDivElement)
  const summary = byId('summary', HTMLDListElement)
  const statements = byId('statements', HTMLDivElement)
  const rowsPart = byId('rows-part', HTMLElement)
  const rows = byId('rows', HTMLDivElement)
  const json = byId('json', HTMLPreElement)
  const showRows = rowsView(description, actions)
  let ticking: ReturnType<typeof setInterval> | undefined
  /** A problem has no pages to turn. */
  let isPaged = true

  const statementCard = (
    { kind, sql, params }: Pick<ExplorerStatement, 'kind' | 'sql' | 'params'>,
    title: string,
    attributes = {},
  ): HTMLElement => {
    const copy = button('Copy', () => actions.copy(sql, copy), { 'aria-label': `Copy the ${kind} statement` })
    const card = element('article', attributes, element('div', { class: 'part' }, element('h3', {}, title), copy))
    card.append(element('pre', {}, sqlLines(sql)))
    if (params.length > 0) {
      const list = element(
        'ol',
        { class: 'params', 'aria-label': 'Parameters' },
        ...params.map((text) => element('li', {}, text)),
      )
      card.append(list)
    }
    return card
  }
  const answered = (statement: ExplorerStatement): HTMLElement =>
    statementCard(
      statement,
      `${STATEMENT_NAMES[statement.kind]} · ${took(statement.milliseconds)} · ${plural(statement.rows, 'row')}`,
    )

  /** Those of facets, of which there may be many, are folded away. */
  const statementCards = ({ status: answeredWith, statements: all, failed }: ExplorerRun): readonly HTMLElement[] => {
    if (all.length === 0) {
      const none =
        answeredWith === 400
          ? 'None was sent: the request was rejected before.'
          : failed === null
            ? 'None finished.'
            : 'No other finished.'
      return [element('p', {}, none)]
    }
    const facets = all.filter(({ kind }) => kind === 'facet')
    const cards = all.filter(({ kind }) => kind !== 'facet').map(answered)
    if (facets.length === 0) return cards
    const slowest = Math.max(...facets.map(({ milliseconds }) => milliseconds))
    const title = `${plural(facets.length, 'facet')} · up to ${took(slowest)}`
    return [...cards, element('details', {}, element('summary', {}, title), ...facets.map(answered))]
  }

  /** No rows, why, and the way out. */
  const nothing = ({ meta }: Page): HTMLElement => {
    const { totalItems, currentPage = 1 } = meta as Partial<NumberedMeta> & { readonly totalItems?: number | null }
    const box = (text: string, ...way: Node[]): HTMLElement =>
      element('div', { class: 'nothing' }, element('p', {}, text), ...way)
    if (currentPage > 1 && totalItems !== 0) {
      const known = typeof totalItems === 'number' ? `: there are ${plural(totalItems, 'row')}` : ''
      return box(
        `No rows. Page ${grouped(currentPage)} is past the end${known}.`,
        button('First page', actions.firstPage),
      )
    }
    return actions.isNarrowed()
      ? box('No rows. Nothing matches the search and the filters.', button('Show all rows', actions.clearFilters))
      : box('No rows. The list is empty.')
  }

  const showPage = (isPage: boolean): void => {
    isPaged = isPage
    rowsPart.hidden = pager.hidden = !isPage
  }

  const showSummary = (values: unknown): void => {
    const entries = Object.entries(Object(values) as object)
    summary.hidden = entries.length === 0
    summary.replaceChildren(
      ...entries.map(([name, value]) =>
        element(
          'div',
          {},
          element('dt', {}, name),
          element('dd', {}, value === null ? 'null' : lineOf(value as unknown)),
        ),
      ),
    )
  }

  return {
    busy: (isBusy) => {
      answer.setAttribute('aria-busy', String(isBusy))
      clearInterval(ticking)
      running.hidden = true
      pager.hidden = !isPaged
      if (!isBusy) return
      const started = performance.now()
      ticking = setInterval(() => {
        running.hidden = false
        pager.hidden = true
        elapsed.textContent = `Running … ${((performance.now() - started) / 1000).toFixed(1)} s`
      }, PATIENCE)
    },
    show: (run) => {
      const body = JSON.parse(run.body) as unknown
      json.textContent = JSON.stringify(body, null, 2)
      json.scrollTo(0, 0)
      statements.replaceChildren(...statementCards(run))
      showPage(run.status === 200)
      if (run.status !== 200) {
        const problem = body as ListProblem
        const { title = 'Rejected', detail = '', code, parameter, hint: advice } = problem
        const hint = [code, parameter === undefined ? undefined : `parameter ${parameter}`]
          .filter((part) => part !== undefined)
          .join(' · ')
        const box = problemBox(`${run.status} ${title}.`, advice === undefined ? detail : `${detail}\n${advice}`, hint)
        if (parameter !== undefined) box.append(button('Show the field', actions.showFault))
        if (run.failed !== null) {
          const { kind, milliseconds } = run.failed
          box.append(
            statementCard(run.failed, `${STATEMENT_NAMES[kind]} · failed after ${took(milliseconds)}`, {
              class: 'failed',
            }),
          )
        }
        alert.replaceChildren(box)
        status.textContent = `${run.status} ${title} · ${took(run.milliseconds)}`
        showSummary(undefined)
        rows.replaceChildren()
        return { problem }
      }
      const page = body as Page & { readonly summary?: unknown }
      alert.replaceChildren()
      status.textContent = `200 OK · ${pageSummary(page.meta)} · ${took(run.milliseconds)}`
      showSummary(page.summary)
      const focused = rows.contains(document.activeElement) ? document.activeElement?.getAttribute('data-sort') : null
      if (page.items.length === 0) rows.replaceChildren(nothing(page))
      else showRows(page)
      rows.scrollTo(rows.scrollLeft, 0)
      // A header that was pressed is a new element now, and keeps the focus.
      if (focused) [...rows.querySelectorAll('button')].find((sort) => sort.dataset['sort'] === focused)?.focus()
      return { page }
    },
    fail: (title, message, retry) => {
      const again = showFailure(title, message, retry)
      status.textContent = title
      showPage(false)
      showSummary(undefined)
      statements.replaceChildren(element('p', {}, 'Not known: there is no answer.'))
      rows.replaceChildren()
      json.textContent = ''
      // Nor does what was pressed to cancel lose the focus to nothing.
      if (document.activeElement === document.body || running.contains(document.activeElement)) again.focus()
    },
  }
}
