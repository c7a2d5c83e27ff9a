// Runs an example from its TypeScript source, bundled with the library: `npm run example hono`. `--build` alone bundles
// them all, with `drizzle-paginate/testing` beside them over the same library, so that a test can check their lists.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'
import { entryPoints } from './entry-points.mjs'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))

const names = readdirSync(path('../examples'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
const [wanted] = process.argv.slice(2)
const entry = (name) => [name, `examples/${name}.ts`]
if (wanted !== '--build' && !names.includes(wanted)) {
  console.error(`Usage: npm run example <name>, one of ${names.join(', ')}`)
  process.exit(1)
}

await build({
  config: false,
  cwd: path('..'),
  entry: Object.fromEntries(
    wanted === '--build' ? [...names.map(entry), ['testing', 'src/entries/testing/index.ts']] : [entry(wanted)],
  ),
  tsconfig: 'examples/tsconfig.json',
  outDir: '.tmp/examples',
  alias: Object.fromEntries(
    Object.entries(entryPoints()).map(([subpath, { source }]) => [
      `drizzle-paginate${subpath.slice(1)}`,
      path(`../${source}`),
    ]),
  ),
  format: 'esm',
  platform: 'node',
  target: 'node20',
  fixedExtension: false,
  dts: false,
  deps: { skipNodeModulesBundle: true },
  clean: false,
  logLevel: 'error',
})
if (wanted !== '--build') await import(new URL(`../.tmp/examples/${wanted}.js`, import.meta.url).href)
