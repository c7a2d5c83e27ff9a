// The built site in Chromium: it asks no other host for anything, and fits a phone.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChromium } from '../explorer/browser/chromium.js'
import { RANKING } from '../../site/src/components/ranking.js'
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
      await pagefind.options({ ranking: ${JSON.stringify(RANKING)} })
      const { results } = await pagefind.search(${JSON.stringify(words)})
      return Promise.all(results.slice(0, 4).map(async (result) => (await result.data()).url))
    })()`)
    const linked = await readFile(join(dist, 'i-want-to/index.html'), 'utf8')
    expect(linked).toContain(`href="${path}`)
    expect(found.filter((url) => url === path || url === '/i-want-to/')).not.toEqual([])
    await page.close()
  })

  /** The links that the search box offers, in their order, without the anchors of pages. */
  async function offered(page: Page, words: string): Promise<readonly string[]> {
    await page.keyboard.press('Control+k')
    await page.locator('site-search input').fill(words)
    await page.locator('#search-results a').first().waitFor({ timeout: 20_000 })
    const links = await page
      .locator('#search-results a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    await page.keyboard.press('Escape')
    return links.map((link) => new URL(link ?? '', site.origin)).map(({ pathname, hash }) => pathname + hash)
  }

  it.each([
    ['$in', '/reference/operators/#in'],
    ['$or', '/reference/operators/#and-or'],
    ['$btw', '/reference/operators/#btw'],
    ['btw', '/reference/operators/#btw'],
    ['filterable', '/reference/configuration/#call-filterable'],
    ['.withTieBreaker', '/reference/configuration/#call-withtiebreaker'],
    ['withCursors()', '/reference/configuration/#call-withcursors'],
    ['applyFilters', '/reference/options/#call-applyfilters'],
    ['encodeFilterValue', '/reference/options/#call-encodefiltervalue'],
    ['PaginateQueryError', '/reference/errors/#paginatequeryerror'],
    ['filter.value_invalid', '/reference/errors/#filter.value_invalid'],
    ['cursor.invalid', '/reference/errors/#cursor.invalid'],
  ])('search for the name %s offers its own place first, and it is there', async (name, path) => {
    const page = await browser.newPage()
    await page.goto(site.origin)
    expect((await offered(page, name))[0]).toBe(path)
    await page.goto(site.origin + path)
    expect(await page.locator(`[id="${path.split('#')[1]}"]`).count()).toBe(1)
    await page.close()
  })

  it.each([
    ['max page size', '/guides/declaring-a-list/#limits-and-tie-breaker'],
    ['or filter', '/guides/filter-expressions/'],
    ['unit test', '/recipes/testing-in-memory/'],
    ['count is slow', '/guides/totals-and-cursors/#count-less'],
    ['sort by relation', '/guides/joins-and-expressions/#joins'],
    ['400', '/reference/errors/'],
    ['infinite scroll', '/guides/totals-and-cursors/#page-by-position'],
    ['export excel', '/recipes/exports/'],
    ['multi tenant', '/guides/scope/'],
    ['swagger', '/recipes/api-pages/'],
    ['soft delete', '/recipes/soft-delete/'],
    ['case insensitive', '/guides/search/'],
    ['lambda', '/recipes/aws-lambda/'],
    ['next.js', '/recipes/with-nextjs/'],
    ['playground', '/playground/'],
  ])("search for the task '%s' offers %s among the first two", async (words, path) => {
    const page = await browser.newPage()
    await page.goto(site.origin)
    expect((await offered(page, words)).slice(0, 2)).toContain(path)
    await page.close()
  })

  it('arrow keys choose a result, and Enter opens it', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.goto(site.origin)
    await page.keyboard.press('/')
    await page.locator('site-search input').fill('cursor')
    await page.locator('#search-results li').nth(2).waitFor()
    const chosen = () => page.locator('#search-results [aria-selected=true]').getAttribute('id')
    expect(await chosen()).toBe('search-result-0')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    expect(await chosen()).toBe('search-result-1')
    expect(await page.locator('site-search input').getAttribute('aria-activedescendant')).toBe('search-result-1')
    const link = await page.locator('#search-result-1').getAttribute('href')
    await page.keyboard.press('Enter')
    await page.waitForURL(new URL(link ?? '', site.origin).href)
    await page.close()
  })

  it('a search that finds nothing says so', async () => {
    const page = await browser.newPage()
    await page.goto(site.origin)
    await page.keyboard.press('Control+k')
    await page.locator('site-search input').fill('¿¿')
    await expect.poll(() => page.locator('site-search .said').textContent(), { timeout: 20_000 }).toContain('Nothing')
    await page.close()
  })
})

