// The registry component examples/registry/list-table.tsx: on the server, in a document, and built by Next.js.
// `npm run test:frontends` names this file.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { paginateConfig } from 'drizzle-paginate'
import type { ListFetch } from 'drizzle-paginate/client'
import { listHandler } from 'drizzle-paginate/http'
import { createElement, type ReactNode } from 'react'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { articleList } from '../docs/example/sqlite/article-list.js'
import { articles } from '../docs/example/sqlite/schema.js'
import { openChromium } from '../explorer/browser/chromium.js'
import { openArticles } from './support/articles.js'
import { openDocument } from './support/document.js'
import { bundleListTable, type ListTableModule, writeNextApp } from './support/list-table.js'

const cursorList = paginateConfig(articles)
  .withLimits(20, 100)
  .withTieBreaker('id')
  .sortable('id', 'title')
  .withCursors()
  .withTotals('none')
  .build()
const columns = [
  { field: 'title', header: 'Title', sortable: true },
  { field: 'id', header: 'Number', cell: ({ id }: { readonly id: number }) => `No. ${id}` },
]

let bundled: ListTableModule
let engine: Awaited<ReturnType<typeof openArticles>>
beforeAll(async () => {
  bundled = await bundleListTable()
  engine = await openArticles()
})
afterAll(() => engine.close())

/** Requests of a list so far, and its fetch. */
function listOf(config: object): { readonly asked: string[]; readonly fetch: ListFetch } {
  const handler = listHandler({ db: engine.db, config } as never) as (request: Request) => Promise<Response>
  const asked: string[] = []
  return {
    asked,
    fetch: (url, options) => {
      asked.push(decodeURIComponent(url))
      return handler(new Request(`http://localhost${url}`, options as RequestInit))
    },
  }
}
function tableOf(fetch: ListFetch): ReactNode {
  const { ListTable, createListClient } = bundled
  return createElement(ListTable, { client: createListClient('/articles', { fetch }), columns })
}

it('renders skeleton rows on a server, and asks nothing there', async () => {
  const { renderToString } = await import('react-dom/server')
  const { asked, fetch } = listOf(articleList)
  const html = renderToString(tableOf(fetch))
  expect(html.match(/data-slot="skeleton"/g)).toHaveLength(10)
  expect(html).toContain('aria-busy="true"')
  expect(asked).toEqual([])
})

