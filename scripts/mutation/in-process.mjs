// Tries Stryker's mutants in one process. Stryker's own runner starts a vitest for every mutant, which takes seconds.
// Here the mutated files and the tests are one bundle: it is parsed once and evaluated for every mutant, so that each
// one has modules of its own, with nothing kept from the mutant before. Databases stay open (test/support/shared.ts).
// What a mutant's tests are, a first run without a mutant says, test by test.
//
// scripts/mutation.mjs starts it as a process and starts another one when a mutant hangs.
import { createInjector } from 'typed-inject'
import { createInstrumenter } from '@stryker-mutator/instrumenter'
import { build } from 'esbuild'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import vm from 'node:vm'
import { expect, expectTypeOf, vi } from 'vitest'

if (process.send === undefined) await new Promise(watch)

/** Runs this file as a process of its own, and again from the next mutant on when one hangs. */
function watch() {
  let timer
  const start = () => {
    const child = fork(process.argv[1], process.argv.slice(2))
    const restless = () => {
      clearTimeout(timer)
      timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
    }
    child.on('message', restless)
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      if (signal === 'SIGKILL') start()
      else process.exit(code ?? 1)
    })
  }
  start()
}

const job = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const root = process.cwd()
const isNewLine = job.line === '1.0'
const stryker = (globalThis.__stryker__ = {})

function filesUnder(place, suffix) {
  if (!existsSync(place)) return []
  if (statSync(place).isFile()) return [place]
  return readdirSync(place, { recursive: true })
    .filter((name) => name.endsWith(suffix))
    .map((name) => join(place, name))
    .sort()
}

// Mutants

const logger = { isDebugEnabled: () => false, debug() {}, info() {}, warn: console.warn, error: console.error }
const instrumenter = createInjector().provideValue('logger', logger).injectFunction(createInstrumenter)
const sources = job.mutate.flatMap((place) => filesUnder(place, '.ts'))
const instrumented = await instrumenter.instrument(
  sources.map((name) => ({ name: resolve(name), content: readFileSync(name, 'utf8'), mutate: true })),
  { plugins: null, ignorers: [], excludedMutations: [], noHeader: false },
)
const contents = new Map(instrumented.files.map(({ name, content }) => [name, content]))
const mutants = instrumented.mutants.map(({ id, fileName, location, mutatorName, replacement, status }) => ({
  id,
  file: fileName.slice(root.length + 1),
  location: {
    start: { line: location.start.line + 1, column: location.start.column + 1 },
    end: { line: location.end.line + 1, column: location.end.column + 1 },
  },
  mutatorName,
  replacement,
  status,
}))

// Tests

const suites = [...new Set(job.suites.flatMap((place) => filesUnder(place, '.test.ts')))].filter(
  (file) => (isNewLine || !file.startsWith('test/sql/v1/')) && !job.without.includes(file),
)
const entry = `export const files = {\n${suites.map((file) => `  ${JSON.stringify(file)}: () => require(${JSON.stringify(`./${file}`)}),`).join('\n')}\n}`
const bundle = await build({
  stdin: { contents: entry, resolveDir: root, sourcefile: 'entry.ts', loader: 'ts' },
  bundle: true,
  write: false,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  keepNames: true,
  define: { 'import.meta.url': '__moduleUrl', EXPLORER_PAGE_FILES: '{}' },
  logLevel: 'error',
  plugins: [
    {
      name: 'mutants',
      setup(builder) {
        builder.onResolve({ filter: /^drizzle-paginate(\/[a-z-]+)?$/ }, ({ path }) => {
          const [, entry] = path.split('/')
          return { path: resolve(entry === undefined ? 'src' : `src/entries/${entry}`, 'index.ts') }
        })
        builder.onResolve({ filter: /^virtual:|\?raw$/ }, ({ path }) => ({ path, namespace: 'nothing' }))
        builder.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'export default ""' }))
        builder.onResolve({ filter: /^[^.]/ }, ({ path, kind }) => {
          if (kind === 'entry-point' || path.startsWith('/')) return undefined
          return { path: isNewLine ? path.replace(/^drizzle-orm(?=\/|$)/, 'drizzle-orm-v1') : path, external: true }
        })
        builder.onLoad({ filter: /\.ts$/ }, ({ path }) => {
          const contents_ = contents.get(path) ?? readFileSync(path, 'utf8')
          return { contents: contents_, loader: 'ts' }
        })
      },
    },
  ],
})
const require = createRequire(join(root, 'package.json'))
const evaluate = new vm.Script(
  `(function (require, module, exports, __moduleUrl, process) {${bundle.outputFiles[0].text}\n})`,
  {
    filename: 'bundle.cjs',
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  },
).runInThisContext()

let suite // what is collected
const newSuite = (isSkipped) => ({
  children: [],
  beforeAll: [],
  afterAll: [],
  beforeEach: [],
  afterEach: [],
  isSkipped,
})
const isFunction = (value) => typeof value === 'function'
const passedOver = new RegExp(job.passOver)
const addTest = (name, ...rest) =>
  void suite.children.push({ name, run: passedOver.test(name) ? ignore : rest.find(isFunction) })
