// `npm run mutation -- request [render …]`: mutation testing of a room of src, or of some files of it
// (`src/sql/seek.ts`), with the mutants of Stryker's instrumenter, which it installs into scripts/mutation first.
//
// Two passes, since most mutants fall to their own room's tests, which take a fraction of the time of the suites on
// engines: every mutant on the room's narrow suites, then those that survived on the wide ones. `--narrow` leaves the
// second out. `--again` tries only the survivors of the last run once more, after tests were added (after a change of
// the room itself, run it whole). `--record` writes the room's score into test/mutation/scores.json.
//
// A mutant that no test can tell from the original stays a survivor in the score; docs/contributing/evidence.md says
// which kinds there are.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const contract = 'test/engines/contract'
const behaviour = 'test/engines/behaviour'
const conformance = 'test/engines/conformance'
const paging = 'test/engines/paging'
/** Where servers run, the SQL of PostgreSQL and MySQL is executed. */
const servers = 'sqlite,node-postgres,mysql2'

/** Suites that take seconds before they reach anything: they open databases of their own, or wait. */
const slow = [`${behaviour}/hosts.test.ts`, `${behaviour}/postgres-arrays.test.ts`, `${paging}/plans.test.ts`]

/** Tests that measure growing times: a mutant that is only slower is no wrong answer. */
const passOver = 'linear time|linear in the text|long time'

/**
 * The suites of each room: those of the first pass, of it on Drizzle 1.0, those of the second, and the engines of the
 * second.
 */
