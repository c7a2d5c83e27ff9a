import { describe, expect, test } from 'vitest'
import {
  pageReadWithoutTotal,
  type UncountedSituation,
  choosePageRead,
  DEFERRED_FROM_OFFSET,
  FILTERED_UP_TO_TOTAL,
  type PageFacts,
  type PageSituation,
} from '../../src/select/page-form.js'
import type { PageRead } from '../../src/select/list-parts.js'

type Page = PageFacts & PageSituation

const situation = (more: Partial<Page>): Page => ({
  total: 1_000_000,
  limit: 25,
  offset: 0,
  hasTextMatch: false,
  isPlainOnly: false,
  hasSubSelect: false,
  hasHalves: false,
  hasRowKey: true,
  forced: null,
  ...more,
})

describe('choosePageRead', () => {
  test.each<[title: string, given: Partial<Page>, expected: PageRead]>([
    ['reads the first page plainly', {}, { isReversed: false, form: 'plain', limit: 25, offset: 0 }],
    [
      'defers what is computed for each row',
      { hasSubSelect: true },
      { isReversed: false, form: 'deferred', limit: 25, offset: 0 },
    ],
    [
      'reads a whole set plainly',
      { hasSubSelect: true, total: 20 },
      { isReversed: false, form: 'plain', limit: 25, offset: 0 },
    ],
    [
      'reads plainly up to the threshold',
      { offset: DEFERRED_FROM_OFFSET - 1 },
      { isReversed: false, form: 'plain', limit: 25, offset: 499 },
    ],
    [
      'defers from the threshold on',
      { offset: DEFERRED_FROM_OFFSET },
      { isReversed: false, form: 'deferred', limit: 25, offset: 500 },
    ],
    [
      'does not defer without a key',
      { offset: 5000, hasRowKey: false },
      { isReversed: false, form: 'plain', limit: 25, offset: 5000 },
    ],
    [
      'does not turn round in the very middle',
      { total: 75, offset: 25 },
      { isReversed: false, form: 'plain', limit: 25, offset: 25 },
    ],
    [
      'turns round past the middle',
      { total: 74, offset: 25 },
      { isReversed: true, form: 'plain', limit: 25, offset: 24 },
    ],
    [
      'reads the last page from the end',
      { offset: 999_990 },
      { isReversed: true, form: 'plain', limit: 10, offset: 0 },
    ],
    [
      'reads past the middle from the end, deferred',
      { offset: 600_000 },
      { isReversed: true, form: 'deferred', limit: 25, offset: 399_975 },
    ],
    [
      'does not turn round where nothing is won',
      { total: 30, offset: 0 },
      { isReversed: false, form: 'plain', limit: 25, offset: 0 },
    ],
    [
      'fences a rare text match off',
      { total: 20, hasTextMatch: true },
      { isReversed: false, form: 'filtered', limit: 25, offset: 0 },
    ],
    [
      'fences off what half of the pages pass',
      { total: 50, hasTextMatch: true },
      { isReversed: false, form: 'filtered', limit: 25, offset: 0 },
    ],
    [
      'walks for more than that',
      { total: 51, hasTextMatch: true },
      { isReversed: false, form: 'plain', limit: 25, offset: 0 },
    ],
    [
      'fences off as many keys as may be sorted',
      { total: FILTERED_UP_TO_TOTAL, offset: 15_000, hasTextMatch: true },
      { isReversed: false, form: 'filtered', limit: 25, offset: 15_000 },
    ],
    [
      'does not fence off more',
      { total: FILTERED_UP_TO_TOTAL + 1, offset: 15_000, hasTextMatch: true },
      { isReversed: true, form: 'deferred', limit: 25, offset: 4976 },
    ],
    [
      'halves a condition that needs it, for a page within a tenth of the rows',
      { hasHalves: true, offset: 75, total: 1000 },
      { isReversed: false, form: 'halved', limit: 25, offset: 75 },
    ],
    [
      'finds all rows of such a condition for one beyond it',
      { hasHalves: true, offset: 75, total: 999 },
      { isReversed: false, form: 'filtered', limit: 25, offset: 75 },
    ],
    [
      'halves nothing without a key',
      { hasHalves: true, hasRowKey: false },
      { isReversed: false, form: 'plain', limit: 25, offset: 0 },
    ],
    [
      'reads plainly what has a meaning there only',
      { offset: 5000, isPlainOnly: true, forced: 'deferred' },
      { isReversed: false, form: 'plain', limit: 25, offset: 5000 },
    ],
    [
      'walks for a frequent one',
      { total: FILTERED_UP_TO_TOTAL, hasTextMatch: true },
      { isReversed: false, form: 'plain', limit: 25, offset: 0 },
    ],
    [
      'obeys: plain',
      { offset: 999_000, forced: 'plain' },
      { isReversed: false, form: 'plain', limit: 25, offset: 999_000 },
    ],
    ['obeys: deferred', { forced: 'deferred' }, { isReversed: false, form: 'deferred', limit: 25, offset: 0 }],
    ['obeys: reverse', { total: 10, forced: 'reverse' }, { isReversed: true, form: 'plain', limit: 10, offset: 0 }],
    ['obeys: filtered', { forced: 'filtered' }, { isReversed: false, form: 'filtered', limit: 25, offset: 0 }],
    [
      'cannot obey without a key',
      { forced: 'filtered', hasRowKey: false },
      { isReversed: false, form: 'plain', limit: 25, offset: 0 },
    ],
  ])('%s', (_, given, expected) => {
    const page = situation(given)
    expect(choosePageRead(page, page)).toEqual(expected)
  })
})

describe('pageReadWithoutTotal', () => {
  test.each<[title: string, given: Partial<PageFacts & UncountedSituation>, form: PageRead['form']]>([
    ['reads plainly up to the threshold', { offset: DEFERRED_FROM_OFFSET - 1 }, 'plain'],
    ['defers from the threshold on', { offset: DEFERRED_FROM_OFFSET }, 'deferred'],
    ['does not defer without a key', { offset: 5000, hasRowKey: false }, 'plain'],
    ['defers what is computed for each row', { hasSubSelect: true }, 'deferred'],
    ['does not defer what has a meaning in the plain form only', { offset: 5000, isPlainOnly: true }, 'plain'],
    ['halves a condition that needs it', { hasHalves: true, hasSubSelect: true }, 'halved'],
    ['halves it at every depth', { hasHalves: true, offset: 5000 }, 'halved'],
    ['does not halve without a key', { hasHalves: true, hasRowKey: false }, 'plain'],
    ['halves nothing in the plain form only', { hasHalves: true, isPlainOnly: true }, 'plain'],
    ['halves nothing where another form is forced', { hasHalves: true, forced: 'deferred' }, 'deferred'],
    ['obeys: plain', { offset: 5000, forced: 'plain' }, 'plain'],
    ['obeys: deferred', { forced: 'deferred' }, 'deferred'],
    ['obeys: filtered', { forced: 'filtered' }, 'filtered'],
    ['cannot read from an end that nobody knows', { offset: 5000, forced: 'reverse' }, 'plain'],
  ])('%s', (_, given, form) => {
    const asked = {
      limit: 26,
      offset: 0,
      hasRowKey: true,
      isPlainOnly: false,
      hasSubSelect: false,
      hasHalves: false,
      forced: null,
      ...given,
    }
    expect(pageReadWithoutTotal(asked, asked)).toEqual({ isReversed: false, form, limit: 26, offset: asked.offset })
  })
})
