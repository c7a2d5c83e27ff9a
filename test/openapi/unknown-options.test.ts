// An option that a function of the document does not have is refused, as that of a handler is.
import { PaginateConfigError } from 'drizzle-paginate'
import { exportOperation, listOperation, listParameters, pageSchema } from 'drizzle-paginate/openapi'
import { expect, it } from 'vitest'
import * as schema from '../support/schema/postgres.js'
import { articleList } from './article-list.js'

const list = articleList(schema)

it.each<[call: string, slip: string, meant: string, run: (options: never) => unknown]>([
  ['listOperation()', 'tag', 'tags', (options) => listOperation(list, options)],
  ['listOperation()', 'facet', 'facets', (options) => listOperation(list, options)],
  ['listOperation()', 'includeDisable', 'includeDisabled', (options) => listOperation(list, options)],
  ['exportOperation()', 'item', 'items', (options) => exportOperation(list, { as: 'csv', ...(options as object) })],
  ['listParameters()', 'example', 'examples', (options) => listParameters(list, options)],
  ['pageSchema()', 'selct', 'select', (options) => pageSchema(undefined, list, options)],
])('%s refuses %s, and names %s', (call, slip, meant, run) => {
  expect(() => run({ [slip]: true } as never)).toThrow(
    new PaginateConfigError(`${call} has no option '${slip}'; did you mean '${meant}'?`),
  )
  expect(() => run({ [slip]: undefined } as never)).not.toThrow()
})
