// skills/: followed to the letter, in a fresh folder with a table and rows.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { readPage, root } from './support/pages.js'
import { BUILD_TIMEOUT } from '../support/timeouts.js'

const { text, blocks } = readPage('skills/drizzle-paginate/SKILL.md')
const folder = `${root}.tmp/skills/`
const project = {
  'package.json': JSON.stringify({ type: 'module' }),
  'tsconfig.json': JSON.stringify({
    extends: '../../tsconfig.json',
    compilerOptions: {
      paths: { 'drizzle-paginate': [`${root}src/index.ts`], 'drizzle-paginate/*': [`${root}src/entries/*/index.ts`] },
    },
    include: ['.'],
    exclude: [],
  }),
  'schema.ts': `import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
export const books = sqliteTable('books', {
  id: integer().primaryKey(), tenantId: integer().notNull(), title: text().notNull(), year: integer().notNull(), shelf: text().notNull(),
})`,
  'db.ts': `import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
const client = new Database(':memory:')
client.exec('create table books (id integer primary key, tenantId integer not null, title text not null, year integer not null, shelf text not null)')
for (let id = 1; id <= 200; id++)
  client.prepare('insert into books values (?, ?, ?, ?, ?)').run(id, id % 2, 'Title ' + (id % 37), 1800 + (id % 90), 'abc'.charAt(id % 3))
export const db = drizzle({ client })`,
}
const tsx = [`${root}node_modules/tsx/dist/cli.mjs`, '--tsconfig', `${folder}tsconfig.json`]
const run = (args: readonly string[]) => promisify(execFile)(process.execPath, args, { cwd: folder })

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(project)) writeFileSync(folder + name, content)
  for (const { info, text } of blocks) if (info.has('file')) writeFileSync(folder + info.get('file'), `${text}\n`)
})

describe('skills/drizzle-paginate', { timeout: BUILD_TIMEOUT }, () => {
  it('begins as a skill does', () => {
    expect(text).toMatch(/^---\nname: drizzle-paginate\ndescription: .{80,1000}\n---\n/)
    expect(blocks.flatMap(({ info }) => info.get('file') ?? [])).toEqual([
      'book-list.ts',
      'shelf-list.ts',
      'handlers.ts',
      'check.ts',
      'advice.ts',
    ])
  })

  it('names pages that the package has', () => {
    const named = [...text.matchAll(/`((?:guides|recipes|reference)\/[\w-]+\.md|index\.md)`/g)].map(
      ([, page = '']) => page,
    )
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((page) => !existsSync(`${root}docs/${page}`))).toEqual([])
  })

  it('compiles', async () => {
    await expect(run([`${root}node_modules/@typescript/native/bin/tsc`, '-p', '.'])).resolves.toMatchObject({
      stdout: '',
    })
  })

  it('the check passes on the lists that it declares', async () => {
    expect((await run([...tsx, 'check.ts'])).stdout).toMatch(/^\d{3,} requests, no failure\n$/)
  })

  it('the advice names an index', async () => {
    expect((await run([...tsx, 'advice.ts'])).stdout).toMatch(/^200 rows, sqlite[^]*\.on\(table\.year, table\.id\)/)
  })
})
