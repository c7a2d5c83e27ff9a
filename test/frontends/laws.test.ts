// The law of drizzle-paginate/front-ends: a list answers the rows that the front end's own client-side filter leaves of
// the same data, or nothing is sent. The oracles are the packages themselves. `npm run test:frontends -- laws` names
// this file; UPDATE_LAWS=1 records some of the models for test/front-ends/recorded.test.ts.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reactAdminDataProvider } from 'drizzle-paginate/front-ends'
import { askAgGrid, askMui, type Shown } from '../front-ends/support/ask.js'
import { type Cities, cityExpressions, openCities, rows } from '../front-ends/support/cities.js'
import { AG_GRID_FIELDS, AG_GRID_PARAMS, MUI_FIELDS, shown, ZONE } from '../front-ends/support/laws.js'
import { adminFilter, agGridModel, muiModel } from '../front-ends/support/models.js'
import { agGridOracle } from './support/ag-grid-oracle.js'
import { fakerestOracle, muiOracle } from './support/oracles.js'

const RUNS = 2000
const timeout = 300_000
const zone = process.env['TZ']
let cities: Cities
beforeAll(async () => {
  process.env['TZ'] = ZONE
  cities = await openCities(cityExpressions)
})
afterAll(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
  cities.close()
})

interface Recorded {
  readonly model: unknown
  readonly ids: readonly number[]
}

/** Compares every model's rows with the oracle's. At least `answered` of them must have been answered at all. */
async function holds(
  name: string,
  models: readonly unknown[],
  ask: (model: never) => Promise<Shown>,
  oracle: (model: never) => readonly number[] | Promise<readonly number[]>,
  answered: number,
): Promise<void> {
  const recorded: Recorded[] = []
  let count = 0
  for (const model of models) {
    const ids = await oracle(model as never)
    const found = await shown(cities, () => ask(model as never))
    if (found !== null) {
      expect([model, found.ids, found.total]).toEqual([model, ids, ids.length])
      count += 1
      if (recorded.length < 60) recorded.push({ model, ids })
    }
  }
  expect(count / models.length).toBeGreaterThan(answered)
  if (process.env['UPDATE_LAWS'] !== '1') return
  const lines = recorded.map((one) => `  ${JSON.stringify(one)}`)
  writeFileSync(
    fileURLToPath(new URL(`../front-ends/recorded/${name}.json`, import.meta.url)),
    `[\n${lines.join(',\n')}\n]\n`,
  )
}

for (const [at, name] of ['ag-grid', 'ag-grid-inclusive', 'ag-grid-blanks'].entries()) {
  const params = AG_GRID_PARAMS[at]!
  it(`AG Grid's client-side row model with ${JSON.stringify(params)}`, { timeout }, async () => {
    const { leaves, api, close } = await agGridOracle(rows, params)
    const models = fc.sample(agGridModel, { numRuns: RUNS, seed: 38 })
    try {
      await holds(
        name,
        models,
        (model) => askAgGrid(cities, model, { fields: AG_GRID_FIELDS, expressions: true }, { api }),
        leaves,
        0.6,
      )
    } finally {
      close()
    }
  })
}

it("MUI's filter functions", { timeout }, async () => {
  const { leaves } = await muiOracle(rows)
  const models = fc.sample(muiModel, { numRuns: RUNS, seed: 38 })
  await holds(
    'mui',
    models,
    ({ items, logicOperator }: { items: never[]; logicOperator: string }) =>
      askMui(cities, items, { fields: MUI_FIELDS, expressions: true }, logicOperator),
    leaves,
    0.6,
  )
})

it('ra-data-fakerest', { timeout }, async () => {
  const { leaves } = await fakerestOracle(rows)
  const models = fc.sample(adminFilter, { numRuns: RUNS, seed: 38 })
  const provider = reactAdminDataProvider('', { fetch: cities.fetch, maxLimit: 50 })
  await holds(
    'react-admin',
    models,
    async (filter: object) => {
      const pagination = { page: 1, perPage: 1000 }
      const found = await provider.getList('cities', { filter, pagination, sort: { field: 'id', order: 'ASC' } })
      return { ids: found.data.map(({ id }) => id as number), total: found.total }
    },
    leaves,
    0.95,
  )
})
