// A list as a file: its text, its headers, and what ends it.
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { paginateConfig } from 'drizzle-paginate'
import { exportHandler, type ExportOptions } from 'drizzle-paginate/http'

const notes = sqliteTable('notes', { id: integer().primaryKey(), title: text(), at: integer({ mode: 'timestamp_ms' }) })
const client = new Database(':memory:')
client.exec(`create table notes (id integer primary key, title text, at integer)`)
const db = drizzle({ client })
db.insert(notes).values([
  { id: 1, title: 'plain', at: new Date(0) }, { id: 2, title: 'a "b", c\r\nd', at: null }, { id: 3, title: '=1+1', at: null }, { id: 4, title: null, at: null },
]).run()
const config = paginateConfig(notes).withLimits(1, 2).withTieBreaker('id').filterable('id', '$gte').build()
const get = (options: Omit<ExportOptions<[Request]>, 'db' | 'config'>, url = 'http://x/notes') =>
  exportHandler({ db, config, ...options })(new Request(url))

describe('exportHandler', () => {
  test('writes CSV by RFC 4180, guarded against formulas', async () => {
    const answer = await get({ as: 'csv', filename: 'nötes "x".csv' })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="n_tes _x_.csv"; filename*=UTF-8''n%C3%B6tes%20%22x%22.csv`)
    expect(await answer.text()).toBe(`id,title,at\r\n1,plain,1970-01-01T00:00:00.000Z\r\n2,"a ""b"", c\r\nd",\r\n3,'=1+1,\r\n4,,\r\n`)
    expect(await (await get({ as: 'csv', columns: ['title'], guardFormulas: false }, 'http://x/?filter.id=$gte:3')).text()).toBe('title\r\n=1+1\r\n\r\n')
  })
  test('writes NDJSON and JSON, of no rows too', async () => {
    expect(await (await get({ as: 'ndjson' }, 'http://x/?filter.id=$gte:4')).text()).toBe('{"id":4,"title":null,"at":null}\n')
    expect(((await (await get({ as: 'json' })).json()) as unknown[]).length).toBe(4)
    expect(await (await get({ as: 'json' }, 'http://x/?filter.id=$gte:9')).text()).toBe('[]')
  })
  test('refuses before the first byte', async () => {
    const answer = await get({ as: 'csv' }, 'http://x/?page=0')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8'])
  })
})
