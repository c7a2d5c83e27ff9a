// Getting started, step by step as written: its commands and files in fresh folders, on both databases and with each
// framework, its compiler asked and its servers over a socket.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUILD_TIMEOUT } from '../support/timeouts.js'
import { isFullLength } from '../support/property-runs.js'
import { packPackage } from '../package/pack.js'
import { postgresServer } from '../support/servers.js'
import { expectedText } from './support/exchanges.js'
import { type Block, readPage, rewrite, root } from './support/pages.js'

const page = readPage('docs/getting-started.md')
const lines = page.text.split('\n')
/** The numbered headings with the blocks under each. */
const steps = lines.flatMap((line, index) =>
  /^## \d+\. /.test(line) ? [{ title: line.slice(3), line: index + 1 }] : [],
)
const end = lines.indexOf('## With PostgreSQL') + 1
const blocksOf = (at: number): readonly Block[] => {
  const [from, to] = [steps[at]?.line ?? 0, steps[at + 1]?.line ?? end]
  return page.blocks.filter(({ line }) => line > from && line < to)
}
const isCommand = ({ language, info }: Block): boolean => language === 'sh' && !info.has('static')
const blocksOn = (variant: string): readonly Block[] => page.blocks.filter(({ info }) => info.get('on') === variant)

// Outside the repository, where no parent folder has packages to fall back on.
const parent = realpathSync(mkdtempSync(join(tmpdir(), 'drizzle-paginate-')))
const packed = join(parent, 'packed')
beforeAll(() => packPackage(packed), BUILD_TIMEOUT)
afterAll(() => rmSync(parent, { recursive: true, force: true }))

/** Installed for test/frameworks alone, which runs a route of Next.js in Next.js. Nothing on the page imports them. */
const left = new Set(['next', 'react', 'react-dom', '@types/react'])
/** So that the compiler reads the types of the source, which are not packed here. */
const sources = { 'drizzle-paginate': [`${root}src/index.ts`], 'drizzle-paginate/*': [`${root}src/entries/*/index.ts`] }

/** The compiler is TypeScript 7, a second in place of half a minute. */
const sourceOf: Readonly<Record<string, string>> = {
  'drizzle-paginate': packed,
  typescript: `${root}node_modules/@typescript/native`,
}

/** A folder that a reader works in. */
class Project {
  folder: string
  origin = ''
  server: ChildProcess | undefined
  readonly #env: Record<string, string>

  constructor(name: string, variables: Readonly<Record<string, string>> = {}) {
    this.folder = join(parent, name)
    mkdirSync(this.folder)
    const npm = { npm_config_offline: 'true', npm_config_update_notifier: 'false' }
    this.#env = { PATH: process.env['PATH'] ?? '', HOME: parent, PORT: '0', ...npm, ...variables }
  }

