// Stage plan: a criterion's text into the values its operator takes.
import { refusals } from '../errors.js'
import type { FilterableField, ResolvedConfig } from '../types/config.js'
import type { Result } from '../types/result.js'
import type { DecodedValue, FieldValueType } from '../types/value.js'
import type { FilterOperator } from '../vocabulary.js'
import { textRuleBroken } from './text-rule.js'

/** `$null`: none; `$btw`: two; `$in`, and `$contains` on a collection: a list; the others: one, taken whole. */
export function decodeCriterionValues(
  { field }: FilterableField,
  operator: FilterOperator,
  text: string,
  config: ResolvedConfig,
): Result<readonly DecodedValue[]> {
  const name = field.name
  if (operator === '$null') {
    return text === '' ? { ok: true, value: [] } : { ok: false, refusal: refusals.filterValueNotTaken(name) }
  }
  // A declaration grants no other operator to a field without a value type (check-config).
  const type = field.type as FieldValueType
  const isCollection = type.kind === 'collection'
  if (operator === '$in' || (operator === '$contains' && isCollection)) {
    if (text === '') return { ok: false, refusal: refusals.filterValuesRequired(name, operator) }
    const entries = text.split(',', config.maxFilterValues + 1)
    if (entries.length > config.maxFilterValues) {
      return { ok: false, refusal: refusals.filterTooManyValues(name, operator, config.maxFilterValues) }
    }
    return decodeAll(isCollection && type.element !== undefined ? type.element : type, entries, name, operator, config)
  }
  if (operator === '$btw') {
    const entries = text.split(',', 3)
    if (entries.length !== 2) return { ok: false, refusal: refusals.filterTwoValuesRequired(name) }
    return decodeAll(type, entries, name, operator, config)
  }
  const decoded = decodeValue(type, text, name, operator, config)
  return decoded.ok ? { ok: true, value: [decoded.value] } : decoded
}

/** A schema over text, and a made type that bears its name, are given an empty text as any other. */
const isText = ({ kind, name }: FieldValueType): boolean => kind === 'text' || (kind === 'custom' && name === 'text')

function decodeAll(
  type: FieldValueType,
  texts: readonly string[],
  name: string,
  operator: FilterOperator,
  config: ResolvedConfig,
): Result<readonly DecodedValue[]> {
  const values: DecodedValue[] = []
  for (const text of texts) {
    const decoded = decodeValue(type, text, name, operator, config)
    if (!decoded.ok) return decoded
    values.push(decoded.value)
  }
  return { ok: true, value: values }
}

function decodeValue(type: FieldValueType, text: string, name: string, operator: FilterOperator, config: ResolvedConfig): Result<DecodedValue> {
  // A char of white space reads as empty (contract 4.4); on text an empty value is a value.
  const isEmpty = type.kind === 'char' ? text.trim() === '' : text === '' && !isText(type)
  if (isEmpty) return { ok: false, refusal: refusals.filterValueEmpty(name, operator) }
  const rule = textRuleBroken(text, config.dialect)
  if (rule !== null) return { ok: false, refusal: refusals.filterValueInvalid(name, text, rule) }
  const decoded = type.decode(text)
  return decoded.ok ? decoded : { ok: false, refusal: refusals.filterValueInvalid(name, text, decoded.rule) }
}
