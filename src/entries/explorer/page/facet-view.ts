// Explorer's page: facets as counts to press.
import type { ExplorerFacet, ExplorerFacetValue } from '../explorer-answer.js'
import { button, byId, element } from './elements.js'
import { grouped } from './page-summary.js'

/** Values of a facet before the rest is asked for. */
const SHORT = 8

export interface FacetView {
  show(facets: readonly ExplorerFacet[]): void
  /** Those that are shown are of the request before. */
  wait(): void
  /** The rows are there, and their facets are being counted. */
  counting(): void
  /** No facets came: the endpoint could not be reached, or was not waited for. */
  fail(message: string): void
  /** Presses those that the request has, as it is edited. */
  mark(): void
}

export interface FacetActions {
  isChosen(field: string, criterion: string): boolean
  toggle(field: string, criterion: string): void
}

const nothing = (): HTMLElement => element('p', { class: 'hint' }, 'No values.')

export function facetView({ isChosen, toggle }: FacetActions): FacetView {
  const pane = byId('facets', HTMLDetailsElement)
  const list = byId('facet-list', HTMLDivElement)
  const opened = new Set<string>()
  const state = byId('facets-state', HTMLSpanElement)
  let marks: (() => void)[] = []

  /** Pressed where the request has it; only text where the list takes no criterion for it. */
  const control = (
    field: string,
    criterion: string | null,
    label: string,
    count: number,
    isNull = false,
  ): HTMLElement => {
    const children = [
      element('span', isNull ? { class: 'none' } : {}, label),
      ' ',
      element('span', { class: 'count' }, grouped(count)),
    ]
    if (criterion === null) return element('span', { class: 'facet' }, ...children)
    const made = button('', () => toggle(field, criterion), { class: 'facet', 'data-facet': `${field} ${criterion}` })
    made.replaceChildren(...children)
    const mark = (): void => made.setAttribute('aria-pressed', String(isChosen(field, criterion)))
    mark()
    marks.push(mark)
    return made
  }

  const valueItem = (field: string, { text, count, criterion }: ExplorerFacetValue): HTMLLIElement =>
    element(
      'li',
      {},
      control(
        field,
        criterion,
        text === null ? 'null' : text === '' ? '(empty)' : text,
        count,
        text === null || text === '',
      ),
    )

  const group = (facet: ExplorerFacet, at: number): HTMLElement => {
    const title = element('h3', { id: `facet-${at}` }, facet.name)
    const made = element('div', { role: 'group', 'aria-labelledby': title.id }, title)
    if ('range' in facet) {
      const { range } = facet
      made.append(
        range === null ? nothing() : control(facet.name, range.criterion, `${range.min} – ${range.max}`, range.count),
      )
      return made
    }
    if (facet.values.length === 0) made.append(nothing())
    const items = facet.values.map((value) => valueItem(facet.name, value))
    const values = element('ul', {}, ...items)
    made.append(values)
    if (items.length > SHORT) {
      const more = button('', () => {
        if (!opened.delete(facet.name)) opened.add(facet.name)
        unfold()
      })
      const unfold = (): void => {
        const isOpen = opened.has(facet.name)
        // What is chosen stays in sight.
        items.forEach(
          (item, index) =>
            (item.hidden = !isOpen && index >= SHORT && item.querySelector('[aria-pressed=true]') === null),
        )
        more.textContent = isOpen ? 'Show fewer' : `Show all ${items.length}`
        more.setAttribute('aria-expanded', String(isOpen))
        more.setAttribute('aria-label', `${more.textContent} of ${facet.name}`)
      }
      unfold()
      made.append(more)
    }
    return made
  }

  const tell = (isBusy: boolean, told: string): void => {
    pane.setAttribute('aria-busy', String(isBusy))
    state.textContent = told
  }

  return {
    wait: () => tell(true, ''),
    counting: () => {
      pane.hidden = false
      tell(true, 'being counted …')
    },
    fail: (message) => {
      tell(false, message)
      list.replaceChildren()
      marks = []
    },
    show: (facets) => {
      tell(false, '')
      const focused = list.contains(document.activeElement)
        ? (document.activeElement as HTMLElement).dataset['facet']
        : undefined
      pane.hidden = facets.length === 0
      marks = []
      list.replaceChildren(...facets.map(group))
      // A value that was pressed is a new element now, and keeps the focus.
      if (focused !== undefined)
        [...list.querySelectorAll('button')].find((one) => one.dataset['facet'] === focused)?.focus()
    },
    mark: () => marks.forEach((mark) => mark()),
  }
}
