// The search box: names of the package first, then pages by Pagefind. Arrow keys choose, Enter opens.
import { RANKING } from './ranking'

interface SiteName {
  readonly name: string
  readonly path: string
  readonly about: string
}
/** A row of "I want to …". */
interface SiteTask {
  readonly wish: string
  readonly path: string
  readonly title: string
}
interface PageData {
  readonly url: string
  readonly excerpt: string
  readonly meta: { readonly title?: string }
  readonly sub_results: readonly { readonly title: string; readonly url: string; readonly excerpt: string }[]
}
interface Pagefind {
  options(options: object): Promise<void>
  search(words: string): Promise<{ readonly results: readonly { data(): Promise<PageData> }[] }>
}
interface Found {
  readonly title: string
  readonly url: string
  /** Text, in which `<mark>` may stand. */
  readonly excerpt: string
  readonly isName: boolean
}

interface Sources {
  readonly names: readonly SiteName[]
  readonly tasks: readonly SiteTask[]
  readonly pagefind: Pagefind
}

const MAX_NAMES = 5
const MAX_TASKS = 3
const MAX_PAGES = 8

const bare = (text: string): string => text.toLowerCase().replace(/^[.$]|\(\)?$/g, '')

/** Those that are the words come first, then those that begin with them, then those that hold them. */
export function namesFor(words: string, names: readonly SiteName[]): readonly SiteName[] {
  const wanted = bare(words.trim())
  if (wanted === '' || /\s/.test(wanted)) return []
  const rank = ({ name }: SiteName): number => {
    const own = bare(name)
    // `$or` is a name, and the "or" in `sortable` is none.
    if (own === wanted) return words.trim()[0] === name[0] ? 0 : 1
    if (own.startsWith(wanted)) return 2
    return wanted.length > 3 && own.includes(wanted) ? 3 : 4
  }
  return names
    .map((name) => ({ name, rank: rank(name) }))
    .filter((each) => each.rank < 4)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MAX_NAMES)
    .map(({ name }) => name)
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const SMALL = new Set([
  'a',
  'an',
  'the',
  'is',
  'are',
  'to',
  'of',
  'in',
  'by',
  'on',
  'my',
  'how',
  'do',
  'i',
  'with',
  'for',
])

/** Tasks in which each word is found, or a word that begins with it: first those whose page has it in its title. */
export function tasksFor(words: string, tasks: readonly SiteTask[]): readonly SiteTask[] {
  const wanted = wordsIn(words).filter((word) => !SMALL.has(word))
  // One short word is in too many of them.
  if (wanted.length === 0 || (wanted.length === 1 && (wanted[0] as string).length < 3)) return []
  const heldIn = (text: string): number => {
    const held = wordsIn(text)
    const isHeld = (word: string): boolean =>
      held.some((own) => own.startsWith(word) || (own.length > 3 && word.startsWith(own)))
    return wanted.filter(isHeld).length
  }
  return tasks
    .filter(({ wish, title }) => heldIn(`${wish} ${title}`) === wanted.length)
    .map((task) => ({ task, inTitle: heldIn(task.title) }))
    .sort((one, other) => other.inTitle - one.inTitle || one.task.wish.length - other.task.wish.length)
    .slice(0, MAX_TASKS)
    .map(({ task }) => task)
}

class SiteSearch extends HTMLElement {
  readonly #base = this.dataset['base'] ?? '/'
  readonly #dialog = this.querySelector('dialog') as HTMLDialogElement
  readonly #input = this.querySelector('input') as HTMLInputElement
  readonly #list = this.querySelector('ul') as HTMLUListElement
  readonly #said = this.querySelector('.said') as HTMLElement
  #sources: Promise<Sources> | undefined
  #chosen = 0
  #asked = 0

  connectedCallback(): void {
    // Its own button, and that of a page such as the 404.
    for (const button of document.querySelectorAll('[data-open]')) button.addEventListener('click', () => this.#open())
    this.querySelector('[data-close]')?.addEventListener('click', () => this.#dialog.close())
    this.#dialog.addEventListener('click', ({ target }) => {
      if (target === this.#dialog) this.#dialog.close()
    })
    window.addEventListener('keydown', (event) => {
      const isTyping = (event.target as HTMLElement).matches('input, textarea, select, [contenteditable=true]')
      const isAsked = (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isTyping)
      if (!isAsked) return
      event.preventDefault()
      if (this.#dialog.open) this.#dialog.close()
      else this.#open()
    })
    let waiting = 0
    this.#input.addEventListener('input', () => {
      clearTimeout(waiting)
      waiting = window.setTimeout(() => void this.#search(this.#input.value), 120)
    })
    this.#input.addEventListener('keydown', (event) => this.#key(event))
  }

  #open(): void {
    this.#dialog.showModal()
    this.#input.select()
    void this.#load()
  }

