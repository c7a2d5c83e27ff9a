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
  const state = byId('facets-state', HTMLSpanElement)
  const opened = new Set<string>()
  let shown: readonly ExplorerFacet[] = []

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
    const attributes = {
      class: 'facet',
      'data-facet': `${field} ${criterion}`,
      'aria-pressed': String(isChosen(field, criterion)),
    }
    const made = button('', () => toggle(field, criterion), attributes)
    made.replaceChildren(...children)
    return made
  }

  const valueItem = (field: string, { text, count, criterion }: ExplorerFacetValue, isFolded: boolean): HTMLElement => {
    const label = text === null ? 'null' : text === '' ? '(empty)' : text
    // What is chosen stays in sight.
    const hidden = isFolded && !(criterion !== null && isChosen(field, criterion))
    return element('li', { hidden }, control(field, criterion, label, count, text === null || text === ''))
  }

  const group = (facet: ExplorerFacet, at: number): HTMLElement => {
    const title = element('h3', { id: `facet-${at}` }, facet.name)
    return element('div', { role: 'group', 'aria-labelledby': title.id }, title, ...contentOf(facet))
  }
  const contentOf = (facet: ExplorerFacet): readonly HTMLElement[] => {
    const { name } = facet
    if ('range' in facet) {
      const { range } = facet
      return [range === null ? nothing() : control(name, range.criterion, `${range.min} – ${range.max}`, range.count)]
    }
    const { values } = facet
    if (values.length === 0) return [nothing()]
    const isOpen = opened.has(name)
    const items = values.map((value, at) => valueItem(name, value, !isOpen && at >= SHORT))
    const all = element('ul', {}, ...items)
    if (values.length <= SHORT) return [all]
    const told = isOpen ? 'Show fewer' : `Show all ${values.length}`
    const turn = (): void => {
      if (!opened.delete(name)) opened.add(name)
      draw()
    }
    const attributes = { 'aria-expanded': String(isOpen), 'aria-label': `${told} of ${name}`, 'data-facet': name }
    return [all, button(told, turn, attributes)]
  }

  /** All of them again. What had the focus is another element then, and keeps it. */
  const draw = (): void => {
    const focused = list.contains(document.activeElement)
      ? (document.activeElement as HTMLElement).dataset['facet']
      : undefined
    list.replaceChildren(...shown.map(group))
    if (focused !== undefined)
      [...list.querySelectorAll('button')].find((one) => one.dataset['facet'] === focused)?.focus()
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
      shown = []
      draw()
    },
    show: (facets) => {
      tell(false, '')
      pane.hidden = facets.length === 0
      shown = facets
      draw()
    },
    mark: draw,
  }
}
