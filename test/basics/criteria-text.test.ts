// Criteria of values as the text of `filter.<field>`, and which values no text says.
import { describe, expect, test } from 'vitest'
import { criterionTexts, factsOf, recordTexts, SPLIT } from '../../src/basics/criteria-text.js'

const DATE = new Date('2024-01-02T03:04:05.678Z')

describe('one operator', () => {
  test.each<[operator: string, operand: unknown, ...texts: string[]]>([
    ['$null', undefined, '$null'],
    ['$null', true, '$null'],
    ['$eq', 'a', '$eq:a'],
    ['$eq', 'a,b', '$eq:a,b'],
    ['$eq', '', '$eq:'],
    ['$eq', false, '$eq:false'],
    ['$eq', 12n, '$eq:12'],
    ['$eq', -0.5, '$eq:-0.5'],
    ['$eq', 1e21, '$eq:1000000000000000000000'],
    ['$eq', 1.5e-7, '$eq:0.00000015'],
    ['$eq', DATE, '$eq:2024-01-02T03:04:05.678Z'],
    ['$eq', { toJSON: () => 'own' }, '$eq:own'],
    ['$in', ['a', 'b'], '$in:a,b'],
    ['$in', [1, DATE], '$in:1,2024-01-02T03:04:05.678Z'],
    ['$in', 'a', '$in:a'],
    ['$in', ['a,b', 'c', 'd,e'], '$in:c', '$eq:a,b', '$eq:d,e'],
    ['$in', ['a,b'], '$eq:a,b'],
    ['$in', [null], '$null'],
    ['$in', [1, null], '$in:1', '$null'],
    ['$in', ['a,b', null], '$eq:a,b', '$null'],
    ['$in', [''], '$eq:'],
    ['$in', ['', 'a'], '$in:,a'],
    ['$btw', [1, 2], '$btw:1,2'],
    ['$contains', ['a', 'b'], '$contains:a,b'],
    ['$contains', 'a', '$contains:a'],
  ])('%s: %#', (operator, operand, ...texts) => {
    expect(criterionTexts('f', operator, operand)).toEqual(texts)
  })

  test.each<[operator: string, operand: unknown, error: Error]>([
    ['$null', false, new TypeError("Filter 'f' takes '$null' with true.")],
    ['$null', null, new TypeError("Filter 'f' takes '$null' with true.")],
    ['$in', [], new RangeError("Filter 'f' requires at least one '$in' value.")],
    ['$btw', ['a,b', 'c'], new RangeError("Filter 'f' cannot send a comma or a lone empty value in '$btw'.")],
    ['$btw', [''], new RangeError("Filter 'f' cannot send a comma or a lone empty value in '$btw'.")],
    [
      '$contains',
      ['a', 'b,c'],
      new RangeError("Filter 'f' cannot send a comma in '$contains'; send that element with '$eq'."),
    ],
    ['$contains', [''], new RangeError("Filter 'f' cannot send a comma or a lone empty value in '$contains'.")],
    ...[null, undefined, Number.NaN, Infinity, new Date(Number.NaN), Symbol('s'), {}].map(
      (value): [string, unknown, Error] => [
        '$eq',
        value,
        new TypeError(`Filter 'f' cannot send ${String(value)}. Filter values are text, numbers, booleans or dates.`),
      ],
    ),
  ])('%s cannot say %#', (operator, operand, error) => {
    expect(() => criterionTexts('f', operator, operand)).toThrow(error)
    expect(() => criterionTexts('f', operator, operand)).toThrow(error.constructor as never)
  })

  test('has facts where it is one', () => {
    expect(factsOf('$in')).toMatchObject({ values: 'list' })
    for (const token of ['$or', 'in', 'toString', '__proto__', '']) expect(factsOf(token)).toBeNull()
  })
})

describe('a record by operator', () => {
  test.each<[criteria: object, texts: readonly string[], split: readonly string[] | undefined]>([
    [{ $eq: 'a' }, ['$eq:a'], undefined],
    [{ $gte: 1, $lt: 5 }, ['$gte:1', '$lt:5'], undefined],
    [{ $not: { $eq: 'a' } }, ['$not:$eq:a'], undefined],
    [{ $not: { $null: true }, $gte: 1 }, ['$not:$null', '$gte:1'], undefined],
    [{ $in: [] }, ['$in:'], undefined],
    [{ $gte: 1, $in: ['a,b', 'c'] }, ['$in:c', '$or:$eq:a,b', '$gte:1'], ['some']],
    [{ $in: ['a', null] }, ['$in:a', '$or:$null'], ['some']],
    [{ $not: { $in: ['a', null] } }, ['$not:$in:a', '$not:$null'], ['every']],
    [
      { $not: { $in: ['a', null] }, $in: ['b', null] },
      ['$in:b', '$or:$null', '$not:$in:a', '$not:$null'],
      ['every', 'some'],
    ],
  ])('%j', (criteria, texts, split) => {
    const written = recordTexts('f', criteria)
    expect([...written]).toEqual(texts)
    expect(written[SPLIT]).toEqual(split)
    expect(Object.keys(written)).toEqual(Object.keys(texts))
  })

  const noRecord = new TypeError("Filter 'f' needs a record by operator, such as { $eq: 'x' }.")
  test.each<[criteria: unknown, error: Error]>([
    [null, noRecord],
    ['a', noRecord],
    [undefined, noRecord],
    [['a'], noRecord],
    [{}, new TypeError("Filter 'f' has a record without an operator; name one.")],
    [{ $eq: undefined }, new TypeError("Filter 'f' has '$eq' undefined; give it a value, or leave the filter out.")],
    [{ $is: 1 }, new TypeError("Filter 'f' has '$is', which is no operator.")],
    [{ $in: [1, undefined] }, new TypeError("Filter 'f' has an undefined value in '$in'; leave it out.")],
    [{ $not: {} }, new TypeError("Filter 'f' takes '$not' with one criterion.")],
    [{ $not: null }, new TypeError("Filter 'f' takes '$not' with one criterion.")],
    [{ $not: { $gte: 1, $lt: 2 } }, new TypeError("Filter 'f' takes '$not' with one criterion.")],
    [{ $not: { $is: 1 } }, new TypeError("Filter 'f' has '$is', which is no operator.")],
  ])('%j is refused', (criteria, error) => {
    expect(() => recordTexts('f', criteria)).toThrow(error)
  })
})
