// docs/recipes/api-pages.md in Chromium: Swagger UI shows the list's document, and sends the one filter that is filled in.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExampleEngine, openPostgres } from '../../docs/support/engines.js'
import { chainsOf, importBlocks } from '../../docs/support/modules.js'
import { readPage } from '../../docs/support/pages.js'
import { openChromium } from './chromium.js'

let engine: ExampleEngine
let browser: Browser
let server: Server
let origin: string

beforeAll(async () => {
  engine = await openPostgres()
  Object.assign(globalThis, engine.names)
  const [chain = []] = chainsOf(readPage('docs/recipes/api-pages.md'))
  const { handle } = (await importBlocks(engine, chain)) as { handle: (request: Request) => Promise<Response> }
  server = createAdaptorServer({ fetch: handle }) as Server
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await openChromium()
})
afterAll(async () => {
  await browser.close()
  server.close()
  await engine.close()
})

/** The page, and what it asked of other hosts or what failed. */
async function open(path: string): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1200 } })
  page.setDefaultTimeout(20_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
      complaints.push(request.url())
  })
  await page.goto(origin + path)
  return { page, complaints }
}

describe('docs/recipes/api-pages.md', () => {
  it('Swagger UI sends a filter and shows the page', async () => {
    const { page, complaints } = await open('/docs')
    await page.locator('.opblock-summary').click()
    await page.getByRole('button', { name: 'Try it out' }).click()
    const row = page.locator('tr[data-param-name="filter.views"]')
    await row.getByRole('button', { name: 'Add string item' }).click()
    await row.locator('input').fill('$gte:500')
    await page.getByRole('button', { name: 'Execute' }).click()
    const answer = page.locator('.live-responses-table .response-col_description .highlight-code').first()
    await expect.poll(() => answer.textContent(), { timeout: 20_000 }).toContain('"totalItems": 2')
    expect(complaints).toEqual([])
  })
})
