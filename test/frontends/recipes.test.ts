// The data sources and providers of drizzle-paginate/front-ends are what the libraries' own types ask for.
// `npm run test:frontends` names this file.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { MUI_MENUS } from '../front-ends/support/menus.js'

const home = fileURLToPath(new URL('.', import.meta.url))

it('compile in a strict program as the data providers and sources of their libraries', { timeout: 120_000 }, () => {
  const compiler = `${home}../../node_modules/@typescript/native/bin/tsc`
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.recipes.json'], {
    cwd: home,
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([0, ''])
})

it("walk the entries of MUI's menus", async () => {
  const mui = await import('@mui/x-data-grid')
  const operators = {
    string: mui.getGridStringOperators(),
    number: mui.getGridNumericOperators(),
    date: mui.getGridDateOperators(),
    singleSelect: mui.getGridSingleSelectOperators(),
  }
  const valuesOf = (menu: readonly { readonly value: string }[]): string[] => menu.map(({ value }) => value)
  expect(Object.entries(operators).map(([kind, menu]) => [kind, valuesOf(menu)])).toEqual(Object.entries(MUI_MENUS))
})
