// The built site in Chromium: it asks no other host for anything, and fits a phone.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChromium } from '../explorer/browser/chromium.js'
import { dist, serveSite } from './serve.js'

process.env['BROWSER_TESTS'] ??=
  process.env['CHROMIUM_PATH'] ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync)

let browser: Browser
let site: Awaited<ReturnType<typeof serveSite>>
beforeAll(async () => {
  site = await serveSite()
  browser = await openChromium()
})
afterAll(async () => {
  await browser.close()
  site.server.close()
})

const paths = ['/', '/getting-started/', '/guides/children/', '/reference/configuration/', '/explanation/performance/']
const screens = [
  { name: 'desktop, light', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { name: 'phone, dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const

describe.each(screens)('$name', ({ viewport, colorScheme }) => {
  it.each(paths)('%s asks no other host, fails nothing, and is no wider than the screen', async (path) => {
    const context = await browser.newContext({ viewport, colorScheme })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('request', (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && new URL(request.url()).origin !== site.origin)
        complaints.push(request.url())
    })
    page.on('response', (response) => {
      if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(site.origin + path, { waitUntil: 'load' })
    expect(complaints).toEqual([])
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    expect(await page.locator('html').getAttribute('data-theme')).toBe(colorScheme)
    await context.close()
  })
})

describe('on a page', () => {
  it.each([1152, 1280, 1536])('the column of headings stays on a screen of %i px', async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } })
    await page.goto(`${site.origin}/explanation/performance/`)
    const ends = await page
      .locator('.right-sidebar a')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
    expect(ends.length).toBeGreaterThan(5)
    expect(Math.max(...ends)).toBeLessThan(width)
    await page.close()
  })

  it('a heading of one long word stays one word on a phone', async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
    await page.goto(`${site.origin}/reference/errors/`)
    const lines = await page.evaluate<number>(`(() => {
      const range = document.createRange()
      range.selectNodeContents(document.getElementById('paginatequeryerror'))
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    })()`)
    expect(lines).toBe(1)
    await page.close()
  })

  it('a name shows its type under the pointer', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.goto(`${site.origin}/guides/children/`)
    await page.getByText('rowsOf', { exact: true }).nth(1).hover()
    await expect.poll(() => page.locator('.type-popup').textContent()).toContain('rowsOf')
    await page.keyboard.press('Escape')
    await page.locator('.type-popup').waitFor({ state: 'hidden' })
    await page.close()
  })

  /** The words of those who have not read a page yet: one of the first four pages is the one, or leads to it. */
  it.each([
    ['tenant', '/guides/scope/'],
    ['nulls last', '/guides/declaring-a-list/'],
    ['facets', '/guides/facets/'],
    ['typed client', '/guides/client/'],
    ['exclude column', '/guides/projections/'],
    ['bounded total', '/guides/totals-and-cursors/'],
    ['infinite scroll', '/guides/totals-and-cursors/'],
    ['to-many', '/guides/children/'],
    ['include', '/guides/children/'],
    ['json_agg', '/guides/children/'],
    ['case-insensitive', '/guides/search/'],
    ['or', '/guides/filter-expressions/'],
    ['soft delete', '/recipes/soft-delete/'],
    ['tRPC', '/guides/any-framework/'],
    ['SvelteKit', '/guides/any-framework/'],
    ['D1', '/recipes/cloudflare-d1/'],
    ['swagger', '/guides/openapi/'],
    ['react query', '/guides/client/'],
  ])("search for '%s' leads to %s", async (words, path) => {
    const page = await browser.newPage()
    await page.goto(`${site.origin}/404.html`)
    const found = await page.evaluate<string[]>(`(async () => {
      const pagefind = await import('/pagefind/pagefind.js')
      // As Starlight's box asks.
      await pagefind.options({ ranking: { pageLength: 0.1, termFrequency: 0.1, termSaturation: 2, termSimilarity: 9 } })
      const { results } = await pagefind.search(${JSON.stringify(words)})
      return Promise.all(results.slice(0, 4).map(async (result) => (await result.data()).url))
    })()`)
    const linked = await readFile(join(dist, 'i-want-to/index.html'), 'utf8')
    expect(linked).toContain(`href="${path}`)
    expect(found.filter((url) => url === path || url === '/i-want-to/')).not.toEqual([])
    await page.close()
  })

  it('search finds a guide', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.goto(site.origin)
    await page.getByRole('button', { name: 'Search' }).first().click()
    await page.locator('dialog input[type=text], dialog input[type=search]').first().fill('cursor')
    await expect
      .poll(() => page.locator('.pagefind-ui__result-link').allTextContents(), { timeout: 20_000 })
      .toContainEqual(expect.stringMatching(/cursors/i))
    await page.close()
  })
})
