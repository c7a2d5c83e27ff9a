// The bounds of `.withFilterExpressions()`, as an app gives them.
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { paginateConfig } from '../../../src/index.js'
import * as configRefusals from '../../../src/mistakes/config-refusals.js'

const rows = pgTable('rows', { id: integer().primaryKey() })
const build = (bounds?: unknown) =>
  paginateConfig(rows)
    .withLimits(10, 20)
    .withTieBreaker('id')
    .filterable('id', '$eq')
    .withFilterExpressions(bounds as never)
    .build()

test.each([
  [null, configRefusals.expressionBoundsUnknown],
  [5, configRefusals.expressionBoundsUnknown],
  [{ maxTerms: 0 }, configRefusals.expressionBoundOutOfRange('maxTerms', 0)],
  [{ maxDepth: 1.5 }, configRefusals.expressionBoundOutOfRange('maxDepth', 1.5)],
])('refuses %j', (bounds, sentence) => {
  expect(() => build(bounds)).toThrow(sentence)
})

test.each([
  [undefined, { maxTerms: 20, maxDepth: 5 }],
  [{ maxTerms: 1 }, { maxTerms: 1, maxDepth: 5 }],
  [
    { maxTerms: 7, maxDepth: 1 },
    { maxTerms: 7, maxDepth: 1 },
  ],
])('takes %j', (bounds, told) => {
  expect(build(bounds).describe().filterExpressions).toEqual(told)
})