describe('in a document', () => {
  async function open({ url = '/admin', list = listOf(articleList) } = {}) {
    const { window, close } = openDocument(`http://localhost${url}`)
    const { renderToString } = await import('react-dom/server')
    const { hydrateRoot } = await import('react-dom/client')
    const container = window.document.getElementById('root')!
    const mismatches: unknown[] = []
    const table = tableOf((...request) => list.fetch(...request))
    container.innerHTML = renderToString(table)
    const root = hydrateRoot(container, table, { onRecoverableError: (error) => mismatches.push(error) })
    onTestFinished(async () => {
      root.unmount()
      // React ends the effects later.
      await new Promise((resolve) => void setTimeout(resolve, 50))
      close()
      expect(mismatches).toEqual([])
    })
    const box = container.querySelector<HTMLInputElement>('input[type=search]')!
    const textsOf = (selector: string) => [...container.querySelectorAll(selector)].map((node) => node.textContent)
    return {
      window,
      asked: list.asked,
      box,
      textsOf,
      titles: () => textsOf('tbody tr td:first-child'),
      /** The place, once nothing is loading. */
      place: () => {
        const isBusy = container.querySelector('[aria-busy=true]') !== null
        return isBusy ? 'busy' : container.querySelector('[role=status]')!.textContent
      },
      problem: () => container.querySelector('[role=alert]')?.firstChild?.textContent,
      press: (name: string) =>
        [...container.querySelectorAll('button')].find(({ textContent }) => textContent!.startsWith(name))!.click(),
      type: (text: string) => {
        Object.getOwnPropertyDescriptor(window.HTMLInputElement.prototype, 'value')!.set!.call(box, text)
        box.dispatchEvent(new window.Event('input', { bubbles: true }))
      },
    }
  }
  const shows = (table: Awaited<ReturnType<typeof open>>, place: string) =>
    vi.waitFor(() => expect(table.place()).toBe(place), 5000)

  it('asks once for the page of the URL, and leaves the URL as it is', async () => {
    const table = await open({ url: '/admin?tab=3&page=2#x' })
    await shows(table, 'Page 2 of 3 · 60 rows')
    expect(table.asked).toEqual(['/articles?page=2'])
    expect(table.titles()).toHaveLength(20)
    expect(table.textsOf('tbody td:last-child')[0]).toMatch(/^No\. \d+$/)
    expect(table.window.location.href).toBe('http://localhost/admin?tab=3&page=2#x')
  })

  it('makes a turned page and a sort a step of Back and Forward, and keeps other parameters and the hash', async () => {
    const table = await open({ url: '/admin?tab=3#x' })
    const { history, location } = table.window
    const steps = history.length
    await shows(table, 'Page 1 of 3 · 60 rows')
    const first = table.titles()
    table.press('Next')
    await shows(table, 'Page 2 of 3 · 60 rows')
    expect(history.length).toBe(steps + 1)
    expect(location.search + location.hash).toMatch(/^\?tab=3&.*page=2#x$/)
    const second = table.titles()
    table.press('Title')
    await shows(table, 'Page 1 of 3 · 60 rows')
    expect(location.search).toMatch(/^\?tab=3&.*sortBy=title%3AASC$/)
    expect(table.titles()).toEqual(table.titles().toSorted())
    history.back()
    await shows(table, 'Page 2 of 3 · 60 rows')
    expect(table.titles()).toEqual(second)
    history.back()
    await shows(table, 'Page 1 of 3 · 60 rows')
    expect([table.titles(), location.search]).toEqual([first, '?tab=3'])
    history.forward()
    await shows(table, 'Page 2 of 3 · 60 rows')
  })

  /** A table whose first page is there, and whose next answers wait until they are let through. */
  async function openHeld() {
    const list = listOf(articleList)
    let isHeld = false
    let letThrough: () => void = () => {}
    const fetch: ListFetch = async (...request) => {
      if (isHeld) await new Promise<void>((resolve) => (letThrough = resolve))
      return list.fetch(...request)
    }
    const table = await open({ list: { ...list, fetch } })
    await shows(table, 'Page 1 of 3 · 60 rows')
    isHeld = true
    return {
      ...table,
      answer: () => {
        isHeld = false
        letThrough()
      },
    }
  }

  it.each<[what: string, change: (table: Awaited<ReturnType<typeof open>>) => void, search: string, place: string]>([
    ['a search', (table) => table.type('locks'), '?search=locks', 'Page 1 of 1 · 6 rows'],
    ['a sort', (table) => table.press('Title'), '?sortBy=title%3AASC', 'Page 1 of 3 · 60 rows'],
    ['a step', (table) => table.press('Next'), '?limit=20&page=2', 'Page 2 of 3 · 60 rows'],
  ])('takes no step from the page before %s that is on its way', async (_what, change, search, place) => {
    const table = await openHeld()
    change(table)
    await shows(table, 'busy')
    for (const turn of ['Next', 'Next']) table.press(turn)
    table.answer()
    await shows(table, place)
    expect(table.window.location.search).toBe(search)
  })

  it('turns a sort that is on its way', async () => {
    const table = await openHeld()
    table.press('Title')
    await shows(table, 'busy')
    table.press('Title')
    table.answer()
    await shows(table, 'Page 1 of 3 · 60 rows')
    expect(table.window.location.search).toBe('?sortBy=title%3ADESC')
  })

  it('says the direction of a sort, and turns it', async () => {
    const table = await open()
    await shows(table, 'Page 1 of 3 · 60 rows')
    const sorts = () => [...table.window.document.querySelectorAll('th')].map((head) => head.getAttribute('aria-sort'))
    expect(sorts()).toEqual(['none', null])
    for (const direction of ['ascending', 'descending', 'ascending']) {
      table.press('Title')
      await vi.waitFor(() => expect(sorts()).toEqual([direction, null]))
    }
  })

  it('searches for what is typed, for nothing once it is emptied, and shows all rows again', async () => {
    const table = await open({ url: '/admin?page=3&search=plans' })
    await vi.waitFor(() => expect(table.box.value).toBe('plans'))
    table.type('lo')
    table.type('locks')
    await shows(table, 'Page 1 of 1 · 6 rows')
    expect(table.asked.slice(1)).toEqual(['/articles?search=locks'])
    table.type('')
    await shows(table, 'Page 1 of 3 · 60 rows')
    expect([table.box.value, table.window.location.search]).toEqual(['', ''])
    table.type('zzzzqq')
    await vi.waitFor(() => expect(table.titles()[0]).toMatch(/^No rows\./))
    table.press('Show all')
    await shows(table, 'Page 1 of 3 · 60 rows')
    expect([table.box.value, table.window.location.search]).toEqual(['', ''])
    table.window.history.back()
    await vi.waitFor(() => expect(table.box.value).toBe('zzzzqq'))
  })

  it('says the sentence of a rejection, and shows all rows', async () => {
    const table = await open({ url: '/admin?filter.titel=x' })
    await vi.waitFor(() => expect(table.problem()).toBe("Filter for field 'titel' is not configured."))
    expect(table.titles()).toEqual([])
    table.press('Show all')
    await shows(table, 'Page 1 of 3 · 60 rows')
    expect(table.problem()).toBeUndefined()
  })

  it('says that the list could not be reached, and tries again', async () => {
    const list = listOf(articleList)
    let isDown = true
    const fetch: ListFetch = (...request) => (isDown ? Promise.reject(new TypeError('down')) : list.fetch(...request))
    const table = await open({ list: { ...list, fetch } })
    await vi.waitFor(() => expect(table.problem()).toBe('The list could not be reached.'))
    isDown = false
    table.press('Try again')
    await shows(table, 'Page 1 of 3 · 60 rows')
  })

  it('pages through a list with cursors, without numbers', async () => {
    const table = await open({ list: listOf(cursorList) })
    for (const press of ['Next', 'Next', 'Previous']) {
      await vi.waitFor(() => expect(table.titles()).toHaveLength(20))
      const before = table.titles()
      table.press(press)
      await vi.waitFor(() => expect(table.titles()).not.toEqual(before))
    }
    await shows(table, '')
    expect(table.asked.at(-1)).toContain('before=')
  })
})

describe('in an app of Next.js, with the code of the recipe', () => {
  let app: string
  beforeAll(async () => {
    app = writeNextApp()
    const next = fileURLToPath(new URL('node_modules/next/dist/bin/next', import.meta.url))
    const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as NodeJS.ProcessEnv
    await promisify(execFile)(process.execPath, [next, 'build'], { cwd: app, env })
  }, 300_000)
  const read = (path: string): string => readFileSync(`${app}/.next/${path}`, 'utf8')

  it('is built, with skeleton rows', () => {
    expect(read('server/app/index.html').match(/data-slot="skeleton"/g)).toHaveLength(15)
  })

  it.runIf(process.env['BROWSER_TESTS'])('pages in a browser, with Back and Forward', { timeout: 90_000 }, async () => {
    const browser = await openChromium()
    onTestFinished(() => browser.close())
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    const list = listOf(articleList)
    await page.route('**/*', async (route) => {
      const { pathname, search } = new URL(route.request().url())
      if (pathname === '/articles') {
        const answer = (await list.fetch(pathname + search, {})) as Response
        await route.fulfill({ status: answer.status, contentType: 'application/json', body: await answer.text() })
      } else if (pathname === '/')
        await route.fulfill({ contentType: 'text/html', body: read('server/app/index.html') })
      else if (pathname.endsWith('.js'))
        await route.fulfill({ contentType: 'text/javascript', body: read(pathname.replace('/_next/', '')) })
      else await route.fulfill({ status: 204 })
    })
    const shows = (place: string) => page.getByRole('status').getByText(place).waitFor()
    await page.goto('http://localhost/?tab=3#x')
    await shows('Page 1 of 3 · 60 rows')
    await page.getByRole('button', { name: 'Next' }).click()
    await shows('Page 2 of 3 · 60 rows')
    expect(page.url()).toMatch(/\?tab=3&.*page=2#x$/)
    await page.goBack()
    await shows('Page 1 of 3 · 60 rows')
    await page.goForward()
    await shows('Page 2 of 3 · 60 rows')
    await page.getByRole('searchbox').fill('locks')
    await shows('Page 1 of 1 · 6 rows')
    await page.reload()
    await shows('Page 1 of 1 · 6 rows')
    expect([await page.getByRole('searchbox').inputValue(), errors]).toEqual(['locks', []])
  })
})
