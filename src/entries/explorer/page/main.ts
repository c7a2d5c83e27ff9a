// Explorer's page: its life. One query string at a time: in the page's URL, in the form, and answered below.
import { type ListQueryState, parseListQuery } from '../../client/list-query.js'
import type { PaginatedLinks } from '../../../types/response.js'
import type { ExplorerAbout, ExplorerFacets, ExplorerRun } from '../explorer-answer.js'
import { answerView, showFailure, type Shown } from './answer-view.js'
import { copyAs, type CopyForm } from './copy-as.js'
import { byId, element } from './elements.js'
import { isChosen, toggled } from './facet-choice.js'
import { facetView } from './facet-view.js'
import { listenToKeys } from './keyboard.js'
import { mended } from './mended.js'
import { queryForm } from './query-form.js'
import { askedText, changedQuery, narrowings, readable, renamed, typedQuery } from './query-text.js'
import { requestHeaders } from './request-headers.js'

const headers = requestHeaders()

const ask = async <Answer>(part: string, signal?: AbortSignal, sent = headers.sent()): Promise<Answer> => {
  const response = await fetch(`?explorer=${part}`, {
    headers: sent.map(([name, value]): [string, string] => [name, value]),
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
  const pane = byId('answer', HTMLElement)
  const old = byId('old', HTMLParagraphElement)
  let links: PaginatedLinks | null = null
  let running = new AbortController()
  /** As it was shown: what differs was typed. */
  let shownAddress = ''
  /** What the form was when the page's own URL was last sent: what differs was edited. */
  let shownForm = ''
  let sentWith = ''
  let ran = ''
  let hasAnswer = false

  const current = (): string => location.search.slice(1)
  const urlOf = (query: string): string => readable(query === '' ? path : `${path}?${query}`)
  const showAddress = (query: string): void => {
    address.value = shownAddress = urlOf(query)
  }
  /** What is sent next: the address where it was typed into, the form where it was edited, else the page's own URL. */
  const pending = (): string => {
    if (address.value !== shownAddress) return typedQuery(address.value)
    const query = form.read()
    return query === shownForm ? current() : query
  }
  const isEdited = (): boolean => readable(pending()) !== readable(current()) || String(headers.sent()) !== sentWith
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
    const query = changedQuery(pending(), () => ({ limit: null }))
    download.href = query === '' ? (exportPath ?? '') : `${exportPath}?${query}`
  }
  /** Links and facets follow what is edited; the answer is marked, which does not. */
  const follow = (): void => {
    open.href = urlOf(pending())
    showExport()
    asked.textContent = askedText(parseListQuery(pending()).state)
    facets.mark()
    const isOld = hasAnswer && isEdited()
    pane.toggleAttribute('data-old', isOld)
    const told = isOld ? 'This is the answer to the request before. Run sends the edited one.' : ''
    if (old.textContent !== told) old.textContent = told
  }
  headers.onEdit(follow)

  const form = queryForm(description, () => {
    const query = form.read()
    showAddress(query === shownForm ? current() : query)
    follow()
  })
  /** From the request as it is edited, so that nothing typed is lost. */
  const change = (to: (state: ListQueryState) => Partial<ListQueryState>): void => go(changedQuery(pending(), to), true)
  const toggle = (field: string, criterion: string): void =>
    change(({ filters }) => ({ filters: toggled(filters, field, criterion) }))
  const view = answerView(description, {
    sortBy: (field, direction) =>
      change(() => ({ sortBy: direction === null ? [] : [`${field}:${direction.toUpperCase()}`] })),
    copy,
    filterBy: toggle,
    narrowings: () =>
      narrowings(parseListQuery(current()).state).map(({ text, without }) => ({
        text,
        leaveOut: () => change(without),
      })),
    mend: (problem) => {
      const mend = mended(current(), problem, description)
      if (mend === null) return null
      return {
        sentence: mend.sentence,
        send: () => go((mended(pending(), problem, description) ?? mend).query, true),
      }
    },
    clearFilters: () => change(() => ({ search: null, searchBy: [], filters: [], filterExpression: null })),
    firstPage: () => change(() => ({})),
    rename: (parameter, name) => go(renamed(pending(), parameter, name), true),
    showFault: () => {
      request.open = true
      form.focusFault()
    },
  })
  const facets = facetView({
    isChosen: (field, criterion) => isChosen(parseListQuery(pending()).state.filters, field, criterion),
    toggle,
  })

  /** What an answer means for the form and the pager; null for no answer. */
  const show = (shown: Shown | null): void => {
    hasAnswer = shown !== null
    links = shown !== null && 'page' in shown ? shown.page.links : null
    form.mark(shown !== null && 'problem' in shown ? (shown.problem.parameter ?? null) : null)
    for (const control of pager.querySelectorAll('button')) {
      // Not `disabled`: the button that was pressed would lose the focus on the last page.
      control.setAttribute('aria-disabled', String(linkTo(control.dataset['link'] as keyof PaginatedLinks) === null))
    }
  }

  /** Sends the query string of the page's URL unchanged, also the parts that the form cannot show. */
  const run = async (): Promise<void> => {
    running.abort()
    const { signal } = (running = new AbortController())
    const query = (ran = current())
    // Those of all its requests: they may be edited while it runs.
    const sent = headers.sent()
    sentWith = String(sent)
    document.title = query === '' ? title : `${readable(query)} · ${title}`
    follow()
    if (narrow.matches && hasAsked) {
      request.open = false
      scrollTo(0, 0)
    }
    view.busy(true)
    facets.wait()
    const started = performance.now()
    try {
      // Another caller may have another list: fields are gated, tenants differ.
      if (askedWith !== String(sent)) {
        const now = await ask<ExplorerAbout>('about', signal, sent)
        if (JSON.stringify(now) !== JSON.stringify(about)) return location.reload()
        askedWith = String(sent)
      }
      const answer = await ask<ExplorerRun>(`run&${query}`, signal, sent)
      if (signal.aborted) return
      show(view.show(answer))
      if (answer.facets.length === 0) facets.show([])
      else void count(answer, () => ask(`facets&${query}`, signal, sent), signal)
    } catch (error) {
      const isCancelled = signal.reason === CANCELLED
      if (signal.aborted && !isCancelled) return
      show(null)
      facets.show([])
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      view.busy(false)
      const [said, why] = isCancelled
        ? ['Cancelled', `The request was not waited for any longer, after ${seconds} s.`]
        : ['No answer', messageOf(error)]
      view.fail(said, why, () => void run())
    }
    view.busy(false)
    follow()
  }
  /** Rows do not wait for them. */
  const count = async (
    answer: ExplorerRun,
    askFacets: () => Promise<ExplorerFacets>,
    signal: AbortSignal,
  ): Promise<void> => {
    facets.counting()
    try {
      const counted = await askFacets()
      if (signal.aborted) return
      show(view.showFacets(answer, counted))
      facets.show(counted.facets)
    } catch (error) {
      const isCancelled = signal.reason === CANCELLED
      if (signal.aborted && !isCancelled) return
      view.showFacets(answer, null)
      facets.fail(isCancelled ? 'cancelled' : `no answer: ${messageOf(error)}`)
    }
  }
  let hasAsked = false
  const cancel = (): void => running.abort(CANCELLED)

  /** A new entry of the history, unless it is the one that is shown. */
  const visit = (query: string): void => {
    hasAsked = true
    const url = new URL(readable(query) === '' ? location.pathname : `?${readable(query)}`, location.href)
    if (url.search !== location.search) history.pushState(null, '', url)
    send()
  }
  /** The page's own URL, which the form holds. */
  const send = (): void => {
    shownForm = form.read()
    showAddress(current())
    void run()
  }
  const go = (query: string, keepsUnfinished = false): void => {
    form.write(query, keepsUnfinished)
    visit(query)
  }
  /** Null for no page, and for the one that is shown: the first page's link to the first leads nowhere. */
  const linkTo = (name: keyof PaginatedLinks): string | null => {
    const link = links?.[name] ?? null
    return link === links?.current ? null : link
  }
  /** Of a request that was edited nobody has seen the first page: that comes before any other. */
  const turn = (name: keyof PaginatedLinks): void => {
    const link = linkTo(name)
    if (link === null) return
    if (isEdited()) submit()
    else go(typedQuery(link), true)
  }
  const submit = (): void => {
    if (address.value === shownAddress) visit(pending())
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
    const url = new URL(urlOf(pending()), location.href).href
    copy(copyAs(copyForm.value as CopyForm, url, description, headers.sent()), copyUrl)
  })
  pager.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) turn(target.dataset['link'] as keyof PaginatedLinks)
  })
  address.addEventListener('input', follow)
  addEventListener('popstate', () => {
    // A link into the page asks nothing.
    if (current() === ran) return
    form.write(current())
    send()
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
      n: () => turn('next'),
      p: () => turn('previous'),
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
  send()
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

/** On a narrow screen the answer comes first, and the form of what is copied is in the request's pane. */
function arrange(): void {
  byId('request', HTMLDetailsElement).open = !narrow.matches
  const copyForm = byId('copy-as', HTMLSelectElement)
  if (narrow.matches) byId('query', HTMLFormElement).append(copyForm)
  else byId('copy-url', HTMLButtonElement).after(copyForm)
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