const rooms = {
  request: {
    narrow: ['test/request', 'test/render'],
    wide: ['test/memory', `${contract}/pages.test.ts`],
    engines: 'sqlite',
  },
  render: { narrow: ['test/render'], wide: ['test/memory', `${contract}/pages.test.ts`], engines: 'sqlite' },
  values: {
    narrow: [
      'test/values',
      'test/rows',
      'test/request/decode-form-text.test.ts',
      'test/features/facets/encode-filter-value.test.ts',
    ],
    wide: [
      'test/memory',
      'test/features/cursors',
      `${contract}/values.test.ts`,
      `${behaviour}/value-types.test.ts`,
      `${behaviour}/iso-text.test.ts`,
    ],
    engines: 'sqlite',
  },
  plan: {
    narrow: ['test/plan', 'test/features/cursors/plan.test.ts', `${contract}/refusals.test.ts`],
    wide: [
      'test/memory/paginate-array.test.ts',
      ...['strict-parameters', 'pages', 'selectable'].map((name) => `${contract}/${name}.test.ts`),
      ...['own-filters', 'search-with'].map((name) => `${behaviour}/${name}.test.ts`),
    ],
    engines: 'sqlite',
  },
  dialects: {
    narrow: ['test/dialects', 'test/sql', 'test/features/cursors', 'test/values'],
    newLine: ['test/sql/v1'],
    wide: [behaviour, conformance, paging, 'test/features/facets'],
    engines: servers,
  },
  sql: {
    narrow: ['test/sql', 'test/dialects', 'test/select', 'test/features/cursors'],
    newLine: ['test/sql/v1'],
    wide: [behaviour, conformance, paging, 'test/search', 'test/features/facets'],
    engines: servers,
  },
  select: {
    narrow: ['test/select', 'test/features/relational/paginate-relational.test.ts'],
    wide: [
      'test/kept',
      `${behaviour}/together.test.ts`,
      ...['totals', 'streams', 'streams-few-ties'].map((name) => `${paging}/${name}.test.ts`),
    ],
    engines: 'sqlite',
  },
  kept: {
    narrow: ['test/kept'],
    wide: [contract, behaviour, paging, 'test/page', 'test/features/facets'],
    engines: servers,
  },
  'features/children': {
    narrow: ['test/features/children'],
    wide: ['test/features/relational/paginate-relational.test.ts', 'test/features/children/keys.test.ts'],
    engines: 'sqlite,pglite',
  },
  ...Object.fromEntries(
    ['features/positions', 'features/cursors'].map((room) => [
      room,
      {
        narrow: ['test/features/cursors', 'test/features/positions'],
        wide: ['test/memory', 'test/select', 'test/testing'],
        engines: 'sqlite',
      },
    ]),
  ),
  'features/fixed-order': {
    narrow: [
      'test/features/fixed-order',
      `${contract}/orders.test.ts`,
      'test/builder/build-refusals.test.ts',
      'test/features/description',
      'test/kept/declared-lists.test.ts',
    ],
    newLine: [`${behaviour}/column-aliases.test.ts`],
    wide: [`${contract}/configuration.test.ts`, 'test/testing/check-list.test.ts'],
    engines: 'sqlite',
  },
  'features/own-filters': {
    narrow: [
      'test/features/own-filters',
      `${behaviour}/own-filters.test.ts`,
      `${behaviour}/dates-in-raw-sql.test.ts`,
      'test/builder/build-refusals.test.ts',
      'test/kept/declared-lists.test.ts',
      'test/features/value-types',
    ],
    wide: [
      `${behaviour}/composing.test.ts`,
      `${behaviour}/read-at-the-call.test.ts`,
      'test/sql/composed-conditions.test.ts',
    ],
    engines: 'sqlite,pglite',
  },
  'features/variants': {
    narrow: ['test/features/variants', `${contract}/configuration.test.ts`],
    wide: ['test/page/check-arguments.test.ts', 'test/builder/built-in-handler.test.ts'],
    engines: 'sqlite',
  },
  'features/shapes': {
    narrow: [
      'test/features/shapes',
      'test/builder/build-refusals.test.ts',
      ...['schemas', 'refusals'].map((name) => `test/features/children/${name}.test.ts`),
      ...['projections', 'configuration'].map((name) => `${contract}/${name}.test.ts`),
    ],
    wide: ['test/features/children', 'test/openapi/item-schema.test.ts', 'test/page'],
    engines: 'sqlite',
  },
  'features/description': {
    narrow: [
      'test/features/description',
      `${contract}/configuration.test.ts`,
      `${behaviour}/own-filters.test.ts`,
      'test/features/children/ways.test.ts',
      ...['totals', 'row-cursors'].map((name) => `${paging}/${name}.test.ts`),
    ],
    wide: [contract, `${behaviour}/search-with.test.ts`, 'test/builder', 'test/openapi'],
    engines: 'sqlite',
  },
  'features/streams': {
    narrow: [
      'test/features/streams',
      ...['streams', 'streams-few-ties'].map((name) => `${paging}/${name}.test.ts`),
      ...['read-at-the-call', 'statement-events', 'whole-page-maps'].map((name) => `${behaviour}/${name}.test.ts`),
      'test/page/wrong-options.test.ts',
      'test/page/unknown-options.test.ts',
    ],
    wide: [`${paging}/postgres-walks.test.ts`, 'test/http/export-handler.test.ts'],
    engines: 'sqlite,pglite',
  },
  'features/relational': {
    narrow: [
      'test/features/relational/paginate-relational.test.ts',
      'test/page/unknown-options.test.ts',
      'test/page/check-arguments.test.ts',
      `${behaviour}/read-at-the-call.test.ts`,
    ],
    newLine: ['test/features/relational'],
    wide: ['test/features/relational/paginate-relational.test.ts'],
    engines: 'pglite',
  },
  'features/expressions': {
    narrow: [
      'test/features/expressions',
      'test/plan',
      'test/builder/build-refusals.test.ts',
      'test/builder/unknown-options.test.ts',
    ],
    wide: [
      ...['expressions', 'expression-elements', 'refusals'].map((name) => `${contract}/${name}.test.ts`),
      `${behaviour}/elements.test.ts`,
      'test/engines/laws/sub-collections.test.ts',
    ],
    engines: 'sqlite',
  },
  'features/chosen-fields': {
    narrow: ['test/features/chosen-fields'],
    wide: ['test/memory', `${contract}/selectable.test.ts`],
    engines: 'sqlite',
  },
  'features/aggregates': {
    narrow: ['test/features/aggregates', `${behaviour}/summaries.test.ts`],
    wide: ['test/features/facets'],
    engines: 'sqlite',
  },
  ...Object.fromEntries(
    ['features/summaries', 'features/together'].map((room) => [
      room,
      {
        narrow: [`${behaviour}/summaries.test.ts`, `${behaviour}/together.test.ts`, `test/${room}`],
        wide: ['test/select', 'test/kept', 'test/memory/rows.test.ts', 'test/openapi/modes.test.ts'],
        engines: 'sqlite',
      },
    ]),
  ),
  'features/value-types': {
    narrow: ['test/features/value-types', 'test/values'],
    wide: ['test/memory', `${contract}/values.test.ts`, `${behaviour}/value-types.test.ts`],
    engines: 'sqlite',
  },
  'features/scope': {
    narrow: ['test/features/scope', 'test/kept/declared-lists.test.ts'],
    wide: [contract, behaviour],
    engines: 'sqlite,pglite',
  },
  'features/estimates': {
    narrow: ['test/features/estimates'],
    wide: [`${paging}/totals.test.ts`, 'test/memory/rows.test.ts'],
    engines: servers,
  },
  'features/facets': {
    narrow: [
      'test/features/facets',
      ...['together', 'names-of-ours', 'own-filters', 'declared-values'].map((name) => `${behaviour}/${name}.test.ts`),
    ],
    wide: [contract, 'test/http', 'test/memory'],
    engines: 'sqlite,pglite',
  },
  'features/filtered-set': {
    narrow: [
      'test/features/filtered-set',
      'test/page/wrong-options.test.ts',
      'test/sql/composed-conditions.test.ts',
      ...['where-over-alias', 'composing', 'hosts'].map((name) => `${behaviour}/${name}.test.ts`),
    ],
    wide: [contract, 'test/features/facets', 'test/testing'],
    engines: 'sqlite,pglite',
  },
  basics: {
    narrow: [
      'test/basics',
      'test/ticks.test.ts',
      'test/client',
      'test/plan',
      'test/request',
      'test/values/laws.test.ts',
      `${behaviour}/words.test.ts`,
    ],
    wide: [
      'test/front-ends',
      'test/values',
      'test/features/cursors',
      'test/engines/faults',
      `${contract}/pages.test.ts`,
    ],
    engines: 'sqlite',
  },
  page: {
    narrow: [
      'test/page',
      ...['read-at-the-call', 'whole-page-maps', 'statement-events', 'sessions'].map(
        (name) => `${behaviour}/${name}.test.ts`,
      ),
      `${paging}/row-cursors.test.ts`,
      'test/kept/declared-lists.test.ts',
    ],
    wide: [
      `${contract}/pages.test.ts`,
      ...['totals', 'changing-sets', 'cursors', 'postgres-walks'].map((name) => `${paging}/${name}.test.ts`),
      ...['page-forms', 'scope', 'read-at-the-call'].map((name) => `${behaviour}/${name}.test.ts`),
      'test/kept',
      'test/select',
      'test/features/chosen-fields',
      'test/features/cursors',
      'test/features/estimates',
      'test/http/handlers.test.ts',
    ],
    engines: 'sqlite,pglite',
  },
  drizzle: {
    narrow: ['test/drizzle', 'test/fragments', 'test/builder', 'test/select', 'test/page'],
    newLine: ['test/drizzle', 'test/features/relational'],
    wide: [
      'test/features',
      'test/kept',
      'test/search',
      'test/sql',
      'test/testing',
      `${contract}/projections.test.ts`,
      ...['host-fragments', 'declared-fragments', 'row-mapping', 'row-sources', 'column-aliases', 'drizzle-cache'].map(
        (name) => `${behaviour}/${name}.test.ts`,
      ),
      ...['sessions', 'replicas', 'together', 'own-filters', 'search-with', 'composing', 'where-over-alias'].map(
        (name) => `${behaviour}/${name}.test.ts`,
      ),
    ],
    engines: 'sqlite,pglite',
  },
  builder: {
    narrow: [
      'test/builder',
      'test/page/check-arguments.test.ts',
      'test/features/fixed-order',
      'test/features/aggregates',
      'test/kept/declared-lists.test.ts',
      `${contract}/configuration.test.ts`,
    ],
    wide: [contract, 'test/features/description', 'test/features/children', `${behaviour}/row-sources.test.ts`],
    engines: 'sqlite',
  },
  'entries/http': {
    narrow: ['test/http'],
    wide: ['test/explorer'],
    engines: 'sqlite',
  },
  fragments: {
    narrow: ['test/fragments'],
    wide: ['test/builder', 'test/drizzle', 'test/sql', 'test/features/children', `${behaviour}/row-sources.test.ts`],
    engines: 'sqlite',
  },
  ...Object.fromEntries(
    ['features/search-with', 'entries/search'].map((room) => [
      room,
      {
        narrow: [
          'test/search',
          'test/features/search-with',
          `${behaviour}/search-with.test.ts`,
          `${behaviour}/words.test.ts`,
        ],
        wide: [contract, behaviour],
        engines: 'sqlite,pglite',
      },
    ]),
  ),
  'entries/memory': {
    narrow: ['test/memory'],
    wide: [conformance, contract, 'test/openapi', 'test/engines/differential'],
    engines: 'sqlite',
  },
}

