// The public entry points, in one place: the build, the exports map of package.json, the order of rooms and the
// examples read it. To add one: create src/entries/<name>/index.ts, name it here, run `npm run exports`. A name without its
// folder is left out.
import { existsSync } from 'node:fs'

/**
 * Each add-on with the other add-ons that it may import, and the packages beyond drizzle-orm; `'type'` marks packages
 * of which only types may be imported.
 */
export const addOns = {
  memory: {},
  http: {},
  hono: { imports: ['http', 'client'], packages: [[/^hono(\/|$)/]] },
  express: { imports: ['http'], packages: [[/^express$/, 'type'], [/^node:http$/, 'type'], [/^node:stream$/]] },
  fastify: { imports: ['http', 'openapi'], packages: [[/^fastify(-plugin)?$/], [/^node:stream$/]] },
  nestjs: {
    imports: ['http', 'openapi'],
    packages: [[/^@nestjs\/(common|core|swagger)$/], [/^rxjs(\/|$)/], [/^node:http$/, 'type'], [/^node:stream$/]],
  },
  openapi: {},
  client: {},
  'front-ends': { imports: ['client'] },
  explorer: { imports: ['http', 'client'] },
  testing: { imports: ['memory'] },
  search: {},
  temporal: { packages: [[/^temporal-polyfill$/], [/^drizzle-orm\/[a-z]+-core$/]] },
}

const root = new URL('../', import.meta.url)

/** Export subpath to `{ source, output }`: `./memory` to `src/entries/memory/index.ts` and `memory`. */
export function entryPoints() {
  const all = [['.', { source: 'src/index.ts', output: 'index' }]]
  all.push(['./types', { source: 'src/declarations.ts', output: 'types' }])
  for (const name of Object.keys(addOns))
    all.push([`./${name}`, { source: `src/entries/${name}/index.ts`, output: name }])
  return Object.fromEntries(all.filter(([, { source }]) => existsSync(new URL(source, root))))
}

/**
 * The exports map that package.json must hold. CommonJS is the default: TypeScript 6 looks for the name of a type of a
 * program that is `module: commonjs` among what an `import` finds, and would not see it under `require`.
 */
export function exportsMap() {
  const condition = (output, js, types) => ({ types: `./dist/${output}.${types}`, default: `./dist/${output}.${js}` })
  const entries = Object.entries(entryPoints()).map(([path, { output }]) => [
    path,
    { import: condition(output, 'js', 'd.ts'), default: condition(output, 'cjs', 'd.cts') },
  ])
  return { ...Object.fromEntries(entries), './package.json': './package.json' }
}

/** For compilers that do not read exports (`moduleResolution: node10`): where the declarations of each subpath are. */
export function typesVersions() {
  const subpaths = Object.entries(entryPoints()).filter(([path]) => path !== '.')
  return { '*': Object.fromEntries(subpaths.map(([path, { output }]) => [path.slice(2), [`./dist/${output}.d.ts`]])) }
}
