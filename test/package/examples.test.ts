// Every example, started as `npm run example` starts it, and asked over a socket.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { CursorPage, PaginatedResponse } from 'drizzle-paginate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUILD_TIMEOUT } from '../support/timeouts.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const programs = readdirSync(`${root}/examples`)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
/** Those that serve the same list, each in its framework. */
const names = programs.filter((name) => !['reproduction', 'feed', 'export', 'lists', 'shop'].includes(name))

const children: ChildProcess[] = []
const answers = new Map<string, string>()

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['scripts/example.mjs', '--build'], { cwd: root })
}, BUILD_TIMEOUT)

afterAll(async () => {
  for (const child of children) {
    child.kill()
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once('exit', resolve))
  }
})

/** The URL that an example prints when it listens. */
async function start(name: string): Promise<URL> {
  const env = { ...process.env, PORT: '0' }
  const child = spawn(process.execPath, [`.tmp/examples/${name}.js`], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('http')) return new URL(line)
  throw new Error(`${name} ended without a URL.`)
}

describe('examples', () => {
  it('are one for every framework', () => {
    expect(names.sort()).toEqual(['express', 'fastify', 'fetch', 'hono', 'nestjs'])
  })

  it.each(names)('%s answers pages, links and refusals', async (name) => {
    const printed = await start(name)
    const response = await fetch(printed)
    const body = await response.text()
    answers.set(name, body)
    const page = JSON.parse(body) as PaginatedResponse<{ title: string }>
    expect(response.headers.get('link')).toContain('</books?limit=3&sortBy=year%3ADESC&page=2>; rel="next"')
    expect(page.items.map(({ title }) => title)).toEqual(['Middlemarch', 'Silas Marner', 'Hard Times'])

    const next = await fetch(new URL(page.links.next as string, printed))
    const { items } = (await next.json()) as typeof page
    expect(items.map(({ title }) => title)).toEqual(['North and South', 'Bleak House', 'Villette'])

    const refused = await fetch(new URL('/books?filter.isbn=$eq:1', printed))
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
    ])
    expect(await refused.json()).toMatchObject({
      title: 'Bad Request',
      code: 'filter.not_configured',
      parameter: 'filter.isbn',
    })
  })

  it('reproduction prints its statements and its page', async () => {
    expect(programs).toContain('reproduction')
    const { stdout } = await promisify(execFile)(process.execPath, ['.tmp/examples/reproduction.js'], { cwd: root })
    expect(stdout).toContain('select count(*)')
    const page = JSON.parse(stdout.slice(stdout.indexOf('\n{\n'))) as PaginatedResponse<{ title: string }>
    expect(page.items.map(({ title }) => title)).toEqual(['Middlemarch', 'The Watsons'])
  })

  it('feed is read by cursor: what arrives meanwhile moves no page', async () => {
    const printed = await start('feed')
    type Feed = CursorPage<{ readonly text: string }>
    const page = async (url: string | URL): Promise<Feed> => (await (await fetch(new URL(url, printed))).json()) as Feed
    const first = await page(printed)
    expect(first.items.map(({ text }) => text)).toEqual(['Post 8', 'Post 7', 'Post 6'])
    expect(Object.keys(first.meta)).not.toContain('currentPage')
    expect((await fetch(printed, { method: 'POST', body: 'Breaking' })).status).toBe(201)
    const second = await page(first.links.next as string)
    expect(second.items.map(({ text }) => text)).toEqual(['Post 5', 'Post 4', 'Post 3'])
    const third = await page(second.links.next as string)
    expect([third.items.map(({ text }) => text), third.links.next]).toEqual([['Post 2', 'Post 1'], null])
    expect((await page(third.links.previous as string)).items).toEqual(second.items)
    const before = await page((await page(second.links.previous as string)).links.previous as string)
    expect(before.items.map(({ text }) => text)).toEqual(['Breaking'])
    const ofAda = await page('/posts?filter.author=$eq:ada&limit=9')
    expect(ofAda.items.map(({ text }) => text)).toEqual(['Breaking', 'Post 7', 'Post 4', 'Post 1'])
    for (const [query, code] of [
      ['page=2', 'page.not_supported'],
      ['after=x', 'cursor.invalid'],
      ['sortBy=text:ASC', 'sort.not_configured'],
    ]) {
      const refused = await fetch(new URL(`/posts?${query}`, printed))
      expect([refused.status, await refused.json()], query).toEqual([400, expect.objectContaining({ code })])
    }
  })

  it('export streams a file of the filtered set, and its rows', async () => {
    const printed = await start('export')
    const response = await fetch(printed)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('filename="readings.csv"')
    const [head, ...lines] = (await response.text()).trimEnd().split('\r\n')
    const values = lines.map((line) => Number(line.split(',')[2]))
    expect(head).toBe('id,sensor,value')
    expect(values).toEqual([...values].sort((a, b) => b - a))
    const expected = Array.from({ length: 1500 }, (_, at) => ((at + 1) * 7) % 1000)
    expect([...values].sort()).toEqual(expected.filter((value) => value >= 900).sort())
    // A spreadsheet would run it.
    expect(lines.some((line) => line.includes(",'=roof,"))).toBe(true)
    expect((await (await fetch(new URL('/readings.csv', printed))).text()).trimEnd().split('\r\n')).toHaveLength(1501)
    const total = await fetch(new URL('/sum?filter.value=$lt:900', printed))
    expect(await total.json()).toEqual({
      total: expected.filter((value) => value < 900).reduce((one, other) => one + other, 0),
    })
    for (const path of ['/readings.csv', '/sum']) {
      const refused = await fetch(new URL(`${path}?filter.value=$gte:many`, printed))
      expect([refused.status, await refused.json()], path).toEqual([
        400,
        expect.objectContaining({ code: 'filter.value_invalid' }),
      ])
    }
  })

  // Those with several lists have tests of their own, which check each.
  it.each(programs.filter((name) => name !== 'lists' && name !== 'shop'))('%s passes checkList', async (name) => {
    const script = `
      const { db, bookList, readingList, feed } = await import('./.tmp/examples/${name}.js')
      const { checkList } = await import('./.tmp/examples/testing.js')
      const { failures, notChecked, requests, rows } = await checkList(db, bookList ?? readingList ?? feed, { requests: 60 })
      process.stdout.write('\\n' + JSON.stringify({ failures, notChecked, requests, rows }), () => process.exit())`
    const env = { ...process.env, PORT: '0' }
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      env,
    })
    const report = JSON.parse(stdout.slice(stdout.lastIndexOf('\n'))) as {
      failures: unknown[]
      notChecked: string[]
      requests: number
      rows: number
    }
    expect(report).toMatchObject({
      failures: [],
      notChecked: [],
      rows: { reproduction: 3, feed: 8, export: 1500 }[name] ?? 7,
    })
    expect(report.requests).toBeGreaterThan(60)
  })

  it('answer with the same bytes', () => {
    expect(answers.size).toBe(names.length)
    expect(new Set(answers.values()).size).toBe(1)
  })
})
