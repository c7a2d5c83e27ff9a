// The public entry points, in one place: the build and the exports map of package.json are made from this list.
// To add one: create src/<name>/index.ts, run `npm run exports`. A name without its folder is left out of both.
import { existsSync } from 'node:fs'

const addOns = ['memory', 'http', 'hono', 'express', 'fastify', 'nestjs', 'openapi', 'client', 'explorer', 'temporal']

const root = new URL('../', import.meta.url)

/** Export subpath to `{ source, output }`: `./memory` to `src/memory/index.ts` and `memory`. */
export function entryPoints() {
  const all = [['.', { source: 'src/index.ts', output: 'index' }]]
  for (const name of addOns) all.push([`./${name}`, { source: `src/${name}/index.ts`, output: name }])
  return Object.fromEntries(all.filter(([, { source }]) => existsSync(new URL(source, root))))
}

/** The exports map that package.json must hold. */
export function exportsMap() {
  const condition = (output, js, types) => ({ types: `./dist/${output}.${types}`, default: `./dist/${output}.${js}` })
  const entries = Object.entries(entryPoints()).map(([path, { output }]) => [
    path,
    { import: condition(output, 'js', 'd.ts'), require: condition(output, 'cjs', 'd.cts') },
  ])
  return { ...Object.fromEntries(entries), './package.json': './package.json' }
}
