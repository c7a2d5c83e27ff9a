// The blocks of docs/guides/any-framework.md whose framework is a program: built or started as their authors say, each
// under a base path.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ask, expectList, SENTENCE } from './support/http.js'
import { home, writeBlocks } from './support/blocks.js'

const out = `${home}.tmp/apps/`
beforeAll(() => void writeBlocks(out))

/** TanStack Start asks for a newer Node than this package does. */
const NODE_24 = `${home}node_modules/node/bin/node`
const next = `${home}node_modules/next/dist/bin/next`
const vite = `${home}node_modules/vite/bin/vite.js`
const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as NodeJS.ProcessEnv

interface App {
  readonly folder: string
  readonly build?: readonly string[]
  readonly start: (port: string) => readonly string[]
  readonly node?: string
}

async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => void server.close(resolve))
  return String(port)
}

/** Under `/shop`, until the tests of the group are over. */
function started({ folder, build, start, node = process.execPath }: App): Ask {
  let child: ChildProcess
  let url: string
  const cwd = out + folder
  beforeAll(async () => {
    if (build !== undefined) await promisify(execFile)(node, build as string[], { cwd, env })
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    let log = ''
    child = spawn(node, start(port), {
      cwd,
      env: { ...env, NODE_ENV: build === undefined ? 'development' : 'production' },
      stdio: 'pipe',
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (log += String(chunk)))
    const answers = () =>
      fetch(`${url}/shop/`).then(
        () => true,
        () => false,
      )
    for (
      const end = Date.now() + 60_000;
      !(await answers());
      await new Promise((resolve) => setTimeout(resolve, 200))
    ) {
      if (Date.now() > end || child.exitCode !== null) throw new Error(`${folder} does not answer.\n${log}`)
    }
  }, 300_000)
  afterAll(() => void child.kill())
  return (path, init) => fetch(url + path, init)
}

describe('Next.js, built, under its basePath', () => {
  const ask = started({
    folder: 'next',
    build: [next, 'build'],
    start: (port) => [next, 'start', '-p', port, '-H', '127.0.0.1'],
  })

  it('answers from a route handler, whose `path` has the base path', { timeout: 60_000 }, async () => {
    await expectList(ask, '/shop/api/articles')
    const head = await ask('/shop/api/articles', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('shows a page, or the sentence', { timeout: 60_000 }, async () => {
    const page = await (
      await ask('/shop/articles?limit=2&sortBy=title:DESC&filter.views=$gte:10&filter.views=$lt:40')
    ).text()
    expect(page).toMatch(/<li>Drills<\/li><li>Cogs<\/li>.*<a href="\/shop\/articles\?[^"]*&amp;page=2">/)
    const wrong = await ask('/shop/articles?filter.isbn=$eq:1')
    expect([wrong.status, await wrong.text()]).toEqual([
      200,
      expect.stringContaining(`<p role="alert">${SENTENCE.replaceAll("'", '&#x27;')}</p>`),
    ])
  })
})

describe('SvelteKit, built, under its base', () => {
  const ask = started({
    folder: 'sveltekit',
    build: [vite, 'build'],
    start: (port) => [vite, 'preview', '--port', port, '--host', '127.0.0.1'],
  })

  it('answers from an endpoint, whose links have the base', { timeout: 60_000 }, () =>
    expectList(ask, '/shop/api/articles'),
  )

  it('shows a page, or its error page with 400 and the sentence', { timeout: 60_000 }, async () => {
    const page = await (await ask('/shop/articles?limit=2&sortBy=title:DESC')).text()
    expect(page).toMatch(/<li>Edges<\/li>.*<li>Drills<\/li>.*<a href="\/shop\/articles\?[^"]*page=2">/s)
    const wrong = await ask('/shop/articles?filter.isbn=$eq:1')
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringContaining(`<p role="alert">${SENTENCE}</p>`),
    ])
  })
})

describe('TanStack Start, under its basepath', () => {
  const ask = started({
    folder: 'tanstack-start',
    start: (port) => [vite, 'dev', '--port', port, '--host', '127.0.0.1'],
    node: NODE_24,
  })

  it('answers from a server route, whose links have the base path', { timeout: 60_000 }, () =>
    expectList(ask, '/shop/api/articles'),
  )
})
