// What npm packs: no page in it leads to a file that is not packed, except two that the repository has. Pictures are
// not packed: editors and assistants read these pages as text.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anchorsOf, linksOf, readPage, root } from '../docs/support/pages.js'

const pack = ['pack', '--dry-run', '--json', '--ignore-scripts']
const [packed] = JSON.parse(
  execFileSync('npm', pack, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
) as [{ readonly files: readonly { readonly path: string }[] }]
const files = packed.files.map(({ path }) => path)
const pages = files.filter((path) => path.endsWith('.md')).map(readPage)
const anchors = new Map(pages.map((page) => [page.name, anchorsOf(page)]))
const inTheRepository = ['CONTRIBUTING.md', 'bench/RESULTS.md']
const isPacked = (path: string): boolean =>
  inTheRepository.includes(path) ||
  (path.startsWith('docs/images/') && existsSync(root + path)) ||
  files.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`))

describe('the packed pages', () => {
  it('are the documentation, the examples and the pages around them', () => {
    const names = pages.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'SECURITY.md', 'examples/README.md']))
    expect(names.filter((name) => name.startsWith('docs/')).length).toBeGreaterThan(70)
    expect(names.filter((name) => name.startsWith('docs/contributing/'))).toEqual([])
    expect(pages.flatMap(linksOf).length).toBeGreaterThan(300)
  })

  it.each(pages.map((page) => [page.name, page] as const))('%s has no dead link', (name, page) => {
    const dead = linksOf(page).filter((target) => {
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? name : posix.join(posix.dirname(name), path)
      return !isPacked(file) || (anchor !== undefined && anchors.get(file)?.has(anchor) !== true)
    })
    expect(dead).toEqual([])
  })
})
