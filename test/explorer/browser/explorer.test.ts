// The explorer in a browser: what a person sees and does, with the mouse, the keyboard alone, and on a phone.
import { explorerHandler } from 'drizzle-paginate/explorer'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import axe from 'axe-core'
import { eq } from 'drizzle-orm'
import {
  authorList,
  bookDatabase,
  bookExpressions,
  bookFacets,
  bookList,
  books,
  bookScrollFacets,
  bookStrict,
  bookSummary,
  HOSTILE_TITLE,
} from '../support/book-list.js'
import { type Served, serve } from '../support/serve.js'
import { answered, columnOf, openChromium, queryOf, statusOf, type Visit, visit } from './chromium.js'

let browser: Browser
let database: ReturnType<typeof bookDatabase>
let server: Served
let open: Visit | undefined
/** Put before the explorer's own answer. */
let intercept: ((request: Request) => Promise<Response> | null) | null = null

beforeAll(async () => {
  browser = await openChromium()
  database = bookDatabase()
  const list = { db: database.db, config: bookList, path: '/books', title: 'Books', enabled: true }
  const explorer = explorerHandler(list)
  const faceted = explorerHandler({ ...list, config: bookFacets })
  const scrolled = explorerHandler({ ...list, config: bookScrollFacets })
  const combined = explorerHandler({ ...list, config: bookExpressions })
  const strict = explorerHandler({ ...list, config: bookStrict })
  const authors = explorerHandler({ db: database.db, config: authorList, path: '/authors', enabled: true })
  const furnished = explorerHandler({
    ...list,
    exportPath: '/books.csv',
    links: [
      { title: 'Books', href: '/dev/furnished' },
      { title: 'Authors', href: '/dev/authors' },
    ],
    // As a list of tenants: nothing is read for nobody.
    where: (request) => {
      const author = request.headers.get('x-author')
      return author === null ? null : eq(books.authorId, Number(author))
    },
    config: (request) => (request.headers.get('authorization') === null ? bookSummary : bookExpressions),
  })
  const crowded = explorerHandler({
    ...list,
    links: [...'abcdefgh'].map((name) => ({
      title: `List ${name}`,
      href: name === 'f' ? '/dev/crowded' : `/dev/${name}`,
    })),
  })
  server = await serve(async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/dev/crowded') return crowded(request)
    if (pathname === '/dev/expressions') return combined(request)
    if (pathname === '/dev/strict') return strict(request)
    if (pathname === '/dev/authors') return authors(request)
    if (pathname === '/dev/furnished') return furnished(request)
    const handler = pathname === '/dev/facets' ? faceted : pathname === '/dev/scroll' ? scrolled : explorer
    return (await intercept?.(request)) ?? handler(request)
  })
})
afterEach(async () => {
  const complaints = open?.complaints ?? []
  await open?.close()
  open = undefined
  intercept = null
  // Chromium itself tells the console of requests that failed: the tests that let them fail look for themselves.
  expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
})
afterAll(async () => {
  await browser.close()
  await server.close()
  database.close()
})

const at = async (search = '', options: Parameters<typeof visit>[2] = {}, path = '/dev/explorer') => {
  open = await visit(browser, `${server.origin}${path}${search}`, options)
  return open.page
}
const TITLE = 2
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }

describe('The page', () => {
  test('shows the list as it stands: URL, statements, rows, JSON', async () => {
    const page = await at()
    expect(await page.title()).toBe('Books')
    expect(await page.locator('h1').textContent()).toBe('Books')
    expect(await page.getByLabel('Request URL').inputValue()).toBe('/books')
    expect(await statusOf(page)).toMatch(/^200 OK · 3 of 7 rows · page 1 of 3 · [\d.]+ ms$/)
    expect(await columnOf(page, TITLE)).toEqual(['Middlemarch', 'Silas Marner', 'Villette'])
    expect(await page.locator('thead th').allTextContents()).toEqual([
      'id',
      'title',
      'genre',
      'lent',
      'year',
      'author.name',
    ])
    const cards = page.locator('#statements article')
    expect(await cards.count()).toBe(2)
    expect(await cards.nth(0).locator('h3').textContent()).toMatch(/^Count · [\d.]+ ms · 1 row$/)
    expect(await cards.nth(1).locator('h3').textContent()).toMatch(/^Page · [\d.]+ ms · 3 rows$/)
    expect(await cards.nth(1).locator('pre').textContent()).toMatch(
      /^select .*\nfrom "books"\nleft join .*\norder by .*\nlimit \?\noffset \?$/s,
    )
    expect(await cards.nth(1).locator('.params li').allTextContents()).toEqual(['3', '0'])
    expect(JSON.parse((await page.locator('#json').textContent())!)).toMatchObject({ meta: { totalItems: 7 } })
  })

  test('copies a statement with its parameters, and the JSON, and sets both in colours', async () => {
    const page = await at("?filter.title=$not:$eq:it's&limit=2")
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', {
        value: {
          writeText: (text: string) => Promise.resolve(void ((globalThis as { copied?: string }).copied = text)),
        },
      }),
    )
    const copied = () => page.evaluate(() => (globalThis as { copied?: string }).copied)
    const last = page.locator('#statements article').last()
    await last.getByRole('button', { name: 'Copy the page statement' }).click()
    expect(await last.getByRole('button').textContent()).toBe('Copied')
    expect(await copied()).toMatch(/^select [^?]*\nwhere [^?]*it''s[^?]*\nlimit 2\noffset 0$/)
    await page.getByRole('button', { name: 'Copy the JSON' }).click()
    expect(await copied()).toBe(await page.locator('#json').textContent())
    expect(JSON.parse((await copied())!)).toMatchObject({ meta: { totalItems: 7 } })
    expect(await last.locator('pre .keyword').first().textContent()).toBe('select')
    expect(await last.locator('pre .parameter').count()).toBeGreaterThan(2)
    expect(await page.locator('#json .number').first().textContent()).toBe('1')
  })

  test('takes an expression where the list reads them', async () => {
    expect(await (await at()).getByLabel('Expression').isVisible()).toBe(false)
    await open?.close()
    const page = await at('?filter=year=$null', {}, '/dev/expressions')
    const expression = page.getByLabel('Expression')
    expect(await expression.inputValue()).toBe('year=$null')
    expect(await expression.getAttribute('placeholder')).toBe('title=$eq:… OR genre=$eq:…')
    await expression.fill('genre=$eq:essay OR (year=$lt:1862 AND')
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect(await expression.getAttribute('aria-invalid')).toBe('true')
    await expression.fill('genre=$eq:essay OR year=$lt:1862')
    await expression.press('Enter')
    await answered(page)
    expect(await expression.getAttribute('aria-invalid')).toBeNull()
    expect(await queryOf(page)).toBe('filter=genre=$eq:essay OR year=$lt:1862')
    expect(await columnOf(page, TITLE)).toContain('Silas Marner')
  })

  test('filters: the address shows what will be sent, and running sends it', async () => {
    const page = await at()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByLabel('Filter field').selectOption('year')
    await page.getByLabel('Operator').selectOption('$btw')
    await page.getByLabel('Value').fill('1850,1865')
    expect(await page.getByLabel('Request URL').inputValue()).toBe('/books?filter.year=$btw:1850,1865')
    expect(await queryOf(page)).toBe('')
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect(await queryOf(page)).toBe('filter.year=$btw:1850,1865')
    expect(await columnOf(page, TITLE)).toEqual(['Silas Marner', 'Villette', 'Adam Bede'])
    expect(await page.locator('#statements article').first().locator('.params li').allTextContents()).toEqual([
      '1850',
      '1865',
    ])
  })

  test('sends no filter whose value is still to be typed, and any mistake that was typed', async () => {
    const page = await at()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByLabel('Filter field').selectOption('year')
    expect(await page.getByLabel('Request URL').inputValue()).toBe('/books')
    await page.getByLabel('Operator').selectOption('$btw')
    await page.getByLabel('Value').fill('1850,')
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect([await queryOf(page), await page.locator('#filters li').count()]).toEqual(['', 1])
    await page.getByLabel('Page', { exact: true }).fill('0')
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect([await queryOf(page), await page.getByRole('alert').textContent()]).toEqual([
      'page=0',
      expect.stringContaining("'page' must be a positive integer"),
    ])
  })

  test('shows rows before statements, statements and JSON in panes that fold, and no page of nothing', async () => {
    const page = await at('?filter.year=$gte:2999')
    expect(await statusOf(page)).toMatch(/^200 OK · no rows · [\d.]+ ms$/)
    const top = (selector: string) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().top)
    expect(await top('#rows')).toBeLessThan(await top('#statements'))
    await page.locator('summary', { hasText: 'Statements' }).click()
    await page.locator('#statements').waitFor({ state: 'hidden' })
  })

  test('cuts no choice of its form off', async () => {
    const page = await at('?filter.title=$contains:a&filter.year=$btw:1,2&sortBy=author.name:DESC')
    const clipped = await page.locator('select:visible').evaluateAll((all) =>
      (all as HTMLSelectElement[]).flatMap((one) => {
        const style = getComputedStyle(one)
        const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
        canvas.font = style.font
        // An arrow of some 20 px is drawn within.
        const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 18
        return [...one.options]
          .filter(({ text }) => canvas.measureText(text).width > room)
          .map(({ text }) => `${one.getAttribute('aria-label')}: ${text}`)
      }),
    )
    expect(clipped).toEqual([])
    // Names of fields are longer than those of this list.
    const widthOf = (label: string): Promise<number> => page.getByLabel(label).evaluate((one) => one.clientWidth)
    expect(await widthOf('Sort field')).toBeGreaterThan(2 * (await widthOf('Direction')))
  })

  test('offers the members of an enum, the operators of a field, and no value where none is taken', async () => {
    const page = await at()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByLabel('Filter field').selectOption('genre')
    expect(
      await page.locator('datalist option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
    ).toEqual(['novel', 'essay'])
    expect(await page.getByLabel('Operator').locator('option').allTextContents()).toEqual(['$eq equals', '$in any of'])
    await page.getByLabel('Filter field').selectOption('year')
    await page.getByLabel('Operator').selectOption('$null')
    expect(await page.getByLabel('Value').isVisible()).toBe(false)
    await page.getByLabel('not').check()
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect(await queryOf(page)).toBe('filter.year=$not:$null')
    expect(await statusOf(page)).toContain('of 6 rows')
  })

  test('joins criteria of one field with or', async () => {
    const page = await at('?filter.year=$lt:1850&filter.year=$or:$gte:2000')
    expect(await columnOf(page, TITLE)).toEqual(['Shirley', '100 %, _, \\ and "quotes"'])
    const connectors = page.getByLabel('Joins the criterion before it')
    expect(await connectors.first().isVisible()).toBe(false)
    expect(await connectors.last().inputValue()).toBe('or')
    await connectors.last().selectOption('and')
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect(await queryOf(page)).toBe('filter.year=$lt:1850&filter.year=$gte:2000')
    expect(await page.locator('#rows p').textContent()).toBe('No rows. Nothing matches the search and the filters.')
  })

  test('sorts by the form and by the column, up, down and not at all', async () => {
    const page = await at('?page=2')
    const header = () => page.locator('th', { hasText: 'title' })
    await header().getByRole('button').click()
    await answered(page)
    expect(await queryOf(page)).toBe('sortBy=title:ASC')
    expect(await header().getAttribute('aria-sort')).toBe('ascending')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('title')
    await header().getByRole('button').click()
    await answered(page)
    expect(await page.getByLabel('Sort field').inputValue()).toBe('title')
    expect(await page.getByLabel('Direction').inputValue()).toBe('DESC')
    expect((await columnOf(page, TITLE))[0]).toBe('Villette')
    await header().getByRole('button').click()
    await answered(page)
    expect(await queryOf(page)).toBe('')
    await page.getByRole('button', { name: 'Add sort' }).click()
    await page.getByLabel('Sort field').selectOption('author.name')
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect(await queryOf(page)).toBe('sortBy=author.name:ASC')
  })

  test('searches in the fields chosen', async () => {
    const page = await at()
    await page.getByLabel('Search term').fill('eliot')
    await page.getByLabel('Search term').press('Enter')
    await answered(page)
    expect(await statusOf(page)).toContain('3 of 3 rows')
    await page.getByLabel('title', { exact: true }).check()
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect(await queryOf(page)).toBe('search=eliot&searchBy=title')
    expect(await page.locator('#rows p').textContent()).toBe('No rows. Nothing matches the search and the filters.')
  })

  test('turns pages by the links of the answer', async () => {
    const page = await at('?sortBy=title:ASC')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    expect(await button('Previous').getAttribute('aria-disabled')).toBe('true')
    await button('Next').click()
    await answered(page)
    expect(await queryOf(page)).toBe('limit=3&sortBy=title:ASC&page=2')
    await button('Last').click()
    await answered(page)
    expect(await statusOf(page)).toContain('1 of 7 rows · page 3 of 3')
    expect(await button('Next').getAttribute('aria-disabled')).toBe('true')
    await button('Next').click({ force: true })
    expect(await queryOf(page)).toContain('page=3')
    // Another question starts at the first page.
    await page.getByLabel('Search term').fill('a')
    expect(await page.getByLabel('Request URL').inputValue()).toBe('/books?limit=3&sortBy=title:ASC&search=a')
  })

  test.each([
    ['the first of three pages', '', '/dev/explorer', ['First', 'Previous']],
    ['one between', '?page=2', '/dev/explorer', []],
    ['the last', '?page=3', '/dev/explorer', ['Next', 'Last']],
    ['one past the end', '?page=4', '/dev/explorer', ['Next']],
    ['the only one', '?search=eliot', '/dev/explorer', ['First', 'Previous', 'Next', 'Last']],
    ['one without rows', '?search=nowhere', '/dev/explorer', ['First', 'Previous', 'Next', 'Last']],
    ['the first by cursor', '', '/dev/scroll', ['First', 'Previous']],
    ['the only one by cursor', '?search=eliot', '/dev/scroll', ['First', 'Previous', 'Next']],
  ])('leads to no page that is shown already: on %s', async (_title, search, path, dead) => {
    const page = await at(search, {}, path)
    const controls = page.locator('#pager button:visible')
    const disabled = await controls.evaluateAll((all) =>
      all.filter((one) => one.getAttribute('aria-disabled') === 'true').map((one) => one.textContent),
    )
    expect(disabled).toEqual(dead)
    const before = await queryOf(page)
    for (const name of dead) await page.locator('#pager').getByRole('button', { name }).click({ force: true })
    expect(await queryOf(page)).toBe(before)
  })

  test('shows the problem document of a mistake, and where it lies', async () => {
    const page = await at()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByLabel('Filter field').selectOption('year')
    await page.getByLabel('Value').fill('soon')
    await page.getByLabel('Value').press('Enter')
    await answered(page)
    expect(await statusOf(page)).toMatch(/^400 Bad Request/)
    expect(await page.getByRole('alert').textContent()).toContain("Filter 'year'")
    expect(await page.getByRole('alert').textContent()).toContain('filter.value_invalid · parameter filter.year')
    expect(await page.getByLabel('Value').getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('#statements').textContent()).toBe('None was sent: the request was rejected before.')
    expect(JSON.parse((await page.locator('#json').textContent())!)).toMatchObject({
      status: 400,
      code: 'filter.value_invalid',
    })
    await page.getByLabel('Value').fill('1871')
    await page.getByLabel('Value').press('Enter')
    await answered(page)
    expect(await page.getByRole('alert').textContent()).toBe('')
    expect(await page.getByLabel('Value').getAttribute('aria-invalid')).toBeNull()
    expect(await columnOf(page, TITLE)).toEqual(['Middlemarch'])
  })

  test('names the parameters that the list ignores, and renames one to what was probably meant', async () => {
    const page = await at('?filters.year=$gte:1871&q=<b>&sort=name')
    const unknown = page.locator('#unknown')
    expect(await statusOf(page)).toContain('of 7 rows')
    expect(await unknown.textContent()).toBe(
      'Ignored: filters.year (did you mean filter.year?), q, sort (did you mean sortBy?)',
    )
    const above = await unknown.evaluate((one) => one.getBoundingClientRect().bottom)
    expect(above).toBeLessThan(await page.locator('#rows').evaluate((one) => one.getBoundingClientRect().top))
    await unknown.getByRole('button', { name: 'filter.year' }).click()
    await answered(page)
    expect(await queryOf(page)).toBe('filter.year=$gte:1871&q=<b>&sort=name')
    expect(await statusOf(page)).toContain('of 2 rows')
    expect(await unknown.textContent()).toBe('Ignored: q, sort (did you mean sortBy?)')
    await page.getByRole('button', { name: 'Clear' }).click()
    await answered(page)
    expect(await unknown.textContent()).toBe('')
  })

  test('names all parameters that a strict list rejects', async () => {
    const page = await at('?filtre.year=$gte:1871&q=x', {}, '/dev/strict')
    expect(await page.getByRole('alert').textContent()).toContain("'filtre.year' is not known")
    expect(await page.locator('#unknown').textContent()).toBe('Not known: filtre.year (did you mean filter.year?), q')
  })

  test('shows what may have been meant by a name', async () => {
    const page = await at('?sortBy=titel:ASC')
    await page.getByRole('alert').getByRole('button', { name: "Did you mean 'title'?" }).click()
    await answered(page)
    expect([await queryOf(page), await page.getByRole('alert').textContent()]).toEqual(['sortBy=title:ASC', ''])
    await page.getByLabel('Request URL').fill('/books?filter.year=1871')
    await page.getByLabel('Request URL').press('Enter')
    await answered(page)
    await page.getByRole('alert').getByRole('button', { name: "Write '$eq:1871'." }).click()
    await answered(page)
    expect(await columnOf(page, TITLE)).toEqual(['Middlemarch'])
  })

  test('goes back and forward, and its form with it', async () => {
    const page = await at()
    await page.getByLabel('Search term').fill('eliot')
    await page.getByLabel('Search term').press('Enter')
    await answered(page)
    await page.locator('th', { hasText: 'year' }).getByRole('button').click()
    await answered(page)
    expect(await columnOf(page, TITLE)).toEqual(['Adam Bede', 'Silas Marner', 'Middlemarch'])
    await page.goBack()
    await expect.poll(() => page.getByLabel('Sort field').count()).toBe(0)
    await answered(page)
    expect(await queryOf(page)).toBe('search=eliot')
    expect(await columnOf(page, TITLE)).toEqual(['Middlemarch', 'Silas Marner', 'Adam Bede'])
    await page.goBack()
    await expect.poll(() => page.getByLabel('Search term').inputValue()).toBe('')
    await answered(page)
    expect(await statusOf(page)).toContain('3 of 7 rows')
    await page.goForward()
    await expect.poll(() => page.getByLabel('Search term').inputValue()).toBe('eliot')
    await page.goForward()
    await expect.poll(() => page.getByLabel('Request URL').inputValue()).toBe('/books?sortBy=year:ASC&search=eliot')
    await answered(page)
    expect(await page.getByLabel('Sort field').inputValue()).toBe('year')
    expect(await columnOf(page, TITLE)).toEqual(['Adam Bede', 'Silas Marner', 'Middlemarch'])
  })

  test('running the same request again adds no entry to the history', async () => {
    const page = await at('?search=a')
    const before = await page.evaluate(() => history.length)
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect(await page.evaluate(() => history.length)).toBe(before)
  })

  test.each([
    ['page=abc', "Query parameter 'page'"],
    ['filter.isbn=$eq:1', "'isbn'"],
    ['filter.year=1871', "Filter 'year'"],
    ['sortBy=shelf:ASC', "'shelf'"],
    ['searchBy=shelf&search=a', "'shelf'"],
    ['filter.title=$sw:a', "'$sw'"],
  ])('opens at any link, mistaken ones included: %s', async (query, sentence) => {
    const page = await at(`?${query}`)
    expect(await page.getByLabel('Request URL').inputValue()).toBe(`/books?${query}`)
    expect(await page.getByRole('alert').textContent()).toContain(sentence)
  })

  test('takes a whole URL, a path or a query string as the address', async () => {
    const page = await at()
    for (const [typed, query] of [
      ['http://elsewhere.example/list?page=3', 'page=3'],
      ['page=2', 'page=2'],
      ['/books', ''],
    ] as const) {
      await page.getByLabel('Request URL').fill(typed)
      await page.getByLabel('Request URL').press('Enter')
      await answered(page)
      expect(await queryOf(page)).toBe(query)
      expect(await page.getByLabel('Request URL').inputValue()).toBe(query === '' ? '/books' : `/books?${query}`)
    }
  })

  test('clears', async () => {
    const page = await at('?search=a&filter.year=$gte:1&sortBy=title:ASC')
    await page.getByRole('button', { name: 'Clear' }).click()
    await answered(page)
    expect([await queryOf(page), await page.getByLabel('Search term').inputValue()]).toEqual(['', ''])
    expect(await page.locator('#filters li, #sorts li').count()).toBe(0)
  })
})