describe('the first page', () => {
  it('shows how to install, declare, ask and fail on the first screen, and copies the command', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    await page.goto(site.origin)
    const seen = async (text: string): Promise<number> =>
      (await page.locator('pre, p', { hasText: text }).first().boundingBox())?.y ?? Infinity
    for (const text of ['npm install drizzle-paginate', '.filterable(', 'GET /books', '"items"', '"hint"'])
      expect(await seen(text)).toBeLessThan(700)
    expect(await page.locator('.install .copy button').count()).toBe(1)
    await context.close()
  })
})

describe('the header', () => {
  it.each(['/', '/guides/children/', '/playground/', '/404.html'])(
    'of %s leads to docs, reference and playground',
    async (path) => {
      // Starlight's own menu begins at 800.
      for (const width of [1280, 799, 390]) {
        const page = await browser.newPage({ viewport: { width, height: 844 } })
        await page.goto(site.origin + path)
        const menu = page.getByRole('button', { name: 'Menu' }).or(page.locator('.site-header .menu summary'))
        if (width < 800) await menu.first().click()
        const links = await page
          .locator('.site-header a, .sidebar-content a')
          .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent?.trim()))
        if (width > 800) expect(links).toEqual(expect.arrayContaining(['Docs', 'Reference', 'Playground']))
        else expect(links).toContain('Playground')
        await page.close()
      }
    },
  )

  it('opens only the group of the page in the sidebar, and leads to the pages before and after', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.goto(`${site.origin}/guides/children/`)
    const open = page.locator('.sidebar-content details[open] > summary')
    expect(await open.allTextContents()).toEqual([expect.stringContaining('Relations')])
    expect(await page.locator('.pagination-links a').count()).toBe(2)
    await page.close()
  })
})

/** One of each kind. */
const KINDS = [
  '/',
  '/i-want-to/',
  '/getting-started/',
  '/guides/children/',
  '/reference/errors/',
  '/reference/operators/',
  '/explanation/performance/',
  '/recipes/ag-grid/',
  '/contributing/architecture/',
  '/contributing/compiler-messages/',
  '/results/',
  '/changelog/',
  '/examples/shop/',
  '/playground/',
  '/404.html',
]
describe.each(['light', 'dark'] as const)('every kind of page, %s', (colorScheme) => {
  it.each(KINDS)('%s passes axe and scrolls sideways at no width', async (path) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme })
    const page = await context.newPage()
    await page.goto(site.origin + path)
    for (const width of [1440, 1280, 820, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      expect(`${width}: ${over}`).toBe(`${width}: ${Math.min(over, 0)}`)
    }
    await page.evaluate(axe.source)
    // What scrolls becomes focusable a moment after the width has changed.
    await expect.poll(() => serious(page), { timeout: 10_000, interval: 500 }).toEqual([])
    await context.close()
  })

  it('the search box and the menu pass axe while they are open', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme })
    const page = await context.newPage()
    await page.goto(`${site.origin}/guides/children/`)
    await page.evaluate(axe.source)
    await page.keyboard.press('Control+k')
    await page.locator('site-search input').fill('$in')
    await page.locator('#search-results a').first().waitFor({ timeout: 20_000 })
    await expect.poll(() => serious(page), { timeout: 10_000, interval: 500 }).toEqual([])
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Menu' }).first().click()
    await expect.poll(() => serious(page), { timeout: 10_000, interval: 500 }).toEqual([])
    await context.close()
  })
})

/** What axe calls serious or critical. */
const serious = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`axe.run(document, { iframes: false }).then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')))`)

it('the page for an address that leads nowhere opens the search', async () => {
  const page = await browser.newPage()
  await page.goto(`${site.origin}/404.html`)
  await page.getByRole('button', { name: 'Search the docs' }).click()
  await page.locator('site-search input').fill('$btw')
  await page.locator('#search-results a').first().waitFor({ timeout: 20_000 })
  expect(await page.locator('#search-results a').first().getAttribute('href')).toContain('/reference/operators/#')
  await page.close()
})
