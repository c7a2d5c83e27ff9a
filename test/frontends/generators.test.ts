// Clients that openapi-typescript, hey-api and orval generate from a list's document: they compile in a strict program,
// and read a running server. `npm run test:frontends` names this file.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUILD_TIMEOUT } from '../support/timeouts.js'
import type { Outcome } from './generators/outcome.js'
import { type ListServer, openListServer } from './support/list-server.js'

const home = fileURLToPath(new URL('.', import.meta.url))
const out = `${home}.tmp/generators`

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`${home}${command}`, ...args], {
    cwd: home,
    encoding: 'utf8',
  })
  const said = `${stdout}${stderr}`
  return status === 0 ? '' : said || `ends with ${status}`
}

const ORVAL = (url: string): object =>
  Object.fromEntries(
    ['fetch', 'zod'].map((client) => [
      client,
      {
        input: `${out}/document.json`,
        output: { target: `${out}/orval/${client === 'zod' ? 'zod' : 'client'}.ts`, client, baseUrl: url },
      },
    ]),
  )

describe('generated clients', () => {
  let server: ListServer
  beforeAll(async () => {
    server = await openListServer()
    rmSync(out, { recursive: true, force: true })
    mkdirSync(out, { recursive: true })
    writeFileSync(`${out}/document.json`, JSON.stringify(server.document))
    writeFileSync(`${out}/orval.config.mjs`, `export default ${JSON.stringify(ORVAL(server.url))}`)
  })
  afterAll(() => server.close())

  it('are generated, and compile with what is written for them', { timeout: BUILD_TIMEOUT }, () => {
    const document = `${out}/document.json`
    expect(run('node_modules/openapi-typescript/bin/cli.js', document, '-o', `${out}/openapi-typescript.d.ts`)).toBe('')
    expect(
      run(
        'node_modules/@hey-api/openapi-ts/bin/run.js',
        '-i',
        document,
        '-o',
        `${out}/hey-api`,
        '-c',
        '@hey-api/client-fetch',
      ),
    ).toBe('')
    expect(run('node_modules/orval/dist/bin/orval.mjs', '--config', `${out}/orval.config.mjs`)).toBe('')
    const types = readFileSync(`${out}/openapi-typescript.d.ts`, 'utf8').replaceAll(/\/\*\*.*?\*\/|\s+/gs, ' ')
    expect(types.replaceAll(/ +/g, ' ')).toContain(
      'items: { id: number; title: string; publishedAt: string | null; author: { name: string; } | null; }[];',
    )
    expect(run('../../node_modules/@typescript/native/bin/tsc', '-p', 'tsconfig.generated.json')).toBe('')
  })

  it.each(['openapi-typescript', 'hey-api', 'orval'])(
    '%s reads pages, the `Link` header, problem documents and files',
    async (name) => {
      const { outcome } = (await import(`./generators/${name}.ts`)) as {
        readonly outcome: (url: string) => Promise<Outcome>
      }
      const { csv, ndjson, json, ...read } = await outcome(server.url)
      expect(read).toEqual({
        titles: ['Indexes and order', 'Joins, drawn'],
        authors: ['Ada Byron', 'Émile Zola'],
        totalItems: 2,
        link: expect.stringMatching(/^<\/articles\?.*>; rel="first", .*>; rel="last"$/) as unknown,
        problem: [400, 'limit.out_of_range'],
      })
      expect(csv.split('\r\n')[0]).toBe('id,title,publishedAt,author.name')
      expect(
        ndjson
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown),
      ).toEqual(json)
      expect(json).toHaveLength(2)
    },
  )
})
