// `node scripts/check-tsql.mjs`: the statements of the conformance table for SQL Server
// (test/sql/v1/mssql-conformance.test.ts), on substitutes for a server: parsed by sqlglot and by node-sql-parser, and
// executed by H2 in its mode for SQL Server, over JDBC, its rows compared with the table's. sqlglot, H2 and a JDK come
// from Debian's archive (scripts/servers.mjs), node-sql-parser from npm, into folders of their own.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { debianFolder, home, inside } from './servers.mjs'

const folder = join(home, 'tsql')
mkdirSync(folder, { recursive: true })
const out = join(folder, 'statements.json')
execFileSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    '1.0-rc*',
    'test/sql/v1/mssql-conformance.test.ts',
    '--reporter=dot',
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, TSQL_OUT: out },
  },
)
const { sent, tables } = JSON.parse(readFileSync(out, 'utf8'))
const texts = [...new Set(sent.map(({ sql }) => sql))]
console.log(`${sent.length} statements of ${sent.length / 2} requests, ${texts.length} texts`)

/** Says how many were refused, with the shortest one of each reason. */
function report(name, total, refused) {
  console.log(`${name}: ${total - refused.length} of ${total} taken`)
  const reasons = new Map(refused.toSorted(([a], [b]) => b.length - a.length).map(([text, reason]) => [reason, text]))
  for (const [reason, text] of reasons) console.log(`  ${reason}\n    ${text.slice(0, 600)}`)
  if (refused.length > 0) process.exitCode = 1
}

// sqlglot, as they are.
const root = debianFolder({ suite: 'sid', packages: ['python3-sqlglot', 'libh2-java', 'default-jdk-headless'] })
writeFileSync(join(root, 'tmp/texts.json'), JSON.stringify(texts))
const program = `
import json, sqlglot
refused = []
for text in json.load(open('/tmp/texts.json')):
    try:
        trees = sqlglot.parse(text, read='tsql', error_level=sqlglot.ErrorLevel.RAISE)
        if len(trees) != 1 or not isinstance(trees[0], sqlglot.exp.Select): raise Exception('not one select')
    except Exception as error:
        refused.append([text, str(error)[:200]])
print(json.dumps([sqlglot.__version__, refused]))`
const [version, refusedBySqlglot] = JSON.parse(
  execFileSync(...inside(root, 'python3', '-c', program), { encoding: 'utf8' }),
)
report(`sqlglot ${version}`, texts.length, refusedBySqlglot)

// node-sql-parser: its T-SQL knows no ESCAPE and no variable in OFFSET and FETCH, which SQL Server documents. Both are
// taken out for it.
if (!existsSync(join(folder, 'node_modules/node-sql-parser'))) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  execFileSync(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', 'node-sql-parser@5.4.0'],
    { cwd: folder },
  )
}
const { Parser } = createRequire(join(folder, 'package.json'))('node-sql-parser')
const parser = new Parser()
const refusedByParser = texts.flatMap((text) => {
  try {
    const known = text.replaceAll(/(offset|fetch next) @par\d+/g, '$1 7').replaceAll(" escape '!'", '')
    parser.astify(known, { database: 'TransactSQL' })
    return []
  } catch (error) {
    return [[text, error.message.slice(0, 200)]]
  }
})
report('node-sql-parser 5.4.0, without ESCAPE and variables in OFFSET', texts.length, refusedByParser)

// H2 has no OPENJSON: statements over collections are left out.
const base64 = (text) => Buffer.from(String(text)).toString('base64')
const value = (one) => (one === null ? 'n' : typeof one === 'number' ? `d${one}` : `s${base64(one)}`)
const line = (kind, sql, values) => [kind, base64(sql), ...values.map(value)].join('\t')
const runnable = sent.filter(({ sql }) => !/openjson|isjson/.test(sql))
const lines = [
  ...tables.flatMap(({ name, columns, rows }) => [
    line(
      'x',
      `create table [${name}] (${columns.map(([column, type]) => `[${column}] ${type.replace('(max)', '(4000)')}`).join(', ')})`,
      [],
    ),
    ...rows.map((row) => line('x', `insert into [${name}] values (${row.map(() => '?').join(', ')})`, row)),
  ]),
  // Values in the order of their places.
  ...runnable.map(({ sql, params }) =>
    line(
      'q',
      sql.replaceAll(/@par\d+/g, '?'),
      [...sql.matchAll(/@par(\d+)/g)].map(([, at]) => params[at]),
    ),
  ),
]
copyFileSync(new URL('../test/sql/v1/RunOnH2.java', import.meta.url), join(root, 'tmp/RunOnH2.java'))
writeFileSync(join(root, 'tmp/lines.txt'), lines.join('\n'))
const java = inside(root, 'java', '-cp', '/usr/share/java/h2.jar', '/tmp/RunOnH2.java', '/tmp/lines.txt')
const [h2, ...answers] = execFileSync(...java, { encoding: 'utf8', maxBuffer: 1 << 28 })
  .trimEnd()
  .split('\n')
const failed = []
let compared = 0
answers.forEach((answer, at) => {
  const { sql, kind, request, expected } = runnable[at]
  if (answer.startsWith('!')) failed.push([sql, answer])
  else if (expected !== null) {
    compared++
    const ids = answer.split(',').filter(Boolean).map(Number)
    const wanted = 'ids' in expected ? expected.ids.toSorted((a, b) => a - b) : expected.order
    const total = expected.total ?? wanted.length
    const isSame =
      kind === 'count'
        ? ids[0] === total
        : JSON.stringify('ids' in expected ? ids.toSorted((a, b) => a - b) : ids) === JSON.stringify(wanted)
    if (!isSame) failed.push([sql, `${kind} of ?${request}: ${answer}, not ${kind === 'count' ? total : wanted}`])
  }
})
report(
  `H2 ${h2} in MODE=MSSQLServer (${sent.length - runnable.length} over collections left out, rows of ${compared} compared)`,
  runnable.length,
  failed,
)
