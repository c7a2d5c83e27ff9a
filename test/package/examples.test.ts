// Every example, started as `npm run example` starts it, and asked over a socket.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { PaginatedResponse } from 'drizzle-paginate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const programs = readdirSync(`${root}/examples`)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
/** Those that serve a list. */
const names = programs.filter((name) => name !== 'reproduction')

const children: ChildProcess[] = []
const answers = new Map<string, string>()

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['scripts/example.mjs', '--build'], { cwd: root })
})

afterAll(async () => {
  for (const child of children) {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve))
  }
})

/** The URL that an example prints when it listens. */
async function start(name: string): Promise<URL> {
  const env = { ...process.env, PORT: '0' }
  const child = spawn(process.execPath, [`.tmp/examples/${name}.js`], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
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
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8'])
    expect(await refused.json()).toMatchObject({ title: 'Bad Request', code: 'filter.not_configured', parameter: 'filter.isbn' })
  })

  it('reproduction prints its statements and its page', async () => {
    expect(programs).toContain('reproduction')
    const { stdout } = await promisify(execFile)(process.execPath, ['.tmp/examples/reproduction.js'], { cwd: root })
    expect(stdout).toContain('select count(*)')
    const page = JSON.parse(stdout.slice(stdout.indexOf('\n{\n'))) as PaginatedResponse<{ title: string }>
    expect(page.items.map(({ title }) => title)).toEqual(['Middlemarch', 'The Watsons'])
  })

  it('answer with the same bytes', () => {
    expect(answers.size).toBe(names.length)
    expect(new Set(answers.values()).size).toBe(1)
  })
})
