// Bytes, names, words and steps: what every room builds on.
import { describe, expect, test, vi } from 'vitest'
import {
  bytesOfHex,
  fromBase64Url,
  hexOfBytes,
  isWellFormed,
  textOfBytes,
  toBase64Url,
  toWellFormed,
} from '../../src/basics/bytes.js'
import { allEnded, chain, isPromiseLike, runSteps, settle, wait } from '../../src/basics/maybe-promise.js'
import { distance, MAX_LENGTH, nearest, nearHint, plain, slipsIn } from '../../src/basics/nearest.js'
import { floorDivide, withoutZeros } from '../../src/basics/ticks.js'
import { wordsOf } from '../../src/basics/words-of.js'

describe('bytes', () => {
  test.each([
    ['', []],
    ['00', [0]],
    ['0f10ff', [15, 16, 255]],
    ['007f80', [0, 127, 128]],
  ])("'%s' in hexadecimal digits", (hex, bytes) => {
    expect([...bytesOfHex(hex)]).toEqual(bytes)
    expect(hexOfBytes(Uint8Array.from(bytes))).toBe(hex)
  })

  test.each<[bytes: number[], text: string | null]>([
    [[0x61], 'a'],
    [[0xc3, 0xa9], 'é'],
    [[0xef, 0xbb, 0xbf, 0x61], '\ufeffa'],
    [[0xc3], null],
    [[0xff], null],
  ])('%j as UTF-8', (bytes, text) => expect(textOfBytes(Uint8Array.from(bytes))).toBe(text))

  test.each([
    ['a', 'YQ'],
    ['ab', 'YWI'],
    ['abc', 'YWJj'],
    ['??>>', 'Pz8-Pg'],
    ['???~~~', 'Pz8_fn5-'],
    ['é€😀', 'w6nigqzwn5iA'],
  ])("'%s' in the alphabet of URLs", (text, encoded) => {
    expect(toBase64Url(text)).toBe(encoded)
    expect(fromBase64Url(encoded)).toBe(text)
  })

  test.each(['', 'YQ==', 'Y', 'YQ/', 'YQ+', 'YR', ' YQ', 'YQ ', 'w6', '_w'])(
    "'%s' is not of that alphabet",
    (encoded) => {
      expect(fromBase64Url(encoded)).toBeNull()
    },
  )

  const texts: readonly (readonly [text: string, isWhole: boolean, sent: string])[] = [
    ['', true, ''],
    ['a😀', true, 'a😀'],
    ['a\ud83d', false, 'a\ufffd'],
    ['\ude00b\ud83d', false, '\ufffdb\ufffd'],
  ]
  const expectTexts = (): void => {
    for (const [text, isWhole, sent] of texts) {
      expect(isWellFormed(text)).toBe(isWhole)
      expect(toWellFormed(text)).toBe(sent)
    }
  }
  test('a lone surrogate cannot be sent', expectTexts)
  test('nor on a runtime without the methods of ES2024', () => {
    const methods = String.prototype as { isWellFormed?: unknown; toWellFormed?: unknown }
    const { isWellFormed: is, toWellFormed: to } = methods
    methods.isWellFormed = undefined
    methods.toWellFormed = undefined
    try {
      expectTexts()
    } finally {
      methods.isWellFormed = is
      methods.toWellFormed = to
    }
  })
})

