// examples/shop.ts as a new user runs it: copied into a fresh folder beside a `node_modules`, started, and asked over a
// socket.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { OpenApiOperation } from 'drizzle-paginate/openapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validator, violations } from '../openapi/conforms.js'
import { BUILD_TIMEOUT } from '../support/timeouts.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

describe('examples/shop.ts in a fresh folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-'))
  let child: ChildProcess
  let origin: string
  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['scripts/example.mjs', '--build'], { cwd: root })
    mkdirSync(join(folder, 'node_modules'))
    for (const name of readdirSync(join(root, 'node_modules'))) {
      if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    cpSync(join(root, '.tmp/examples'), folder, { recursive: true })
    child = spawn(process.execPath, ['shop.js'], {
      cwd: folder,
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of createInterface({ input: child.stdout! })) {
      if (!line.startsWith('http')) continue
      origin = new URL(line).origin
      break
    }
  }, BUILD_TIMEOUT)
  afterAll(async () => {
    child.kill()
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once('exit', resolve))
    rmSync(folder, { recursive: true })
  })
  const get = (path: string, tenant = '1') => fetch(origin + path, { headers: { 'x-tenant': tenant } })
  type Answer = {
    items: { id: number; lines: object[]; tags: object[] }[]
    summary: object
    meta: { totalItems: number }
  }
  const ask = async (query: string, tenant?: string) => (await (await get(`/orders${query}`, tenant)).json()) as Answer

  it('is at most 150 lines long', () => {
    expect(readFileSync(join(root, 'examples/shop.ts'), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
  })

  it('answers orders with lines and tags, and their revenue', async () => {
    const { items, summary } = await ask('?sortBy=total:ASC')
    expect(items.map(({ id }) => id)).toEqual([5, 1, 2])
    expect(items[1]).toEqual({
      id: 1,
      customer: 'Ada',
      status: 'paid',
      total: '12.50',
      createdAt: '2026-01-01T00:00:00.000Z',
      lines: [
        { product: 'Tea', quantity: 2, price: '5.00' },
        { product: 'Cup', quantity: 1, price: '2.50' },
      ],
      tags: [{ name: 'express' }, { name: 'gift' }],
    })
    expect(summary).toEqual({ orders: 3, revenue: '113.00' })
  })

  it.each([
    ['?filter.deletedAt=$not:$null', [3], { orders: 1, revenue: '7.00' }],
    ['?filter.status=$eq:paid', [1], { orders: 1, revenue: '12.50' }],
    ['?filter.tag=$eq:gift', [1], { orders: 1, revenue: '12.50' }],
    ['?filter.total=$gte:1&limit=1', [2], { orders: 2, revenue: '112.50' }],
    ['?search=nobody', [], { orders: 0, revenue: null }],
  ])('%s', async (query, ids, summary) => {
    const answer = await ask(query)
    expect([answer.items.map(({ id }) => id), answer.summary]).toEqual([ids, summary])
  })

  it('shows each tenant its own orders, by policy', async () => {
    expect((await ask('', '2')).items.map(({ id }) => id)).toEqual([4])
    expect((await ask('?filter.tag=$eq:gift', '2')).summary).toEqual({ orders: 1, revenue: '999.99' })
    expect((await ask('', '3')).items).toEqual([])
    for (const tenant of ['x', '1 or 1 = 1', '']) expect((await get('/orders', tenant)).status).toBe(401)
  })

  it('exports a report as CSV, for spreadsheets', async () => {
    const response = await get('/orders.csv?sortBy=total:ASC')
    expect(response.headers.get('content-disposition')).toContain('filename="orders.csv"')
    expect((await response.text()).split('\r\n')).toEqual([
      'id,customer,status,total,createdAt',
      "5,'=Edsger,shipped,0.50,2026-01-05T00:00:00.000Z",
      '1,Ada,paid,12.50,2026-01-01T00:00:00.000Z',
      '2,Grace,open,100.00,2026-01-02T00:00:00.000Z',
      '',
    ])
  })

  it('documents what it answers, items and summary member by member', async () => {
    const document = (await (await get('/openapi.json')).json()) as { paths: Record<string, { get: OpenApiOperation }> }
    expect(await validator.validate(document as never)).toMatchObject({ valid: true })
    const schema = document.paths['/orders']?.get.responses[200].content['application/json']?.schema as object
    expect(violations(schema as never, await ask(''))).toEqual([])
    const { items, summary } = (
      schema as { properties: Record<string, { items: { properties: object }; properties: object }> }
    ).properties
    expect(Object.keys(items?.items.properties ?? {})).toEqual([
      'id',
      'customer',
      'status',
      'total',
      'createdAt',
      'lines',
      'tags',
    ])
    expect(summary?.properties).toMatchObject({ orders: { type: 'number' }, revenue: { type: ['string', 'null'] } })
  })

  it('counts its requests by shape, rejected ones too', async () => {
    expect((await get('/orders?filter.total=$eq:1')).status).toBe(400)
    const metrics = await (await get('/metrics')).text()
    expect(metrics).toContain('list_requests_total{shape="filter.status=$eq",status="200"} 1\n')
    expect(metrics).toContain('list_requests_total{shape="filter.total=$eq",status="400"} 1\n')
  })
})