describe('A request that is edited', () => {
  const old = (page: Page) => page.locator('#old').textContent()
  const OLD = 'This is the answer to the request before. Run sends the edited one.'

  test('marks the answer of the request before it, until it is run or undone', async () => {
    const page = await at('?filter.year=$gte:1850')
    expect([await old(page), await page.locator('#answer[data-old]').count()]).toEqual(['', 0])
    await page.getByLabel('Value').fill('1870')
    expect([await old(page), await page.locator('#answer[data-old]').count()]).toEqual([OLD, 1])
    expect(await statusOf(page)).toContain('of 5 rows')
    await page.getByLabel('Value').fill('1850')
    expect(await old(page)).toBe('')
    await page.getByLabel('Request URL').fill('/books?page=2')
    expect(await old(page)).toBe(OLD)
    expect(await page.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/books?page=2')
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect([await old(page), await statusOf(page)]).toEqual(['', expect.stringContaining('page 2 of 3')])
    await page.locator('#headers > summary').click()
    await page.getByRole('button', { name: 'Add header' }).click()
    expect(await old(page)).toBe('')
    await page.keyboard.type('X-Author')
    expect(await old(page)).toBe(OLD)
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect(await old(page)).toBe('')
  })

  test.each<[string, (page: Page) => Promise<void>, string]>([
    ['Next', (page) => page.getByRole('button', { name: 'Next', exact: true }).click(), 'filter.year=$gte:1851'],
    [
      'the key n',
      (page) =>
        page
          .locator('h1')
          .click()
          .then(() => page.keyboard.press('n')),
      'filter.year=$gte:1851',
    ],
    [
      'the head of a column',
      (page) => page.locator('th', { hasText: 'title' }).getByRole('button').click(),
      'sortBy=title:ASC&filter.year=$gte:1851',
    ],
    [
      'a facet',
      (page) =>
        page
          .getByRole('group', { name: 'lent' })
          .getByRole('button', { name: /^false/ })
          .click(),
      'filter.year=$gte:1851&filter.lent=$eq:false',
    ],
  ])('is what %s sends', async (_title, act, query) => {
    const page = await at('?filter.year=$gte:1850', {}, '/dev/facets')
    await page.getByLabel('Value').fill('1851')
    await act(page)
    await answered(page)
    expect(await queryOf(page)).toBe(query)
    expect(await page.getByLabel('Value').first().inputValue()).toBe('1851')
    await open?.close()
    const typed = await at('?filter.year=$gte:1850', {}, '/dev/facets')
    await typed.getByLabel('Request URL').fill('?filter.year=$gte:1851')
    await act(typed)
    await answered(typed)
    expect(await queryOf(typed)).toBe(query)
  })

  test('is what the file holds, and what its facets are pressed by', async () => {
    const page = await at('?filter.genre=$eq:novel', {}, '/dev/facets')
    await page.getByLabel('Value').fill('essay')
    expect(await page.locator('.facet[aria-pressed=true]').allTextContents()).toEqual(['essay 2'])
    await page.goto(`${server.origin}/dev/furnished?filter.genre=$eq:novel&lang=de`)
    await answered(page)
    await page.getByLabel('Value').fill('essay')
    expect(await page.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(
      '/books.csv?filter.genre=%24eq%3Aessay&lang=de',
    )
  })

  test('keeps what the form cannot show, and a filter whose value is still to be typed', async () => {
    const page = await at('?lang=de&fields=id,title&limit=999', {}, '/dev/facets')
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect(await queryOf(page)).toBe('lang=de&fields=id,title&limit=999')
    await page.getByLabel('Limit').fill('2')
    await page.getByLabel('Search term').fill('eliot')
    await page.getByLabel('Search term').press('Enter')
    await answered(page)
    expect(await queryOf(page)).toBe('limit=2&search=eliot&fields=id,title&lang=de')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByLabel('Filter field').selectOption('year')
    await page.locator('th', { hasText: 'title' }).getByRole('button').click()
    await answered(page)
    expect(await queryOf(page)).toBe('limit=2&sortBy=title:ASC&search=eliot&fields=id,title&lang=de')
    expect(await page.getByLabel('Filter field').inputValue()).toBe('year')
    await page.getByLabel('Value').fill('1871')
    await page.getByLabel('Value').press('Enter')
    await answered(page)
    expect(await statusOf(page)).toContain('1 of 1 row')
  })

  test('stays as it is where a link leads to the answer', async () => {
    const page = await at()
    await page.getByLabel('Search term').fill('eliot')
    await page.getByText('Skip to the answer').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**#answer')
    expect(await page.getByLabel('Search term').inputValue()).toBe('eliot')
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect(await statusOf(page)).toContain('3 of 3 rows')
  })

  test('while another runs is not covered by that one’s answer, and is not sent by trying again', async () => {
    const page = await at()
    let release = (): void => undefined
    const slow = new Promise<void>((resolve) => (release = resolve))
    intercept = (request) => (request.url.includes('search=eliot') ? slow.then(() => null as never) : null)
    await page.getByLabel('Search term').fill('eliot')
    await page.getByLabel('Search term').press('Enter')
    await page.locator('#answer[aria-busy=true]').waitFor()
    await page.getByLabel('Search term').fill('brontë')
    release()
    await answered(page)
    expect([await statusOf(page), await old(page)]).toEqual([expect.stringContaining('3 of 3 rows'), OLD])
    await page.route('**/*run&*', (route) => route.abort())
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    await page.getByLabel('Search term').fill('villette')
    expect(await old(page)).toBe('')
    await page.unroute('**/*run&*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await answered(page)
    expect(await queryOf(page)).toBe('search=brontë')
    expect([await statusOf(page), await old(page)]).toEqual([expect.stringContaining('2 of 2 rows'), OLD])
    expect(await page.getByLabel('Request URL').inputValue()).toBe('/books?search=villette')
  })
})

describe('Whatever the data', () => {
  test('rows and URLs stay text', async () => {
    const page = await at(
      `?filter.genre=$eq:essay&search=${encodeURIComponent('<b>')}&filter.title=${encodeURIComponent('$not:$eq:"><script>window.hacked=1</script>')}`,
    )
    expect(await page.locator('#rows p').textContent()).toBe('No rows. Nothing matches the search and the filters.')
    await page.getByRole('button', { name: 'Clear' }).click()
    await answered(page)
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await answered(page)
    expect(await columnOf(page, TITLE)).toContain(HOSTILE_TITLE)
    expect(await page.locator('#rows img, #rows script, #json script').count()).toBe(0)
    expect(await page.evaluate(() => (globalThis as { hacked?: unknown }).hacked)).toBeUndefined()
  })

  test('an error of the database is shown with its cause', async () => {
    const page = await at()
    database.client.exec('alter table books rename to hidden_books')
    try {
      await page.getByRole('button', { name: 'Run' }).click()
      await answered(page)
      expect(await page.getByRole('alert').textContent()).toContain('no such table: books')
    } finally {
      database.client.exec('alter table hidden_books rename to books')
    }
  })

  test('a network that fails is said, and tried again', async () => {
    const page = await at()
    await page.route('**/*run&*', (route) => route.abort())
    await page.getByLabel('Search term').fill('eliot')
    await page.getByLabel('Search term').press('Enter')
    await answered(page)
    expect(await page.getByRole('alert').textContent()).toContain('No answer.')
    expect(await statusOf(page)).toBe('No answer')
    await page.unroute('**/*run&*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await answered(page)
    expect(await statusOf(page)).toContain('3 of 3 rows')
  })

  test('a list that cannot be described leaves no control that does nothing', async () => {
    for (const device of [{}, phone]) {
      intercept = null
      const page = await at('', device)
      intercept = (request) =>
        request.url.includes('explorer=about') ? Promise.resolve(new Response('', { status: 500 })) : null
      await page.reload()
      await page.getByText('The explorer did not load').waitFor()
      expect(await page.getByRole('alert').locator('p').textContent()).toMatch(
        /^No answer\. Status 500( Internal Server Error)?$/,
      )
      expect(await page.locator('button:visible, input:visible, select:visible').allTextContents()).toEqual([
        'Add header',
        'Try again',
      ])
      intercept = null
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('button', { name: 'Next', exact: true }).waitFor()
      await open?.close()
      open = undefined
    }
  })

  test('an answer that is not the explorer’s is said too', async () => {
    const page = await at()
    intercept = async () => new Response('<h1>Bad Gateway</h1>', { status: 502, statusText: 'Bad Gateway' })
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect(await page.getByRole('alert').textContent()).toContain('Status 502')
  })

  test('a slow answer never covers a later one', async () => {
    const page = await at()
    let release = (): void => undefined
    const slow = new Promise<void>((resolve) => (release = resolve))
    intercept = (request) => (request.url.includes('search=slow') ? slow.then(() => new Response('{}')) : null)
    await page.getByLabel('Search term').fill('slow')
    await page.getByLabel('Search term').press('Enter')
    await page.locator('#answer[aria-busy=true]').waitFor()
    await page.getByLabel('Search term').fill('eliot')
    await page.getByLabel('Search term').press('Enter')
    await answered(page)
    release()
    expect(await statusOf(page)).toContain('3 of 3 rows')
  })
})

const facet = (page: Page, field: string, name: string) =>
  page.getByRole('group', { name: field }).getByRole('button', { name, exact: true })

describe('A run', () => {
  test('is seen while it lasts, and cancelled by its button', async () => {
    const page = await at()
    let release = (): void => undefined
    const slow = new Promise<void>((resolve) => (release = resolve))
    intercept = (request) => (request.url.includes('search=slow') ? slow.then(() => new Response('{}')) : null)
    const failed = page.waitForEvent('requestfailed')
    await page.getByLabel('Search term').fill('slow')
    await page.getByLabel('Search term').press('Enter')
    await page.getByText(/^Running … \d+\.\d s$/).waitFor()
    expect(await page.locator('#pager').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await answered(page)
    expect((await failed).url()).toContain('search=slow')
    expect(await page.getByRole('alert').textContent()).toMatch(
      /^Cancelled\. The request was not waited for any longer, after \d+\.\d s\.Try again$/,
    )
    expect([await statusOf(page), await page.getByRole('button', { name: 'Cancel' }).isVisible()]).toEqual([
      'Cancelled',
      false,
    ])
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Try again')
    intercept = null
    release()
    await page.getByRole('button', { name: 'Try again' }).click()
    await answered(page)
    expect(await statusOf(page)).toContain('200 OK')
  })

  test('is cancelled by Escape, and Escape with nothing to cancel does nothing', async () => {
    const page = await at()
    await page.keyboard.press('Escape')
    expect(await statusOf(page)).toContain('200 OK')
    intercept = () => new Promise(() => undefined)
    await page.keyboard.press('Control+Enter')
    await page.locator('#answer[aria-busy=true]').waitFor()
    await page.keyboard.press('Escape')
    await answered(page)
    expect(await statusOf(page)).toBe('Cancelled')
  })

  test('is sent by one button, which takes the address where it was typed into', async () => {
    const page = await at('?search=a')
    expect(await page.getByRole('button', { name: /run|send|go/i }).count()).toBe(1)
    await page.getByLabel('Request URL').fill('/books?page=2')
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect(await queryOf(page)).toBe('page=2')
    await page.getByLabel('Request URL').fill('/books?page=3')
    await page.getByLabel('Search term').fill('eliot')
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect(await queryOf(page)).toBe('search=eliot')
  })

  test('that the database failed shows the cause, then the statement', async () => {
    const page = await at()
    database.client.exec('alter table books rename to hidden_books')
    try {
      await page.getByLabel('Search term').fill('eliot')
      await page.getByRole('button', { name: 'Run' }).click()
      await answered(page)
      expect(await page.locator('#problem').textContent()).toBe('500 Internal Server Error. no such table: books')
      expect(await page.locator('.failed h3').textContent()).toMatch(/^Count · failed after [\d.]+ ms$/)
      expect(await page.locator('.failed pre').textContent()).toMatch(/^select count\(\*\)\nfrom "books"\n/)
      expect(await page.locator('.failed .params li').first().textContent()).toContain('eliot')
      expect(await page.locator('#statements').textContent()).toBe('No other finished.')
    } finally {
      database.client.exec('alter table hidden_books rename to books')
    }
  })

  test('sends the headers that were added, for as long as the tab lives', async () => {
    const page = await at('', {}, '/dev/furnished')
    await page.locator('#headers > summary').click()
    await page.getByRole('button', { name: 'Add header' }).click()
    await page.keyboard.type('X-Author')
    await page.getByLabel('Header value').fill('2')
    await page.getByLabel('Header value').press('Enter')
    await answered(page)
    expect(await statusOf(page)).toContain('2 of 2 rows')
    expect(await page.locator('#headers-sent').textContent()).toBe('1')
    await page.reload()
    await answered(page)
    expect(await statusOf(page)).toContain('2 of 2 rows')
    await page.getByRole('button', { name: 'Add header' }).click()
    await page.keyboard.type('Cookie')
    expect(await page.getByLabel('Header name').last().getAttribute('aria-invalid')).toBe('true')
    for (const _header of [1, 2]) await page.getByRole('button', { name: 'Remove header' }).first().click()
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect(await statusOf(page)).toContain('of 7 rows')
  })

  test('with other headers loads the list that they have', async () => {
    const page = await at('', {}, '/dev/furnished')
    expect(await page.getByLabel('Expression').isVisible()).toBe(false)
    await page.locator('#headers > summary').click()
    await page.getByRole('button', { name: 'Add header' }).click()
    await page.keyboard.type('Authorization')
    await page.getByLabel('Header value').fill('Bearer x')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByLabel('Expression').waitFor({ state: 'visible' })
    await answered(page)
    expect(await statusOf(page)).toContain('200 OK')
  })
})

describe('Rows', () => {
  test('have their numbers at the end, text at the start, and one figure as wide as another', async () => {
    const page = await at()
    const styles = await page
      .locator('#rows th, #rows tbody tr:first-child td')
      .evaluateAll((all) =>
        all.map((one) => [one.textContent, getComputedStyle(one).textAlign, getComputedStyle(one).fontVariantNumeric]),
      )
    const aligned = (side: string): unknown[] => styles.filter(([, align]) => align === side).map(([text]) => text)
    expect(aligned('end')).toEqual(['id', 'year', '1', '1871'])
    expect(aligned('start')).toContain('Middlemarch')
    expect(new Set(styles.map(([, , figures]) => figures))).toEqual(new Set(['tabular-nums']))
  })

  test('open a value that is cut off, as text, by mouse and keyboard', async () => {
    const page = await at('?filter.genre=$eq:essay')
    const cell = page.getByRole('button', { name: HOSTILE_TITLE })
    await cell.click()
    const dialog = page.getByRole('dialog', { name: 'title' })
    expect(await dialog.locator('pre').textContent()).toBe(HOSTILE_TITLE)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    await page.keyboard.press('f')
    expect(await page.locator('#filters li').count()).toBe(1)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.keyboard.press('Enter')
    await dialog.waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('cell')
    expect(await page.locator('#rows .cell').count()).toBe(1)
    // The first that filters is cut off: Tab leads to the next one.
    expect(await page.locator('#rows .value[tabindex="0"]').allTextContents()).toEqual(['essay'])
  })

  test('hold rows of their own by their number and names, and open them as a table', async () => {
    const page = await at('', {}, '/dev/authors')
    expect(await columnOf(page, 3)).toEqual(['3 Middlemarch, Silas Marner, Adam Bede', '2 Villette, Shirley', 'none'])
    await page.getByRole('button', { name: /Villette/ }).click()
    const dialog = page.getByRole('dialog', { name: 'books' })
    expect(await dialog.locator('tr').allTextContents()).toEqual(['titleyear', 'Villette1853', 'Shirley1849'])
    await page.mouse.click(5, 5)
    await dialog.waitFor({ state: 'hidden' })
  })

  test('are filtered by a cell that is pressed, by mouse and keyboard, and no longer when it is pressed again', async () => {
    const page = await at()
    const value = (name: string) => page.locator('#rows').getByRole('button', { name, exact: true })
    await value('Silas Marner').click()
    await answered(page)
    expect(await queryOf(page)).toBe('filter.title=$eq:Silas Marner')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Silas Marner')
    await page.keyboard.press('Enter')
    await answered(page)
    expect(await queryOf(page)).toBe('')
    await page.keyboard.press('ArrowUp')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Middlemarch')
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowDown'])
      await page.keyboard.press(key)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Villette')
    expect(await page.locator('#rows .value[tabindex="0"]').count()).toBe(1)
    await page.keyboard.press('Space')
    await answered(page)
    expect(await queryOf(page)).toBe('filter.title=$eq:Villette')
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByLabel('Request URL').fill('/books?filter.genre=$eq:essay')
    await page.getByLabel('Request URL').press('Enter')
    await answered(page)
    await page.locator('#rows').getByRole('button', { name: 'null' }).click()
    await answered(page)
    expect(await queryOf(page)).toBe('filter.genre=$eq:essay&filter.year=$null')
    await page.getByRole('button', { name: HOSTILE_TITLE }).click()
    await page.getByRole('button', { name: 'Filter by it' }).click()
    await answered(page)
    expect(await queryOf(page)).toBe(`filter.genre=$eq:essay&filter.year=$null&filter.title=$eq:${HOSTILE_TITLE}`)
    expect(await statusOf(page)).toContain('1 of 1 row')
  })

  test('whose text is empty say so, and are pressed as others are', async () => {
    database.client.exec("update books set title = '' where id = 1")
    try {
      const page = await at()
      await page.locator('#rows').getByRole('button', { name: '(empty)' }).click()
      await answered(page)
      expect([await queryOf(page), await statusOf(page)]).toEqual([
        'filter.title=$eq:',
        expect.stringContaining('1 of 1 row'),
      ])
    } finally {
      database.client.exec("update books set title = 'Middlemarch' where id = 1")
    }
  })

  test('whose text is selected are not filtered', async () => {
    const page = await at()
    const box = (await page.locator('#rows .value', { hasText: 'Silas Marner' }).boundingBox())!
    await page.mouse.move(box.x + 1, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2)
    await page.mouse.up()
    expect(await page.evaluate(() => String(getSelection()))).toContain('ilas Marne')
    expect(await queryOf(page)).toBe('')
  })

  test('are narrowed by filters that are left out one by one', async () => {
    const page = await at('?search=eliot&filter.year=$eq:1871&filter.year=$or:$eq:1861')
    const narrowed = page.locator('#narrowings button')
    expect(await narrowed.allTextContents()).toEqual(['search eliot ×', 'year $eq:1871 ×', 'year $or:$eq:1861 ×'])
    await narrowed.nth(1).click()
    await answered(page)
    expect(await queryOf(page)).toBe('search=eliot&filter.year=$eq:1861')
    await page.getByLabel('Request URL').fill('/books?search=eliot&filter.year=$eq:1')
    await page.getByLabel('Request URL').press('Enter')
    await answered(page)
    expect(await narrowed.count()).toBe(0)
    expect(await page.locator('#rows button').allTextContents()).toEqual([
      'Without search eliot',
      'Without year $eq:1',
      'Show all rows',
    ])
    await page.getByRole('button', { name: 'Without year $eq:1' }).click()
    await answered(page)
    expect(await statusOf(page)).toContain('3 of 3 rows')
    await page.goto(`${server.origin}/dev/explorer?filter.year=$eq:1871&filter.year=$or:$eq:1861`)
    await answered(page)
    await page.getByRole('button', { name: 'Remove filter' }).first().click()
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect([await queryOf(page), await columnOf(page, TITLE)]).toEqual(['filter.year=$eq:1861', ['Silas Marner']])
  })

  test('that are not there say why, and lead back to those that are', async () => {
    const page = await at('?sortBy=year:ASC&limit=2&search=x&filter.year=$gte:2999')
    await page.getByRole('button', { name: 'Show all rows' }).click()
    await answered(page)
    expect(await queryOf(page)).toBe('limit=2&sortBy=year:ASC')
    await page.getByLabel('Request URL').fill('/books?page=99')
    await page.getByLabel('Request URL').press('Enter')
    await answered(page)
    expect(await page.locator('#rows p').textContent()).toBe('No rows. Page 99 is past the end: there are 7 rows.')
    await page.getByRole('button', { name: 'First page' }).click()
    await answered(page)
    expect(await statusOf(page)).toContain('page 1 of 3')
  })

  test('have their summary above them, links to other pages, and an export of what is asked for', async () => {
    const page = await at('?filter.genre=$eq:novel&sortBy=title:ASC&page=2&limit=2', {}, '/dev/furnished')
    expect(await page.locator('#summary div').allTextContents()).toEqual(['books5', 'newest1871'])
    expect(await page.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(
      '/books.csv?sortBy=title%3AASC&filter.genre=%24eq%3Anovel',
    )
    const links = page.getByRole('navigation', { name: 'Elsewhere' }).getByRole('link')
    expect(
      await links.evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('aria-current')])),
    ).toEqual([
      ['Books', 'page'],
      ['Authors', null],
    ])
    await links.last().click()
    await page.waitForURL('**/dev/authors')
    await answered(page)
    expect(await page.title()).toBe('/authors')
    expect(await page.getByRole('link', { name: 'CSV' }).count()).toBe(0)
    expect(await page.locator('#summary').isVisible()).toBe(false)
  })
})

describe('Facets', () => {
  const pressed = (page: Page): Promise<string[]> => page.locator('.facet[aria-pressed=true]').allTextContents()

  test('are counts that filter when they are pressed, and no longer when they are pressed again', async () => {
    const page = await at('?page=2', {}, '/dev/facets')
    expect(await page.locator('#facet-list h3').allTextContents()).toEqual(['title', 'genre', 'lent', 'year'])
    expect(await page.getByRole('group', { name: 'genre' }).getByRole('button').allTextContents()).toEqual([
      'novel 5',
      'essay 2',
    ])
    await facet(page, 'genre', 'essay 2').click()
    await answered(page)
    expect(await queryOf(page)).toBe('filter.genre=$eq:essay')
    expect(await statusOf(page)).toContain('2 of 2 rows')
    expect(await pressed(page)).toEqual(['essay 2'])
    expect(await page.getByLabel('Value').inputValue()).toBe('essay')
    expect(await page.getByRole('group', { name: 'lent' }).getByRole('button').allTextContents()).toEqual([
      'false 1',
      'true 1',
    ])
    await facet(page, 'lent', 'true 1').click()
    await answered(page)
    await facet(page, 'genre', 'novel 1').click()
    await answered(page)
    expect(await queryOf(page)).toBe('filter.genre=$eq:essay&filter.genre=$or:$eq:novel&filter.lent=$eq:true')
    expect(await pressed(page)).toEqual(['essay 1', 'novel 1', 'true 2'])
    await facet(page, 'genre', 'essay 1').click()
    await answered(page)
    expect(await queryOf(page)).toBe('filter.genre=$eq:novel&filter.lent=$eq:true')
  })

  test('come after the rows, with a time of their own, and each statement has the name of its field', async () => {
    let release = (): void => undefined
    const slow = new Promise<void>((resolve) => (release = resolve))
    const page = await at('', {}, '/dev/facets')
    intercept = (request) => (request.url.includes('explorer=facets') ? slow.then(() => null as never) : null)
    await page.getByLabel('Search term').fill('eliot')
    await page.getByLabel('Search term').press('Enter')
    await page.locator('#answer[aria-busy=false]').waitFor()
    expect(await statusOf(page)).toMatch(/^200 OK · 3 of 3 rows · page 1 of 1 · page [\d.]+ ms, facets …$/)
    expect(await page.locator('#facets > summary').textContent()).toBe('Facets being counted …')
    expect(await page.locator('#facets').getAttribute('aria-busy')).toBe('true')
    expect(JSON.parse((await page.locator('#json').textContent())!)).not.toHaveProperty('facets')
    release()
    await answered(page)
    expect(await statusOf(page)).toMatch(/· page [\d.]+ ms, facets [\d.]+ ms$/)
    expect(await page.locator('#facets > summary').textContent()).toBe('Facets ')
    expect(await page.getByRole('group', { name: 'genre' }).getByRole('button').allTextContents()).toEqual(['novel 3'])
    const { facets } = JSON.parse((await page.locator('#json').textContent())!) as { facets: object }
    expect(Object.keys(facets)).toEqual(['title', 'genre', 'lent', 'year'])
    await page.locator('#statements summary').click()
    expect(await page.locator('#statements summary').textContent()).toMatch(/^4 facets · [\d.]+ ms$/)
    const heads = await page.locator('#statements details h3').allTextContents()
    expect(heads.map((head) => head.replace(/[\d.]+ ms/, 'N ms'))).toEqual([
      'Facet title · N ms · 3 rows',
      'Facet genre · N ms · 1 row',
      'Facet lent · N ms · 2 rows',
      'Facet year · N ms · 1 row',
    ])
  })

  test('of a request before are never those of a later one', async () => {
    let release = (): void => undefined
    const slow = new Promise<void>((resolve) => (release = resolve))
    const page = await at('', {}, '/dev/facets')
    intercept = (request) =>
      request.url.includes('explorer=facets&search=eliot') ? slow.then(() => null as never) : null
    await page.getByLabel('Search term').fill('eliot')
    await page.getByLabel('Search term').press('Enter')
    await page.getByText('being counted …').waitFor()
    await page.getByLabel('Search term').fill('brontë')
    await page.getByLabel('Search term').press('Enter')
    await answered(page)
    release()
    expect(await page.getByRole('group', { name: 'genre' }).getByRole('button').allTextContents()).toEqual(['novel 2'])
    expect(await statusOf(page)).toMatch(/^200 OK · 2 of 2 rows/)
  })

  test('are asked for with the headers of their rows', async () => {
    const page = await at('', {}, '/dev/facets')
    const sent: [part: string, author: string | null][] = []
    let release = (): void => undefined
    const slow = new Promise<void>((resolve) => (release = resolve))
    intercept = async (request) => {
      sent.push([/explorer=(\w+)/.exec(request.url)![1]!, request.headers.get('x-author')])
      if (request.url.includes('explorer=run')) await slow
      return null as never
    }
    await page.getByRole('button', { name: 'Run' }).click()
    await page.locator('#headers > summary').click()
    await page.getByRole('button', { name: 'Add header' }).click()
    await page.keyboard.type('X-Author')
    await page.getByLabel('Header value').fill('2')
    release()
    await answered(page)
    expect(sent).toEqual([
      ['run', null],
      ['facets', null],
    ])
    expect(await page.locator('#old').textContent()).not.toBe('')
  })

  test('that fail take the place of the page, as the list would answer; those that do not come leave it', async () => {
    const page = await at('', {}, '/dev/facets')
    await page.route('**/*facets&*', (route) => route.abort())
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect(await page.locator('#facets-state').textContent()).toBe('no answer: Failed to fetch')
    expect(await statusOf(page)).toMatch(/^200 OK · 3 of 7 rows · page 1 of 3 · [\d.]+ ms$/)
    await page.unroute('**/*facets&*')
    intercept = (request) => (request.url.includes('explorer=facets') ? new Promise<never>(() => undefined) : null)
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByText('being counted …').waitFor()
    await page.locator('h1').click()
    await page.keyboard.press('Escape')
    await answered(page)
    expect(await page.locator('#facets-state').textContent()).toBe('cancelled')
    expect(await columnOf(page, TITLE)).toHaveLength(3)
    intercept = (request) => {
      if (!request.url.includes('explorer=facets')) return null
      const detail = 'too slow'
      const body = JSON.stringify({ title: 'Internal Server Error', status: 500, detail })
      const failed = { kind: 'facet', facet: 'genre', sql: 'select 1', params: [], milliseconds: 9 }
      return Promise.resolve(Response.json({ status: 500, body, statements: [], failed, facets: [], milliseconds: 9 }))
    }
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect(await page.locator('#problem').textContent()).toBe('500 Internal Server Error. too slow')
    expect(await page.locator('.failed h3').textContent()).toBe('Facet genre · failed after 9.00 ms')
    expect(await page.locator('#facets').isVisible()).toBe(false)
    expect(await page.locator('#statements article').count()).toBe(2)
  })

  test('of a range name its ends', async () => {
    const page = await at('?filter.genre=$eq:novel', {}, '/dev/facets')
    await facet(page, 'year', '1849 – 1871 5').click()
    await answered(page)
    expect(await queryOf(page)).toBe('filter.genre=$eq:novel&filter.year=$btw:1849,1871')
    expect(await pressed(page)).toEqual(['novel 5', '1849 – 1871 5'])
  })

  test('with hostile values are text, and filter by the whole of it', async () => {
    const page = await at('', {}, '/dev/facets')
    await facet(page, 'title', `${HOSTILE_TITLE} 1`).click()
    await answered(page)
    expect(await columnOf(page, TITLE)).toEqual([HOSTILE_TITLE])
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    expect(await page.locator('#facet-list img, #facet-list script').count()).toBe(0)
    await facet(page, 'title', '100 %, _, \\ and "quotes" 1').click()
    await answered(page)
    expect(await statusOf(page)).toContain('2 of 2 rows')
    const ends = await page.locator('.facet').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
    const edge = await page.locator('#answer').evaluate((one) => one.getBoundingClientRect().left)
    expect(Math.max(...ends)).toBeLessThan(edge)
  })

  test('are pressed by the keyboard, keep the focus and say what is pressed', async () => {
    const page = await at('', {}, '/dev/facets')
    await facet(page, 'genre', 'essay 2').focus()
    await page.keyboard.press('Space')
    await answered(page)
    expect(await queryOf(page)).toBe('filter.genre=$eq:essay')
    const focused = () =>
      page.evaluate(() => [document.activeElement?.textContent, document.activeElement?.getAttribute('aria-pressed')])
    expect(await focused()).toEqual(['essay 2', 'true'])
    await page.keyboard.press('Enter')
    await answered(page)
    expect([await queryOf(page), await focused()]).toEqual(['', ['essay 2', 'false']])
  })

  test('leave a page that was refused, and come back with the next answer', async () => {
    const page = await at('?filter.genre=$eq:poem', {}, '/dev/facets')
    expect(await page.locator('#facets').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Clear' }).click()
    await answered(page)
    expect(await page.locator('#facets').isVisible()).toBe(true)
  })

  test('are not there for a list without them', async () => {
    expect(await (await at()).locator('#facets').isVisible()).toBe(false)
  })

  test.each(['light', 'dark'] as const)(
    'keep a contrast of 4.5:1 where they are pressed, in %s colours',
    async (colorScheme) => {
      const page = await at('?filter.genre=$eq:essay', { colorScheme }, '/dev/facets')
      const ratios = await page.locator('.facet span').evaluateAll((all) =>
        all.map((one) => {
          const light = (colour: string): number => {
            const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
              const share = Number(part) / 255
              return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
            })
            return 0.2126 * r + 0.7152 * g + 0.0722 * b
          }
          const ground = getComputedStyle(one.parentElement as HTMLElement).backgroundColor
          const [darker = 0, lighter = 0] = [light(getComputedStyle(one).color), light(ground)].sort((a, b) => a - b)
          return (lighter + 0.05) / (darker + 0.05)
        }),
      )
      expect(ratios.length).toBeGreaterThan(8)
      expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5)
    },
  )
})

describe('A list of cursors', () => {
  const control = (page: Page, name: string) => page.locator('#pager').getByRole('button', { name })

  test('is turned by next and previous, without page numbers, and counted up to its bound', async () => {
    const page = await at('', {}, '/dev/scroll')
    expect(await statusOf(page)).toMatch(/^200 OK · 3 of 4\+ rows · page [\d.]+ ms, facets [\d.]+ ms$/)
    expect(await page.getByLabel('Page', { exact: true }).isVisible()).toBe(false)
    expect(await page.locator('#limits').textContent()).toContain('Pages by cursor. Counted up to 4.')
    expect(await control(page, 'Last').isVisible()).toBe(false)
    expect(await control(page, 'Previous').getAttribute('aria-disabled')).toBe('true')
    const first = await columnOf(page, TITLE)
    await control(page, 'Next').click()
    await answered(page)
    expect(await queryOf(page)).toMatch(/^limit=3&after=[\w-]+$/)
    const second = await columnOf(page, TITLE)
    await control(page, 'Next').click()
    await answered(page)
    expect(await columnOf(page, TITLE)).toEqual(['Adam Bede'])
    expect(await control(page, 'Next').getAttribute('aria-disabled')).toBe('true')
    await control(page, 'Previous').click()
    await answered(page)
    expect(await columnOf(page, TITLE)).toEqual(second)
    await control(page, 'First').click()
    await answered(page)
    expect(await columnOf(page, TITLE)).toEqual(first)
  })

  test('is run again at its place, and starts over with another question', async () => {
    const page = await at('', {}, '/dev/scroll')
    await page.keyboard.press('n')
    await answered(page)
    const [here, rows] = [await queryOf(page), await columnOf(page, TITLE)]
    await page.getByRole('button', { name: 'Run' }).click()
    await answered(page)
    expect([await queryOf(page), await columnOf(page, TITLE)]).toEqual([here, rows])
    await page.getByRole('button', { name: 'title' }).click()
    await answered(page)
    expect(await queryOf(page)).toBe('limit=3&sortBy=title:ASC')
    await page.keyboard.press('n')
    await answered(page)
    await page.getByLabel('Search term').fill('eliot')
    await page.getByLabel('Search term').press('Enter')
    await answered(page)
    expect(await queryOf(page)).toBe('limit=3&sortBy=title:ASC&search=eliot')
    expect(await statusOf(page)).toContain('3 of 3 rows')
  })

  test('starts over with a facet that is pressed', async () => {
    const page = await at('', {}, '/dev/scroll')
    await page.keyboard.press('n')
    await answered(page)
    await facet(page, 'genre', 'novel 5').click()
    await answered(page)
    expect(await queryOf(page)).toBe('limit=3&filter.genre=$eq:novel')
    expect(await control(page, 'Previous').getAttribute('aria-disabled')).toBe('true')
  })

  test('says what is wrong with a cursor, and with a page number', async () => {
    const page = await at('?after=x', {}, '/dev/scroll')
    expect(await page.getByRole('alert').textContent()).toContain("'after' is not a valid cursor")
    await page.getByLabel('Request URL').fill('/books?page=2')
    await page.getByLabel('Request URL').press('Enter')
    await answered(page)
    expect(await page.getByRole('alert').textContent()).toContain("'page' is not supported by this list")
  })
})

describe('With the keyboard alone', () => {
  test('a request is made, run, corrected and paged', async () => {
    const page = await at()
    const { keyboard } = page
    await keyboard.press('f')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Filter field')
    await keyboard.press('g')
    for (const _stop of ['remove', 'operator', 'value']) await keyboard.press('Tab')
    await keyboard.type('novel')
    await keyboard.press('Enter')
    await answered(page)
    expect(await queryOf(page)).toBe('filter.genre=$eq:novel')
    await keyboard.press('Escape')
    await keyboard.press('s')
    await keyboard.press('y')
    await keyboard.press('Control+Enter')
    await answered(page)
    expect(await queryOf(page)).toBe('sortBy=year:ASC&filter.genre=$eq:novel')
    await keyboard.press('Escape')
    await keyboard.press('n')
    await answered(page)
    expect(await statusOf(page)).toContain('page 2 of 2')
    await keyboard.press('p')
    await answered(page)
    expect(await statusOf(page)).toContain('page 1 of 2')
    await keyboard.press('/')
    await keyboard.type('brontë')
    await keyboard.press('Enter')
    await answered(page)
    expect(await columnOf(page, TITLE)).toEqual(['Shirley', 'Villette'])
    await keyboard.press('Escape')
    await keyboard.press('u')
    await keyboard.type('?page=0')
    await keyboard.press('Enter')
    await answered(page)
    expect(await statusOf(page)).toMatch(/^400/)
  })

  test('every control is reached, has a name, and shows its focus', async () => {
    const page = await at('?filter.year=$gte:1&sortBy=title:ASC')
    const seen: string[] = []
    for (let step = 0; step < 80; step += 1) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement | null
        if (element === null || element === document.body) return null
        const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent).join(' ')
        const name = element.getAttribute('aria-label') ?? (labels.trim() || element.textContent)
        return {
          id: element.id || element.tagName,
          name: name?.trim() ?? '',
          outline: getComputedStyle(element).outlineStyle,
        }
      })
      if (focused === null) break
      expect(focused.name, focused.id).not.toBe('')
      expect(focused.outline, focused.id).toBe('solid')
      seen.push(focused.id)
    }
    for (const id of ['url', 'search', 'add-filter', 'add-sort', 'page', 'limit', 'run', 'clear', 'rows', 'json'])
      expect(seen).toContain(id)
  })

  test('removing a filter keeps the focus near', async () => {
    const page = await at('?filter.year=$gte:1&filter.title=$ilike:a')
    await page.getByRole('button', { name: 'Remove filter' }).first().press('Enter')
    expect(await page.evaluate(() => (document.activeElement as HTMLSelectElement).value)).toBe('title')
    await page.getByRole('button', { name: 'Remove filter' }).press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('add-filter')
  })

  test('single keys are explained, type as usual in fields, and can be switched off for good', async () => {
    const page = await at()
    await page.getByLabel('Search term').focus()
    await page.keyboard.type('fs/?')
    expect(await page.getByLabel('Search term').inputValue()).toBe('fs/?')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.locator('#keys dl').waitFor()
    await page.getByLabel('Single keys act').uncheck()
    await page.locator('h1').click()
    await page.keyboard.press('f')
    expect(await page.locator('#filters li').count()).toBe(0)
    await page.reload()
    await answered(page)
    expect(await page.getByLabel('Single keys act').isChecked()).toBe(false)
  })
})

