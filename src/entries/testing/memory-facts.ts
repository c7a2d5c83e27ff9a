// testing: where the in-memory engine and the database are bound to agree. Databases fold case, order text and round
// numbers in ways of their own; a request is compared only where no such way can change its rows.
import { sql } from 'drizzle-orm'
import { DIALECTS } from '../../dialects/index.js'
import type { ListPlan } from '../../types/plan.js'
import { orderTerms } from '../../sql/order-terms.js'
import type { Criterion, Field, FilterableField, SortTerm } from '../../types/config.js'
import { termsOf } from '../../types/tree.js'
import { TEXT_TESTS } from '../memory/match-criterion.js'
import { decoderOf } from '../memory/read-field.js'
import type { FieldValueType } from '../../types/value.js'
import type { ListUnderTest } from './list-under-test.js'
import { decoded, keyText, type ListRow, type ListRows, type Select, selectElements, selectFrom } from './read-rows.js'
import { type SampledField, valuesOf } from './samples.js'
import { TESTED_DIALECTS } from './dialects/index.js'
import type { Selection } from '../../index.js'
import { decimalText } from '../../values/number.js'
import { wordsOf } from '../../basics/words-of.js'
import { isTextOperator, OPERATOR_FACTS, TEXT_MATCHES, type TextMatch } from '../../vocabulary.js'

/** Fields whose values in JavaScript are not what the database holds. */
export type InexactFields = ReadonlySet<Field>

const SAFE_DIGITS = 15

export async function inexactFields(list: ListUnderTest, rows: ListRows): Promise<InexactFields> {
  const inexact = new Set<Field>()
  const { fields, filterable, defaultSort } = list.resolved
  const inRows = [...fields.values(), ...defaultSort.map(({ field }) => field)].map(inRow)
  for (const source of [...inRows, ...filterable.values()])
    if (await isInexact(list, source, rows)) inexact.add(source.field)
  return inexact
}

async function isInexact(list: ListUnderTest, source: SampledField, rows: ListRows): Promise<boolean> {
  const { field } = source
  const values = rows.rows
    .flatMap((row) => valuesOf(row, source, rows))
    .filter((value) => value !== null && value !== undefined)
  switch (field.type?.kind) {
    case undefined:
    case 'custom':
    case 'interval':
      return true
    case 'integer':
    case 'bigint':
      return values.some((value) => typeof value === 'number' && !Number.isSafeInteger(value))
    case 'decimal':
      return TESTED_DIALECTS[list.resolved.dialect].hasInexactDecimals
        ? values.some(hasManyDigits)
        : values.some((value) => typeof value === 'number') && (await hasMoreDigits(list, source))
    case 'float':
      return field.facts?.isSinglePrecision === true
    case 'timestamp':
      return values.some((value) => value instanceof Date) && (await hasFinerMoments(list, source))
    default:
      return false
  }
}

const hasManyDigits = (value: unknown): boolean => String(value).replaceAll(/\D/g, '').length > SAFE_DIGITS

/** A number rounds a decimal, also to a short one; the driver's text has all its digits, if the driver returns text. */
async function hasMoreDigits(list: ListUnderTest, source: SampledField): Promise<boolean> {
  const { expression } = source.field
  const read = await selectSampled(list, source, { value: decoded(expression), digits: sql`${expression}` })
  return read.some(({ value, digits }) =>
    typeof digits === 'number' ? hasManyDigits(digits) : decimalText(digits) !== decimalText(value),
  )
}

/** A `Date` has milliseconds; the column may have more. */
async function hasFinerMoments(list: ListUnderTest, source: SampledField): Promise<boolean> {
  const finer = TESTED_DIALECTS[list.resolved.dialect].isFinerThanDate?.(source.field.expression)
  if (finer === undefined) return false
  const selection = { finer: decoded(sql`sum(case when ${finer} then 1 else 0 end)`.mapWith(Number)) }
  const [row] = await selectSampled(list, source, selection)
  return Number(row?.['finer'] ?? 0) > 0
}

const selectSampled = (list: ListUnderTest, { collection }: SampledField, selection: Selection): Select =>
  collection === null ? selectFrom(list, selection) : selectElements(list, selection, collection)

/** Will memory and the database find the same rows for this plan? */
export function findsTheSame(list: ListUnderTest, plan: ListPlan, rows: ListRows, inexact: InexactFields): boolean {
  const { filters, expression, search } = plan
  const all = expression ? [...filters, ...termsOf(expression.tree).flat()] : filters
  const isSearchAgreed = search === null || isFoundAlike(list, search, rows)
  return (
    isSearchAgreed &&
    all.every(({ filterable, criteria }) => criteria.every((one) => isAgreed(list, filterable, one, rows, inexact)))
  )
}

function isFoundAlike(list: ListUnderTest, search: NonNullable<ListPlan['search']>, rows: ListRows): boolean {
  const { term, fields, host } = search
  const inWords = host === null ? null : (list.resolved.searchWith?.words ?? null)
  const wanted = inWords === null ? [term] : wordsOf(term)
  return (inWords ?? fields).every((field) => isFoldless(list, field, rows, wanted, TEXT_TESTS.contains))
}

type TextTest = (typeof TEXT_TESTS)[TextMatch]
const equals: TextTest = (text, wanted) => text === wanted

