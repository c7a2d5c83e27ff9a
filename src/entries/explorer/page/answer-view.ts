// Explorer's page: an answer as statements, rows and JSON, or as a problem.
import type { ListProblem } from '../../client/list-client.js'
import type { AnyPage, NumberedMeta } from '../../../types/response.js'
import type { ConfigDescription } from '../../../types/config-description.js'
import type { ExplorerPart, ExplorerRun, ExplorerStatement } from '../explorer-answer.js'
import { copiedSql } from './copied-sql.js'
import { button, byId, element, painted } from './elements.js'
import { lineOf } from './flat-row.js'
import { grouped, pageSummary, plural } from './page-summary.js'
import { type RowsActions, rowsView } from './rows-view.js'
import { sqlLines } from './sql-lines.js'
import { jsonTokens, sqlTokens } from './tokens.js'

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
  check: 'Check',
} as const

export type Shown = { readonly page: Page } | { readonly problem: ListProblem }

export interface AnswerView {
  show(run: ExplorerRun): Shown
  /**
   * What its facets took, and their JSON; null for no answer. Instead of the page what went wrong with them, as the
   * list would answer.
   */
  showFacets(run: ExplorerRun, facets: ExplorerPart | null): Shown
  /** There is no answer: the endpoint could not be reached, or was not waited for. */
  fail(title: string, message: string, retry: () => void): void
  busy(isBusy: boolean): void
}

