// Builds the package from `src`, as it is now, into .tmp: what is measured is what is checked out. The stages between
// the public calls are built beside it, from the same modules.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'tsdown'

const root = fileURLToPath(new URL('../', import.meta.url))
export const buildDirectory = `${root}.tmp/bench/build`
const entryDirectory = `${root}.tmp/bench/entries`
const stages = [
  'mistakes/resolved-config',
  'entries/http/export-handler',
  'entries/http/export-text',
  'entries/http/list-handler',
  'kept/kept-shapes',
  'kept/kept-texts',
  'plan/create-plan',
  'features/expressions/parse-expression',
  'request/paginate-query',
  'rows/row-mapper',
  'entries/search/full-text',
  'entries/search/nearest',
  'entries/search/similar',
  'entries/search/words',
  'select/list-statements',
  'sql/encode-plan',
]

async function buildPackage() {
  mkdirSync(entryDirectory, { recursive: true })
  const entry = `${entryDirectory}/stages.ts`
  writeFileSync(entry, stages.map((stage) => `export * from '../../../src/${stage}.js'\n`).join(''))
  await build({
    config: false,
    cwd: root,
    entry: { index: 'src/index.ts', stages: entry },
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    dts: false,
    fixedExtension: false,
    outDir: buildDirectory,
    logLevel: 'error',
  })
}

if (process.env['BENCH_BUILT'] === undefined) {
  await buildPackage()
  // Processes that a part starts use the same build.
  process.env['BENCH_BUILT'] = '1'
}

/** The public calls. */
export const api = await import(pathToFileURL(`${buildDirectory}/index.js`).href)
/** The stages behind them. */
export const internals = await import(pathToFileURL(`${buildDirectory}/stages.js`).href)
