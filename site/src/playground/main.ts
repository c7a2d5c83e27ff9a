// The playground's page: the program on the left, the explorer over its list on the right. The explorer's page is a
// frame of static files; what it would ask of a server, its bridge (public/playground/frame) asks of this page, which
// asks the worker. No service worker is needed.
import type { Caller } from './calls'
import { callerOf } from './calls'
import type { EditorView } from '@codemirror/view'
import { readState, writeState } from './state'

const byId = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind
const frame = byId<HTMLIFrameElement>('explorer')
const status = byId('playground-status')
const advice = byId('advice')
const explain = byId('explain')
const programs = byId<HTMLSelectElement>('programs')
const sources = JSON.parse(byId('playground-programs').textContent) as Readonly<Record<string, string>>
const first = JSON.parse(byId('first-answer').textContent) as Readonly<Record<string, { status: number; body: string }>>

type Answer = { readonly status: number; readonly body: string }

const given = await readState(location.hash)
let code = given?.code ?? (sources['articles'] as string)
let query = given?.query ?? ''
let loaded: Promise<void> | null = null
let isReady = false
let workers: { readonly language: Caller; readonly runtime: Caller } | null = null

function start(): NonNullable<typeof workers> {
  workers ??= {
    language: callerOf(new Worker(new URL('./language.worker.ts', import.meta.url), { type: 'module' })),
    runtime: callerOf(new Worker(new URL('./runtime.worker.ts', import.meta.url), { type: 'module' })),
  }
  return workers
}

async function load(): Promise<void> {
  const { language, runtime } = start()
  status.textContent = 'Starting PostgreSQL in this page …'
  const compiled = await language<string>('compile', { text: code })
  await runtime('load', compiled)
  isReady = true
  status.textContent = 'Running in this page: PostgreSQL'
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function show(error: unknown): void {
  status.textContent = messageOf(error)
  status.dataset['failed'] = ''
}

/** The first program's first page was answered when the site was built: it is there before PostgreSQL is. */
async function ask(search: string): Promise<Answer> {
  const prepared = code === sources['articles'] && !isReady ? first[search] : undefined
  if (prepared !== undefined) return prepared
  loaded ??= load()
  await loaded
  return start().runtime<Answer>('ask', search)
}

addEventListener(
  'message',
  ({ data, source, origin }: MessageEvent<{ search?: string; query?: string; id?: number }>) => {
    if (source !== frame.contentWindow || origin !== location.origin) return
    if (data.query !== undefined) {
      query = data.query
      void keep()
    }
    if (data.search === undefined) return
    ask(data.search).then(
      (answer) => frame.contentWindow?.postMessage({ id: data.id, ...answer }, location.origin),
      (error: unknown) => {
        show(error)
        frame.contentWindow?.postMessage({ id: data.id, error: messageOf(error) }, location.origin)
      },
    )
  },
)

let isKept = given !== null
async function keep(): Promise<void> {
  if (!isKept && code === sources['articles'] && query === '') return
  isKept = true
  history.replaceState(null, '', await writeState({ code, query }))
}

function openFrame(): void {
  const url = new URL('frame/', location.href.split('#')[0])
  url.search = query
  frame.contentWindow?.location.replace(url)
}

function showAdvice(isShown: boolean): void {
  advice.hidden = !isShown
  explain.setAttribute('aria-expanded', String(isShown))
}

/** Puts the program's list before the explorer, whose own button runs a request. */
async function apply(): Promise<void> {
  // What was typed is applied now, and not once more.
  clearTimeout(timer)
  delete status.dataset['failed']
  showAdvice(false)
  loaded = load()
  try {
    await loaded
    openFrame()
  } catch (error) {
    show(error)
  }
  void keep()
}

let editor: EditorView | null = null
let timer: ReturnType<typeof setTimeout> | undefined

async function openEditor(): Promise<void> {
  const module = await import('./editor')
  const parent = byId('editor')
  const changed = (): void => {
    code = editor?.state.doc.toString() ?? code
    clearTimeout(timer)
    timer = setTimeout(() => void apply(), 900)
  }
  parent.replaceChildren()
  editor = module.openEditor(parent, code, start().language, changed, () => void apply())
  // What scrolls can be reached by a keyboard, also where the text in it is out of sight.
  editor.scrollDOM.tabIndex = 0
}

programs.addEventListener('change', () => {
  const text = sources[programs.value]
  if (text === undefined) return
  query = ''
  if (editor === null) code = text
  else editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } })
})
byId('apply').addEventListener('click', () => void apply())
byId('share').addEventListener('click', async ({ currentTarget }) => {
  const button = currentTarget as HTMLButtonElement
  isKept = true
  await keep()
  try {
    await navigator.clipboard.writeText(location.href)
    button.textContent = 'Link copied'
  } catch {
    button.textContent = 'Link is in the address bar'
  }
  setTimeout(() => (button.textContent = 'Copy link'), 2000)
})
explain.addEventListener('click', async () => {
  showAdvice(advice.hidden === true)
  if (advice.hidden) return
  advice.textContent = 'Reading the plans of every order, filter and search …'
  try {
    loaded ??= load()
    await loaded
    advice.textContent = await start().runtime<string>('explain', '')
  } catch (error) {
    advice.textContent = messageOf(error)
  }
})
for (const tab of document.querySelectorAll<HTMLButtonElement>('[data-show]')) {
  tab.addEventListener('click', () => {
    byId('playground').dataset['shown'] = tab.dataset['show']
    for (const other of document.querySelectorAll('[data-show]'))
      other.setAttribute('aria-pressed', String(other === tab))
  })
}

openFrame()
// What a reader sees first is there; the rest may take its time.
const idle = (work: () => void): unknown =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 2000 }) : setTimeout(work, 300)
idle(() => {
  openEditor().catch(show)
  loaded ??= load()
  loaded.catch(show)
})
