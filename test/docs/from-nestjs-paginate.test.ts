// Coming from nestjs-paginate: each row of the page's tables, asked of both packages over one file of SQLite.
import 'reflect-metadata'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Logger } from '@nestjs/common'
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { type AnyPaginateConfig, isPaginateQueryError, type ListDatabase, paginate } from 'drizzle-paginate'
import { asNestPaginated, nestPaginateQuery } from 'drizzle-paginate/nestjs'
import { Paginate, paginate as theirPaginate, type PaginateConfig, type PaginateQuery } from 'nestjs-paginate'
import { DataSource, EntitySchema } from 'typeorm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chainsOf, writeModule } from './support/modules.js'
import { readPage, root } from './support/pages.js'

interface Row {
  readonly id: number
}
interface Ticket extends Row {
  readonly title: string
}

const page = readPage('docs/guides/from-nestjs-paginate.md')
const HEAD = '| Request | nestjs-paginate 15.0.1 | Here |'
/** The rows below each such heading. */
const requests = page.text
  .split('\n')
  .flatMap((line, at, lines) => (line === HEAD ? lines.slice(at + 2, lines.indexOf('', at)) : []))
  .map((line) => [/`([^`]+)`/.exec(line)?.[1] as string, line] as const)

const folder = mkdtempSync(join(tmpdir(), 'drizzle-paginate-'))
const file = join(folder, 'tickets.db')
const client = new Database(file)
client.exec(`create table authors (id integer primary key, name text not null, country text);
  create table tickets (id integer primary key, title text not null, status text not null, priority integer, authorId integer);
  create table labels (id integer primary key, ticketId integer not null, name text not null);
  insert into authors values (1, 'Ada', 'GB'), (2, 'Bo', null);
  insert into tickets values (1, 'Ash', 'open', 1, 1), (2, 'Birch', 'open', null, 2), (3, 'Cedar', 'closed', 3, null), (4, 'Date', 'closed', 5, 1);
  insert into labels values (1, 1, 'bug'), (2, 1, 'urgent'), (3, 2, 'bug'), (4, 4, 'urgent')`)

const text = { type: 'text' } as const
const number = { type: 'integer' } as const
const id = { ...number, primary: true } as const
const entities = [
  new EntitySchema<Record<string, unknown>>({
    name: 'Author',
    tableName: 'authors',
    columns: { id, name: text, country: { ...text, nullable: true } },
  }),
  new EntitySchema<Record<string, unknown>>({
    name: 'Ticket',
    tableName: 'tickets',
    columns: {
      id,
      title: text,
      status: text,
      priority: { ...number, nullable: true },
      authorId: { ...number, nullable: true },
    },
    relations: {
      author: { type: 'many-to-one', target: 'Author', joinColumn: { name: 'authorId' }, nullable: true },
      labels: { type: 'one-to-many', target: 'Label', inverseSide: 'ticket' },
    },
  }),
  new EntitySchema<Record<string, unknown>>({
    name: 'Label',
    tableName: 'labels',
    columns: { id, ticketId: number, name: text },
    relations: {
      ticket: { type: 'many-to-one', target: 'Ticket', inverseSide: 'labels', joinColumn: { name: 'ticketId' } },
    },
  }),
]
const source = new DataSource({ type: 'better-sqlite3', database: file, entities })

let theirs: PaginateConfig<Ticket>
let ours: AnyPaginateConfig
beforeAll(async () => {
  Logger.overrideLogger(false)
  await source.initialize()
  const [before = [], after = []] = chainsOf(page)
  theirs = ((await import(/* @vite-ignore */ writeModule('sqlite', before))) as { ticketPages: PaginateConfig<Ticket> })
    .ticketPages
  ours = ((await import(/* @vite-ignore */ writeModule('sqlite', after))) as { ticketList: AnyPaginateConfig })
    .ticketList
})
afterAll(async () => {
  await source.destroy()
  client.close()
  rmSync(folder, { recursive: true })
})

/** A request as its own decorator reads it behind Express. */
function bound(search: string): PaginateQuery {
  class Probe {
    list(query: unknown): unknown {
      return query
    }
  }
  Paginate()(Probe.prototype, 'list', 0)
  type Factory = (data: unknown, context: unknown) => PaginateQuery
  const [argument] = Object.values(
    Reflect.getMetadata(ROUTE_ARGS_METADATA, Probe, 'list') as Record<string, { factory: Factory }>,
  )
  const query: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(search))
    query[name] = name in query ? [query[name] as string, value].flat() : value
  const request = { query, protocol: 'http', get: () => 'localhost', originalUrl: `/tickets?${search}` }
  const context = { getType: () => 'http', switchToHttp: () => ({ getRequest: () => request }) }
  return (argument as { factory: Factory }).factory(undefined, context)
}

const shown = (data: readonly unknown[]): string =>
  data.length === 0 ? 'no row' : `${(data as readonly Row[]).map(({ id }) => id).join(', ')}`

async function asked(list: () => Promise<{ readonly data: readonly unknown[] }>): Promise<string> {
  try {
    return shown((await list()).data)
  } catch (error) {
    const { status } = error as { readonly status?: number }
    if (!isPaginateQueryError(error) && status !== 400) throw error
    return `400: ${(error as Error).message}`
  }
}

describe('docs/guides/from-nestjs-paginate.md', () => {
  it('asks both', () => {
    expect(requests.length).toBeGreaterThan(25)
  })

  it.each(requests)('%s', async (request, line) => {
    const db = drizzle({ client }) as ListDatabase
    const there = await asked(() =>
      theirPaginate(bound(request), source.getRepository<Ticket>('Ticket'), { ...theirs }),
    )
    const here = await asked(async () =>
      asNestPaginated(await paginate(db, nestPaginateQuery({ url: `/tickets?${request}` }, ours), ours)),
    )
    const expected = `| \`${request}\` | ${there} | ${here} |`
    if (process.env['UPDATE_DOCS'] === '1') {
      const path = root + page.name
      return writeFileSync(
        path,
        readFileSync(path, 'utf8').replace(line, () => expected),
      )
    }
    expect(line).toBe(expected)
  })

  const under = (title: string): readonly (readonly string[])[] => {
    const lines = page.text.split('\n')
    const at = lines.indexOf(`### ${title}`)
    return lines.slice(at + 4, lines.indexOf('', at + 4)).map((line) => line.slice(2, -2).split(' | '))
  }

  it('says "the same" of what is the same, and "400" of what is one here alone', () => {
    for (const [, there, here] of under('The same')) expect(here).toBe(there)
    for (const [, there, here] of under('400 instead of 200'))
      expect([there?.slice(0, 3), here?.slice(0, 3)]).not.toEqual(['400', '400'])
    for (const [, , here] of under('400 instead of 200')) expect(here).toMatch(/^400: /)
  })
})
