// Runs the conformance table on every engine there is, and writes docs/reference/engines.md out of what was seen: on
// the embedded engines, on the servers that answer, and on those that scripts/servers.mjs starts for it. `--check`
// compares instead of writing. Every engine with a column must be seen; a further version that this machine cannot
// start is left out of the list of versions, and said.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ServerUnavailable, startServer, stopServer } from './servers.mjs'

const page = fileURLToPath(new URL('../docs/reference/engines.md', import.meta.url))
const out = mkdtempSync(join(tmpdir(), 'engines-'))

const ENGINES = [
  ['memory', 'In memory'],
  ['pglite', 'PGlite'],
  ['postgres-js', 'postgres.js'],
  ['node-postgres', 'node-postgres'],
  ['sqlite', 'better-sqlite3'],
  ['libsql', 'libSQL'],
  ['mariadb', 'MariaDB'],
  ['mysql', 'MySQL'],
]
const LINES = ['0.45', '1.0']
/** Started one after the other, beside the servers that answer. */
const STARTED = ['mysql', 'mariadb-11', 'postgres-13', 'postgres-14', 'postgres-16', 'postgres-17', 'postgres-18']

function run(args, env, folder) {
  const { status } = spawnSync(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env, ENGINES_OUT: join(out, folder), PROPERTY_SCALE: '1' },
  })
  if (status === 0) return
  rmSync(out, { recursive: true })
  console.error('The conformance table failed: there is nothing to write down.')
  process.exit(1)
}

// A machine that is busy with other work may take its time.
const reporter = ['test/engines/conformance', '--reporter=dot', '--hookTimeout=600000', '--testTimeout=600000']
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', '0.45*', '--project', '1.0-rc*', ...reporter]
run(vitest, { DIALECTS: 'pglite,sqlite,libsql' }, 'embedded')
run(['scripts/test-servers.mjs', ...reporter], {}, 'found')
for (const name of STARTED) {
  try {
    const { environment, isNew } = await startServer(name)
    run(vitest, environment, name)
    if (isNew) await stopServer(name)
  } catch (error) {
    if (!(error instanceof ServerUnavailable)) throw error
    console.error(`${name} is left out: ${error.message}.`)
  }
}

/** MariaDB and MySQL have one driver and are two engines. */
const engineOf = ({ engine, version }) =>
  engine !== 'mysql2'
    ? engine.split('-')[0] === 'memory'
      ? 'memory'
      : engine
    : /MariaDB/.test(version)
      ? 'mariadb'
      : 'mysql'
const results = ['embedded', 'found', ...STARTED]
  .map((folder) => join(out, folder))
  .filter(existsSync)
  .flatMap((folder) => readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))))
  .map((result) => ({ ...result, engine: engineOf(result) }))
rmSync(out, { recursive: true })

/**
 * Results of an engine on a line, of all its versions; the in-memory engine has one for each dialect that its
 * configuration was of.
 */
const resultsOf = (engine, line) => results.filter((result) => result.line === line && result.engine === engine)
const missing = ENGINES.flatMap(([engine, name]) =>
  LINES.filter((line) => resultsOf(engine, line).length === 0).map((line) => `${name} on ${line}`),
)
if (missing.length > 0) {
  console.error(`Not seen: ${missing.join(', ')}. The page is made of all engines.`)
  process.exit(1)
}

const { total, differences } = results[0]
const sections = [...new Set(results[0].rows.map(({ section }) => section))]
const names = Object.keys(differences)
const numberOf = (why) => names.indexOf(why) + 1
const anchor = (title) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')

/** Rows in which the engine deviates, by request, on either line and under any configuration. */
function deviating(engine, section) {
  const rows = LINES.flatMap((line) => resultsOf(engine, line)).flatMap((result) => result.rows)
  return [
    ...new Map(
      rows
        .filter((row) => row.section === section && row.difference !== null)
        .map((row) => [`${row.list}?${row.request}`, row]),
    ).values(),
  ]
}

