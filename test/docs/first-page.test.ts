// docs/ways-in/first-page-*.md, as written: the files of each page, compiled as it says, each server started and asked.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFullLength } from '../support/property-runs.js'
import { readPage, root } from './support/pages.js'

const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill()
})

// Four programs and a compiler each: PostgreSQL's are tried at full length, in CI.
describe.each(isFullLength ? ['postgresql', 'sqlite'] : ['sqlite'])('a first page on %s', (database) => {
  const { text, blocks } = readPage(`docs/ways-in/first-page-${database}.md`)
  const folder = `${root}.tmp/first-page/${database}/`
  const files = blocks.filter(({ info }) => info.has('file'))
  const [expected] = blocks.filter(({ language, info }) => language === 'json' && !info.has('file')).map((block) => JSON.parse(block.text))
  const path = /curl 'localhost:3000(.+?)'/.exec(text)?.[1] ?? ''
  const config = `${folder}tsconfig.test.json`

  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true })
    for (const { info, text } of files) {
      const file = folder + info.get('file')
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `${text}\n`)
    }
    writeFileSync(`${folder}package.json`, JSON.stringify({ type: 'module' }))
    // What is installed is this repository's source.
    const paths = { 'drizzle-paginate': [`${root}src/index.ts`], 'drizzle-paginate/*': [`${root}src/*/index.ts`] }
    writeFileSync(config, JSON.stringify({ extends: './tsconfig.json', compilerOptions: { paths, lib: ['es2023'] } }))
  })

  const compile = (): Promise<string> =>
    promisify(execFile)(process.execPath, [`${root}node_modules/@typescript/native/bin/tsc`, '-p', config], { cwd: folder }).then(
      ({ stdout }) => stdout,
      (error: { readonly stdout: string }) => error.stdout,
    )

  it('has the files of the page', () => {
    const names = ['tsconfig.json', 'db.ts', 'book-list.ts', 'hono.ts', 'app/books/route.ts', 'node.ts']
    expect(files.map(({ info }) => info.get('file'))).toEqual(names)
  })

  it('compiles, and the mistake that it offers does not', { timeout: 120_000 }, async () => {
    expect(await compile()).toBe('')
    const list = files.find(({ info }) => info.get('file') === 'book-list.ts')?.text ?? ''
    writeFileSync(`${folder}book-list.ts`, list.replace(`.searchable('title')`, `.searchable('year')`))
    const said = await compile()
    writeFileSync(`${folder}book-list.ts`, `${list}\n`)
    const [, sentence = ''] = /says `(\.searchable[^`]+)`/.exec(text) ?? []
    expect(sentence).not.toBe('')
    expect(said).toContain(sentence)
  })

  async function answersOf(ask: (path: string) => Promise<Response>): Promise<void> {
    const page = await ask(path)
    expect([page.status, await page.json()]).toEqual([200, expected])
    const rejected = await ask('/books?filter.yera=$gte:1850')
    expect([rejected.status, await rejected.json()]).toEqual([400, expect.objectContaining({ hint: "Did you mean 'year'?" })])
  }

  const tsx = [`${root}node_modules/tsx/dist/cli.mjs`, '--tsconfig', config]
  it.each(['hono.ts', 'node.ts'])('%s serves it', { timeout: 120_000 }, async (file) => {
    const child = spawn(process.execPath, [...tsx, file], {
      cwd: folder,
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    for await (const line of createInterface({ input: child.stdout })) {
      await answersOf((path) => fetch(new URL(path, line)))
      return
    }
    throw new Error(`${file} ended without a URL.`)
  })

  it('app/books/route.ts serves it', { timeout: 120_000 }, async () => {
    const route = pathToFileURL(`${folder}app/books/route.ts`).href
    const program = `
      const { GET } = await import(${JSON.stringify(route)})
      for (const path of ${JSON.stringify([path, '/books?filter.yera=$gte:1850'])}) {
        const response = await GET(new Request(new URL(path, 'http://localhost')))
        console.log(JSON.stringify([response.status, await response.json()]))
      }
      process.exit()`
    writeFileSync(`${folder}ask.mts`, program)
    const { stdout } = await promisify(execFile)(process.execPath, [...tsx, 'ask.mts'], { cwd: folder })
    const [page, rejected] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(page).toEqual([200, expected])
    expect(rejected).toEqual([400, expect.objectContaining({ hint: "Did you mean 'year'?" })])
  })
})
