// The playground's page: the program on the left, the explorer over its list on the right. The explorer's page is a
// frame of static files; what it would ask of a server, its bridge (public/playground/frame) asks of this page, which
// asks the worker. No service worker is needed.
import type { Caller } from './calls'
import { callerOf } from './calls'
import type { EditorView } from '@codemirror/view'
import { movableSplit } from './split'
import { readState, writeState } from './state'

const byId = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind
const frame = byId<HTMLIFrameElement>('explorer')
const status = byId('playground-status')
const notice = byId('playground-notice')
const advice = byId('advice')
const explain = byId('explain')
const retry = byId('retry')
const programs = byId<HTMLSelectElement>('programs')
const sources = JSON.parse(byId('playground-programs').textContent) as Readonly<Record<string, string>>
const first = JSON.parse(byId('first-answer').textContent) as Readonly<Record<string, { status: number; body: string }>>

type Answer = { readonly status: number; readonly body: string }

/** The example that a visitor sees first; its first page was answered when the site was built. */
const FIRST = 'cities'
/** There the download waits for a first edit or request. */
const isSmall =
  matchMedia('(max-width: 50rem)').matches ||
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
/** For PostgreSQL to start: it loads some 12 MB. */
const START_TIMEOUT = 60_000
/** For a program or a request: what takes longer does not end. */
const RUN_TIMEOUT = 15_000

const given = await readState(location.hash)
let code = given?.code ?? (sources[FIRST] as string)
let query = given?.query ?? ''
let loaded: Promise<void> | null = null
let isReady = false
let workers: { readonly language: Caller; readonly runtime: Caller; readonly end: () => void } | null = null

function start(): NonNullable<typeof workers> {
  if (workers !== null) return workers
  const language = new Worker(new URL('./language.worker.ts', import.meta.url), { type: 'module' })
  const runtime = new Worker(new URL('./runtime.worker.ts', import.meta.url), { type: 'module' })
  const stop = (): void => [language, runtime].forEach((worker) => worker.terminate())
  return (workers = { language: callerOf(language), runtime: callerOf(runtime), end: stop })
}

/** The next call starts new workers. */
function end(): void {
  workers?.end()
  workers = null
  loaded = null
  isReady = false
}

/** Workers that do not answer are ended. */
async function within<Answer>(milliseconds: number, failed: string, answer: Promise<Answer>): Promise<Answer> {
  let timeout: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timeout = setTimeout(() => {
      end()
      reject(new Error(failed))
    }, milliseconds)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timeout)
  }
}

async function load(): Promise<void> {
  if (!isReady) status.textContent = 'Starting PostgreSQL in this page (12 MB, once) …'
  retry.hidden = true
  const { language, runtime } = start()
  const compiled = await language<string>('compile', { text: code })
  const run = runtime<void>('load', compiled)
  await (isReady
    ? within(RUN_TIMEOUT, 'The program did not end within 15 seconds.', run)
    : within(START_TIMEOUT, 'PostgreSQL did not start within a minute, or the program does not end.', run))
  isReady = true
  frame.classList.remove('before')
  status.textContent = 'Running in this page: PostgreSQL'
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function show(error: unknown): void {
  status.textContent = messageOf(error)
  status.dataset['failed'] = ''
  retry.hidden = false
}

/** The first program's first page was answered when the site was built: it is there before PostgreSQL is. */
async function ask(search: string): Promise<Answer> {
  const prepared = code === sources[FIRST] && !isReady ? first[search] : undefined
  if (prepared !== undefined) return prepared
  loaded ??= load()
  await loaded
  return within(RUN_TIMEOUT, 'There was no answer within 15 seconds.', start().runtime<Answer>('ask', search))
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
  if (!isKept && code === sources[FIRST] && query === '') return
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

/** The explorer shows the program before, until this one runs. */
function markBefore(): void {
  frame.classList.add('before')
  if (isReady) status.textContent = 'Shown: the program before'
}

/** Puts the program's list before the explorer, whose own button runs a request. */
async function apply(): Promise<void> {
  // What was typed is applied now, and not once more.
  clearTimeout(timer)
  delete status.dataset['failed']
  notice.hidden = true
  showAdvice(false)
  markBefore()
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
  // Whichever worker there is then.
  const language: Caller = (name, argument) => start().language(name, argument)
  const changed = (): void => {
    code = editor?.state.doc.toString() ?? code
    markBefore()
    clearTimeout(timer)
    timer = setTimeout(() => void apply(), 900)
  }
  parent.replaceChildren()
  editor = module.openEditor(parent, code, language, changed, () => void apply())
  // What scrolls can be reached by a keyboard, also where the text in it is out of sight.
  editor.scrollDOM.tabIndex = 0
}

function put(text: string): void {
  query = ''
  if (editor === null) code = text
  else editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } })
}

/** The program of a link is no example: all of them can be chosen. */
let shared: string | null = null
if (given !== null && !Object.values(sources).includes(given.code)) {
  shared = given.code
  const option = programs.querySelector<HTMLOptionElement>('[value=shared]') as HTMLOptionElement
  option.hidden = false
  programs.value = 'shared'
} else if (given !== null) {
  programs.value = Object.entries(sources).find(([, text]) => text === given.code)?.[0] ?? FIRST
}
const chosen = (): string | undefined => (programs.value === 'shared' ? (shared ?? undefined) : sources[programs.value])
programs.addEventListener('change', () => put(chosen() ?? code))
byId('reset').addEventListener('click', () => put(chosen() ?? code))
retry.addEventListener('click', () => {
  end()
  void apply()
})
for (const file of document.querySelectorAll<HTMLButtonElement>('[data-file]')) {
  file.addEventListener('click', () => {
    byId('editor').hidden = file.dataset['file'] !== 'program'
    byId('schema').hidden = file.dataset['file'] !== 'schema'
    for (const other of document.querySelectorAll('[data-file]'))
      other.setAttribute('aria-pressed', String(other === file))
  })
}
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
    advice.textContent = await within(
      60_000,
      'There was no advice within a minute.',
      start().runtime<string>('explain', ''),
    )
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

movableSplit(document.querySelector('.halves') as HTMLElement, document.querySelector('.split') as HTMLElement)
openFrame()
// Not the status, which the start of PostgreSQL writes a moment later.
notice.hidden = given !== null || !location.hash.includes('code=')
// What a reader sees first is there; the rest may take its time.
const idle = (work: () => void): unknown =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 2000 }) : setTimeout(work, 300)
idle(() => {
  openEditor().catch(show)
  if (isSmall && given === null) {
    status.textContent = 'Answered when this page was built. Apply starts PostgreSQL here (12 MB).'
    return
  }
  loaded ??= load()
  loaded.catch(show)
})
