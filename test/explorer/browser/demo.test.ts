// The demo as a newcomer meets it: the two commands, then the page that it names first. Takes the pictures of the
// documentation.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningDemo, startDemo } from '../../demo/demo-process.js'
import { answered, openChromium, queryOf, statusOf, visit } from './chromium.js'
import { smallPng } from './small-png.js'

const images = fileURLToPath(new URL('../../../docs/images/', import.meta.url))
const isAsked = process.env['SCREENSHOTS'] !== undefined

let browser: Browser
let demo: RunningDemo
beforeAll(async () => {
  browser = await openChromium()
  demo = await startDemo(['--db', process.env['DEMO_DB'] ?? 'pglite'])
  // Seeds a database: 15 s on a quiet machine.
}, 300_000)
afterAll(async () => {
  await browser.close()
  await (demo as RunningDemo | undefined)?.stop()
})

/** Pictures have two pixels for each of the page, for sharp text. */
const sharp = isAsked ? { deviceScaleFactor: 2 } : {}

/** Into docs/images, where it is asked for; times in it are those of this machine. */
async function picture(page: Page, name: string): Promise<void> {
  if (!isAsked) return
  mkdirSync(images, { recursive: true })
  const png = smallPng(await page.screenshot())
  expect(png.length, name).toBeLessThan(320_000)
  writeFileSync(`${images}explorer-${name}.png`, png)
}

describe('The demo’s explorer', () => {
  test('finds the larger cities of Asia by the form alone', async () => {
    const { page, complaints, close } = await visit(browser, demo.origin + demo.explorer, sharp)
    expect(await statusOf(page)).toContain('25 of 135,233 rows')
    await page.keyboard.press('f')
    await page.getByLabel('Filter field').last().selectOption('population')
    await page.getByLabel('Operator').last().selectOption('$gte')
    await page.getByLabel('Value').last().fill('1000000')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByLabel('Filter field').last().selectOption('country.continent')
    await page.getByLabel('Value').last().fill('AS')
    await page.getByRole('button', { name: 'Add sort' }).click()
    await page.getByLabel('Limit').fill('10')
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    const query = demo.paths[0]!.slice(demo.paths[0]!.indexOf('?') + 1)
    const pairs = (text: string): string[] => [...new URLSearchParams(text)].map(String).sort()
    expect(pairs(await queryOf(page))).toEqual(pairs(query))
    const endpoint = (await (await fetch(demo.origin + demo.paths[0])).json()) as { items: { name: string }[] }
    expect(await page.locator('#rows tbody td:nth-child(2)').allTextContents()).toEqual(
      endpoint.items.map(({ name }) => name),
    )
    await page.evaluate(() => {
      ;(document.activeElement as HTMLElement).blur()
      scrollTo(0, 0)
    })
    await picture(page, 'page')
    await page.emulateMedia({ colorScheme: 'dark' })
    await picture(page, 'page-dark')
    expect(complaints).toEqual([])
    await close()
  })

  test('filters by the counts of its facets, and scrolls by cursor over the other list', async () => {
    const { page, complaints, close } = await visit(browser, demo.origin + demo.explorer, sharp)
    await page.getByRole('group', { name: 'country.continent' }).getByRole('button', { name: /^AF / }).click()
    await answered(page)
    await page
      .getByRole('group', { name: 'kind' })
      .getByRole('button', { name: /^capital / })
      .click()
    await answered(page)
    const capitals = (await (
      await fetch(`${demo.origin}/cities${await page.evaluate(() => location.search)}`)
    ).json()) as {
      meta: { totalItems: number }
    }
    expect(await statusOf(page)).toContain(`25 of ${capitals.meta.totalItems} rows`)
    await page.evaluate(() => document.querySelector('#facets')?.scrollIntoView())
    await picture(page, 'facets')
    await page.goto(demo.origin + demo.scrollExplorer)
    await answered(page)
    expect(await statusOf(page)).toContain('25 of 10,000+ rows')
    await page.locator('#pager').getByRole('button', { name: 'Next' }).click()
    await answered(page)
    expect(await queryOf(page)).toContain('after=')
    expect(complaints).toEqual([])
    await close()
  })

  test('answers each of the URLs as the endpoint does', { timeout: 120_000 }, async () => {
    const { page, close } = await visit(browser, demo.origin)
    for (const path of demo.paths.filter((other) => other.startsWith('/cities?'))) {
      await page.getByLabel('Request URL').fill(path)
      await page.getByLabel('Request URL').press('Enter')
      await answered(page)
      const endpoint = await fetch(demo.origin + path)
      expect(JSON.parse((await page.locator('#json').textContent())!)).toEqual(await endpoint.json())
    }
    await close()
  })

  test('shows what is wrong with a mistake', async () => {
    const mistake = demo.paths[6]!.slice(demo.paths[6]!.indexOf('?'))
    const { page, close } = await visit(browser, `${demo.origin}/${mistake}`, {
      viewport: { width: 1200, height: 620 },
      colorScheme: 'dark',
      ...sharp,
    })
    expect(await page.getByRole('alert').textContent()).toContain("Filter 'population'")
    await picture(page, 'mistake')
    await close()
  })

  test('fits a phone', async () => {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, ...sharp }
    const capitals = 'filter.kind=$eq:capital&filter.country.continent=$eq:SA'
    const { page, close } = await visit(browser, `${demo.origin}/?${capitals}`, phone)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await statusOf(page)).toMatch(/^200 OK/)
    await picture(page, 'phone')
    await close()
  })
})
