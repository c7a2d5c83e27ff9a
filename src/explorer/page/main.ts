// Explorer's page: its life. One query string at a time: in the page's URL, in the form, and answered below.
import { ListQuery, parseListQuery } from '../../client/list-query.js'
import type { PaginatedLinks } from '../../types/response.js'
import type { ExplorerAbout, ExplorerRun } from '../explorer-answer.js'
import { answerView, showFailure } from './answer-view.js'
import { copyAs, type CopyForm } from './copy-as.js'
import { byId, element } from './elements.js'
import { isChosen, toggled } from './facet-choice.js'
import { facetView } from './facet-view.js'
import { listenToKeys } from './keyboard.js'
import { queryForm } from './query-form.js'
import { askedText, isNarrowed, readable, typedQuery } from './query-text.js'
import { requestHeaders } from './request-headers.js'

const headers = requestHeaders()

const ask = async <Answer>(part: string, signal?: AbortSignal): Promise<Answer> => {
  const response = await fetch(`?explorer=${part}`, {
    headers: headers.sent().map(([name, value]): [string, string] => [name, value]),
    ...(signal === undefined ? {} : { signal }),
  })
  if (!response.ok) throw new Error(`Status ${response.status} ${response.statusText}`.trimEnd())
  return (await response.json()) as Answer
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Answers are read on such a screen, and the form is opened for a question. */
const narrow = matchMedia('(max-width: 50rem)')

function start(about: ExplorerAbout): void {
  const { title, path, exportPath, links: elsewhere = [], description } = about
  let askedWith = String(headers.sent())
  const address = byId('url', HTMLInputElement)
  const pager = byId('pager', HTMLElement)
  const open = byId('open', HTMLAnchorElement)
  const request = byId('request', HTMLDetailsElement)
  const asked = byId('asked', HTMLSpanElement)
  const download = byId('export', HTMLAnchorElement)
  let links: PaginatedLinks | null = null
  let running = new AbortController()
  /** As it was shown: what differs was typed. */
  let shownAddress = ''

  const current = (): string => location.search.slice(1)
  const showAddress = (query: string): void => {
    const url = readable(query === '' ? path : `${path}?${query}`)
    address.value = shownAddress = url
    open.href = url
  }
  const showHeading = (): void => {
    byId('title', HTMLHeadingElement).textContent = title
    const nav = byId('links', HTMLElement)
    nav.hidden = elsewhere.length === 0
    const isHere = (href: string): boolean => new URL(href, location.href).pathname === location.pathname
    nav.replaceChildren(
      ...elsewhere.map((link) =>
        element('a', { href: link.href, 'aria-current': isHere(link.href) ? 'page' : undefined }, link.title),
      ),
    )
    // On a narrow screen they are scrolled sideways.
    nav.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
    download.hidden = exportPath === undefined
    download.textContent = /\.(\w{1,6})$/.exec(exportPath ?? '')?.[1]?.toUpperCase() ?? 'Export'
    // A list of cursors has no last page.
    pager.querySelector<HTMLButtonElement>('[data-link=last]')!.hidden = description.paging === 'cursor'
  }
  /** Every row of what is asked for, wherever the page is. */
  const showExport = (): void => {
    const { state } = parseListQuery(current())
    const query = String(new ListQuery({ ...state, page: 1, limit: null, after: null, before: null }))
    download.href = query === '' ? (exportPath ?? '') : `${exportPath}?${query}`
  }

  const form = queryForm(description, () => showAddress(form.read()))
  const view = answerView(description, {
    sortBy: (field, direction) => {
      const query = parseListQuery(current()).clearSort().page(1)
      go(String(direction === null ? query : query.sortBy(field, direction)))
    },
    copy,
    isNarrowed: () => isNarrowed(parseListQuery(current()).state),
    clearFilters: () => {
      const { state } = parseListQuery(current())
      go(String(new ListQuery({ limit: state.limit, sortBy: state.sortBy })))
    },
    firstPage: () =>
      go(String(new ListQuery({ ...parseListQuery(current()).state, page: 1, after: null, before: null }))),
    showFault: () => {
      request.open = true
      form.focusFault()
    },
  })
  const facets = facetView({
    isChosen: (field, criterion) => isChosen(parseListQuery(current()).state.filters, field, criterion),
    toggle: (field, criterion) => {
      const { state } = parseListQuery(current())
      go(
        String(
          new ListQuery({
            ...state,
            page: 1,
            after: null,
            before: null,
            filters: toggled(state.filters, field, criterion),
          }),
        ),
      )
    },
  })

  /** Sends the query string of the page's URL unchanged, also the parts that the form cannot show. */
  const run = async (): Promise<void> => {
    running.abort()
    const { signal } = (running = new AbortController())
    const query = current()
    document.title = query === '' ? title : `${readable(query)} · ${title}`
    showAddress(query)
    showExport()
    asked.textContent = askedText(parseListQuery(query).state)
    if (narrow.matches && hasAsked) {
      request.open = false
      scrollTo(0, 0)
    }
    view.busy(true)
    const started = performance.now()
    try {
      // Another caller may have another list: fields are gated, tenants differ.
      if (askedWith !== String(headers.sent())) {
        const now = await ask<ExplorerAbout>('about', signal)
        if (JSON.stringify(now) !== JSON.stringify(about)) return location.reload()
        askedWith = String(headers.sent())
      }
      const answer = await ask<ExplorerRun>(`run&${query}`, signal)
      if (signal.aborted) return
      const shown = view.show(answer)
      links = 'page' in shown ? shown.page.links : null
      facets.show(answer.facets)
      form.mark('problem' in shown ? (shown.problem.parameter ?? null) : null)
    } catch (error) {
      const isCancelled = signal.reason === CANCELLED
      if (signal.aborted && !isCancelled) return
      links = null
      form.mark(null)
      facets.show([])
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      view.busy(false)
      if (isCancelled)
        view.fail('Cancelled', `The request was not waited for any longer, after ${seconds} s.`, () => void run())
      else view.fail('No answer', messageOf(error), () => void run())
    }
    for (const control of pager.querySelectorAll('button')) {
      // Not `disabled`: the button that was pressed would lose the focus on the last page.
      control.setAttribute('aria-disabled', String(linkTo(control.dataset['link'] as keyof PaginatedLinks) === null))
    }
    view.busy(false)
  }
  let hasAsked = false
  const cancel = (): void => running.abort(CANCELLED)

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
  /** Null for no page, and for the one that is shown: the first page's link to the first leads nowhere. */
  const linkTo = (name: keyof PaginatedLinks): string | null => {
    const link = links?.[name] ?? null
    return link === links?.current ? null : link
  }
  const follow = (name: keyof PaginatedLinks): void => {
    const link = linkTo(name)
    if (link !== null) go(typedQuery(link))
  }
  /** One way to send: the address where it was typed into, else the form. */
  const submit = (): void => {
    if (address.value === shownAddress) visit(form.read())
    else go(typedQuery(address.value))
  }

  showHeading()
  for (const id of ['query', 'address']) {
    byId(id, HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault()
      submit()
    })
  }
  byId('cancel', HTMLButtonElement).addEventListener('click', cancel)
  byId('clear', HTMLButtonElement).addEventListener('click', () => go(''))
  const copyUrl = byId('copy-url', HTMLButtonElement)
  const copyForm = byId('copy-as', HTMLSelectElement)
  copyUrl.addEventListener('click', () => {
    const url = new URL(address.value, location.href).href
    copy(copyAs(copyForm.value as CopyForm, url, description, headers.sent()), copyUrl)
  })
  pager.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) follow(target.dataset['link'] as keyof PaginatedLinks)
  })
  addEventListener('popstate', () => {
    form.write(current())
    void run()
  })
  const keys = byId('keys', HTMLDetailsElement)
  const opened = (act: () => void) => (): void => {
    request.open = true
    act()
  }
  listenToKeys(
    { run: submit, cancel },
    {
      '/': opened(form.focusSearch),
      f: opened(form.addFilter),
      s: opened(form.addSort),
      n: () => follow('next'),
      p: () => follow('previous'),
      u: () => {
        address.focus()
        address.select()
      },
      '?': opened(() => {
        keys.open = !keys.open
        if (keys.open) keys.querySelector('summary')?.focus()
      }),
    },
  )
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

const CANCELLED = 'cancelled'

/** On a narrow screen the answer comes first, and what else can be done with a request is in its pane. */
function arrange(): void {
  byId('request', HTMLDetailsElement).open = !narrow.matches
  byId(narrow.matches ? 'query' : 'address', HTMLFormElement).append(byId('tools', HTMLDivElement))
}
arrange()
narrow.addEventListener('change', arrange)

function load(): void {
  ask<ExplorerAbout>('about').then(start, (error: unknown) => {
    // Nothing else on the page works without it. Headers do: a token may be what it lacks.
    document.body.dataset['failed'] = ''
    byId('headers', HTMLDetailsElement).open = true
    byId('request', HTMLDetailsElement).open = true
    byId('status', HTMLParagraphElement).textContent = 'The explorer did not load'
    showFailure('No answer', messageOf(error), () => location.reload())
  })
}
load()
