// Links between the pages lead somewhere.
import { existsSync, readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mapGroups } from '../../scripts/docs-map.mjs'
import { anchorsOf, linksOf, pages, readPage, root } from './support/pages.js'

const anchors = new Map(pages.map((page) => [page.name, anchorsOf(page)]))

function brokenLinks(name: string, targets: readonly string[]): string[] {
  return targets.filter((target) => {
    const [path = '', anchor] = target.split('#')
    const file = path === '' ? name : posix.join(posix.dirname(name), path)
    if (!existsSync(root + file)) return true
    return anchor !== undefined && anchors.get(file)?.has(anchor) !== true
  })
}

describe('documentation links', () => {
  it.each(pages.map((page) => [page.name, page] as const))('%s', (name, page) => {
    expect(brokenLinks(name, linksOf(page))).toEqual([])
  })

  it('lead from the two maps to every page', () => {
    const linked = new Set(
      ['docs/index.md', 'CONTRIBUTING.md'].flatMap((map) =>
        linksOf(readPage(map)).map((target) => posix.join(posix.dirname(map), target.split('#')[0] as string)),
      ),
    )
    const missing = pages
      .map(({ name }) => name)
      .filter((name) => name.startsWith('docs/') && name !== 'docs/index.md' && !linked.has(name))
    expect(missing).toEqual([])
  })

  it('lead from the README to each heading of the map, in its order', () => {
    const headings = mapGroups.map(({ label }) => `docs/index.md#${label.toLowerCase().replaceAll(' ', '-')}`)
    expect(headings.length).toBeGreaterThan(10)
    expect(linksOf(readPage('README.md')).filter((link) => link.startsWith('docs/index.md#'))).toEqual(headings)
  })

  it('lead from the map to a page under one heading only, as the sidebar has it', () => {
    const homes = mapGroups.flatMap(({ files }) => files)
    expect(homes.filter((page, at) => homes.indexOf(page) !== at)).toEqual([])
  })

  const examples = pages.filter(
    ({ name, blocks }) =>
      name.startsWith('docs/guides/') &&
      blocks.some(({ language, info, text }) => language === 'ts' && !info.has('same') && /\barticles\b/.test(text)),
  )
  it.each(examples.map((page) => [page.name, page] as const))('%s leads to the tables of its code', (_, page) => {
    expect(linksOf(page).map((link) => link.split('#')[0])).toContain('../example-schema.md')
  })

  // The table of engines is written by a script, with what it is about.
  it.each(
    pages
      .filter(({ name }) => name.startsWith('docs/') && name !== 'docs/reference/engines.md')
      .map((page) => [page.name, page] as const),
  )('%s says at its top whom it is for', (_, { text }) => {
    expect(text.split('\n\n').slice(1, 3).join('\n\n')).toMatch(/\b[Ff]or\b/)
  })

  it('lead from the index of the tests to every folder of engines', () => {
    const index = pages.find(({ name }) => name === 'test/README.md') as (typeof pages)[number]
    const folders = readdirSync(`${root}test/engines`).map((folder) => `engines/${folder}`)
    expect(folders.filter((folder) => !linksOf(index).includes(folder))).toEqual([])
  })
})
