// Figures in the documentation are those of bench/RESULTS.md: scripts/figures.mjs writes them between two marks.
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { readPage, root } from './support/pages.js'

it('each figure is the one that was measured', () => {
  expect(() =>
    execFileSync(process.execPath, ['scripts/figures.mjs', '--check'], { cwd: root, stdio: 'pipe' }),
  ).not.toThrow()
})

const pages = [
  'README.md',
  'docs/explanation/comparison.md',
  'docs/explanation/performance.md',
  'docs/guides/full-text-search.md',
  'docs/guides/totals-and-cursors.md',
]

it.each(pages)('%s has no other figure of time or size', (page) => {
  const text = readPage(page)
    .text.replace(/^```[^]*?^```$/gm, '')
    .replace(/<!-- bench: .+? -->.*?<!-- \/bench -->/g, '…')
  expect(text.match(/\d\S* (?:ms|µs|s|kB|times)\b/g) ?? []).toEqual([])
})