  #load(): Promise<Sources> {
    const sources = (this.#sources ??= (async () => {
      const url = `${this.#base}pagefind/pagefind.js`
      const [{ names, tasks }, pagefind] = await Promise.all([
        fetch(`${this.#base}names.json`).then((response) => response.json() as Promise<Omit<Sources, 'pagefind'>>),
        import(/* @vite-ignore */ url) as Promise<Pagefind>,
      ])
      await pagefind.options({ ranking: RANKING })
      return { names, tasks, pagefind }
    })())
    // A failure is said, and the next search tries again.
    sources.catch(() => (this.#sources = undefined))
    return sources
  }

  async #search(words: string): Promise<void> {
    const turn = ++this.#asked
    if (words.trim() === '') return this.#show([], '')
    try {
      const { names, tasks, pagefind } = await this.#load()
      const ofNames = namesFor(words, names).map(({ name, path, about }): Found => ({
        title: name,
        url: this.#base + path,
        excerpt: escaped(about),
        isName: true,
      }))
      const ofTasks = tasksFor(words, tasks).map(({ wish, path, title }): Found => ({
        title,
        url: this.#base + path,
        excerpt: escaped(`To ${wish}`),
        isName: false,
      }))
      const { results } = await pagefind.search(words.replaceAll('$', ''))
      const pages = await Promise.all(results.slice(0, MAX_PAGES).map((result) => result.data()))
      if (turn !== this.#asked) return
      const shown = new Set(ofTasks.map(({ url }) => url))
      const found = [...ofNames, ...ofTasks, ...pages.map(foundIn).filter(({ url }) => !shown.has(url))]
      this.#show(found, found.length === 0 ? `Nothing found for “${words}”.` : '')
    } catch {
      if (turn === this.#asked) this.#show([], 'The search could not be loaded. Type again to retry.')
    }
  }

  #show(found: readonly Found[], said: string): void {
    this.#said.textContent = said
    this.#list.replaceChildren(...found.map((each, at) => itemOf(each, at)))
    this.#input.setAttribute('aria-expanded', String(found.length > 0))
    this.#choose(0)
  }

  #choose(at: number): void {
    const items = [...this.#list.querySelectorAll('a')]
    this.#chosen = items.length === 0 ? 0 : (at + items.length) % items.length
    items.forEach((item, index) => item.setAttribute('aria-selected', String(index === this.#chosen)))
    const chosen = items[this.#chosen]
    chosen?.scrollIntoView({ block: 'nearest' })
    if (chosen === undefined) this.#input.removeAttribute('aria-activedescendant')
    else this.#input.setAttribute('aria-activedescendant', chosen.id)
  }

  #key(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      this.#choose(this.#chosen + step)
    } else if (event.key === 'Enter') {
      this.#list.querySelectorAll('a')[this.#chosen]?.click()
    }
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A page, by the section that fits best. */
function foundIn({ url, excerpt, meta, sub_results: sections }: PageData): Found {
  const [best] = sections.filter((section) => section.url.includes('#'))
  const title = meta.title ?? url
  return {
    title: best === undefined || best.title === title ? title : `${title}: ${best.title}`,
    url: best?.url ?? url,
    excerpt: best?.excerpt ?? excerpt,
    isName: false,
  }
}

function itemOf({ title, url, excerpt, isName }: Found, at: number): HTMLLIElement {
  const item = document.createElement('li')
  item.setAttribute('role', 'presentation')
  const link = document.createElement('a')
  link.id = `search-result-${at}`
  link.setAttribute('role', 'option')
  link.href = url
  link.tabIndex = -1
  const heading = document.createElement(isName ? 'code' : 'strong')
  heading.textContent = title
  const about = document.createElement('span')
  // Pagefind escapes a page's text and adds `<mark>`.
  about.innerHTML = excerpt
  link.append(heading, about)
  item.append(link)
  return item
}

customElements.define('site-search', SiteSearch)
