// testing: columns that are named like a secret, in items that nobody has chosen the members of.
import { readSource } from '../../fragments/row-source.js'
import type { ListUnderTest } from './list-under-test.js'

const SECRET = /password|secret|token|hash|salt/i

/**
 * A list with `.select()` or `.omit()` has said what its items are; in any other an item has every column of the table.
 */
export function checkSecrets(list: ListUnderTest): void {
  const { table, shape, selection } = list.resolved
  const { members } = readSource(table)
  if (shape !== null || Object.keys(selection).length < members.length) return
  const named = members.filter(({ key, name }) => SECRET.test(key) || SECRET.test(name)).map(({ key }) => `'${key}'`)
  if (named.length === 0) return
  const names = named.join(', ')
  list.fail(
    'secrets',
    '',
    `items have ${names}, named like a secret; leave it out with .omit(${names}), or name the members of an item with .select()`,
  )
}