export interface AnswerActions extends RowsActions {
  /** What is asked for that leaves rows out, each with what sends the request without it. */
  narrowings(): readonly { readonly text: string; readonly leaveOut: () => void }[]
  /** The request as the hint of a problem has it, and what sends it; null where the hint cannot be followed. */
  mend(problem: ListProblem): { readonly sentence: string; readonly send: () => void } | null
  clearFilters(): void
  firstPage(): void
  /** To the control of the parameter that was rejected. */
  showFault(): void
  /** Sends the request with another name for a parameter. */
  rename(parameter: string, name: string): void
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

/** The sentence that says how to correct the request is the button that does. */
function adviceLine(advice: string, mend: ReturnType<AnswerActions['mend']>): HTMLParagraphElement {
  if (mend === null) return element('p', { class: 'hint' }, advice)
  return element('p', { class: 'hint' }, button(mend.sentence, mend.send), advice.slice(mend.sentence.length))
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
  const unknown = byId('unknown', HTMLParagraphElement)
  const narrowings = byId('narrowings', HTMLUListElement)
  const rows = byId('rows', HTMLDivElement)
  const json = byId('json', HTMLPreElement)
  const showRows = rowsView(description, actions)
  const copyJson = byId('copy-json', HTMLButtonElement)
  copyJson.addEventListener('click', () => actions.copy(json.textContent, copyJson))
  // What is scrolled is reached by the keyboard.
  new ResizeObserver(() => {
    for (const one of statements.querySelectorAll('pre, .params')) {
      if (one.scrollHeight > one.clientHeight) one.setAttribute('tabindex', '0')
      else one.removeAttribute('tabindex')
    }
  }).observe(statements)
  let ticking: ReturnType<typeof setInterval> | undefined
  /** A problem has no pages to turn. */
  let isPaged = true

  const statementCard = (
    { kind, sql, params }: Pick<ExplorerStatement, 'kind' | 'sql' | 'params'>,
    title: string,
    attributes = {},
  ): HTMLElement => {
    const copy = button('Copy', () => actions.copy(copiedSql(sql, params), copy), {
      'aria-label': `Copy the ${kind} statement`,
    })
    const card = element('article', attributes, element('div', { class: 'part' }, element('h3', {}, title), copy))
    card.append(element('pre', { role: 'group', 'aria-label': `${title}, SQL` }, ...painted(sqlLines(sql), sqlTokens)))
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
  const nameOf = ({ kind, facet }: Pick<ExplorerStatement, 'kind' | 'facet'>): string =>
    facet === undefined ? STATEMENT_NAMES[kind] : `${STATEMENT_NAMES[kind]} ${facet}`
  const answered = (statement: ExplorerStatement): HTMLElement =>
    statementCard(
      statement,
      `${nameOf(statement)} · ${took(statement.milliseconds)} · ${plural(statement.rows, 'row')}`,
    )

  const statementCards = ({ status: answeredWith, statements: all, failed }: ExplorerPart): readonly HTMLElement[] => {
    if (all.length === 0) {
      const none =
        answeredWith === 400
          ? 'None was sent: the request was rejected before.'
          : failed === null
            ? 'None finished.'
            : 'No other finished.'
      return [element('p', {}, none)]
    }
    return all.map(answered)
  }
  /** Those of facets, of which there may be many, are folded away. */
  const facetCards = (all: readonly ExplorerStatement[]): HTMLElement => {
    const sum = all.reduce((total, { milliseconds }) => total + milliseconds, 0)
    const title = `${plural(all.length, 'facet')} · ${took(sum)}`
    return element('details', {}, element('summary', {}, title), ...all.map(answered))
  }
  const statusOf = ({ meta }: Page, times: string): string => `200 OK · ${pageSummary(meta)} · ${times}`

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
    const all = actions.narrowings()
    if (all.length === 0) return box('No rows. The list is empty.')
    const ways = all.length === 1 ? [] : all.map(({ text, leaveOut }) => button(`Without ${text}`, leaveOut))
    return box(
      'No rows. Nothing matches the search and the filters.',
      ...ways,
      button('Show all rows', actions.clearFilters),
    )
  }

  const showNarrowings = (isShown: boolean): void => {
    const all = isShown ? actions.narrowings() : []
    narrowings.hidden = all.length === 0
    narrowings.replaceChildren(
      ...all.map(({ text, leaveOut }) => element('li', {}, button(`${text} ×`, leaveOut, { title: 'Leave it out' }))),
    )
  }

  /** The commonest mistake of all, which a list that is not strict answers with every row. */
  const showUnknown = (parameters: ExplorerRun['unknown']): void => {
    const told = parameters.flatMap(({ name, near }, at) => [
      at === 0 ? '' : ', ',
      // A parameter without a name is seen by its sign.
      element('code', {}, name === '' ? '=' : name),
      ...(near === null ? [] : [' (did you mean ', button(near, () => actions.rename(name, near)), '?)']),
    ])
    const verb = description.strictParameters === undefined ? 'Ignored' : 'Not known'
    unknown.replaceChildren(...(parameters.length === 0 ? [] : [`${verb}: `, ...told]))
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

  const showJson = (body: unknown): void => {
    json.replaceChildren(...painted(JSON.stringify(body, null, 2), jsonTokens))
  }

  const show = (run: ExplorerRun): Shown => {
    const body = JSON.parse(run.body) as unknown
    showJson(body)
    json.scrollTo(0, 0)
    statements.replaceChildren(...statementCards(run))
    showUnknown(run.unknown)
    showPage(run.status === 200)
    if (run.status !== 200) {
      const problem = body as ListProblem
      const { title = 'Rejected', detail = '', code, parameter, hint: advice } = problem
      const hint = [code, parameter === undefined ? undefined : `parameter ${parameter}`]
        .filter((part) => part !== undefined)
        .join(' · ')
      const box = problemBox(`${run.status} ${title}.`, detail, hint)
      if (advice !== undefined) box.children[0]?.after(adviceLine(advice, actions.mend(problem)))
      if (parameter !== undefined) box.append(button('Show the field', actions.showFault))
      if (run.failed !== null) {
        box.append(
          statementCard(run.failed, `${nameOf(run.failed)} · failed after ${took(run.failed.milliseconds)}`, {
            class: 'failed',
          }),
        )
      }
      alert.replaceChildren(box)
      status.textContent = `${run.status} ${title} · ${took(run.milliseconds)}`
      showSummary(undefined)
      showNarrowings(true)
      rows.replaceChildren()
      return { problem }
    }
    const page = body as Page & { readonly summary?: unknown }
    alert.replaceChildren()
    const time = took(run.milliseconds)
    status.textContent = statusOf(page, run.facets.length === 0 ? time : `page ${time}, facets …`)
    showSummary(page.summary)
    showNarrowings(page.items.length > 0)
    const { sort, field } = rows.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset : {}
    if (page.items.length === 0) rows.replaceChildren(nothing(page))
    else showRows(page, run.criteria)
    rows.scrollTo(rows.scrollLeft, 0)
    // A header or a value that was pressed is a new element now, and keeps the focus.
    const pressed = [...rows.querySelectorAll<HTMLElement>('[data-sort], [data-field]')].find(({ dataset }) =>
      sort === undefined ? field !== undefined && dataset['field'] === field : dataset['sort'] === sort,
    )
    pressed?.focus()
    return { page }
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
    show,
    showFacets: (run, facets) => {
      const page = JSON.parse(run.body) as Page
      if (facets === null) {
        status.textContent = statusOf(page, took(run.milliseconds))
        return { page }
      }
      if (facets.status !== 200)
        return show({ ...run, ...facets, facets: [], statements: [...run.statements, ...facets.statements] })
      showJson({ ...page, ...(JSON.parse(facets.body) as object) })
      statements.append(facetCards(facets.statements))
      status.textContent = statusOf(page, `page ${took(run.milliseconds)}, facets ${took(facets.milliseconds)}`)
      return { page }
    },
    fail: (title, message, retry) => {
      const again = showFailure(title, message, retry)
      status.textContent = title
      showPage(false)
      showUnknown([])
      showNarrowings(false)
      showSummary(undefined)
      statements.replaceChildren(element('p', {}, 'Not known: there is no answer.'))
      rows.replaceChildren()
      json.textContent = ''
      // Nor does what was pressed to cancel lose the focus to nothing.
      if (document.activeElement === document.body || running.contains(document.activeElement)) again.focus()
    },
  }
}