const addSuite =
  (isSkipped) =>
  (name, ...rest) => {
    const outer = suite
    const inner = newSuite(isSkipped || outer.isSkipped)
    outer.children.push(inner)
    suite = inner
    try {
      return rest.find(isFunction)()
    } finally {
      suite = outer
    }
  }
const spread = (row) => (Array.isArray(row) ? row : [row])
const eachOf =
  (add) =>
  (rows) =>
  (name, ...rest) => {
    const run = rest.find(isFunction)
    for (const row of rows) add(name, () => run(...spread(row)))
  }
const ignore = () => undefined
const test = Object.assign((...args) => addTest(...args), {
  each: eachOf(addTest),
  skip: ignore,
  skipIf: (condition) => (condition ? Object.assign(ignore, { each: () => ignore }) : test),
  runIf: (condition) => test.skipIf(!condition),
})
const describe = Object.assign(addSuite(false), {
  each: eachOf(addSuite(false)),
  skip: addSuite(true),
  skipIf: (condition) => (condition ? Object.assign(addSuite(true), { each: () => ignore }) : describe),
  runIf: (condition) => describe.skipIf(!condition),
})
const hook = (kind) => (run) => void suite[kind].push(run)
const shim = {
  describe,
  suite: describe,
  test,
  it: test,
  expect,
  expectTypeOf,
  vi,
  inject: () => (isNewLine ? '^1\\.0\\.' : '^0\\.45\\.'),
  beforeAll: hook('beforeAll'),
  afterAll: hook('afterAll'),
  beforeEach: hook('beforeEach'),
  afterEach: hook('afterEach'),
  onTestFinished: (run) => void finishing.push(run),
}
let finishing = []
const required = (name) => (name === 'vitest' ? shim : require(name))

