// docs/explanation/security.md: each line of the threat model names a test that exists.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readPage, root } from './support/pages.js'

const page = 'docs/explanation/security.md'
const rows = readPage(page)
  .text.split('\n')
  .filter((line) => /^\| (?!Threat|Not ensured|---)/.test(line) && !line.startsWith('|---'))
/** `` name (`path`): "title" `` */
const named = [...rows.join('\n').matchAll(/\(`(test[^`]+)`\): "([^"]+)"/g)].map(
  ([, path = '', title = '']) => [path, title] as const,
)

describe(page, () => {
  it.each(named)('%s has "%s"', (path, title) => {
    expect(readFileSync(root + path, 'utf8')).toContain(title)
  })

  it('names a test in each line but one', () => {
    const without = rows.filter((row) => !/\): "/.test(row))
    expect(without.map((row) => row.split('|')[1]?.trim())).toEqual(['Identity, rate limits, quotas'])
    expect(rows.length).toBeGreaterThan(20)
  })
})
