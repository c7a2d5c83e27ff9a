// The recipes of React Admin, Refine, AG Grid and MUI's DataGrid are what those libraries' own types ask for. What they
// answer is tested in test/docs/recipes.test.ts. `npm run test:frontends` names this file.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const home = fileURLToPath(new URL('.', import.meta.url))
const out = `${home}.tmp/recipes`

it('compile in a strict program as the data providers and sources of their libraries', { timeout: 120_000 }, () => {
  mkdirSync(out, { recursive: true })
  for (const name of ['react-admin', 'refine', 'ag-grid', 'mui-data-grid']) {
    const [, block = ''] = /```ts\n(.*?)```/s.exec(readFileSync(`${home}../../docs/recipes/${name}.md`, 'utf8')) ?? []
    writeFileSync(`${out}/${name}.ts`, block)
  }
  const compiler = `${home}../../node_modules/@typescript/native/bin/tsc`
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.recipes.json'], {
    cwd: home,
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([0, ''])
})
