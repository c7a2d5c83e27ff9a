// llms.txt, next to README.md: the pages of the package for a language model, from the map of the documentation.
// `UPDATE_DOCS=1 npx vitest run test/docs/llms.test.ts` writes it.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mapGroups } from '../../scripts/docs-map.mjs'
import { root } from './support/pages.js'

/** The title and what a reader can do after the page. */
function about(file: string): { readonly title: string; readonly sentence: string } {
  const text = readFileSync(root + file, 'utf8').replace(/^---\n[^]*?\n---\n\n/, '')
  const [, title = '', rest = ''] = /^# (.+)\n([^]*)$/.exec(text) ?? []
  const first = /^(?![#<|`!>])\S.*$/m.exec(rest)?.[0] ?? ''
  return { title: plain(title), sentence: plain(first) }
}

const plain = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim()

function llms(): string {
  const groups = mapGroups.map(({ label, files }) => {
    const lines = files.map((file) => {
      const { title, sentence } = about(file)
      return `- [${title}](${file}): ${sentence}`
    })
    return `## ${label}\n\n${lines.join('\n')}\n`
  })
  const { sentence } = about('README.md')
  return [
    '# drizzle-paginate\n',
    `> ${sentence} To add a list endpoint, follow skills/drizzle-paginate/SKILL.md.\n`,
    'All paths are in the installed package, under `node_modules/drizzle-paginate`.\n',
    ...groups,
  ].join('\n')
}

test('llms.txt has every page of the map, with what its reader can do', () => {
  const file = `${root}llms.txt`
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, llms())
  expect(readFileSync(file, 'utf8')).toBe(llms())
  expect(
    llms()
      .split('\n')
      .filter((line) => line.startsWith('- [') && !/: [A-Z].{10,}/.test(line)),
  ).toEqual([])
})
