// The lists of examples/lists, asked for what each of them is there to show.
import { paginate, PaginateConfigError, PaginateQuery, PaginateQueryError } from 'drizzle-paginate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiKeyList } from '../../examples/lists/api-keys.js'
import { customerList } from '../../examples/lists/customers.js'
import { openLists } from '../../examples/lists/database.js'
import { reportList } from '../../examples/lists/reports.js'
import { transactionList } from '../../examples/lists/transactions.js'

describe('the lists of examples/lists', () => {
  let opened: Awaited<ReturnType<typeof openLists>>
  beforeAll(async () => {
    opened = await openLists()
  })
  afterAll(() => opened.close())
  const { from } = PaginateQuery

  it.each([
    ['', ['Grace', 'Ada', 'Alan', 'Barbara']],
    ['sortBy=spent:ASC', ['Barbara', 'Alan', 'Ada', 'Grace']],
    ['sortBy=lastPurchase:DESC', ['Alan', 'Ada', 'Grace', 'Barbara']],
    ['sortBy=lastPurchase:ASC', ['Barbara', 'Grace', 'Ada', 'Alan']],
    ['sortBy=purchaseCount:DESC&sortBy=name:ASC', ['Ada', 'Alan', 'Grace', 'Barbara']],
    ['filter.spent=$gte:20', ['Grace', 'Ada']],
    ['filter.spent=$null', ['Barbara']],
    ['filter.lastPurchase=$gte:2026-01-01T00:00:00Z&filter.country=$eq:GB', ['Ada', 'Alan']],
  ])('customers ?%s', async (query, names) => {
    const { items } = await paginate(opened.db, from(query), customerList)
    expect(items.map(({ name }) => name)).toEqual(names)
    expect(items.find(({ name }) => name === 'Ada') ?? { spent: '20.00' }).toMatchObject({ spent: '20.00' })
  })

  it('customers have their sums as numeric text, their last purchase as a date', async () => {
    const { items } = await paginate(opened.db, from('sortBy=name:ASC'), customerList)
    expect(
      items.map(({ spent, lastPurchase, purchaseCount }) => [
        spent,
        lastPurchase?.toISOString() ?? null,
        purchaseCount,
      ]),
    ).toEqual([
      ['20.00', '2026-02-01T10:00:00.000Z', 2],
      ['5.00', '2026-02-14T10:00:00.000Z', 1],
      [null, null, 0],
      ['100.00', '2025-12-24T10:00:00.000Z', 1],
    ])
  })

  it.each([
    ['', [1, 2, 4]],
    ['filter.archivedAt=$not:$null', [3]],
    ['filter.archivedAt=$null&filter.archivedAt=$or:$not:$null', [1, 2, 3, 4]],
    ['filter.party=$eq:Ada', [1, 2]],
    ['filter.party=$not:$eq:Ada', [4]],
    ['filter.party=$eq:Shop&filter.amount=$lte:50', [1]],
    ['filter.labels=$contains:food,work', [1]],
    ['filter.amount=$btw:50,3000&filter.status=$in:booked,pending', [2, 4]],
    ['filter.isFlagged=$eq:true&search=shop', [4]],
    ['filter.category=$null&filter.kind=$eq:transfer', [1, 4]],
  ])('transactions ?%s', async (query, ids) => {
    const { items } = await paginate(opened.db, from(query), transactionList)
    expect(items.map(({ id }) => id).sort()).toEqual(ids)
  })

  it('transactions have twenty filters, and one default', async () => {
    expect(transactionList.describe().filterableFields).toHaveLength(20)
    expect((await paginate(opened.db, from(''), transactionList)).meta.filter).toEqual({ archivedAt: ['$null'] })
    await expect(paginate(opened.db, from('filter.payerIban=$eq:DE00'), transactionList)).rejects.toThrow(
      PaginateQueryError,
    )
  })

  it('keys are those of the tenant, with the name that their owner has there, and their permissions', async () => {
    const keysOf = async (tenantId: number) =>
      (await paginate(opened.db, from(''), apiKeyList, { scope: { tenantId } })).items
    expect(await keysOf(1)).toEqual([
      {
        id: 1,
        name: 'ci',
        lastUsedAt: new Date('2026-01-01T00:00:00Z'),
        owner: { name: 'Ada' },
        permissions: [{ name: 'read' }, { name: 'write' }],
      },
      { id: 3, name: 'backup', lastUsedAt: null, owner: null, permissions: [] },
    ])
    expect(await keysOf(2)).toEqual([
      { id: 2, name: 'ci', lastUsedAt: null, owner: { name: 'Countess' }, permissions: [{ name: 'write' }] },
    ])
    expect(await keysOf(3)).toEqual([])
    const found = await paginate(opened.db, from('search=countess'), apiKeyList, { scope: { tenantId: 1 } })
    expect(found.items).toEqual([])
    await expect(paginate(opened.db, from(''), apiKeyList as never)).rejects.toThrow(PaginateConfigError)
  })

  it.each([
    ['', [2, 4, 3, 1]],
    ['sortBy=createdAt:ASC', [1, 4, 2, 3]],
    ['filter.tag=$in:sales,help', [2, 3, 1]],
    ['filter.isPinned=$eq:true&search=gloss', [4]],
  ])('reports ?%s', async (query, ids) => {
    const { items } = await paginate(opened.db, from(query), reportList)
    expect(items.map(({ id }) => id)).toEqual(ids)
    expect(items.find(({ id }) => id === 2)?.tags ?? [{ name: 'help' }, { name: 'numbers' }]).toEqual([
      { name: 'help' },
      { name: 'numbers' },
    ])
    expect(items.find(({ id }) => id === 4)?.tags ?? []).toEqual([])
  })
})