  /** Writes files, runs commands, and asks. */
  async follow(blocks: readonly Block[]): Promise<void> {
    let body: unknown
    let answered = ''
    for (const block of blocks) {
      const file = block.info.get('file')
      if (block.language === 'diff') answered = await this.#refused(file as string, block.text)
      else if (file !== undefined) this.write(file, `${block.text}\n`)
      else if (block.language === 'sh') for (const command of block.text.split('\n')) await this.run(command)
      else if (block.language === 'http')
        body = await (await fetch(this.origin + block.text.replace(/^GET /, ''))).json()
      else {
        expect(['json', 'text']).toContain(block.language)
        const expected = block.language === 'text' ? answered : expectedText(block, { body, statements: [] })
        if (process.env['UPDATE_DOCS'] === '1' && block.text !== expected) rewrite(block, expected)
        else expect(block.text).toBe(expected)
      }
    }
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true })
    writeFileSync(join(this.folder, file), text)
  }

  async run(command: string): Promise<void> {
    if (command.startsWith('npm install ')) return this.#install(command.split(' ').slice(2))
    if (command.startsWith('cd ')) return void (this.folder = join(this.folder, command.slice(3)))
    if (command.endsWith('server.ts')) return this.#serve(command)
    if (command === 'npx tsc') return expect(await this.compile()).toBe('')
    await promisify(execFile)('sh', ['-c', command], { cwd: this.folder, env: this.#env })
  }

  /** What `npx tsc` prints. */
  async compile(): Promise<string> {
    this.write(
      'tsconfig.test.json',
      JSON.stringify({ extends: './tsconfig.json', compilerOptions: { lib: ['es2023', 'dom'], paths: sources } }),
    )
    const run = promisify(execFile)('npx', ['tsc', '-p', 'tsconfig.test.json'], { cwd: this.folder, env: this.#env })
    return run.then(
      ({ stdout }) => stdout,
      ({ stdout }: { readonly stdout: string }) => stdout.trimEnd(),
    )
  }

  /** What the compiler says of a file with the change of a `diff` block, which is then taken back. */
  async #refused(file: string, diff: string): Promise<string> {
    const before = readFileSync(join(this.folder, file), 'utf8')
    const [from = '', to = ''] = ['-', '+'].map((sign) =>
      diff
        .split('\n')
        .find((line) => line.startsWith(sign))
        ?.slice(1),
    )
    expect(before).toContain(from)
    this.write(file, before.replace(from, to))
    const said = await this.compile()
    this.write(file, before)
    return said
  }

  /**
   * What `npm install` would bring, without a network: the packed package, and links to the repository's own copies.
   */
  #install(words: readonly string[]): void {
    const modules = join(this.folder, 'node_modules')
    mkdirSync(join(modules, '.bin'), { recursive: true })
    for (const name of words.filter((word) => !word.startsWith('-') && !left.has(word))) {
      const from = sourceOf[name] ?? `${root}node_modules/${name}`
      if (existsSync(join(modules, name))) continue
      mkdirSync(dirname(join(modules, name)), { recursive: true })
      // A copy finds the project's drizzle-orm, as an installed package does; a link would look beside its target.
      if (name === 'drizzle-paginate') cpSync(from, join(modules, name), { recursive: true })
      else symlinkSync(from, join(modules, name), 'dir')
      const { bin = {} } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as {
        bin?: string | Record<string, string>
      }
      const bins = typeof bin === 'string' ? { [name]: bin } : bin
      for (const [command, file] of Object.entries(bins))
        symlinkSync(join(modules, name, file), join(modules, '.bin', command))
    }
  }

  /** Starts the server and leaves it running once it has printed its URL. */
  async #serve(command: string): Promise<void> {
    const server = spawn('sh', ['-c', command], { cwd: this.folder, env: this.#env, detached: true })
    this.server = server
    let said = ''
    server.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    for await (const line of createInterface({ input: server.stdout })) {
      this.origin = new URL(line).origin
      return
    }
    throw new Error(`'${command}' ended without a URL: ${said}`)
  }

  async close(): Promise<void> {
    if (this.server?.pid === undefined) return
    const isClosed = once(this.server, 'exit')
    process.kill(-this.server.pid)
    await isClosed
  }
}

describe('docs/getting-started.md', () => {
  let project: Project
  beforeAll(() => void (project = new Project('steps')))
  afterAll(() => project.close())

  it.each(steps.map(({ title }, at) => [title, at] as const))('%s', { timeout: BUILD_TIMEOUT }, async (_title, at) => {
    const blocks = blocksOf(at)
    expect(blocks.length).toBeGreaterThan(0)
    await project.follow(blocks)
  })

  it('has a server that answers 404, 400 and 500, and the next request after each', async () => {
    const statusOf = async (path: string): Promise<number> => (await fetch(project.origin + path)).status
    expect(await statusOf('/')).toBe(404)
    expect(await statusOf('/articles?page=0')).toBe(400)
    const database = new Database(join(project.folder, 'articles.db'))
    database.exec('alter table articles rename to hidden')
    expect(await statusOf('/articles')).toBe(500)
    database.exec('alter table hidden rename to articles')
    database.close()
    expect(await statusOf('/articles')).toBe(200)
    expect(project.server?.exitCode).toBeNull()
  })
})

/** As a framework calls a route: its own server is not installed here. */
const routeServer = `import { serve } from '@hono/node-server'
import { GET } from './app/articles/route.ts'
serve({ fetch: (request) => GET(request), port: 0 }, ({ port }) => console.log(\`http://localhost:\${port}\`))
`

/** A project with the files of a database and a framework in place of those of the steps, until its server runs. */
async function built(
  database: string,
  framework: string,
  variables: Readonly<Record<string, string>>,
): Promise<Project> {
  const project = new Project(`${database}-${framework}`, variables)
  // PGlite has PostgreSQL's tables, and files of its own in place of the others.
  const files = (database === 'pglite' ? blocksOn('postgresql') : []).filter(
    ({ info }) => info.get('file') === 'schema.ts',
  )
  const own = [...files, ...blocksOn(database), ...blocksOn(framework)]
  const isReplaced = ({ info }: Block): boolean =>
    own.some((block) => info.has('file') && block.info.get('file') === info.get('file'))
  const [first = [], ...rest] = steps.slice(0, 5).map((_step, at) => blocksOf(at))
  // A database that brings an install of its own has it in place of the one of the steps.
  const isInstallReplaced = blocksOn(database).some(isCommand)
  for (const block of first) {
    if (!isInstallReplaced || !isCommand(block)) await project.follow([block])
    else for (const line of block.text.split('\n')) if (!line.startsWith('npm install ')) await project.run(line)
  }
  await project.follow(
    own.filter((block) => block.info.has('file') || (isCommand(block) && block.text.startsWith('npm '))),
  )
  await project.follow(rest.flat().filter((block) => block.language === 'ts' && !isReplaced(block)))
  if (framework === 'next') {
    await project.run('npm install @hono/node-server')
    project.write('route-server.ts', routeServer)
  }
  await project.run('npx tsc')
  await project.run('npx drizzle-kit push')
  await project.run('npx tsx seed.ts')
  await project.run(framework === 'next' ? 'npx tsx route-server.ts' : 'npx tsx server.ts')
  return project
}

const { host, port, username, password, database } = postgresServer()
const address = (name: string): string => `postgres://${username}:${password}@${host}:${port}/${name}`
const isPostgresThere = await postgres(address(database), {
  max: 1,
  connect_timeout: 3,
  onnotice: () => {},
})`select 1`.then(
  () => true,
  () => false,
)

// SQLite with plain Node is the steps themselves. PostgreSQL runs where a server answers.
const others = [
  ['sqlite', 'next'],
  ['sqlite', 'hono'],
  ['pglite', 'node'],
  ['postgresql', 'node'],
  ['postgresql', 'hono'],
  ['postgresql', 'next'],
] as const
describe.each(isFullLength ? others : others.slice(0, 1))('on %s with %s', (engine, framework) => {
  const name = `getting_started_${framework}_${process.pid}`
  it.skipIf(engine === 'postgresql' && !isPostgresThere)(
    'compiles, and answers as the page says',
    { timeout: BUILD_TIMEOUT },
    async () => {
      const admin = engine === 'postgresql' ? postgres(address(database), { max: 1, onnotice: () => {} }) : null
      await admin?.unsafe(`create database ${name}`)
      let project: Project | undefined
      try {
        project = await built(engine, framework, { DATABASE_URL: address(name) })
        await project.follow(blocksOf(5))
      } finally {
        await project?.close()
        await admin?.unsafe(`drop database ${name} with (force)`)
        await admin?.end()
      }
    },
  )
})
