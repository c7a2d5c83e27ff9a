// `npm run coverage`: the embedded engines on both lines of Drizzle, lines and branches by room. vitest.config.ts says
// what counts and what is demanded. `-- --uncovered [src/room]` lists what no test reaches; `--last` asks the last run
// instead of a new one. `--record` writes the figures that docs/contributing/evidence.md shows.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('../', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    uncovered: { type: 'boolean', default: false },
    last: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
})

if (!values.last) {
  // The star keeps the command line from reading a project's name as a number.
  const projects = ['--project', '0.45*', '--project', '1.0-rc*']
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--coverage.enabled', ...projects]
  process.exitCode =
    spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, COVERAGE: '1' } }).status ??
    1
}

const files = Object.entries(JSON.parse(readFileSync(`${root}coverage/coverage-final.json`, 'utf8'))).map(
  ([path, file]) => {
    const lines = new Map()
    for (const [id, { start }] of Object.entries(file.statementMap)) {
      lines.set(start.line, Math.max(lines.get(start.line) ?? 0, file.s[id]))
    }
    const branches = Object.entries(file.b).flatMap(([id, counts]) => {
      const { type, loc, locations } = file.branchMap[id]
      return counts.map((count, at) => ({ type, count, line: locations[at].start.line ?? loc.start.line }))
    })
    return { path: relative(root, path).replaceAll(sep, '/'), lines: [...lines], branches }
  },
)
const roomOf = (path) => /^src\/((?:features\/|entries\/)?[^/]+)\//.exec(path)?.[1] ?? 'src'

if (values.uncovered) {
  for (const { path, lines, branches } of files) {
    if (positionals.length > 0 && !positionals.some((start) => path.startsWith(start))) continue
    for (const [line, count] of lines) if (count === 0) console.log(`${path}:${line}: line`)
    for (const { type, line, count } of branches) if (count === 0) console.log(`${path}:${line}: ${type}`)
  }
}

const rooms = new Map()
for (const { path, lines, branches } of files) {
  for (const name of [roomOf(path), 'all']) {
    const room = rooms.get(name) ?? { lines: [0, 0], branches: [0, 0] }
    rooms.set(name, room)
    room.lines[0] += lines.filter(([, count]) => count > 0).length
    room.lines[1] += lines.length
    room.branches[0] += branches.filter(({ count }) => count > 0).length
    room.branches[1] += branches.length
  }
}
const order = ([one], [other]) => (one === 'all' ? 1 : other === 'all' ? -1 : one.localeCompare(other))
const table = [...rooms].filter(([, { lines }]) => lines[1] > 0).sort(order)
const share = ([hit, total]) => (total === 0 ? '' : `${((100 * hit) / total).toFixed(1)} %`)
console.log(`\n${'Room'.padEnd(12)}${'Lines'.padStart(18)}${'Branches'.padStart(18)}`)
for (const [name, { lines, branches }] of table) {
  const cells = [lines, branches].map((pair) => `${pair.join('/').padStart(10)}${share(pair).padStart(8)}`)
  console.log(`${name.padEnd(12)}${cells.join('')}`)
}

if (values.record) {
  const date = new Date().toISOString().slice(0, 10)
  const rows = table.map(([name, { lines, branches }]) => `    ${JSON.stringify({ room: name, lines, branches })}`)
  writeFileSync(`${root}test/coverage.json`, `{\n  "date": "${date}",\n  "rooms": [\n${rows.join(',\n')}\n  ]\n}\n`)
}
