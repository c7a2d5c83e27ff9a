// Starts the demo from its TypeScript sources: bundled with the library in a fraction of a second, then run.
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'
import { explorerPage } from './explorer-page.mjs'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))

await build({
  config: false,
  cwd: path('..'),
  entry: { main: 'demo/main.ts' },
  outDir: '.tmp/demo',
  alias: {
    'drizzle-paginate': path('../src/index.ts'),
    'drizzle-paginate/explorer': path('../src/entries/explorer/index.ts'),
    'drizzle-paginate/http': path('../src/entries/http/index.ts'),
    'drizzle-paginate/search': path('../src/entries/search/index.ts'),
  },
  plugins: [explorerPage()],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  fixedExtension: false,
  dts: false,
  deps: { skipNodeModulesBundle: true },
  clean: false,
  sourcemap: true,
  logLevel: 'error',
})
const { runDemo } = await import(new URL('../.tmp/demo/main.js', import.meta.url).href)
await runDemo(process.argv.slice(2), path('../demo'))
