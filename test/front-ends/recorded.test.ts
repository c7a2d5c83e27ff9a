// The law by what the packages themselves left of the rows: `UPDATE_LAWS=1 npm run test:frontends -- laws` records it.
import { readFileSync } from 'node:fs'
import { reactAdminDataProvider } from 'drizzle-paginate/front-ends'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askAgGrid, askMui, type Shown } from './support/ask.js'
import { type Cities, cityExpressions, cityList, openCities } from './support/cities.js'
import { AG_GRID_FIELDS, AG_GRID_PARAMS, MUI_FIELDS, shown, ZONE } from './support/laws.js'

interface Recorded {
  readonly model: never
  readonly ids: readonly number[]
}
const read = (name: string): Recorded[] =>
  JSON.parse(readFileSync(new URL(`./recorded/${name}.json`, import.meta.url), 'utf8')) as Recorded[]

let plain: Cities
let expressions: Cities
beforeAll(async () => {
  plain = await openCities(cityList)
  expressions = await openCities(cityExpressions)
})
afterAll(() => {
  plain.close()
  expressions.close()
})

type Ask = (cities: Cities, model: never, expressions: boolean) => Promise<Shown>

const agGrid =
  (params: object): Ask =>
  (cities, model, isExpression) => {
    const api = { getColumnDef: () => ({ filterParams: params }) }
    const options = { fields: AG_GRID_FIELDS, timeZone: ZONE, expressions: isExpression }
    return askAgGrid(cities, model, options, { api })
  }
const mui: Ask = (cities, { items, logicOperator }: { items: never[]; logicOperator: string }, isExpression) =>
  askMui(cities, items, { fields: MUI_FIELDS, timeZone: ZONE, expressions: isExpression }, logicOperator)
const reactAdmin: Ask = async (cities, filter: object) => {
  const provider = reactAdminDataProvider('', { fetch: cities.fetch, maxLimit: 50 })
  const pagination = { page: 1, perPage: 1000 }
  const { data, total } = await provider.getList('cities', { filter, pagination, sort: { field: 'id', order: 'ASC' } })
  return { ids: data.map(({ id }) => id as number), total }
}

describe('the rows that a front end itself would leave', () => {
  it.each<[name: string, ask: Ask]>([
    ['ag-grid', agGrid(AG_GRID_PARAMS[0])],
    ['ag-grid-inclusive', agGrid(AG_GRID_PARAMS[1])],
    ['ag-grid-blanks', agGrid(AG_GRID_PARAMS[2])],
    ['mui', mui],
    ['react-admin', reactAdmin],
  ])('%s', async (name, ask) => {
    const models = read(name)
    expect(models.length).toBe(60)
    let plainly = 0
    for (const { model, ids } of models) {
      const wanted = { ids, total: ids.length }
      expect([model, await ask(expressions, model, true)]).toEqual([model, wanted])
      // Without expressions, it is the same rows or a sentence.
      const found = await shown(plain, () => ask(plain, model, false))
      if (found === null) continue
      expect([model, found]).toEqual([model, wanted])
      plainly += 1
    }
    expect(plainly).toBeGreaterThan(30)
  })
})