describe('the nearest name', () => {
  test.each<[sent: string, names: readonly string[], found: string | null]>([
    ['titel', ['id', 'title'], 'title'],
    ['sort_by', ['sortBy'], 'sortBy'],
    ['SORT-BY', ['sortBy'], 'sortBy'],
    ['id', ['ib'], null],
    ['ID', ['id'], 'id'],
    ['ids', ['id'], 'id'],
    ['abc', ['abd'], 'abd'],
    ['abc', ['add'], null],
    ['abcdefg', ['abcdexx'], null],
    ['abcdefgh', ['abcdexxh'], 'abcdexxh'],
    ['abcdefgh', ['abcxxxgh'], null],
    // The beginning of a name is one slip.
    ['publ', ['publishedAt'], 'publishedAt'],
    ['pub', ['publishedAt'], null],
    // The first of the nearest.
    ['nama', ['name', 'namb'], 'name'],
    ['nama', ['nome', 'name'], 'name'],
    ['', ['a'], null],
    ['--', ['a'], null],
    ['x', [], null],
    ['a'.repeat(MAX_LENGTH), ['a'.repeat(MAX_LENGTH)], 'a'.repeat(MAX_LENGTH)],
    ['a'.repeat(MAX_LENGTH + 1), ['a'.repeat(MAX_LENGTH + 1)], null],
  ])("of '%s' among %j", (sent, names, found) => {
    expect(nearest(sent, names)).toBe(found)
    expect(
      nearHint(
        sent,
        names.map((name) => ({ name })),
      ),
    ).toBe(found === null ? null : `Did you mean '${found}'?`)
  })

  test.each([
    ['', '', 0],
    ['a', '', 1],
    ['', 'ab', 2],
    ['ab', 'ba', 1],
    ['abc', 'cab', 2],
    ['ca', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['abcd', 'acbd', 1],
    ['a', 'a'.repeat(17), 16],
    ['a', 'a'.repeat(18), MAX_LENGTH],
    ['a'.repeat(18), 'a', MAX_LENGTH],
  ])("from '%s' to '%s' are %i slips", (one, other, slips) => expect(distance(one, other)).toBe(slips))

  test.each([
    ['titl', 'title', 1],
    ['tit', 'title', 2],
    ['title', 'title', 0],
    ['itle', 'title', 1],
    ['publ', 'publishedat', 1],
  ])("'%s' is not '%s' by %i slips", (wanted, name, slips) => expect(slipsIn(wanted, name)).toBe(slips))

  test('letters and digits count, in lower case', () => expect(plain('Größe_2-x ½²')).toBe('größe2x½²'))
})

test.each([
  ['a b', ['a', 'b']],
  ['  a\t\nb  a ', ['a', 'b']],
  ['', []],
  [' ', []],
])("words of '%s'", (term, words) => expect(wordsOf(term)).toEqual(words))

test.each([
  [7n, 2n, 3n],
  [-7n, 2n, -4n],
  [-8n, 2n, -4n],
  [0n, 2n, 0n],
])('%s by %s is %s, rounded down', (value, divisor, quotient) => expect(floorDivide(value, divisor)).toBe(quotient))

test.each([
  ['12:00:00.5000000', '12:00:00.5'],
  ['12:00:00.0000000', '12:00:00'],
  ['12:00:01.0500', '12:00:01.05'],
  ['12:00:01.05', '12:00:01.05'],
])('%s without its last zeros is %s', (text, short) => expect(withoutZeros(text)).toBe(short))

describe('values that may come later', () => {
  const later = <Value>(value: Value): Promise<Value> => Promise.resolve(value)

  const withThen = (value: object, then: unknown): object => {
    Reflect.set(value, 'then', then)
    return value
  }

  test.each<[value: unknown, isPromise: boolean]>([
    [later(1), true],
    [withThen({}, () => undefined), true],
    [withThen({}, 1), false],
    [null, false],
    [undefined, false],
    ['then', false],
    [
      withThen(
        () => undefined,
        () => undefined,
      ),
      false,
    ],
  ])('%#: is it a promise?', (value, isPromise) => expect(isPromiseLike(value)).toBe(isPromise))

  test('what is there goes on at once', async () => {
    expect(chain(1, (value) => value + 1)).toBe(2)
    expect(await chain(later(1), (value) => value + 1)).toBe(2)
  })

  test('an error at once is a rejection', async () => {
    const error = new Error('no')
    await expect(
      settle(() => {
        throw error
      }),
    ).rejects.toBe(error)
    expect(await settle(() => 1)).toBe(1)
    expect(await settle(() => later(1))).toBe(1)
  })

  test('all end before the error of the first that failed is thrown', async () => {
    const ended: number[] = []
    const slow = new Promise<number>((resolve) => setTimeout(() => resolve(ended.push(1)), 5))
    const all = [Promise.reject(new Error('first')), slow, Promise.reject(new Error('second'))] as const
    await expect(allEnded(all)).rejects.toThrow('first')
    expect(ended).toEqual([1])
    expect(await allEnded([later('a'), later(2)])).toEqual(['a', 2])
  })

  function* steps(first: unknown, second: unknown) {
    const seen: unknown[] = []
    try {
      seen.push(yield* wait(first as number))
      seen.push(yield* wait(second as number))
    } catch (error) {
      seen.push(`caught ${(error as Error).message}`)
    }
    return seen
  }
  test('steps run at once as long as nothing makes them wait', () => expect(runSteps(steps(1, 2))).toEqual([1, 2]))
  test.each([
    [1, later(2), [1, 2]],
    [later(1), 2, [1, 2]],
    [later(1), later(2), [1, 2]],
    [() => Promise.reject(new Error('no')), 2, ['caught no']],
    [later(1), () => Promise.reject(new Error('no')), [1, 'caught no']],
  ])('steps wait and catch: %#', async (first, second, seen) => {
    const given = [first, second].map((value) => (typeof value === 'function' ? value() : value) as unknown)
    const running = runSteps(steps(given[0], given[1]))
    expect(isPromiseLike(running)).toBe(true)
    expect(await running).toEqual(seen)
  })

  test('an error of the steps is thrown once', async () => {
    const thrown = vi.fn((): never => {
      throw new Error('own')
    })
    function* failing(first: unknown) {
      yield* wait(first as number)
      thrown()
    }
    expect(() => runSteps(failing(1))).toThrow('own')
    await expect(runSteps(failing(later(1)))).rejects.toThrow('own')
    expect(thrown).toHaveBeenCalledTimes(2)
  })
})
