// The rules of docs/reference/contract.md: those that are cited exist, and those that exist have a test.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { anchorsOf, pages, root } from './support/pages.js'

const page = pages.find(({ name }) => name === 'docs/reference/contract.md') as (typeof pages)[number]
const [rulesPart = '', untestedPart = ''] = page.text.split('\n## Rules without a test\n')
const rules = [...rulesPart.matchAll(/^- <a id="([^"]+)"><\/a>\*\*(R[\d.]+)\*\* (.*)$/gm)].map(
  ([, anchor, id, text]) => ({
    anchor,
    id,
    text,
  }),
)
const ids = new Set(rules.map(({ id }) => id as string))
/** `R4`, `R4.3`: a chapter or a part of one, cited as a whole. */
const groups = new Set([...ids].flatMap((id) => [id.split('.')[0] as string, id.split('.').slice(0, 2).join('.')]))
const untested = new Map(
  [...untestedPart.matchAll(/^\| (R[\d.]+) \| (.+) \|$/gm)].map(([, id = '', reason = '']) => [id, reason]),
)

const self = 'test/docs/contract.test.ts'
const sources = ['src', 'test', 'test-d', 'scripts', 'docs', 'bench', 'demo', 'examples'].flatMap((folder) =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter(
      (file) =>
        /\.(ts|tsx|mts|mjs|md)$/.test(file) &&
        !/(?:^|\/)(?:node_modules|\.tmp)\//.test(file) &&
        file !== self &&
        file !== page.name,
    ),
)
const citations = sources.flatMap((file) =>
  [...readFileSync(root + file, 'utf8').matchAll(/\bR\d+(?:\.\d+){0,2}\b(?!\.\d)/g)]
    // `R1` alone may be anything.
    .filter(([id]) => id.includes('.'))
    .map(([id]) => ({ file, id })),
)

describe('docs/reference/contract.md', () => {
  it('numbers each rule once, in order, with an anchor of the same name', () => {
    expect(rules.length).toBeGreaterThan(200)
    expect(rules.filter(({ anchor, id }) => anchor !== id)).toEqual([])
    expect([...ids]).toHaveLength(rules.length)
    const number = (id: string): number =>
      id
        .slice(1)
        .split('.')
        .reduce((sum, part) => sum * 1000 + Number(part), 0)
    expect(rules.map(({ id }) => id)).toEqual([...ids].sort((a, b) => number(a) - number(b)))
    expect([...ids].filter((id) => !anchorsOf(page).has(id))).toEqual([])
  })

  it('has every rule that is cited', () => {
    expect(citations.length).toBeGreaterThan(150)
    expect(citations.filter(({ id }) => !ids.has(id) && !groups.has(id))).toEqual([])
  })

  const cited = new Set(citations.filter(({ file }) => /^test(-d)?\//.test(file)).map(({ id }) => id))
  it('has a test for every rule, or says why a rule has no test', () => {
    const isListed = (id: string): boolean => untested.has(id) || untested.has(id.split('.')[0] as string)
    expect([...ids].filter((id) => !cited.has(id) && !isListed(id))).toEqual([])
    expect([...untested.keys()].filter((id) => !ids.has(id) && !groups.has(id))).toEqual([])
  })

  it('is cited, with its condition, by every page that says how often a row is returned', () => {
    const lines = pages.filter(({ name }) => name !== page.name).flatMap(({ text }) => text.split('\n'))
    const guarantees = lines.filter((line) => line.includes('exactly once'))
    expect(guarantees.length).toBeGreaterThan(3)
    expect(guarantees.filter((line) => !/(?:sort keys unchanged|unchanged sort keys).*R13\.1\.16/.test(line))).toEqual(
      [],
    )
  })

  it('is the only contract that anything cites', () => {
    const absent = /\bSpecification,? (?:sections? )?\d|\b[Dd]ecisions,? (?:sections? )?\d|\bbeyond\.md\b/
    expect(sources.filter((file) => absent.test(readFileSync(root + file, 'utf8')))).toEqual([])
  })
})
