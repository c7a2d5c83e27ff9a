// Nothing that a developer or a client can meet is missing from the reference.
import { describe, expect, it } from 'vitest'
import type { ApplyFiltersOptions, PaginateConfigOptions, PaginateOptions } from 'drizzle-paginate'
import type { FilterArrayOptions, PaginateArrayOptions } from '../../src/entries/memory/options.js'
import { ConfigBuilder } from '../../src/builder/config-builder.js'
import * as configRefusals from '../../src/mistakes/config-refusals.js'
import * as refusals from '../../src/refusals.js'
import { entryPoints } from '../../scripts/entry-points.mjs'
import { MAX_KEPT_BYTES, MAX_KEPT_SHAPES, MAX_KEPT_SLOTS } from '../../src/kept/kept-shapes.js'
import { DEFERRED_FROM_OFFSET, FILTERED_UP_TO_TOTAL } from '../../src/select/page-form.js'
import { MAX_STATEMENT_NAMES } from '../../src/kept/kept-statement.js'
import {
  DEFAULT_MAX_FILTER_CONDITIONS,
  DEFAULT_MAX_FILTER_VALUES,
  DEFAULT_MAX_SEARCH_LENGTH,
  DEFAULT_MAX_SORT_FIELDS,
  MODIFIERS,
  OPERATORS,
  VALUE_TYPES,
} from '../../src/vocabulary.js'
import { ERROR_CODES } from '../../src/types/error-code.js'
import type { Refusal } from '../../src/types/result.js'
import { anchorsOf, pages } from './support/pages.js'

const page = (name: string): (typeof pages)[number] =>
  pages.find((other) => other.name === name) as (typeof pages)[number]
const rowsOf = (name: string): string[] =>
  page(name)
    .text.split('\n')
    .filter((line) => line.startsWith('|'))

type Arguments<Writers> = {
  readonly [Name in keyof Writers]: Writers[Name] extends (...given: infer Given) => unknown
    ? { readonly [At in keyof Given]: unknown }
    : readonly []
}

/** Each writer with the words that stand for its values in the reference. */
const queryArguments: Arguments<typeof refusals> = {
  parameterUnknown: ['y', 'filter.x'],
  parameterNested: ['filters', 'x'],
  pageNotPositiveInteger: [],
  pageOfUnlimitedRead: [],
  offsetTooDeep: ['n'],
  pageNotSupported: ['page'],
  cursorInvalid: ['after'],
  cursorOrderChanged: ['after'],
  cursorOfUnlimitedRead: ['after'],
  cursorTooLong: [],
  limitNotPositiveInteger: [],
  limitOutOfRange: ['n'],
  limitTooManyRows: ['n'],
  sortMalformed: ['x'],
  sortNotConfigured: ['x'],
  sortNeedsSearch: ['relevance'],
  sortTooManyFields: ['n'],
  searchNotConfigured: [],
  searchNotText: [],
  searchTooShort: ['n'],
  searchTooLong: ['n'],
  searchInvalidText: ['rule'],
  searchByNotConfigured: ['x'],
  searchByRepeated: ['x'],
  fieldsUnknown: ['x'],
  fieldsNotInFile: ['x'],
  facetUnknown: ['x'],
  fieldsNotText: [],
  filterNotConfigured: ['x'],
  filterMalformed: ['x'],
  filterValueMissing: ['x'],
  filterLeadingConnector: ['x', 'or'],
  filterOperatorUnknown: ['x', '$y'],
  filterContainsNotSupported: ['x', '$contains'],
  filterComparisonNotSupported: ['x', 'boolean'],
  filterOperatorNotAllowed: ['x', '$eq'],
  filterTooManyConditions: ['n'],
  filterTooManyValues: ['x', '$in', 'n'],
  filterTooManyValuesInAll: ['n'],
  filterTooManyElements: ['x', 'n'],
  filterTooManyOwn: ['x', 'n'],
  filterValuesRequired: ['x', '$in'],
  filterValueNotTaken: ['x', '$null'],
  filterTwoValuesRequired: ['x', '$btw'],
  filterValueEmpty: ['x', '$eq'],
  filterValueInvalid: ['x', 'v', 'rule'],
  filterExpressionSyntax: ['n', 'what'],
  filterExpressionTwice: [],
  filterExpressionNotText: [],
  filterExpressionTooLarge: ['n', 'term'],
}

/** Stands for a number: sentences put quotes around text. */
const numberCalled = (name: string): unknown => Object.assign(() => 0, { toString: () => name })

