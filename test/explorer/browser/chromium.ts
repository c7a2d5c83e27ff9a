// Headless Chromium, as `npm run test:browser` found it, with a profile of its own and nothing that calls home.
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function openChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env['BROWSER_TESTS']!, args: switches })
}

export interface Visit {
  readonly page: Page
  /** What the console was told of, errors of the page and refusals of the content policy included. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(url)
  await answered(page)
  return { page, complaints, close: () => context.close() }
}

/**
 * Waits until the answer to the page's URL is shown. A key, a click or an edit makes the page busy before Playwright's
 * call returns; after what does not (history, a link, a screen of another size) wait for its effect first.
 */
export async function answered(page: Page): Promise<void> {
  await page.locator('#answer[aria-busy=false]').waitFor()
  // Hidden for a list without facets.
  await page.locator('#facets[aria-busy=false]').waitFor({ state: 'attached' })
}

/** The query string of the page's own URL, readable. Asked of the page: `page.url()` hears of `pushState` later. */
export const queryOf = async (page: Page): Promise<string> =>
  decodeURIComponent(await page.evaluate<string>('location.search.slice(1)'))

export const statusOf = (page: Page): Promise<string | null> => page.locator('#status').textContent()

export const columnOf = (page: Page, column: number): Promise<string[]> =>
  page.locator(`#rows tbody tr td:nth-child(${column})`).allTextContents()
