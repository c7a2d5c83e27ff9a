// A configuration that is built for each request is named once, in development.
import { integer, pgTable } from 'drizzle-orm/pg-core'
import type * as entry from '../../src/index.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const rows = () => pgTable('rows', { id: integer().primaryKey() })
let warn: ReturnType<typeof vi.spyOn>
let load: () => Promise<typeof entry>
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.resetModules()
  load = () => import('../../src/index.js')
})
afterEach(() => {
  vi.unstubAllEnvs()
  warn.mockRestore()
})

test('the line is named once', async () => {
  const { paginateConfig } = await load()
  const table = rows()
  const handle = (): unknown => paginateConfig(table).withLimits(1, 2).withTieBreaker('id').build()
  for (let request = 0; request < 19; request++) handle()
  expect(warn).not.toHaveBeenCalled()
  for (let request = 0; request < 50; request++) handle()
  expect(warn).toHaveBeenCalledTimes(1)
  expect(warn.mock.calls[0]?.[0]).toMatch(
    /^drizzle-paginate: a configuration was built 20 times at .*built-in-handler\.test\.ts:\d+:\d+\. Build it once, outside of the function/,
  )
})
test('lines of their own, and lists over tables of their own, are not', async () => {
  const { configVariants, paginateConfig } = await load()
  for (let list = 0; list < 50; list++) paginateConfig(rows()).withLimits(1, 2).withTieBreaker('id').build()
  const table = rows()
  const variants = configVariants((can: { a: boolean; b: boolean }) =>
    paginateConfig(table).withLimits(1, 2).withTieBreaker('id').when(can.a).sortable('id').build(),
  )
  for (let request = 0; request < 100; request++) variants({ a: request % 2 === 0, b: request % 3 === 0 })
  expect(warn).not.toHaveBeenCalled()
})
test('production says nothing', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const { paginateConfig } = await load()
  const table = rows()
  for (let request = 0; request < 50; request++) paginateConfig(table).withLimits(1, 2).withTieBreaker('id').build()
  expect(warn).not.toHaveBeenCalled()
})
