// Contenders must answer the same before they are timed.
import assert from 'node:assert/strict'

/** Same total and the same rows member for member; a contender's own forms of dates and decimals are not compared. */
export function assertSame(what, answers) {
  const [first, ...others] = answers
  for (const other of others) assert.deepEqual(other, first, `${what}: contenders answer different rows`)
}

/** Same total and the same ids in the same order. */
export function assertSameIds(what, answers) {
  const seen = answers.map(({ items, total }) => ({ total: Number(total), ids: items.map(({ id }) => id) }))
  assertSame(what, seen)
}
