// Data and requests may be long: a regular expression that reads either takes a time that grows with the text, and not
// with its square. A cell of 200 kB held up a process for 18 seconds.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const source = fileURLToPath(new URL('../src/', import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))

/** Those that read the types of a schema, which nobody sends. */
const OF_SCHEMAS: ReadonlySet<string> = new Set([String.raw`/ ?\([^)]*\)/`])

/** Every literal: others are put together of literals. */
function patternsOf(file: string): RegExp[] {
  const found: RegExp[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push(new RegExp(node.text.slice(1, end), node.text.slice(end + 1).replaceAll(/[gy]/g, '')))
    }
    node.forEachChild(visit)
  }
  visit(ts.createSourceFile(file, readFileSync(`${source}${file}`, 'utf8'), ts.ScriptTarget.Latest))
  return found
}
const patterns = [
  ...new Map(files.flatMap(patternsOf).map((pattern) => [`${pattern.source}/${pattern.flags}`, pattern])).values(),
].filter((pattern) => !OF_SCHEMAS.has(String(pattern)))

/** Characters that the pattern names or allows. */
function charactersOf({ source: text }: RegExp): string[] {
  const named = [...text.replaceAll(/\\[ux][\da-f]+|\\[a-z]|\(\?[:=!<]|[\^$|()[\]{}?*+]/gi, '')]
  const escaped = [...text.matchAll(/\\([^a-z\d])/gi)].map(([, character]) => character as string)
  return [...new Set([...named, ...escaped, '1', 'a', ' ', '$', '"', '(', '+', '-', '.', '%'])]
}

const LENGTH = 30_000
/** What a linear one needs for this length is far below, what a quadratic one needs far above. */
const LIMIT = 150

function timeOf(pattern: RegExp, text: string): number {
  const started = performance.now()
  pattern.test(text)
  return performance.now() - started
}

/** The slowest text of repeated characters, with a beginning and an end that may keep it from being a match. */
function slowest(pattern: RegExp): { readonly text: string; readonly milliseconds: number } {
  let worst = { text: '', milliseconds: 0 }
  const characters = charactersOf(pattern)
  const units = [...characters, ...characters.flatMap((one) => ['1', 'a', ' ', '"'].map((other) => `${one}${other}`))]
  for (const length of [28, LENGTH]) {
    for (const before of ['', ...characters])
      for (const unit of units) {
        const text = `${before}${unit.repeat(length / unit.length)}\u0000`
        let milliseconds = timeOf(pattern, text)
        // Another process may have had the time: the least counts.
        for (let again = 0; milliseconds > LIMIT && again < 4; again++)
          milliseconds = Math.min(milliseconds, timeOf(pattern, text))
        if (milliseconds > worst.milliseconds)
          worst = { text: `${JSON.stringify(before)} + ${JSON.stringify(unit)}`, milliseconds }
        if (milliseconds > LIMIT) return worst
      }
  }
  return worst
}

describe('regular expressions take a time that grows with their text', () => {
  test('all of them are found', () => {
    expect(patterns.length).toBeGreaterThan(100)
  })

  test.each(patterns.map((pattern) => [String(pattern), pattern] as const))('%s', (_name, pattern) => {
    const { text, milliseconds } = slowest(pattern)
    expect([text, milliseconds > LIMIT]).toEqual([text, false])
  })
})
