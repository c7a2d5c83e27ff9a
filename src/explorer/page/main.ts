// Explorer's page: its life. One query string at a time: in the page's URL, in the form, and answered below.
import { ListQuery, parseListQuery } from '../../client/list-query.js'
import type { PaginatedLinks } from '../../types/response.js'
import type { ExplorerAbout, ExplorerRun } from '../explorer-answer.js'
import { answerView } from './answer-view.js'
import { copyAs, type CopyForm } from './copy-as.js'
import { byId } from './elements.js'
import { isChosen, toggled } from './facet-choice.js'
import { facetView } from './facet-view.js'
import { listenToKeys } from './keyboard.js'
import { queryForm } from './query-form.js'
import { readable, typedQuery } from './query-text.js'

const ask = async <Answer>(part: string, signal?: AbortSignal): Promise<Answer> => {
  const response = await fetch(`?explorer=${part}`, signal === undefined ? {} : { signal })
  if (!response.ok) throw new Error(`Status ${response.status} ${response.statusText}`)
  return (await response.json()) as Answer
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function start({ title, path, description }: ExplorerAbout): void {
  const address = byId('url', HTMLInputElement)
  const pager = byId('pager', HTMLElement)
  const open = byId('open', HTMLAnchorElement)
  let links: PaginatedLinks | null = null
  let running = new AbortController()

  const current = (): string => location.search.slice(1)
  const showAddress = (query: string): void => {
    const url = readable(query === '' ? path : `${path}?${query}`)
    address.value = url
    open.href = url
  }

  const form = queryForm(description, () => showAddress(form.read()))
  const view = answerView(description, {
    sortBy: (field, direction) => {
      const query = parseListQuery(current()).clearSort().page(1)
      go(String(direction === null ? query : query.sortBy(field, direction)))
    },
    copy,
  })
  const facets = facetView({
    isChosen: (field, criterion) => isChosen(parseListQuery(current()).state.filters, field, criterion),
    toggle: (field, criterion) => {
      const { state } = parseListQuery(current())
      go(String(new ListQuery({ ...state, page: 1, after: null, before: null, filters: toggled(state.filters, field, criterion) })))
    },
  })
  // A list of cursors has no last page.
  pager.querySelector<HTMLButtonElement>('[data-link=last]')!.hidden = description.paging === 'cursor'

  /** Sends the query string of the page's URL unchanged, also the parts that the form cannot show. */
  const run = async (): Promise<void> => {
    running.abort()
    const { signal } = (running = new AbortController())
    const query = current()
    document.title = query === '' ? title : `${readable(query)} · ${title}`
    showAddress(query)
    view.busy(true)
    try {
      const answer = await ask<ExplorerRun>(`run&${query}`, signal)
      if (signal.aborted) return
      const shown = view.show(answer)
      links = 'page' in shown ? shown.page.links : null
      facets.show(answer.facets)
      form.mark('problem' in shown ? (shown.problem.parameter ?? null) : null)
    } catch (error) {
      if (signal.aborted) return
      links = null
      form.mark(null)
      facets.show([])
      view.fail(messageOf(error), () => void run())
    }
    for (const control of pager.querySelectorAll('button')) {
      // Not `disabled`: the button that was pressed would lose the focus on the last page.
      control.setAttribute('aria-disabled', String(linkOf(control) === null))
    }
    view.busy(false)
    if (matchMedia('(max-width: 50rem)').matches && hasAsked) byId('answer', HTMLElement).scrollIntoView()
  }
  let hasAsked = false

  /** A new entry of the history, unless it is the one that is shown. */
  const visit = (query: string): void => {
    hasAsked = true
    const url = new URL(readable(query) === '' ? location.pathname : `?${readable(query)}`, location.href)
    if (url.search !== location.search) history.pushState(null, '', url)
    void run()
  }
  const go = (query: string): void => {
    form.write(query)
    visit(query)
  }
  const linkOf = (control: HTMLElement): string | null => links?.[control.dataset['link'] as keyof PaginatedLinks] ?? null
  const follow = (name: keyof PaginatedLinks): void => {
    const link = links?.[name] ?? null
    if (link !== null) go(typedQuery(link))
  }
  const submitForm = (): void => visit(form.read())
  const submitAddress = (): void => go(typedQuery(address.value))

  byId('title', HTMLHeadingElement).textContent = title
  byId('query', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    submitForm()
  })
  byId('address', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    submitAddress()
  })
  byId('clear', HTMLButtonElement).addEventListener('click', () => go(''))
  const copyUrl = byId('copy-url', HTMLButtonElement)
  const copyForm = byId('copy-as', HTMLSelectElement)
  copyUrl.addEventListener('click', () => {
    copy(copyAs(copyForm.value as CopyForm, new URL(address.value, location.href).href, description), copyUrl)
  })
  pager.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) follow(target.dataset['link'] as keyof PaginatedLinks)
  })
  addEventListener('popstate', () => {
    form.write(current())
    void run()
  })
  const keys = byId('keys', HTMLDetailsElement)
  listenToKeys(() => (document.activeElement === address ? submitAddress() : submitForm()), {
    '/': form.focusSearch,
    f: form.addFilter,
    s: form.addSort,
    n: () => follow('next'),
    p: () => follow('previous'),
    u: () => {
      address.focus()
      address.select()
    },
    '?': () => {
      keys.open = !keys.open
      if (keys.open) keys.querySelector('summary')?.focus()
    },
  })
  form.write(current())
  void run()
}

function copy(text: string, from: HTMLButtonElement): void {
  const say = (said: string): void => {
    from.textContent = said
    setTimeout(() => (from.textContent = 'Copy'), 1500)
  }
  // Absent on a plain http host other than localhost.
  const written: Promise<void> | undefined = (navigator.clipboard as Clipboard | undefined)?.writeText(text)
  if (written === undefined) return say('Not allowed')
  written.then(
    () => say('Copied'),
    () => say('Not allowed'),
  )
}

ask<ExplorerAbout>('about').then(start, (error: unknown) => {
  const status = byId('status', HTMLParagraphElement)
  status.textContent = `The explorer did not load: ${messageOf(error)}.`
})
