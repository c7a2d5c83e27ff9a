// Writes the results that there are, quick ones and full ones, as bench/RESULTS.md, and the plots into docs/images.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { goals } from './goals.mjs'
import { lineChart } from './plot.mjs'

const root = new URL('../', import.meta.url)
const file = new URL('bench/RESULTS.md', root)

function cell(value) {
  if (value === null || value === undefined) return '–'
  if (typeof value !== 'number') return String(value).replaceAll('|', '\\|')
  if (Number.isInteger(value)) return value.toLocaleString('en-US')
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)))
}

function table(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  // A column of numbers has them below one another.
  const isNumeric = (_, at) =>
    rows.some((row) => typeof row[at] === 'number') && rows.every((row) => typeof (row[at] ?? 0) === 'number')
  const rule = columns.map((...column) => (isNumeric(...column) ? '---:' : '---'))
  return [line(columns), line(rule), ...rows.map((row) => line(row.map(cell)))].join('\n')
}

function section({ title, columns, rows, tables, notes = [] }, { at, commit, command }) {
  const body =
    tables === undefined
      ? [table(columns, rows)]
      : tables.map((inner) => `### ${inner.title}\n\n${table(inner.columns, inner.rows)}`)
  return [`## ${title}`, `\`${command}\`, commit ${commit}, ${at}`, ...body, ...notes].join('\n\n')
}

const verdict = (isMet) => (isMet === null ? 'not measured' : isMet ? 'met' : '**missed**')

const goalRow = ({ what, goal, figure, isMet, command }) => [what, goal, figure, verdict(isMet), `\`${command}\``]

const partIn = (text) => /--only ([\w-]+)`/.exec(text)?.[1]

/**
 * What the report says of each part: its section, and its rows among the goals. Parts that are not measured again keep
 * both.
 */
function formerReport() {
  if (!existsSync(file)) return { sections: new Map(), rows: new Map() }
  const [, goalTable = '', ...sections] = readFileSync(file, 'utf8')
    .trimEnd()
    .split(/^(?=## )/m)
  const rows = goalTable.split('\n').filter((line) => line.startsWith('|') && partIn(line) !== undefined)
  return {
    sections: new Map(sections.map((text) => [partIn(text), text.trimEnd()])),
    rows: new Map(rows.map((row) => [partIn(row), rows.filter((other) => partIn(other) === partIn(row))])),
  }
}

/**
 * @param results by part, in the order of the report; null for a part without any; @param machine pairs of name and
 * value
 */
export function writeReport(results, machine) {
  const former = formerReport()
  const measured = Object.fromEntries(Object.entries(results).filter(([, result]) => result !== null))
  const figures = goals(measured)
  const lines = []
  for (const part of new Set(figures.map(({ command }) => partIn(`${command}\``)))) {
    const own = figures.filter(({ command }) => partIn(`${command}\``) === part)
    lines.push(
      ...(part in measured
        ? own.map((one) => `| ${goalRow(one).map(cell).join(' | ')} |`)
        : (former.rows.get(part) ?? [])),
    )
  }
  const text = [
    '# Results',
    'Written by `bench/run.mjs`; not edited by hand. Contenders take turns within one run, so ratios hold where absolute figures do ' +
      'not: the machine was doing other work meanwhile. A figure is the median of all rounds, a ratio the median of the rounds’ own ' +
      'ratios. What contenders and figures are: [docs/explanation/performance.md](../docs/explanation/performance.md).',
    table(['machine', ''], machine),
    '## Goals',
    [table(['what', 'goal', 'figure', '', 'command'], []), ...lines].join('\n'),
    'The budgets of types are measured by `node scripts/measure-types.mjs`.',
    ...Object.entries(results).flatMap(([part, result]) =>
      result === null ? (former.sections.get(part) ?? []) : section(result, result),
    ),
  ]
  writeFileSync(file, `${text.join('\n\n')}\n`)
}

export function writePlots(charts) {
  mkdirSync(new URL('docs/images/', root), { recursive: true })
  for (const { id, title, x, y, series, points } of charts) {
    const lines = series.map((name, at) => ({ name, points: points.map((point) => [point[0], point[at + 1]]) }))
    writeFileSync(new URL(`docs/images/scale-${id}.svg`, root), lineChart({ title, x, y, series: lines }))
  }
}