describe('On a phone', () => {
  test('nothing is wider than the screen, fields are large enough, and an answer comes into view', async () => {
    const page = await at('?filter.year=$btw:1800,1900&sortBy=title:ASC', phone)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    const small = await page
      .locator('input:visible:not([type=checkbox]), select:visible, main button:visible, header > form button:visible')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 35).map((one) => one.outerHTML))
    expect(small).toEqual([])
    expect(await page.locator('#asked').textContent()).toBe('1 filter · sorted')
    await page.locator('#request > summary').click()
    await page.getByLabel('Search term').fill('eliot')
    await page.getByLabel('Search term').press('Enter')
    await answered(page)
    await expect
      .poll(() => page.locator('#status').evaluate((one) => one.getBoundingClientRect().top))
      .toBeLessThan(200)
    expect(await statusOf(page)).toContain('3 of 3 rows')
    expect(await page.getByLabel('Search term').isVisible()).toBe(false)
  })

  test('heads of columns have one size, no instant is cut off, and a long line of JSON goes on below', async () => {
    const page = await at('?filter.title=$eq:Middlemarch', phone)
    const sizes = await page
      .locator('thead th, thead button')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).fontSize))
    expect([sizes.length > 6, new Set(sizes).size]).toEqual([true, 1])
    expect(await page.locator('#json').evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    const title = page.locator('#rows td').nth(TITLE - 1)
    await title.evaluate((one) => (one.textContent = '2024-03-15T10:00:00.000Z'))
    expect(await title.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  })

  test('the URL is copied and opened beside Run, and has their place while it is typed', async () => {
    const page = await at('?filter.genre=$eq:novel', phone)
    const tops = await page
      .locator('#run, #copy-url, #open')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect([tops.length, new Set(tops).size]).toEqual([3, 1])
    const width = (): Promise<number> => page.getByLabel('Request URL').evaluate((one) => one.clientWidth)
    const before = await width()
    await page.getByLabel('Request URL').focus()
    expect(await width()).toBeGreaterThan(before + 100)
    await page.locator('#request > summary').click()
    expect(await page.getByLabel('Copy as').isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Copy', exact: true }).isVisible()).toBe(true)
  })

  test('a statement that is scrolled is reached by the keyboard', async () => {
    const page = await at(`?${'filter.title=$ilike:a&filter.year=$gte:1&'.repeat(6)}`, {
      ...phone,
      viewport: { width: 320, height: 740 },
    })
    const reached = () =>
      page
        .locator('#statements pre')
        .evaluateAll((all) => all.map((one) => [one.scrollHeight > one.clientHeight, one.hasAttribute('tabindex')]))
    await expect.poll(async () => (await reached()).every(([scrolls, isReached]) => scrolls === isReached)).toBe(true)
    expect((await reached()).flat()).toContain(true)
  })

  test('the page is in sight among links to many', async () => {
    const page = await at('', phone, '/dev/crowded')
    const here = (await page.locator('#links [aria-current]').boundingBox())!
    expect([here.x > 0, here.x + here.width < 360]).toEqual([true, true])
    expect(await page.evaluate(() => [scrollX, document.documentElement.scrollWidth])).toEqual([0, 360])
  })

  test('rows come first, and the request is opened for another question', async () => {
    const page = await at('', phone)
    const [row] = await page.locator('#rows tbody tr').all()
    expect((await row!.boundingBox())!.y).toBeLessThan(420)
    expect(await page.getByLabel('Search term').isVisible()).toBe(false)
    await page.locator('#request > summary').click()
    await page.getByLabel('Copy as').waitFor()
    await page.setViewportSize({ width: 1000, height: 740 })
    await expect.poll(() => page.getByLabel('Search term').isVisible()).toBe(true)
    await expect.poll(() => page.locator('header').getByLabel('Copy as').isVisible()).toBe(true)
  })

  test('what is wrong stands above the fold, and leads to its field', async () => {
    const page = await at('?filter.year=$gte:soon', phone)
    const box = (await page.locator('#problem').boundingBox())!
    expect(box.y + box.height).toBeLessThan(740 / 2)
    await page.getByRole('button', { name: 'Show the field' }).click()
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('soon')
  })
})

