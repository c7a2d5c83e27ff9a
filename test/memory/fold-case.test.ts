import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldCase } from '../../src/entries/memory/fold-case.js'

test.each([
  ['ASCII letters', 'aZ09_', 'AZ09_'],
  ['letters beyond ASCII', 'éßÑ', 'Éß\u00d1'],
  ['Greek, final sigma with the others', 'ΣΑΣ σας', 'ΣΑΣ ΣΑΣ'],
  ['Cyrillic', 'Жук', 'ЖУК'],
  ['letters past the basic plane', '𐐨', '𐐀'],
  ['a ligature keeps its one code point', 'ﬁ', 'ﬁ'],
  ['a letter whose capital is two beyond ASCII', 'ŉ', 'ŉ'],
  ['dotless i and long s do not become ASCII', 'ıſ', 'ıſ'],
])('folds %s', (_title, text, folded) => {
  expect(foldCase(text)).toBe(folded)
})

test('does not normalise', () => {
  expect(foldCase('e\u0301')).not.toBe(foldCase('\u00e9'))
})

test('is idempotent and keeps the number of code points', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(foldCase(foldCase(text))).toBe(foldCase(text))
      expect([...foldCase(text)]).toHaveLength([...text].length)
    }),
  )
})
