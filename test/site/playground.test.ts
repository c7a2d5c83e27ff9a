// The playground in Chromium: an answer at once, then types, a database and an explorer, without a server.
import { existsSync, readFileSync } from 'node:fs'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChromium } from '../explorer/browser/chromium.js'
import { root } from '../docs/support/pages.js'
import { dist, serveSite } from './serve.js'

process.env['BROWSER_TESTS'] ??=
  process.env['CHROMIUM_PATH'] ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync)

const TIMEOUT = 120_000
const axe = readFileSync(`${root}site/node_modules/axe-core/axe.min.js`, 'utf8')
const programs = (name: string): string => readFileSync(`${root}site/src/playground/${name}.ts`, 'utf8')
const fragmentOf = (code: string): string => `#code=${deflateRawSync(code).toString('base64url')}`
const codeOf = (url: string): string => {
  const packed = new URLSearchParams(new URL(url).hash.slice(1)).get('code')
  return packed === null ? '' : inflateRawSync(Buffer.from(packed, 'base64url')).toString()
}

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

interface Opened {
  readonly page: Page
  readonly frame: FrameLocator
  readonly complaints: readonly string[]
}

async function open(
  fragment = '',
  width = 1500,
  before: (page: Page) => Promise<unknown> = async () => {},
): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width, height: 900 } })
  page.setDefaultTimeout(TIMEOUT)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && new URL(request.url()).origin !== site.origin)
      complaints.push(request.url())
  })
  await before(page)
  await page.goto(`${site.origin}/playground/${fragment}`)
  return { page, frame: page.frameLocator('#explorer'), complaints }
}
const running = (page: Page): Promise<void> => page.getByText('Running in this page').waitFor()
const rowsOf = (frame: FrameLocator) => frame.locator('#rows tbody tr')

/** Runs in the page; the types of a document are not those of these tests. */
const groundOf = (one: unknown): string =>
  (globalThis as unknown as { getComputedStyle(of: unknown): { readonly backgroundColor: string } }).getComputedStyle(
    one,
  ).backgroundColor