// A suite that has moved would find no mutant any more.
const gone = Object.entries(rooms)
  .flatMap(([room, { narrow, newLine = [], wide }]) => [`src/${room}`, ...narrow, ...newLine, ...wide])
  .filter((path) => !existsSync(path))
if (gone.length > 0) throw new Error(`The lists of suites name what is not there: ${gone.join(', ')}.`)

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    again: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    narrow: { type: 'boolean', default: false },
  },
})
if (positionals.length === 0) {
  console.error(`npm run mutation -- ROOM… of ${Object.keys(rooms).join(', ')}; or a file of one of them`)
  process.exit(2)
}

if (!existsSync('scripts/mutation/node_modules'))
  spawnSync('npm', ['ci', '--loglevel', 'error'], { cwd: 'scripts/mutation', stdio: 'inherit' })

const reports = '.tmp/mutation'
mkdirSync(reports, { recursive: true })

/**
 * Tries mutants of files on suites, in one process (scripts/mutation/in-process.mjs): some 60 ms each, where Stryker's own
 * runner takes seconds. Answers them, each with its file and the text that it replaces.
 */
function tryMutants(name, mutate, suites, engines, only = null, line = '0.45') {
  const jobFile = `${reports}/${name}.job.json`
  const results = `${reports}/${name}.results.jsonl`
  for (const file of [results, `${results}.coverage.json`, `${results}.mutants.json`]) rmSync(file, { force: true })
  writeFileSync(jobFile, JSON.stringify({ mutate, suites, without: slow, passOver, only, results, line }))
  const { status } = spawnSync(process.execPath, ['scripts/mutation/in-process.mjs', jobFile], {
    stdio: 'inherit',
    env: envOf(engines),
  })
  if (status !== 0) throw new Error(`Trying mutants ended with status ${status}.`)
  const statuses = new Map()
  for (const line of readFileSync(results, 'utf8').split('\n').filter(Boolean)) {
    const { id, status: found = 'Timeout' } = JSON.parse(line)
    statuses.set(id, found)
  }
  const lines = new Map()
  const linesOf = (file) => lines.get(file) ?? lines.set(file, readFileSync(file, 'utf8').split('\n')).get(file)
  return JSON.parse(readFileSync(`${results}.mutants.json`, 'utf8'))
    .filter(({ id }) => statuses.has(id))
    .map((mutant) => ({
      ...mutant,
      status: statuses.get(mutant.id),
      original: textOf(linesOf(mutant.file), mutant.location),
    }))
}

