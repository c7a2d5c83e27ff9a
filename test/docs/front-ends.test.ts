// The table of front ends in docs/guides/client.md: lines of code that each recipe has, and lines that it leaves to the
// app. `UPDATE_DOCS=1 npx vitest run test/docs/front-ends.test.ts` writes it.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readPage, root } from './support/pages.js'

/**
 * Blocks of a recipe by their place on its page, the lines of a page made by hand where one was counted, and what a
 * browser shows of it.
 */
const frontEnds: readonly (readonly [
  name: string,
  recipe: string,
  blocks: readonly number[],
  byHand: number | null,
  shown: string,
])[] = [
  ['TanStack Table', 'tanstack', [2], 12, 'pages, sort, filters, search'],
  ['TanStack Query', 'tanstack', [0], 5, 'pages, sort, filters, search'],
  ['The URL', 'url-state', [0, 1], 15, 'tested without one'],
]

const isComment = (line: string): boolean => /^(?:\/\/|\/?\*)/.test(line)

/** A recipe ends with the lines that the app writes, as comments. */
function count(recipe: string, blocks: readonly number[]): { readonly copied: number; readonly written: number } {
  const all = readPage(`docs/recipes/${recipe}.md`).blocks
  const lines = blocks.flatMap((at) => (all[at]?.text ?? '').split('\n').map((line) => line.trim()))
  const used = lines.length - 1 - lines.findLastIndex((line) => !isComment(line))
  return { copied: lines.filter((line) => line !== '' && !isComment(line)).length, written: used }
}

it('says how many lines each front end needs', () => {
  const rows = frontEnds.map(([name, recipe, blocks, byHand, browser]) => {
    const { copied, written } = count(recipe, blocks)
    expect([written > 0, copied > 0]).toEqual([true, true])
    return `| [${name}](../recipes/${recipe}.md) | ${byHand ?? 'not counted'} | ${copied} | ${written} | ${browser} |`
  })
  const table = [
    '| Front end | By hand | Copied | Written | Runs in a browser |',
    '|---|---|---:|---:|---|',
    ...rows,
  ].join('\n')
  const page = `${root}docs/guides/client.md`
  const text = readFileSync(page, 'utf8')
  const [before, rest = ''] = text.split('<!-- glue -->\n')
  const [shown, after] = rest.split('<!-- /glue -->')
  if (process.env['UPDATE_DOCS'] === '1')
    writeFileSync(page, `${before}<!-- glue -->\n${table}\n<!-- /glue -->${after}`)
  else expect(shown?.trimEnd()).toBe(table)
})
