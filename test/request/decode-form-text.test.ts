import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toWellFormed } from '../../src/basics/bytes.js'
import { decodeFormText } from '../../src/request/query-source.js'
import { isWellFormed } from '../../src/basics/bytes.js'

/** Node's URLSearchParams cuts raw characters to bytes beside a broken escape; as escapes it reads them right. */
const inAscii = (text: string) => toWellFormed(text).replace(/[^\0-\x7f]+/gu, encodeURIComponent)

// R1.1.8
describe('decodeFormText', () => {
  test.each([
    ['a byte that is not UTF-8 reads as the replacement character', '%FF', '\ufffd'],
    ['a surrogate in UTF-8 reads as three replacement characters', '%ED%A0%80', '\ufffd\ufffd\ufffd'],
    ['a cut sequence keeps what follows it', '%E2%82x', '\ufffdx'],
    ['an escape without two digits is text', '%zz%4', '%zz%4'],
    ['a bad escape does not spoil a good one', '%FF+%41é', '\ufffd Aé'],
    ['a byte order mark is kept', '%EF%BB%BFa', '\ufeffa'],
    ['a byte order mark is kept beside a byte that is not UTF-8', '%EF%BB%BF%FF', '\ufeff\ufffd'],
    ['a plus is a space', 'a+b', 'a b'],
    ['an escaped plus is a plus', '%2B02:00', '+02:00'],
    ['both cases of hex digits are read', '%c3%A9', 'é'],
    ['a NUL is read', '%00', '\0'],
  ])('%s', (_title, text, expected) => {
    expect(decodeFormText(text)).toBe(expected)
  })

  test('decodes as URLSearchParams does, whatever the text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '%',
        '+',
        '%F',
        '%FF',
        '%41',
        '%E2%82%AC',
        '%ED%A0%80',
        '%F0%9F%98%80',
        '%80',
        'é',
        '😀',
        '\ud800',
        '\udc00',
      ),
      fc.string({ unit: 'binary' }).map((text) => text.replaceAll('&', '')),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('')
        expect(decodeFormText(toWellFormed(text))).toBe(new URLSearchParams(`a=${inAscii(text)}`).get('a'))
      }),
      { numRuns: 300 },
    )
  })

  test('takes time linear in the text, broken escapes included', () => {
    const text = '%FF%'.repeat(250_000)
    const start = performance.now()
    expect(decodeFormText(text)).toHaveLength(500_000)
    expect(performance.now() - start).toBeLessThan(20_000)
  })
})

describe('well-formed text', () => {
  const texts: [string, string][] = [
    ['', ''],
    ['a', 'a'],
    ['é😀', 'é😀'],
    ['\ud800', '\ufffd'],
    ['\udc00\ud800', '\ufffd\ufffd'],
    ['a\ud83d😀\ude00b', 'a\ufffd😀\ufffdb'],
  ]
  const natives = ['toWellFormed', 'isWellFormed'] as const

  test.each([true, false])('is read alike with the methods of ES2024 and without them: %s', (hasNative) => {
    const prototype = String.prototype as unknown as Record<string, unknown>
    const kept = natives.map((name) => Object.getOwnPropertyDescriptor(prototype, name))
    try {
      if (!hasNative) for (const name of natives) delete prototype[name]
      expect(texts.map(([text]) => toWellFormed(text))).toEqual(texts.map(([, expected]) => expected))
      expect(texts.map(([text]) => isWellFormed(text))).toEqual(texts.map(([text, expected]) => text === expected))
    } finally {
      natives.forEach((name, at) => kept[at] && Object.defineProperty(prototype, name, kept[at]))
    }
  })
})