describe.each(['light', 'dark'] as const)('In %s colours', (colorScheme) => {
  test.each([
    ['a page', '?filter.genre=$eq:novel&sortBy=title:ASC', '/dev/furnished'],
    ['facets', '?filter.genre=$eq:essay', '/dev/facets'],
    ['an edited request', '?filter.year=$gte:1', '/dev/facets'],
    ['an ignored parameter', '?filters.year=$gte:1&q=x', '/dev/explorer'],
    ['children', '', '/dev/authors'],
    ['a run', '?filter.genre=$eq:novel', '/dev/facets'],
    ['no rows', '?search=nowhere', '/dev/explorer'],
    ['a mistake', '?filter.year=$gte:soon', '/dev/explorer'],
  ])('axe finds no fault in %s, on a desk and on a phone', async (title, search, path) => {
    for (const device of [{}, phone]) {
      const page = await at(search, { ...device, colorScheme }, path)
      await page
        .locator('details:visible')
        .evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true)))
      if (title === 'children') await page.locator('.cell').first().click()
      if (title === 'an edited request') await page.getByLabel('Value').fill('2')
      if (title === 'a run') {
        // Both halves of a run wait.
        await page.route('**/*explorer=*', () => undefined)
        await page.keyboard.press('Control+Enter')
        await page.locator('#answer[aria-busy=true]').waitFor()
      }
      // Not as a script of the page, which its policy would refuse.
      await page.evaluate(axe.source)
      const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      await open?.close()
    }
  })

  test('text keeps a contrast of 4.5:1', async () => {
    const page = await at('?filter.year=$gte:soon', { colorScheme })
    const pairs = await page
      .locator(
        'h1, h2, label, legend, .hint, .problem strong, .problem p, button:not([aria-disabled=true]), #status, #json',
      )
      .evaluateAll((all) => {
        const luminance = (colour: string): number => {
          const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number).map((part) => {
            const share = part / 255
            return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
          })
          return 0.2126 * r + 0.7152 * g + 0.0722 * b
        }
        const groundOf = (one: Element | null): string => {
          for (let at = one; at !== null; at = at.parentElement) {
            const ground = getComputedStyle(at).backgroundColor
            if (ground !== 'rgba(0, 0, 0, 0)') return ground
          }
          return 'rgb(255, 255, 255)'
        }
        return all.map((one) => {
          const [darker = 0, lighter = 0] = [luminance(getComputedStyle(one).color), luminance(groundOf(one))].sort(
            (a, b) => a - b,
          )
          return { text: one.textContent.slice(0, 20), ratio: (lighter + 0.05) / (darker + 0.05) }
        })
      })
    expect(pairs.length).toBeGreaterThan(10)
    expect(pairs.filter(({ ratio }) => ratio < 4.5)).toEqual([])
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      colorScheme === 'dark' ? 'rgb(20, 23, 28)' : 'rgb(255, 255, 255)',
    )
  })
})