function cell(engine, section) {
  const rows = deviating(engine, section)
  if (rows.length === 0) return 'all'
  const count = results[0].rows.filter((row) => row.section === section).length
  const whys = [...new Set(rows.map(({ difference }) => difference.why))].sort((a, b) => numberOf(a) - numberOf(b))
  return `${count - rows.length} ${whys.map((why) => `[${numberOf(why)}](#${anchor(heading(why))})`).join(' ')}`
}

const heading = (why) => `${numberOf(why)}. ${differences[why].title}`

function shownAnswer(answer) {
  const list = (ids, totalItems) =>
    `${ids.length === 0 ? 'no rows' : `ids ${ids.length > 12 ? `${ids.slice(0, 12).join(', ')} …` : ids.join(', ')}`}${totalItems === undefined ? '' : ` of ${totalItems}`}`
  if (answer.refusal) return `400 \`${answer.refusal.code}\``
  if (answer.driverError) return `the driver's error “${answer.driverError}”`
  return answer.ids ? list(answer.ids) : list(answer.order, answer.total)
}

/** Decoded, but for what a page cannot show. */
const readable = (request) =>
  decodeURIComponent(request).replace(/[\u0000-\u001f`]/g, (character) => encodeURIComponent(character))

function explain(why) {
  const { reason } = differences[why]
  const by = ENGINES.map(([engine, name]) => [
    name,
    sections.flatMap((section) => deviating(engine, section)).filter(({ difference }) => difference.why === why),
  ])
  const rows = by.filter(([, found]) => found.length > 0)
  const shortest = (found) => found.reduce((best, row) => (row.request.length < best.request.length ? row : best))
  const [, first] = rows[0]
  const { request, difference } = shortest(first)
  return [
    `### ${heading(why)}`,
    '',
    reason,
    '',
    `Seen on ${rows.map(([name, found]) => `${name} (${found.length} ${found.length === 1 ? 'request' : 'requests'})`).join(', ')}. For example, \`?${readable(request)}\`: ${shownAnswer(difference.most)} elsewhere, ${shownAnswer(difference.got)} here.`,
    '',
  ]
}

const short = (version) => /\d+(?:\.\d+)?/.exec(version)[0]

/**
 * Each engine with its version: on how many requests, on each line of Drizzle, it answered as everywhere, and with a
 * difference named below.
 */
function versionRows() {
  const named = {
    pglite: 'PGlite: PostgreSQL',
    sqlite: 'SQLite',
    libsql: 'SQLite, in libSQL',
    mariadb: 'MariaDB',
    mysql: 'MySQL',
  }
  const drivers = {
    sqlite: 'better-sqlite3',
    libsql: '@libsql/client',
    mariadb: 'mysql2',
    mysql: 'mysql2',
    pglite: 'PGlite',
  }
  const rows = results.flatMap(({ engine, line, version, rows: seen }) => {
    if (engine === 'memory') return []
    const differing = seen.filter(({ difference }) => difference !== null).length
    const name = `${named[engine] ?? 'PostgreSQL'} ${short(version)}`
    return [
      {
        name,
        driver: drivers[engine] ?? ENGINES.find(([key]) => key === engine)[1],
        line,
        count: `${seen.length - differing} + ${differing}`,
      },
    ]
  })
  const engines = [...new Set(rows.map(({ name, driver }) => `${name} | ${driver}`))].sort((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  )
  return engines.map((engine) => {
    const counts = LINES.map(
      (line) => rows.find((row) => `${row.name} | ${row.driver}` === engine && row.line === line)?.count ?? 'not run',
    )
    return `| ${engine} | ${counts.join(' | ')} |`
  })
}
const rowCount = (section) => results[0].rows.filter((row) => row.section === section).length
const shown = names.filter((why) =>
  ENGINES.some(([engine]) =>
    sections.some((section) => deviating(engine, section).some(({ difference }) => difference.why === why)),
  ),
)

/** The sections that are written by hand, in the page: what no table of requests can show. */
const [byHand] = /^## Rows that a driver loses\n.*?(?=^## Deliberate)/ms.exec(readFileSync(page, 'utf8'))

const text = [
  '# Engines',
  '',
  '<!-- Written by `npm run engines`. Change test/engines/conformance, not this page, except from "Rows that a driver loses" to "Deliberate differences". -->',
  '',
  'Look up the requests for which one engine returns other rows than the others.',
  'For apps that move between databases, or support several.',
  '',
  'The same configuration and the same request return the same result on every engine, with the deliberate differences below.',
  `The test sends ${total} requests, with their rows, totals and rejections written down beforehand in \`test/engines/conformance\`, to each engine on both lines of Drizzle.`,
  'Any other deviation fails the test.',
  '',
  'This command writes the page again.',
  'It needs PostgreSQL and MariaDB on localhost (or where `POSTGRES_HOST`, `MARIADB_HOST` and the like say), and starts the other servers itself:',
  '',
  '```sh',
  'npm run engines',
  '```',
  '',
  'Text is ordered by code point in these databases.',
  'The in-memory engine runs three times, under the configuration of each dialect.',
  '',
  '`test/engines/differential` makes the same comparison without a table of expected results: all engines must agree byte for byte on random configurations, data and requests.',
  '`DIFFERENTIAL_RUNS` sets their number, and a failure prints the `DIFFERENTIAL_SEED` that repeats it.',
  '',
  '## Versions',
  '',
  `The number of requests with the same result as on the other engines, and of requests with a difference named below, on Drizzle ${LINES.join(' and ')}.`,
  '',
  `| Engine | Driver | Drizzle ${LINES[0]} | Drizzle ${LINES[1]} |`,
  '|---|---|---:|---:|',
  ...versionRows(),
  '',
  '## Matrix',
  '',
  'The number of requests of each kind with the same result as on the other engines; a number in brackets leads to the reason for the others.',
  '',
  `| Requests | of | ${ENGINES.map(([, name]) => name).join(' | ')} |`,
  `|---|---:|${ENGINES.map(() => '---').join('|')}|`,
  ...sections.map(
    (section) =>
      `| ${section} | ${rowCount(section)} | ${ENGINES.map(([engine]) => cell(engine, section)).join(' | ')} |`,
  ),
  '',
  `${byHand}## Deliberate differences`,
  '',
  ...shown.flatMap(explain),
].join('\n')

if (process.argv.includes('--check')) {
  if (readFileSync(page, 'utf8') === text) console.log('docs/reference/engines.md is what the run gives.')
  else {
    console.error('docs/reference/engines.md is not what the run gives: run `npm run engines`.')
    process.exitCode = 1
  }
} else {
  writeFileSync(page, text)
  console.log(`docs/reference/engines.md: ${total} requests, ${ENGINES.length} engines, ${shown.length} differences`)
}