const envOf = (engines) => ({ ...process.env, DIALECTS: engines, PROPERTY_SCALE: '0.02', DIFFERENTIAL_RUNS: '20' })

function textOf(lines, { start, end }) {
  if (start.line === end.line) return lines[start.line - 1].slice(start.column - 1, end.column - 1)
  return [
    lines[start.line - 1].slice(start.column - 1),
    ...lines.slice(start.line, end.line - 1),
    lines[end.line - 1].slice(0, end.column - 1),
  ].join('\n')
}

const isAlive = ({ status }) => status === 'Survived' || status === 'NoCoverage'
const placeOf = ({ file, location: { start, end }, mutatorName, replacement }) =>
  [file, start.line, start.column, end.line, end.column, mutatorName, replacement].join(':')
const scores = existsSync('test/mutation/scores.json')
  ? JSON.parse(readFileSync('test/mutation/scores.json', 'utf8'))
  : {}

for (const target of positionals) {
  const room = /^src\/((?:features\/|entries\/)?[^/]+)/.exec(target)?.[1] ?? target
  const suites = rooms[room]
  if (suites === undefined)
    throw new Error(`${target} is of no room that has suites: ${Object.keys(rooms).join(', ')}.`)
  const name = target.replaceAll(/[^\w]+/g, '-')
  const stateFile = `${reports}/${name}.mutants.json`

  let mutants = options.again ? JSON.parse(readFileSync(stateFile, 'utf8')) : null
  const pass = (suffix, places, engines, line) => {
    const alive = mutants?.filter(isAlive) ?? null
    if (places === undefined || alive?.length === 0) return
    const files =
      alive === null
        ? [target.startsWith('src/') ? target : `src/${room}`]
        : [...new Set(alive.map(({ file }) => file))]
    const found = tryMutants(`${name}${suffix}`, files, places, engines, alive, line)
    const tried = new Map(found.map((mutant) => [placeOf(mutant), mutant]))
    for (const mutant of alive ?? []) {
      const status = tried.get(placeOf(mutant))?.status
      // What another pass reached and these suites do not has still survived.
      if (status !== undefined && status !== 'NoCoverage') mutant.status = status
    }
    mutants ??= found
    writeFileSync(stateFile, JSON.stringify(mutants))
  }
  pass('', suites.narrow, 'sqlite')
  pass('-v1', suites.newLine, 'sqlite', '1.0')
  if (!options.narrow) pass('-wide', suites.wide, process.env['DIALECTS'] ?? suites.engines)

  const valid = mutants.filter(({ status }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(status))
  const survivors = valid.filter(isAlive)
  for (const mutant of survivors) {
    const { line, column } = mutant.location.start
    console.log(
      `${mutant.file}:${line}:${column} ${mutant.status} ${mutant.mutatorName}\n  - ${mutant.original}\n  + ${mutant.replacement}`,
    )
  }
  const score = Math.round((1 - survivors.length / valid.length) * 1000) / 10
  console.log(`mutation: ${target}: ${valid.length} mutants, ${survivors.length} survived, score ${score} %`)
  if (options.record && target === room) {
    scores[room] = {
      date: new Date().toISOString().slice(0, 10),
      mutants: valid.length,
      survived: survivors.length,
      score,
    }
    mkdirSync('test/mutation', { recursive: true })
    writeFileSync('test/mutation/scores.json', `${JSON.stringify(scores, null, 2)}\n`)
  }
}