/** Serious and worse, by rule. */
const violations = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(async () => {
    ${axe}
    // The button of the search is Starlight's own: it says 'Ctrl K' beside its name.
    const { violations } = await axe.run({ exclude: [['[data-open-modal]']] }, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', '))
  })()`)

describe('the playground', { timeout: TIMEOUT }, () => {
  it('shows the answer that was made with the site before a database runs', async () => {
    // A database that never arrives.
    const { page, frame, complaints } = await open('', 1500, (page) => page.route('**/data.bin', () => {}))
    await expect.poll(() => rowsOf(frame).count(), { timeout: TIMEOUT }).toBe(10)
    // Pages to turn, and facets.
    expect(await frame.getByText('10 of 1,500 rows').count()).toBeGreaterThan(0)
    await frame.locator('#facets:not([hidden])').waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  it('then runs it, keeps a request in the fragment, and opens from there again', async () => {
    const { page, frame, complaints } = await open()
    await running(page)
    await frame.locator('[data-sort=name]').click()
    await frame.locator('th[aria-sort=ascending] [data-sort=name]').waitFor()
    await expect
      .poll(() => decodeURIComponent(new URL(page.url()).hash), { timeout: TIMEOUT })
      .toContain('query=sortBy=name:ASC')
    expect(codeOf(page.url())).toBe(programs('cities'))
    const again = await open(new URL(page.url()).hash)
    await again.frame.locator('th[aria-sort=ascending] [data-sort=name]').waitFor()
    expect([...complaints, ...again.complaints]).toEqual([])
    await again.page.close()
    await page.close()
  })

  it.each(['light', 'dark'] as const)(
    'runs by one button, the explorer’s, in the colour of the site: %s',
    async (colorScheme) => {
      const { page, frame } = await open('', 1500, (page) => page.emulateMedia({ colorScheme }))
      await rowsOf(frame).first().waitFor()
      expect(await page.getByRole('button', { name: 'Run' }).count()).toBe(0)
      const run = await frame.getByRole('button', { name: 'Run' }).evaluate(groundOf)
      const accent = await page.evaluate<string>(`(() => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.backgroundColor = 'var(--sl-color-text-accent)'
      return getComputedStyle(probe).backgroundColor
    })()`)
      expect(run).toBe(accent)
      const chosen = colorScheme === 'light' ? 'dark' : 'light'
      await page.locator('starlight-theme-select select').first().selectOption(chosen)
      await expect
        .poll(() => frame.locator('body').evaluate(groundOf))
        .toBe(chosen === 'dark' ? 'rgb(23, 24, 28)' : 'rgb(255, 255, 255)')
      await page.close()
    },
  )

  it('applies a program at once by its button', async () => {
    const { page, frame } = await open()
    await running(page)
    await page.locator('.cm-content').fill(programs('articles'))
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => rowsOf(frame).count(), { timeout: TIMEOUT }).toBe(6)
    await page.close()
  })

  it('says what is wrong under the cursor, in the package’s own sentence', async () => {
    const wrong = programs('articles').replace(`.searchable('title', 'author.name')`, `.searchable('views')`)
    const { page } = await open(fragmentOf(wrong))
    const mark = page.locator('.cm-lintRange-error').first()
    await mark.waitFor()
    await mark.hover()
    await expect
      .poll(() => page.locator('.cm-tooltip').allTextContents(), { timeout: TIMEOUT })
      .toEqual(expect.arrayContaining([expect.stringContaining('needs a text field')]))
    await page.close()
  })

  it('runs what is typed, and says why a program that throws does not', async () => {
    const { page, frame } = await open()
    await running(page)
    await page.locator('#programs').selectOption('articles')
    // The rows of the program before are marked until its own are there.
    await page.locator('#explorer.before').waitFor()
    await expect.poll(() => rowsOf(frame).count(), { timeout: TIMEOUT }).toBe(6)
    await page.locator('#explorer:not(.before)').waitFor()
    await page.locator('.cm-content').fill('export const list = 1')
    await page.getByText('Export a built list').waitFor()
    const again = await open(fragmentOf('export const list = 1'))
    await again.frame.getByRole('alert').getByText('Export a built list').waitFor()
    await again.page.close()
    await page.close()
  })

  it('says that a program is of a link, and puts examples and it back', async () => {
    const own = programs('cities').replace('1,500 cities', 'my cities')
    const { page } = await open(fragmentOf(own))
    const text = (): Promise<string> => page.locator('.cm-content').innerText()
    await page.locator('.cm-content').waitFor()
    const chosen = page.locator('#programs')
    expect(await chosen.inputValue()).toBe('shared')
    await chosen.selectOption('articles')
    await expect.poll(text, { timeout: TIMEOUT }).toContain('articleTopics')
    await chosen.selectOption('shared')
    await expect.poll(text, { timeout: TIMEOUT }).toContain('my cities')
    await page.locator('.cm-content').fill('// nothing')
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(text, { timeout: TIMEOUT }).toContain('my cities')
    await page.close()
  })

  it('says that a link is damaged, and shows the example', async () => {
    const { page, frame } = await open('#code=zzzz')
    await page.getByText('This link is damaged').waitFor()
    await expect.poll(() => rowsOf(frame).count(), { timeout: TIMEOUT }).toBe(10)
    // Still there when PostgreSQL runs, and gone with the first program of the reader's own.
    await running(page)
    expect(await page.getByText('This link is damaged').isVisible()).toBe(true)
    await page.locator('#programs').selectOption('articles')
    await page.getByText('This link is damaged').waitFor({ state: 'hidden' })
    await page.close()
  })

  it('ends a program that does not end, and runs the next one', async () => {
    const { page, frame } = await open()
    await running(page)
    await page.locator('.cm-content').fill('while (true) {}')
    await page.getByText('did not end within 15 seconds').waitFor()
    await page.locator('.cm-content').fill(programs('articles'))
    await expect.poll(() => rowsOf(frame).count(), { timeout: TIMEOUT }).toBe(6)
    await page.close()
  })

  it('says what failed where the database does not arrive, and tries again', async () => {
    let isCut = true
    const { page } = await open('', 1500, (page) =>
      page.route('**/data.bin', (route) => (isCut ? route.abort() : route.continue())),
    )
    const retry = page.getByRole('button', { name: 'Retry' })
    await retry.waitFor()
    isCut = false
    await retry.click()
    await running(page)
    await page.close()
  })

  it('shows the tables that a program imports', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'schema.ts' }).click()
    expect(await page.locator('#schema').innerText()).toMatch(/pgTable\('articles'[^]*pgTable\('cities'/)
    await page.getByRole('button', { name: 'program.ts' }).click()
    await page.locator('#schema').waitFor({ state: 'hidden' })
    await page.close()
  })

  it('copies a link that opens it again, and a command for a server of one’s own', async () => {
    const context = await browser.newContext({
      viewport: { width: 1500, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const page = await context.newPage()
    page.setDefaultTimeout(TIMEOUT)
    await page.goto(`${site.origin}/playground/`)
    const frame = page.frameLocator('#explorer')
    await running(page)
    await frame.locator('[data-sort=name]').click()
    await frame.locator('th[aria-sort=ascending] [data-sort=name]').waitFor()
    await expect.poll(() => page.url(), { timeout: TIMEOUT }).toContain('query=')
    const copied = async (): Promise<string> => {
      await frame.locator('#copy-url').click()
      return page.frame({ url: /\/frame\// })!.evaluate<string>('navigator.clipboard.readText()')
    }
    expect(await copied()).toBe(page.url())
    await frame.getByLabel('Copy as').selectOption('curl')
    expect(await copied()).toContain('http://localhost:3000/list?')
    await context.close()
  })

  it('has a line between program and explorer that a pointer and keys move', async () => {
    const { page } = await open()
    const split = page.getByRole('separator', { name: 'Width of the program' })
    const width = async (): Promise<number> => (await page.locator('.program').boundingBox())?.width ?? 0
    const before = await width()
    await split.press('ArrowRight')
    expect(await width()).toBeGreaterThan(before)
    const { x, y } = (await split.boundingBox())!
    await page.mouse.move(x + 2, y + 200)
    await page.mouse.down()
    await page.mouse.move(500, y + 200, { steps: 5 })
    await page.mouse.up()
    expect(Math.abs((await width()) - 500)).toBeLessThan(12)
    await page.close()
  })

  it('advises on indexes', async () => {
    const { page } = await open(fragmentOf(programs('cities')))
    await running(page)
    await page.locator('#explain').click()
    await expect
      .poll(() => page.locator('#advice').textContent(), { timeout: TIMEOUT })
      .toMatch(/^Indexes that would serve[^]*index\('[^]*1500 rows, postgresql/)
    await page.locator('#explain').click()
    await page.locator('#advice').waitFor({ state: 'hidden' })
    await page.close()
  })

  it('opens from a page of the documentation', async () => {
    const page = await browser.newPage()
    page.setDefaultTimeout(TIMEOUT)
    await page.goto(`${site.origin}/guides/children/`)
    await page.getByRole('link', { name: 'Open in the playground' }).nth(1).click()
    const frame = page.frameLocator('#explorer')
    await frame.locator('#rows th', { hasText: 'reviewCount' }).waitFor()
    await frame.locator('th[aria-sort=descending]').waitFor()
    await page.close()
  })

  it.each([
    ['desktop', 1500],
    ['phone', 390],
  ])('axe finds nothing at the width of a %s', async (_, width) => {
    const { page } = await open('', width)
    await page.locator('.cm-content').waitFor()
    // On a small screen the download waits for the reader.
    if (width < 500) await page.getByRole('button', { name: 'Apply' }).click()
    await running(page)
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    if (width < 500) {
      await page.getByRole('button', { name: 'Explorer' }).click()
      await page.locator('#explorer').waitFor()
      await page.locator('.cm-content').waitFor({ state: 'hidden' })
      // What belongs to the program is not there.
      expect(await page.locator('.bar').getByRole('button').allTextContents()).toEqual([
        'Copy link',
        'Program',
        'Explorer',
      ])
    }
    await page.close()
  })
})

it('the documentation leads to it from its examples', () => {
  const count = ['guides/children', 'guides/declaring-a-list', 'reference/operators', 'guides/totals-and-cursors'].map(
    (page) => readFileSync(`${dist}${page}/index.html`, 'utf8').split('href="/playground/#').length - 1,
  )
  expect(count.every((links) => links > 0)).toBe(true)
})
