// Reading by position ends: a position that was passed before is found, however long the way round.
import { expect, test } from 'vitest'
import { advances } from '../../../src/features/positions/position.js'

test.each([
  [0, 1],
  [0, 2],
  [5, 1],
  [5, 7],
  [40, 100],
])('a loop after %i positions, %i long, is found within four times as many', (before, length) => {
  const goesOn = advances()
  let passed = 0
  const at = (step: number): number => (step < before ? step : before + ((step - before) % length))
  const atMost = 4 * (before + length)
  while (passed <= atMost && goesOn([String(at(passed)), null])) passed += 1
  expect(passed).toBeGreaterThanOrEqual(before + length)
  expect(passed).toBeLessThanOrEqual(atMost)
})

test('positions that differ go on', () => {
  const goesOn = advances()
  for (let step = 0; step < 1000; step++) expect(goesOn([String(step), 'a'])).toBe(true)
})

test('a position that comes twice in a row is found at once', () => {
  const goesOn = advances()
  expect(['a', 'b', 'c', 'd', 'd'].map((text) => goesOn([text]))).toEqual([true, true, true, true, false])
})
