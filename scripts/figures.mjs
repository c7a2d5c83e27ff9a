// Fills the figures of the documentation from bench/RESULTS.md and the budgets of scripts/size.mjs:
// `node scripts/figures.mjs` after a benchmark, or `--check` for a test. A figure is written as
// `<!-- bench: totals > first page > 'none' -->0.445<!-- /bench -->`: the part of the benchmark, cells that only one row
// has, and the column. `size > core` is a budget in kB.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const read = (path) => readFileSync(new URL(path, root), 'utf8')

const cellsOf = (line) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())

/** Tables by part, as `--only` names it. */
function tablesOf(results) {
  const tables = new Map()
  for (const section of results.split(/^## /m)) {
    const part = /--only ([\w-]+)`/.exec(section)?.[1]
    const found = [...section.matchAll(/(?:^\|.*\|\n)+/gm)].map(([table]) => table.trim().split('\n').map(cellsOf))
    if (part !== undefined && !tables.has(part) && !section.startsWith('Goals')) tables.set(part, found)
  }
  return tables
}

const tables = tablesOf(read('bench/RESULTS.md'))

function budgetOf(name) {
  const budget = new RegExp(`name: '${name}',[^}]*?budget: ([\\d_]+)`).exec(read('scripts/size.mjs'))?.[1]
  if (budget === undefined) throw new Error(`scripts/size.mjs has no budget '${name}'.`)
  return String(Number(budget.replaceAll('_', '')) / 1000)
}

function figureOf(key) {
  const [part, ...rest] = key.split(' > ')
  if (part === 'size') return budgetOf(rest[0])
  const column = rest.at(-1)
  const cells = rest.slice(0, -1)
  const figures = (tables.get(part) ?? []).flatMap(([head, , ...rows]) =>
    rows.filter((row) => cells.every((cell) => row.includes(cell))).map((row) => row[head.indexOf(column)]),
  )
  if (figures.length !== 1 || figures[0] === undefined)
    throw new Error(`bench/RESULTS.md has ${figures.length} figures for '${key}'.`)
  return figures[0]
}

const pages = [
  'README.md',
  ...readdirSync(new URL('docs', root), { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`),
].filter((file) => file.endsWith('.md'))

const isCheck = process.argv.includes('--check')
for (const page of pages) {
  const before = read(page)
  const after = before.replace(
    /(<!-- bench: (.+?) -->).*?(<!-- \/bench -->)/g,
    (_, start, key, end) => start + figureOf(key) + end,
  )
  if (before === after) continue
  if (!isCheck) writeFileSync(new URL(page, root), after)
  else {
    console.error(`${page} is out of date: node scripts/figures.mjs`)
    process.exitCode = 1
  }
}