function isAgreed(
  list: ListUnderTest,
  filterable: FilterableField,
  { operator, values }: Criterion,
  rows: ListRows,
  inexact: InexactFields,
): boolean {
  const { field } = filterable
  if (operator === '$null') return true
  if (inexact.has(field) || field.type === null) return false
  const type = field.type.element ?? field.type
  if (!isText(type))
    return operator === '$eq' || operator === '$in' || operator === '$contains' || isOrderAgreed(list, type)
  const isTextMatch = isTextOperator(operator) && field.type.kind !== 'collection'
  const test = isTextMatch ? TEXT_TESTS[TEXT_MATCHES[operator]] : equals
  return OPERATOR_FACTS[operator].matches !== 'order' && isFoldless(list, field, rows, values.map(String), test)
}

const isText = ({ kind }: FieldValueType): boolean => kind === 'text' || kind === 'char' || kind === 'enum'

const isOrderAgreed = (list: ListUnderTest, { kind }: FieldValueType): boolean =>
  kind === 'uuid' ? TESTED_DIALECTS[list.resolved.dialect].sortsUuidsAsBytes : ORDERED_ALIKE.has(kind)

/** Does it make no difference which letters the database folds, for any value of the field? */
function isFoldless(
  list: ListUnderTest,
  field: Field,
  rows: ListRows,
  wanted: readonly string[],
  test: TextTest,
): boolean {
  const source = sampled(list, field)
  return rows.rows.every((row) =>
    valuesOf(row, source, rows).every((value) => {
      if (value === null || value === undefined) return true
      const text = String(value)
      return wanted.every((one) => test(text, one) === foldedTest(test, text, one))
    }),
  )
}

/** Of two texts without letters beyond ASCII, all that collations fold is case. */
export function foldedTest(test: TextTest, text: string, wanted: string): boolean {
  if (!BEYOND_ASCII.test(text + wanted)) return test(foldCase(text), foldCase(wanted))
  const [folded, term] = [foldStrongly(text), foldStrongly(wanted)]
  // Within the text, the `e` that a term begins with may stand after a vowel, where it is dropped: `el` in `Raphaël`.
  return test(folded, term) || test(folded, term.replace(/^e+/, ''))
}

const BEYOND_ASCII = /\P{ASCII}/u

/** No case, and no spaces at the end. `utf8mb4_roman_ci` folds two more letters. */
const foldCase = (text: string): string =>
  text.toUpperCase().toLowerCase().replaceAll('j', 'i').replaceAll('v', 'u').trimEnd()

/** What is left of a letter without its marks, in any collation: `ß` is `s` or `ss`, `ä` is `a`, `ae` or `æ`. */
const BARE_LETTERS: Readonly<Record<string, string>> = {
  æ: 'a',
  œ: 'o',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ł: 'l',
  ґ: 'г',
  y: 'u',
}

/** At least as strongly as any collation: no accents, no width, and one letter for two that may stand for it. */
const foldStrongly = (text: string): string =>
  foldCase(withoutMarks(withoutMarks(text).toUpperCase().toLowerCase()))
    .replaceAll(/[æœøðđħłґy]/g, (letter) => BARE_LETTERS[letter] ?? letter)
    .replaceAll(/(?<=[aou])e+/g, '')
    .replaceAll(/([as])\1+/g, '$1')
    .replaceAll(FOLDED_SCRIPTS, '*')

const withoutMarks = (text: string): string => text.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}·ـ]/gu, '')

/** Kana, digits and symbols among them: any of them may equal any other. */
const FOLDED_SCRIPTS = /[^\p{ASCII}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}]+/gu

const ORDERED_ALIKE: ReadonlySet<string> = new Set([
  'boolean',
  'integer',
  'bigint',
  'decimal',
  'float',
  'timestamp',
  'date',
  'time',
])

/** Will they put the rows in the same order? A term that tells all rows apart leaves nothing to the terms after it. */
export function ordersTheSame(
  list: ListUnderTest,
  { sort }: ListPlan,
  rows: ListRows,
  inexact: InexactFields,
): boolean {
  const terms = orderTerms(sort, list.resolved)
  const isOther = ({ field }: SortTerm): boolean =>
    field.type === null ||
    inexact.has(field) ||
    !isOrderAgreed(list, field.type) ||
    !isNullOrderAgreed(list, field, rows)
  const other = terms.findIndex(isOther)
  return other === -1 || areToldApart(rows, terms.slice(0, other))
}

/** The in-memory engine takes null for the least value. */
const isNullOrderAgreed = (
  { resolved: { dialect, nullOrder } }: ListUnderTest,
  field: Field,
  rows: ListRows,
): boolean =>
  !DIALECTS[dialect].sortsNullsLast ||
  nullOrder.has(field) ||
  rows.rows.every((row) => valuesOfField(row, field, rows).every((value) => value !== null && value !== undefined))

function areToldApart(rows: ListRows, terms: readonly SortTerm[]): boolean {
  const reads = terms.map(({ field }) => ({ field, decode: decoderOf(field) }))
  const keys = rows.rows.map((row) =>
    keyText(reads.map(({ field, decode }) => decode(valuesOfField(row, field, rows)[0]))),
  )
  return new Set(keys).size === keys.length
}

const valuesOfField = (row: ListRow, field: Field, rows: ListRows): readonly unknown[] =>
  valuesOf(row, inRow(field), rows)

const sampled = ({ resolved }: ListUnderTest, field: Field): SampledField =>
  resolved.filterable.get(field.name.toLowerCase()) ?? inRow(field)

/** A field that has one value in each row. */
const inRow = (field: Field): SampledField => ({ field, collection: null })
