// What an editor shows over a builder method ends with an example.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = readFileSync(new URL('../../src/types/builder.ts', import.meta.url), 'utf8')

/** The methods of the public builder: from its first interface of methods on, without the options before it. */
const declared = source.slice(source.indexOf('interface FieldDeclarations'))
const methods = [...declared.matchAll(/(\/\*\*(?:(?!\*\/)[^])*\*\/)\n  (?:readonly )?([a-z]\w*)(?=[<(:])/g)].map(
  ([, docstring = '', name = '']) => ({ name, docstring }),
)

test('there are as many as a builder has', () => {
  expect(methods.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'sortable',
      'filterableMany',
      'withFacets',
      'leftJoin',
      'withLimits',
      'withCursors',
      'when',
      'showBadge',
      'build',
    ]),
  )
  expect(methods.length).toBeGreaterThanOrEqual(32)
})

test.each(methods)('.$name() has an example', ({ docstring }) => {
  expect(docstring).toContain('@example')
})
