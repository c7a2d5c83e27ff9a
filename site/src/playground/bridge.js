// In the explorer's frame, before its script: what it would ask of a server is asked of the page around it.
const waiting = new Map()
let last = 0
addEventListener('message', ({ data, source }) => {
  if (source !== parent) return
  waiting.get(data.id)?.(data)
  waiting.delete(data.id)
})
const served = globalThis.fetch
globalThis.fetch = (input, init) => {
  if (typeof input !== 'string' || !input.startsWith('?explorer=')) return served(input, init)
  return new Promise((resolve, reject) => {
    const id = ++last
    waiting.set(id, ({ error, body, status }) =>
      error === undefined ? resolve(new Response(body, { status })) : reject(new Error(error)),
    )
    init?.signal?.addEventListener('abort', () => reject(init.signal.reason))
    parent.postMessage({ id, search: input }, location.origin)
  })
}
const say = () => parent.postMessage({ query: location.search.slice(1) }, location.origin)
const pushState = history.pushState.bind(history)
history.pushState = (...given) => {
  pushState(...given)
  say()
}
addEventListener('popstate', say)

// There is no server behind the list: a URL that is copied is the playground's own, which opens here again, and a command
// is one for a server of the reader's.
const { clipboard } = navigator
const write = clipboard?.writeText.bind(clipboard)
if (write !== undefined) {
  const own = `${location.origin}/list`
  clipboard.writeText = (text) =>
    write(text.startsWith(own) ? parent.location.href : text.replaceAll(own, 'http://localhost:3000/list'))
}

// Light or dark as the reader has chosen for the site, which may differ from the system's.
const outer = parent.document.documentElement
const dark = [...document.styleSheets]
  .flatMap(({ cssRules }) => [...cssRules])
  .filter(({ media }) => media?.mediaText.includes('dark'))
const paint = () => {
  const { theme } = outer.dataset
  document.documentElement.style.colorScheme = theme
  for (const { media } of dark) media.mediaText = theme === 'dark' ? 'all' : 'not all'
}
paint()
new MutationObserver(paint).observe(outer, { attributeFilter: ['data-theme'] })
