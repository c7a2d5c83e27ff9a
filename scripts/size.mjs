// The size of entry points that a budget holds for: bundled, minified, brotlied, without drizzle-orm. Fails above a
// budget. Also the time that their import takes, beside that of drizzle-orm, which is reported and never fails: it
// depends on the machine.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'tsdown'

const outDir = '.tmp/size'
const entryDir = '.tmp/size-entries' // the build empties its own directory
/**
 * Bytes. The goal for a program that calls `paginate` alone is 32,000. Cursors, totals, scope and ranked search are
 * methods of the builder, so a bundler cannot leave them out (docs/contributing/benchmark.md). Each budget is what the
 * entry point has grown to, so that it grows no further unseen. `exports` measures what a bundler keeps of an entry
 * point for a program that uses these.
 */
const budgets = [
  { name: 'core', source: 'src/index.ts', budget: 95_300 },
  {
    name: 'paginate alone',
    source: 'src/index.ts',
    exports: ['paginate', 'paginateConfig', 'PaginateQuery', 'PaginateQueryError'],
    budget: 75_800,
  },
  {
    name: 'client',
    source: 'src/entries/client/index.ts',
    exports: ['createListClient', 'listQuery', 'parseListQuery', 'dayRange', 'monthRange'],
    budget: 3_940,
  },
  { name: 'client with table state', source: 'src/entries/client/index.ts', budget: 4_940 },
  { name: 'one grid', source: 'src/entries/front-ends/index.ts', exports: ['agGridDatasource'], budget: 7_130 },
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
    outDir: `${outDir}/${file}`,
    logLevel: 'error',
  })
  const code = readFileSync(`${outDir}/${file}/${file}.js`)
  const size = brotliCompressSync(code).byteLength
  console.log(`${name}: ${size} bytes brotlied (${code.byteLength} minified), budget ${budget}`)
  if (size > budget) process.exitCode = 1
}

/**
 * Milliseconds of an import after that of drizzle-orm, on the clock and of CPU, each sorted. Each import in a process
 * of its own.
 */
function importTimes(file) {
  const program = `await import('drizzle-orm')
    const [started, used] = [performance.now(), process.cpuUsage()]
    await import(${JSON.stringify(file)})
    const { user, system } = process.cpuUsage(used)
    process.stdout.write(JSON.stringify([performance.now() - started, (user + system) / 1000]))`
  const measured = Array.from({ length: 15 }, () =>
    JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', program])),
  )
  return [0, 1].map((column) => measured.map((times) => times[column]).sort((one, other) => one - other))
}

for (const name of ['core', 'paginate-alone']) {
  const [clock, cpu] = importTimes(new URL(`../${outDir}/${name}/${name}.js`, import.meta.url).href)
  // On a busy machine the clock counts the work of others too.
  console.log(
    `import of ${name}: median ${clock[7].toFixed(1)} ms, ${cpu[7].toFixed(1)} ms of CPU (goal 15); least ${clock[0].toFixed(1)} and ${cpu[0].toFixed(1)}`,
  )
}
