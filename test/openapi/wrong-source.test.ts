// What is no configuration is refused by the sentences of every other call.
import { paginateConfig } from 'drizzle-paginate'
import { itemSchema, listOperation, listParameters, pageSchema, querySchema } from 'drizzle-paginate/openapi'
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import * as callRefusals from '../../src/mistakes/call-refusals.js'

const rows = pgTable('rows', { id: integer().primaryKey() })
const builder = paginateConfig(rows).withLimits(10, 20).withTieBreaker('id')

const CALLS: readonly (readonly [name: string, call: (source: never) => unknown])[] = [
  ['listOperation', (source) => listOperation(source)],
  ['listParameters', (source) => listParameters(source)],
  ['querySchema', (source) => querySchema(source)],
  ['pageSchema', (source) => pageSchema(undefined, source)],
  ['itemSchema', (source) => itemSchema(source)],
]

describe.each(CALLS)('%s', (_, call) => {
  it.each([
    ['a builder that is not built', builder, callRefusals.unbuilt],
    ['a function of configVariants()', () => builder.build(), callRefusals.uncalledVariants],
    ['a table', rows, callRefusals.wrongConfig],
    ['a number', 5, callRefusals.wrongConfig],
  ])('refuses %s', (_title, source, sentence) => {
    expect(() => call(source as never)).toThrow(sentence)
  })

  it('takes a list, and what it describes', () => {
    expect(() => call(builder.build() as never)).not.toThrow()
    expect(() => call(builder.build().describe() as never)).not.toThrow()
  })
})
