import { describe, expect, test } from 'vitest'
import { nearName } from '../../src/plan/parameters.js'
import type { ResolvedConfig } from '../../src/types/resolved-config.js'

const near = (sent: string, names: readonly string[], fields: readonly string[] = []) => {
  const filterable = new Map(fields.map((name) => [name.toLowerCase(), { field: { name } }]))
  return nearName(sent, names, { filterable } as unknown as ResolvedConfig)
}

// R21.1.1
describe('nearName', () => {
  test.each<[why: string, sent: string, name: string, isNear: boolean]>([
    ['none in two characters', 'ag', 'ab', false],
    ['one slip in three characters', 'agc', 'abc', true],
    ['one in four', 'abcx', 'abcd', true],
    ['not two in four', 'abxx', 'abcd', false],
    ['two in eight', 'saerchyb', 'searchBy', true],
    ['not three in eight', 'saerchyx', 'searchBy', false],
    ['a swap of neighbours is one slip', 'bacd', 'abcd', true],
    ['two swaps are two', 'badc', 'abcd', false],
    ['a character moved beyond its neighbour is no swap', 'abcd', 'bxcd', false],
    ['nor one moved the other way', 'bxcd', 'abcd', false],
    ['a missing character', 'abd', 'abcd', true],
    ['one character more', 'abcde', 'abcd', true],
    ['the beginning of a name, from four characters', 'sear', 'searchBy', true],
    ['not from three', 'sea', 'searchBy', false],
    ['capital letters and signs do not count', 'Search_By', 'searchBy', true],
    ['letters that only capitals make alike are not alike', 'ßid', 'ssid', false],
    ['signs alone are near to nothing', '__', '_', false],
    ['a quarter of the longest name', 'a'.repeat(64), 'a'.repeat(48), true],
    ['and no more', 'a'.repeat(64), 'a'.repeat(47), false],
    ['nothing past the longest name', `${'a'.repeat(64)}b`, 'a'.repeat(64), false],
  ])('%s: %s for %s', (_why, sent, name, isNear) => {
    expect(near(sent, [name])).toBe(isNear ? name : null)
  })

  test('the nearest of several, and the first of those that are as near', () => {
    expect(near('limif', ['limits', 'limit', 'limix'])).toBe('limit')
    expect(near('limi', ['limit', 'limits'])).toBe('limit')
  })

  test.each<[sent: string, near: string | null]>([
    ['filter[status]', 'filter.status'],
    ['filter[[status]]', 'filter.status'],
    ['FILTERS-stauts', 'filter.status'],
    ['filt.status', 'filter.status'],
    ['fil.status', null],
    ['filter.\nstatus', 'filter.status'],
    ['status', 'filter.status'],
    ['Sta_tus', 'filter.status'],
    [`sta${'_'.repeat(58)}tus`, 'filter.status'],
    [`sta${'_'.repeat(59)}tus`, null],
    ['stauts', null],
    ['filter.f2', null],
    ['filter.f1', 'filter.f1'],
    ['filter[', null],
    ['2filter.status', null],
    ['filterstatus', null],
    ['filter.search', null],
  ])('of a field: %s', (sent, expected) => {
    expect(near(sent, ['search'], ['status', 'f1'])).toBe(expected)
  })
})
