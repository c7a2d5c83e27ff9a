// The value types of the guide, over the documentation's example.
import { type AnyPaginateConfig, paginate } from 'drizzle-paginate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExampleEngine, openPostgres } from './support/engines.js'
import { chainsOf, importBlocks } from './support/modules.js'
import { readPage } from './support/pages.js'

describe('a boolean of yes and no', () => {
  let engine: ExampleEngine
  let list: AnyPaginateConfig

  beforeAll(async () => {
    engine = await openPostgres()
    Object.assign(globalThis, engine.names)
    const chain = chainsOf(readPage('docs/guides/value-types.md')).find(([block]) => block?.text.includes('yesNoList'))
    list = ((await importBlocks(engine, chain ?? [])) as { yesNoList: AnyPaginateConfig }).yesNoList
  })
  afterAll(() => engine.close())

  it.each([
    ['yes', [5]],
    ['no', [1, 2, 3, 4, 6]],
  ])('reads %s', async (text, ids) => {
    const { items } = await paginate(engine.db as NonNullable<typeof engine.db>, `?filter.hidden=$eq:${text}`, list)
    expect((items as readonly { id: number }[]).map(({ id }) => id)).toEqual(ids)
  })

  // A record as the table of words would find these names on its prototype.
  it.each(['true', 'toString', 'constructor', '__proto__'])('rejects %s', async (text) => {
    await expect(
      paginate(engine.db as NonNullable<typeof engine.db>, `?filter.hidden=$eq:${text}`, list),
    ).rejects.toMatchObject({ code: 'filter.value_invalid' })
  })
})
