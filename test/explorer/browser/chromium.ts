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
  page.setDefaultTimeout(10_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(url)
  await answered(page)
  return { page, complaints, close: () => context.close() }
}

/** Waits until the answer to the page's URL is shown. */
export async function answered(page: Page): Promise<void> {
  await page.locator('#answer[aria-busy=false]').waitFor()
}

/** The query string of the page's own URL, readable. */
export const queryOf = (page: Page): string => decodeURIComponent(new URL(page.url()).search.slice(1))

export const statusOf = (page: Page): Promise<string | null> => page.locator('#status').textContent()

export const columnOf = (page: Page, column: number): Promise<string[]> =>
  page.locator(`#rows tbody tr td:nth-child(${column})`).allTextContents()