describe('docs/reference/errors.md', () => {
  const errors = 'docs/reference/errors.md'
  // R3.1.2
  it.each(ERROR_CODES)('has an anchor for %s', (code) => expect(anchorsOf(page(errors)).has(code)).toBe(true))

  it.each(Object.entries(queryArguments))('quotes the sentence of %s beside its code', (name, given) => {
    const { code, message, parameter } = (refusals[name as keyof typeof refusals] as (...values: unknown[]) => Refusal)(
      ...(given as unknown as unknown[]),
    )
    const row = rowsOf(errors).find((line) => line.includes(`<a id="${code}">`))
    expect(row?.replaceAll('\\|', '|')).toContain(message)
    expect(row).toContain(`\`${parameter}\``)
  })

  const sentences = Object.entries(configRefusals).map(([name, writer]) => {
    if (typeof writer === 'string') return [name, writer] as const
    const given: { readonly [name: string]: readonly unknown[] } = {
      limitsOutOfOrder: [numberCalled('d'), numberCalled('m')],
      settingOutOfRange: ['method', numberCalled('n'), 'min'],
      searchLengthsOutOfOrder: ['n', 'm'],
      emptyName: ['method'],
      memberUnnamable: ['method', 'x'],
      operatorNotSupported: ['filterable', 'x', '$y', 'type', ['$eq', '$in']],
      notUnique: [['x', 'y']],
      notSelectable: ['method', 'x'],
      notAnAggregate: ['.aggregate()'],
      unknownField: ['method', 'x'],
      emptyNames: ['method'],
      emptyOperators: ['method', 'x'],
      operatorUnknown: ['method', 'x', '$y'],
      directionUnknown: ['method', 'x', 'y'],
      joinTableTwice: ['x', 'table'],
      joinIncomplete: ['method', 'x'],
      notComparable: ['x', 'json', 'PostgreSQL'],
      listOfNames: ['method'],
      rowsTableInUse: ['method', 'x', 'table'],
      fieldTwice: ['method', 'x'],
      needsRows: ['method', 'x'],
      rowsOfNeeds: ['method', 'x', 'SQL as each condition'],
      joinToMany: ['x', 'table', ['y']],
      childLimitOutOfRange: ['x', numberCalled('n')],
      childrenWithoutKey: ['x', 'table'],
      valueTypeUnknown: ['method', 'x', 'y'],
      calledTwice: ['method'],
      argumentUnread: ['method', 'x'],
      totalsUnknown: ['x'],
      boundOutOfRange: [numberCalled('n')],
      expressionBoundOutOfRange: ['x', numberCalled('y')],
      noOperators: ['x', 'filterable'],
      noTimeZone: ['relativeTimestamp()'],
    }
    return [name, (writer as (...values: unknown[]) => string)(...(given[name] ?? ['x', 'y', 'z']))] as const
  })
  it.each(sentences)('quotes the sentence of %s', (_, sentence) => expect(page(errors).text).toContain(sentence))
})

describe('docs/contributing/decisions/0005-page-forms.md', () => {
  it('has the thresholds of the code', () => {
    const text = page('docs/contributing/decisions/0005-page-forms.md').text
    expect(text).toContain(`${DEFERRED_FROM_OFFSET} rows or more are skipped`)
    expect(text).toContain(`a total up to ${FILTERED_UP_TO_TOTAL.toLocaleString('en')}`)
  })
})

describe('docs/contributing/decisions/0013-split-searches.md', () => {
  it('has the thresholds of the code', () => {
    const { text } = page('docs/contributing/decisions/0013-split-searches.md')
    expect(text).toContain(`at most ${FILTERED_UP_TO_TOTAL.toLocaleString('en')} rows match`)
  })
})

describe('docs/reference/limits.md', () => {
  it.each([
    ['sortBy', DEFAULT_MAX_SORT_FIELDS],
    ['criteria over', DEFAULT_MAX_FILTER_CONDITIONS],
    ['values in one', DEFAULT_MAX_FILTER_VALUES],
    ['finished statements', MAX_KEPT_SHAPES],
    ['for the whole process: texts', MAX_KEPT_BYTES / 2 ** 20],
    ['a statement with more', MAX_KEPT_SLOTS],
    ['names of prepared', MAX_STATEMENT_NAMES],
    ['trimmed search term', DEFAULT_MAX_SEARCH_LENGTH],
  ])('has the number of %s', (start, value) => {
    expect(rowsOf('docs/reference/limits.md').find((row) => row.includes(start))).toMatch(new RegExp(`\\b${value}\\b`))
  })
})

describe.each(['README.md', 'docs/reference/entry-points.md'])('%s', (name) => {
  it('lists every entry point', () => {
    const missing = Object.keys(entryPoints()).filter(
      (path) => path !== '.' && !page(name).text.includes(`${path.slice(1)}\``),
    )
    expect(missing).toEqual([])
  })
})

describe('the reference', () => {
  const options: {
    readonly paginate: Record<keyof PaginateOptions, true>
    readonly applyFilters: Record<keyof ApplyFiltersOptions, true>
    readonly paginateConfig: Record<keyof PaginateConfigOptions, true>
    readonly paginateArray: Record<keyof PaginateArrayOptions, true>
    readonly filterArray: Record<keyof FilterArrayOptions, true>
  } = {
    paginate: {
      where: true,
      scope: true,
      path: true,
      signal: true,
      onStatement: true,
    },
    applyFilters: { where: true, scope: true, except: true },
    paginateConfig: {
      valueTypes: true,
      strictParameters: true,
      ownParameters: true,
      likeStrategy: true,
      maxFilterConditions: true,
      maxFilterValues: true,
      namedStatements: true,
      together: true,
      pageForm: true,
    },
    paginateArray: { where: true, path: true, own: true },
    filterArray: { where: true, except: true, own: true },
  }
  const optionNames = [...new Set(Object.values(options).flatMap((each) => Object.keys(each)))]
  it.each(optionNames)('has a row for the option %s', (name) => {
    expect(rowsOf('docs/reference/options.md').some((row) => row.startsWith(`| \`${name}\``))).toBe(true)
  })

  it.each([...OPERATORS, ...MODIFIERS])('has a section for %s', (token) => {
    expect(page('docs/reference/operators.md').text).toMatch(new RegExp(`^#+ .*\`\\${token}\``, 'm'))
  })

  it.each(VALUE_TYPES)('has a row for the value type %s', (name) => {
    expect(
      rowsOf('docs/reference/value-formats.md').some(
        (row) => row.startsWith(`| \`${name}\``) || row.includes(`, \`${name}\` |`),
      ),
    ).toBe(true)
  })

  const methods = Object.getOwnPropertyNames(ConfigBuilder.prototype).filter((name) => name !== 'constructor')
  it.each(methods)('has a row for .%s()', (name) => {
    expect(rowsOf('docs/reference/configuration.md').some((row) => row.startsWith(`| \`.${name}(`))).toBe(true)
  })
})
