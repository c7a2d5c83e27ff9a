// The size of entry points that a budget holds for: bundled, minified, brotlied, without drizzle-orm. Fails above a budget.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'tsdown'

const outDir = '.tmp/size'
const entryDir = '.tmp/size-entries' // the build empties its own directory
/**
 * Bytes. The goal for a program that calls `paginate` alone is 32,000. Cursors, totals, scope and ranked search are methods of the
 * builder, so a bundler cannot leave them out (docs/explanation/performance.md). Each budget is what the entry point has grown to,
 * so that it grows no further unseen. `exports` measures what a bundler keeps of an entry point for a program that uses these.
 */
const budgets = [
  { name: 'core', source: 'src/index.ts', budget: 54_500 },
  {
    name: 'paginate alone',
    source: 'src/index.ts',
    exports: ['paginate', 'paginateConfig', 'PaginateQuery', 'PaginateQueryError'],
    budget: 47_000,
  },
  {
    name: 'client',
    source: 'src/client/index.ts',
    exports: ['createListClient', 'listQuery', 'parseListQuery', 'dayRange', 'monthRange'],
    budget: 2_500,
  },
  { name: 'client with table state', source: 'src/client/index.ts', budget: 3_200 },
]

mkdirSync(entryDir, { recursive: true })
for (const { name, source, exports, budget } of budgets) {
  const file = name.replaceAll(' ', '-')
  const entry = `${entryDir}/${file}.ts`
  writeFileSync(entry, `export ${exports ? `{ ${exports.join(', ')} }` : '*'} from '../../${source}'\n`)
  await build({
    config: false,
    entry: { [file]: `./${entry}` },
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    dts: false,
    minify: true,
    outDir,
    logLevel: 'error',
  })
  const code = readFileSync(`${outDir}/${file}.js`)
  const size = brotliCompressSync(code).byteLength
  console.log(`${name}: ${size} bytes brotlied (${code.byteLength} minified), budget ${budget}`)
  if (size > budget) process.exitCode = 1
}