class Skipped extends Error {}
const context = {
  skip() {
    throw new Skipped()
  },
}
const LIMIT = 8000
async function within(result) {
  if (result === null || typeof result !== 'object' || typeof result.then !== 'function') return result
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), LIMIT)
  })
  try {
    return await Promise.race([result, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs tests of files: `wanted` says which, by their places among the file's tests; all without it.
 * Answers the first that fails, or null.
 */
async function run(wanted, each) {
  const module = { exports: {} }
  evaluate(required, module, module.exports, `file://${root}/test/x/x.test.ts`, process)
  for (const [file, places] of wanted) {
    let at = 0
    const top = newSuite(false)
    suite = top
    stryker.currentTestId = undefined
    each?.(file)
    try {
      await module.exports.files[file]()
    } catch (error) {
      return { file, at: -1, error }
    }
    const slow = coverage?.slow?.[file] ?? []
    const isWanted = (place) => (places === null ? !slow.includes(place) : places.has(place))
    const count = (from) => from.children.reduce((sum, child) => sum + (child.children ? count(child) : 1), 0)
    const walk = async (from, outer) => {
      const size = count(from)
      const first = at
      if (from.isSkipped || !Array.from({ length: size }, (_, index) => first + index).some(isWanted)) {
        at += size
        return null
      }
      const before = [...outer.before, ...from.beforeEach]
      const after = [...from.afterEach, ...outer.after]
      const cleanups = []
      let failed = null
      try {
        for (const run_ of from.beforeAll) {
          const cleanup = await within(run_({}))
          if (isFunction(cleanup)) cleanups.unshift(cleanup)
        }
      } catch (error) {
        failed = { file, at: first, error, isHook: true }
      }
      for (const child of from.children) {
        if (failed !== null) break
        if (child.children) {
          failed = await walk(child, { before, after })
          continue
        }
        const place = at++
        if (!isWanted(place)) continue
        each?.(file, place)
        finishing = []
        try {
          for (const run_ of before) await within(run_(context))
          await within(child.run?.(context))
        } catch (error) {
          if (!(error instanceof Skipped)) failed = { file, at: place, error, name: child.name }
        }
        for (const run_ of [...finishing, ...after]) {
          try {
            await within(run_(context))
          } catch (error) {
            failed ??= { file, at: place, error }
          }
        }
        stryker.currentTestId = undefined
      }
      for (const run_ of [...[...from.afterAll].reverse(), ...cleanups]) {
        try {
          await within(run_({}))
        } catch (error) {
          failed ??= { file, at: first, error, isHook: true }
        }
      }
      return failed
    }
    const failed = await walk(top, { before: [], after: [] })
    if (failed !== null) return failed
  }
  return null
}

// A loop without an end meets its mutant again and again: it ends at a number of meetings, or after some time.
let limit = 0
let deadline = 0
Object.defineProperty(stryker, 'hitLimit', { get: () => (Date.now() > deadline ? -1 : limit) })

process.on('unhandledRejection', () => undefined)
process.on('uncaughtException', (error) => console.error('uncaught', error?.message))

const report = (line) => appendFileSync(job.results, `${JSON.stringify(line)}\n`)

// The first run: which test reaches which mutant.
const stateFile = `${job.results}.coverage.json`
/** Tests that take longer are left out: every survivor would wait for them. */
const SLOW_TEST = 2000
let coverage
if (existsSync(stateFile)) {
  coverage = JSON.parse(readFileSync(stateFile, 'utf8'))
} else {
  coverage = { tests: {}, broken: [], time: {}, slow: {} }
  const reached = (id, file, place, hits) => {
    const entry_ = (coverage.tests[id] ??= { hits: 0, files: {} })
    entry_.hits = Math.max(entry_.hits, hits)
    if (place === undefined) entry_.files[file] = null
    else if (entry_.files[file] !== null) (entry_.files[file] ??= []).push(place)
  }
  for (const file of suites) {
    stryker.mutantCoverage = { static: {}, perTest: {} }
    stryker.activeMutant = undefined
    const started = Date.now()
    const begun = []
    const failed = await run([[file, null]], (_, place) => {
      stryker.currentTestId = place === undefined ? undefined : String(place + 1)
      if (place !== undefined) begun.push([place, Date.now()])
    })
    begun.push([-1, Date.now()])
    coverage.slow[file] = begun
      .slice(0, -1)
      .flatMap(([place, at], index) => (begun[index + 1][1] - at > SLOW_TEST ? [place] : []))
    if (failed !== null) {
      console.error(`without a mutant, ${file} fails: ${failed.name} ${failed.error?.stack?.slice(0, 600)}`)
      coverage.broken.push(file)
      continue
    }
    const { static: loading, perTest } = stryker.mutantCoverage
    for (const [id, hits] of Object.entries(loading)) reached(id, file, undefined, hits)
    for (const [place, ids] of Object.entries(perTest))
      for (const [id, hits] of Object.entries(ids)) reached(id, file, Number(place) - 1, hits)
    coverage.time[file] = Date.now() - started
    console.error(`${file}: ${coverage.time[file]} ms`)
  }
  writeFileSync(stateFile, JSON.stringify(coverage))
  writeFileSync(`${job.results}.mutants.json`, JSON.stringify(mutants))
}

const placeOf = ({ file, location: { start, end }, mutatorName, replacement }) =>
  [file, start.line, start.column, end.line, end.column, mutatorName, replacement].join(':')
const done = new Set()
if (existsSync(job.results)) {
  for (const line of readFileSync(job.results, 'utf8').split('\n').filter(Boolean)) {
    const { id } = JSON.parse(line)
    // One that is without a status has hung.
    if (id !== undefined) done.add(id)
  }
}
const only =
  job.only === null ? null : new Set(job.only.map((mutant) => (typeof mutant === 'string' ? mutant : placeOf(mutant))))
/** Tests that fail alone, without a mutant: they need those before them. */
const isolated = new Map()
mkdirSync('.tmp/mutation', { recursive: true })

async function runsClean(file, places) {
  stryker.activeMutant = undefined
  return (await run([[file, places]])) === null
}

for (const mutant of mutants) {
  if (done.has(mutant.id) || (only !== null && !only.has(placeOf(mutant)))) continue
  if (mutant.status === 'Ignored') {
    report({ id: mutant.id, status: 'Ignored' })
    continue
  }
  const covered = coverage.tests[mutant.id]
  if (covered === undefined) {
    report({ id: mutant.id, status: 'NoCoverage' })
    continue
  }
  report({ id: mutant.id })
  process.send?.('working')
  const files = Object.entries(covered.files).sort(([one], [other]) => coverage.time[one] - coverage.time[other])
  let status = 'Survived'
  let by
  for (const [file, list] of files) {
    const slow = coverage.slow[file] ?? []
    let places =
      list === null || isolated.get(file) === 'whole' ? null : new Set(list.filter((place) => !slow.includes(place)))
    if (places?.size === 0) continue
    stryker.mutantCoverage = { static: {}, perTest: {} }
    stryker.currentTestId = undefined
    const attempt = async () => {
      stryker.activeMutant = mutant.id
      stryker.hitCount = 0
      limit = covered.hits * 100 + 10_000
      deadline = Date.now() + 3000 + 10 * coverage.time[file]
      const failed = await run([[file, places]])
      stryker.activeMutant = undefined
      return failed
    }
    let failed = await attempt()
    if (failed !== null && places !== null) {
      const key = `${file}:${failed.at}`
      if (!isolated.has(key)) {
        const selection = new Set([...places].filter((place) => place <= Math.max(failed.at, 0)))
        const isFine = await runsClean(file, selection.size === 0 ? places : selection)
        if (isFine) isolated.set(key, 'fine')
        else isolated.set(file, 'whole')
      }
      if (isolated.get(file) === 'whole') {
        places = null
        failed = await attempt()
      }
    }
    if (failed !== null) {
      status = stryker.hitCount > stryker.hitLimit ? 'Timeout' : 'Killed'
      by = `${file}#${failed.at} ${String(failed.error?.message ?? failed.error).slice(0, 100)}`
      break
    }
  }
  report({ id: mutant.id, status, by })
}
report({ end: true })
process.exit(0)
