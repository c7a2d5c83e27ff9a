// Getting started, step by step as written: its commands and files in a fresh folder, its server asked over a socket.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packPackage } from '../package/pack.js'
import { expectedText } from './support/exchanges.js'
import { type Block, readPage, rewrite, root } from './support/pages.js'

const page = readPage('docs/getting-started.md')
const lines = page.text.split('\n')
/** The numbered headings with the blocks under each. */
const steps = lines.flatMap((line, index) => (/^## \d+\. /.test(line) ? [{ title: line.slice(3), line: index + 1 }] : []))
const end = lines.indexOf('## Next') + 1
const blocksOf = (at: number): readonly Block[] => {
  const [from, to] = [steps[at]?.line ?? 0, steps[at + 1]?.line ?? end]
  return page.blocks.filter(({ line }) => line > from && line < to)
}

// Outside the repository, where no parent folder has packages to fall back on.
const parent = realpathSync(mkdtempSync(join(tmpdir(), 'drizzle-paginate-')))
let folder = parent
const env = { PATH: process.env['PATH'] ?? '', HOME: parent, PORT: '0', npm_config_offline: 'true', npm_config_update_notifier: 'false' }

beforeAll(() => packPackage(join(parent, 'packed')))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

/** What `npm install` would bring, without a network: the packed package, and links to the repository's own copies. */
function install(names: readonly string[]): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  for (const name of names) {
    const from = name === 'drizzle-paginate' ? join(parent, 'packed') : `${root}node_modules/${name}`
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    // A copy finds the project's drizzle-orm, as an installed package does; a link would look beside its target.
    if (name === 'drizzle-paginate') cpSync(from, join(modules, name), { recursive: true })
    else symlinkSync(from, join(modules, name), 'dir')
    const { bin = {} } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as { bin?: string | Record<string, string> }
    const bins = typeof bin === 'string' ? { [name]: bin } : bin
    for (const [command, file] of Object.entries(bins)) symlinkSync(join(modules, name, file), join(modules, '.bin', command))
  }
}

let server: ChildProcess | undefined
let origin = ''

/** Starts the server and leaves it running once it has printed its URL. */
async function serve(command: string): Promise<void> {
  server = spawn('sh', ['-c', command], { cwd: folder, env, detached: true })
  let said = ''
  server.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  for await (const line of createInterface({ input: server.stdout as NonNullable<ChildProcess['stdout']> })) {
    origin = new URL(line).origin
    return
  }
  throw new Error(`'${command}' ended without a URL: ${said}`)
}

afterAll(async () => {
  if (server?.pid === undefined) return
  const isClosed = once(server, 'exit')
  process.kill(-server.pid)
  await isClosed
})

async function run(command: string): Promise<void> {
  if (command.startsWith('npm install '))
    return install(
      command
        .split(' ')
        .slice(2)
        .filter((word) => !word.startsWith('-')),
    )
  if (command.startsWith('cd ')) return void (folder = join(folder, command.slice(3)))
  if (command.endsWith('server.ts')) return serve(command)
  await promisify(execFile)('sh', ['-c', command], { cwd: folder, env })
}

describe('docs/getting-started.md', () => {
  it.each(steps.map(({ title }, at) => [title, at] as const))('%s', { timeout: 60_000 }, async (_title, at) => {
    const blocks = blocksOf(at)
    expect(blocks.length).toBeGreaterThan(0)
    let body: unknown
    for (const block of blocks) {
      const file = block.info.get('file')
      if (file !== undefined) writeFileSync(join(folder, file), `${block.text}\n`)
      else if (block.language === 'sh') for (const command of block.text.split('\n')) await run(command)
      else if (block.language === 'http') body = await (await fetch(origin + block.text.replace(/^GET /, ''))).json()
      else {
        expect(block.language).toBe('json')
        const expected = expectedText(block, { body, statements: [] })
        if (process.env['UPDATE_DOCS'] === '1' && block.text !== expected) rewrite(block, expected)
        else expect(block.text).toBe(expected)
      }
    }
  })

  it('has a server that answers 404, 400 and 500, and the next request after each', async () => {
    const statusOf = async (path: string): Promise<number> => (await fetch(origin + path)).status
    expect(await statusOf('/')).toBe(404)
    expect(await statusOf('/articles?page=0')).toBe(400)
    const database = new Database(join(folder, 'articles.db'))
    database.exec('alter table articles rename to hidden')
    expect(await statusOf('/articles')).toBe(500)
    database.exec('alter table hidden rename to articles')
    database.close()
    expect(await statusOf('/articles')).toBe(200)
    expect(server?.exitCode).toBeNull()
  })
})
