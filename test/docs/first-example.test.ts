// The README's first list: pasted into a file, started, and asked with its own two requests.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPage, root } from './support/pages.js'
import { BUILD_TIMEOUT } from '../support/timeouts.js'

const { text, blocks } = readPage('README.md')
const program = blocks.find(({ info }) => info.get('file') === 'server.ts')?.text ?? ''
const answers = blocks
  .filter(({ language, info }) => language === 'json' && info.has('static'))
  .map((block) => JSON.parse(block.text))
const requests = [...text.matchAll(/curl 'localhost:3000(.+?)'/g)].map(([, path = '']) => path)

const folder = `${root}.tmp/readme/`
let server: ChildProcess
let origin = ''

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  const anyPort = program.replace('port: 3000 })', 'port: 0 }, ({ port }) => console.log(port))')
  expect(anyPort).not.toBe(program)
  writeFileSync(`${folder}server.ts`, anyPort)
  writeFileSync(
    `${folder}tsconfig.json`,
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions: { paths }, include: ['.'] }),
  )
  server = spawn(
    process.execPath,
    ['node_modules/tsx/dist/cli.mjs', '--tsconfig', `${folder}tsconfig.json`, `${folder}server.ts`],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  for await (const port of createInterface({ input: server.stdout as NonNullable<ChildProcess['stdout']> })) {
    origin = `http://localhost:${port}`
    return
  }
}, BUILD_TIMEOUT)
const paths = { 'drizzle-paginate': [`${root}src/index.ts`], 'drizzle-paginate/*': [`${root}src/entries/*/index.ts`] }

afterAll(() => void server.kill())

describe('the first list of the README', () => {
  it('shows two requests and their answers', () => {
    expect([requests.length, answers.length]).toEqual([2, 2])
  })

  it.each([0, 1])('request %i', async (at) => {
    const response = await fetch(`${origin}${requests[at]}`)
    expect(response.status).toBe([200, 400][at])
    expect(await response.json()).toEqual(answers[at])
  })
})
