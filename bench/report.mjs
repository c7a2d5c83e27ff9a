// Writes the results that there are, quick ones and full ones, as bench/RESULTS.md, and the plots into docs/images.
import { mkdirSync, writeFileSync } from 'node:fs'
import { goals } from './goals.mjs'
import { lineChart } from './plot.mjs'

const root = new URL('../', import.meta.url)

function cell(value) {
  if (value === null || value === undefined) return '–'
  if (typeof value !== 'number') return String(value).replaceAll('|', '\\|')
  if (Number.isInteger(value)) return value.toLocaleString('en-US')
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)))
}

function table(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map((row) => line(row.map(cell)))].join('\n')
}

function section({ title, columns, rows, tables, notes = [] }, { at, commit, command }) {
  const body = tables === undefined
    ? [table(columns, rows)]
    : tables.map((inner) => `### ${inner.title}\n\n${table(inner.columns, inner.rows)}`)
  return [`## ${title}`, `\`${command}\`, commit ${commit}, ${at}`, ...body, ...notes].join('\n\n')
}

const verdict = (isMet) => (isMet === null ? 'not measured' : isMet ? 'met' : '**missed**')

const goalRow = ({ what, goal, figure, isMet, command }) => [what, goal, figure, verdict(isMet), `\`${command}\``]

/** @param results by part; @param machine pairs of name and value */
export function writeReport(results, machine) {
  const figures = goals(results)
  const text = [
    '# Results',
    'Written by `bench/run.mjs`; not edited by hand. Contenders take turns within one run, so ratios hold where absolute figures do ' +
      'not: the machine was doing other work meanwhile. A figure is the median of all rounds, a ratio the median of the rounds’ own ' +
      'ratios. What contenders and figures are: [docs/explanation/performance.md](../docs/explanation/performance.md).',
    table(['machine', ''], machine),
    '## Goals',
    table(['what', 'goal', 'figure', '', 'command'], figures.map(goalRow)),
    'The budgets of types are measured by `node scripts/measure-types.mjs`.',
    ...Object.values(results).map((result) => section(result, result)),
  ]
  writeFileSync(new URL('bench/RESULTS.md', root), `${text.join('\n\n')}\n`)
}

export function writePlots(charts) {
  mkdirSync(new URL('docs/images/', root), { recursive: true })
  for (const { id, title, x, y, series, points } of charts) {
    const lines = series.map((name, at) => ({ name, points: points.map((point) => [point[0], point[at + 1]]) }))
    writeFileSync(new URL(`docs/images/scale-${id}.svg`, root), lineChart({ title, x, y, series: lines }))
  }
}
