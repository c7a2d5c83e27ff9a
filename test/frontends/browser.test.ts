// Front ends in a browser, each with its library. `npm run test:frontends` names this file where it has
// found a Chromium.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChromium } from '../explorer/browser/chromium.js'
import { smallPng } from '../explorer/browser/small-png.js'
import { openPageServer, type PageServer } from './support/page-server.js'

const timeout = 90_000
const images = fileURLToPath(new URL('../../docs/images/', import.meta.url))

describe.runIf(process.env['BROWSER_TESTS'])('in a browser', () => {
  let server: PageServer
  let browser: Browser
  beforeAll(async () => {
    server = await openPageServer()
    browser = await openChromium()
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await server.close()
  })

  async function visit(
    path: string,
    use: (page: Page, context: BrowserContext) => Promise<void>,
    width = 1280,
  ): Promise<void> {
    const context = await browser.newContext({ viewport: { width, height: width > 600 ? 720 : 780 } })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    server.asked()
    try {
      await page.goto(server.url + path)
      await use(page, context)
      expect(errors).toEqual([])
    } finally {
      await context.close()
    }
  }

  /** `npm run test:frontends -- --screenshots`: pictures of the pages, or of a part, for the documentation. */
  async function picture(page: Page, name: string, part?: string): Promise<void> {
    if (process.env['SCREENSHOTS'] !== '1') return
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.waitForTimeout(600)
    writeFileSync(`${images}${name}.png`, smallPng(await (part === undefined ? page : page.locator(part)).screenshot()))
  }

  describe('React Admin', () => {
    const titles = (page: Page) => page.locator('tbody tr .column-title').allTextContents()

    it('lists, sorts, filters and searches on the server', { timeout }, () =>
      visit('/react-admin.html#/articles', async (page) => {
        await page.getByText('1-10 of 60').waitFor()
        expect(server.asked()).toContain('/api/articles?limit=10&sortBy=id:ASC')
        await page.getByRole('columnheader', { name: 'Views' }).getByRole('button').click()
        await page.waitForURL(/sort=views/)
        await page.getByLabel('Search').fill('s')
        await page.getByLabel('Views from').fill('300')
        await page.getByLabel('Status').click()
        await page.getByRole('option', { name: 'published' }).click()
        await page.getByText(/of 1\d$/).waitFor()
        const [last] = server.asked().slice(-1)
        expect(last).toMatch(
          /^\/api\/articles\?limit=10&sortBy=views:ASC&search=s&(?=.*filter\.status=\$eq:published)(?=.*filter\.views=\$gte:300)/,
        )
        expect((await titles(page)).length).toBe(10)
        await picture(page, 'react-admin')
      }),
    )

    it('does so on a phone', { timeout }, () =>
      visit(
        `/react-admin.html#/articles?filter=${encodeURIComponent(JSON.stringify({ status: 'published', views$gte: 300 }))}&sort=views&order=DESC&page=1&perPage=10`,
        async (page) => {
          await page.locator('tbody tr').nth(5).waitFor()
          expect(server.asked().at(-1)).toContain('sortBy=views:DESC')
          await picture(page, 'react-admin-phone')
        },
        390,
      ),
    )

    it('exports all rows of the filtered set', { timeout }, () =>
      visit('/react-admin.html#/articles', async (page) => {
        await page.getByText('1-10 of 60').waitFor()
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Export' }).click()
        const file = await (await download).createReadStream()
        const text = Buffer.concat((await file.toArray()) as Buffer[]).toString()
        expect(text.trim().split('\n')).toHaveLength(61)
      }),
    )

    it('shows one article, another by reference, and those that refer to it', { timeout }, () =>
      visit('/react-admin.html#/articles/1/show', async (page) => {
        await page.locator('tbody tr').nth(2).waitFor()
        await expect.poll(() => page.getByText('Notes on engines').count()).toBeGreaterThan(1)
        const asked = server.asked()
        expect(asked).toContain('/api/articles?limit=1&filter.id=$in:1')
        expect(asked).toContain('/api/uncounted?limit=1&filter.id=$in:1')
        expect(asked.some((url) => url.includes('filter.status=$eq:published') && url.includes('limit=3'))).toBe(true)
      }),
    )

    it('has next and previous where the list does not count', { timeout }, () =>
      visit('/react-admin.html#/uncounted', async (page) => {
        await page.locator('tbody tr').nth(9).waitFor()
        expect(await page.getByText(/of 60/).count()).toBe(0)
        await page.getByRole('button', { name: 'Go to next page' }).click()
        await expect.poll(() => server.asked().at(-1) ?? '').toContain('page=2')
        await expect.poll(async () => (await titles(page))[0]).toBe('Pages 11')
      }),
    )
  })

  it(
    'Refine sorts, filters and pages on the server, refuses `or` with a sentence, and goes on without a total',
    { timeout },
    () =>
      visit('/refine.html', async (page) => {
        const table = page.locator('#articles')
        await table.getByText('1 of 15, 60 rows').waitFor()
        await table.getByRole('button', { name: 'Filter' }).click()
        await table.getByText('1 of 10, 38 rows').waitFor()
        await table.getByRole('button', { name: 'Sort' }).click()
        await expect.poll(() => table.locator('tbody td').first().textContent()).toBe('Views 9')
        await picture(page, 'refine', '#articles')
        await table.getByRole('button', { name: 'Or', exact: true }).click()
        expect(await table.getByRole('alert').textContent()).toBe(
          "'or' over 'status' and 'views' needs .withFilterExpressions(); declare it and say 'expressions: true'.",
        )
        const uncounted = page.locator('#uncounted')
        await uncounted.getByText('1 of 2, 5 rows').waitFor()
        await uncounted.getByRole('button', { name: 'Next' }).click()
        await uncounted.getByText('2 of 3, 9 rows').waitFor()
      }),
  )

  it('AG Grid reads blocks while its reader scrolls, in both row models', { timeout }, () =>
    visit('/ag-grid.html', async (page) => {
      for (const name of ['infinite', 'server'] as const) {
        const grid = page.locator(`#${name}`)
        await grid.locator('.ag-row[row-index="0"] [col-id="title"]').getByText('Notes on engines').waitFor()
        await page.evaluate((one) => {
          const api = (window as never as { apis: Record<string, { ensureIndexVisible(at: number): void }> }).apis[one]!
          api.ensureIndexVisible(45)
        }, name)
        await grid
          .locator('.ag-row[row-index="45"] [col-id="title"]')
          .getByText('Plans 46')
          .or(grid.locator('.ag-row[row-index="45"] [col-id="id"]').getByText('46'))
          .first()
          .waitFor()
        expect(server.asked().some((url) => url.startsWith('/api/articles?limit=20&page=3'))).toBe(true)
        await page.evaluate((one) => {
          interface Api {
            setFilterModel(model: object): void
            applyColumnState(state: object): void
          }
          const api = (window as never as { apis: Record<string, Api> }).apis[one]!
          api.setFilterModel({
            status: {
              filterType: 'text',
              operator: 'OR',
              conditions: [
                { filterType: 'text', type: 'equals', filter: 'draft' },
                { filterType: 'text', type: 'equals', filter: 'archived' },
              ],
            },
            views: { filterType: 'number', type: 'greaterThanOrEqual', filter: 500 },
          })
          api.applyColumnState({ state: [{ colId: 'views', sort: 'desc' }] })
        }, name)
        await grid
          .locator('.ag-row[row-index="0"] [col-id="views"]')
          .getByText('999')
          .or(grid.locator('.ag-row[row-index="0"] [col-id="views"]'))
          .first()
          .waitFor()
        await expect
          .poll(() => server.asked().at(-1) ?? '')
          .toMatch(
            /sortBy=views:DESC.*filter\.status=\$eq:draft&filter\.status=\$or:\$eq:archived&filter\.views=\$gte:500/,
          )
        if (name === 'infinite') await picture(page, 'ag-grid', '#infinite')
      }
      const uncounted = page.locator('#uncounted')
      await uncounted.locator('.ag-row[row-index="0"] [col-id="title"]').getByText('Notes on engines').waitFor()
      await page.evaluate(() =>
        (window as never as { apis: Record<string, { ensureIndexVisible(at: number): void }> }).apis[
          'uncounted'
        ]!.ensureIndexVisible(20),
      )
      await expect.poll(() => server.asked()).toContain('/api/uncounted?limit=20&page=2')
    }),
  )

  it("MUI's DataGrid pages, sorts and filters on the server, and goes on without a total", { timeout }, () =>
    visit('/mui-data-grid.html', async (page) => {
      const grid = page.locator('#articles')
      await grid.getByText('1–10 of 60').waitFor()
      await grid.getByRole('button', { name: 'Go to next page' }).click()
      await grid.getByText('11–20 of 60').waitFor()
      await grid.getByRole('columnheader', { name: 'views' }).click()
      await expect.poll(() => server.asked().at(-1) ?? '').toContain('sortBy=views:ASC')
      const filter = (item: object) =>
        page.evaluate((one) => {
          type Apis = Record<string, { current: { setFilterModel(model: object): void } }>
          ;(window as never as { apis: Apis }).apis['articles']!.current.setFilterModel({ items: [one] })
        }, item)
      await filter({ id: 1, field: 'status', operator: 'isAnyOf', value: ['draft', 'archived'] })
      await grid.getByText(/of 38$/).waitFor()
      await picture(page, 'mui-data-grid', '#articles')
      await filter({ id: 1, field: 'title', operator: 'equals', value: 'plans' })
      await page.locator('#error').getByText("The grid ignores letter case in 'title'").waitFor()
      const uncounted = page.locator('#uncounted')
      await uncounted.getByText('1–10 of more than 10').waitFor()
      await uncounted.getByRole('button', { name: 'Go to next page' }).click()
      await uncounted.getByText('11–20 of more than 20').waitFor()
    }),
  )

  describe('TanStack Query and Table', () => {
    const titles = (page: Page) => page.locator('tbody tr td:first-child').allTextContents()

    it.each([
      [1280, 'tanstack'],
      [390, 'tanstack-phone'],
    ])('sort, filter, search and page on the server, %d wide', { timeout }, (width, name) =>
      visit(
        '/tanstack.html',
        async (page) => {
          await page.getByText('Page 1 of 8, 60 articles').waitFor()
          await page.getByRole('columnheader', { name: 'Title' }).click()
          await expect.poll(() => server.asked().at(-1)).toBe('/articles?limit=8&sortBy=title:ASC')
          await page.getByRole('combobox').selectOption('published')
          await page.getByPlaceholder('Views from').fill('100')
          await page.getByPlaceholder('Search').fill('a')
          await page.getByText(/Page 1 of [23],/).waitFor()
          expect(server.asked().at(-1)).toBe(
            '/articles?limit=8&sortBy=title:ASC&search=a&filter.status=$in:published&filter.views=$gte:100',
          )
          expect(await titles(page)).toEqual([...(await titles(page))].sort())
          await picture(page, name)
          await page.getByRole('button', { name: 'Next' }).click()
          await page.getByText(/Page 2 of/).waitFor()
        },
        width,
      ),
    )
  })
})
