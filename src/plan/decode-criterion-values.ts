// Stage plan: a criterion's text into the values its operator takes.
import * as refusals from '../refusals.js'
import type { FilterableField, ResolvedConfig } from '../types/config.js'
import type { Result } from '../types/result.js'
import type { DecodedValue, FieldValueType } from '../types/value.js'
import { type FilterOperator, valueCountOf } from '../vocabulary.js'
import { textRuleBroken } from './text-rule.js'

/**
 * As many values as the operator takes: none, one taken whole, two, or a list.
 *
 * @param value what follows the operator's colon; null where there is no colon
 */
export function decodeCriterionValues(
  { field }: FilterableField,
  operator: FilterOperator,
  value: string | null,
  config: ResolvedConfig,
): Result<readonly DecodedValue[]> {
  const name = field.name
  const text = value ?? ''
  // build() refuses to filter a field without a value type (R5.3.2).
  const type = field.type as FieldValueType
  const count = valueCountOf(operator, type.kind === 'collection')
  switch (count) {
    case 'none':
      return text === '' ? { ok: true, value: [] } : { ok: false, refusal: refusals.filterValueNotTaken(name, operator) }
    case 'one':
      // Read as an empty value, `$not:$eq` would match every row of a text field that has a value.
      return value === null ? { ok: false, refusal: refusals.filterValueMissing(name) } : decodeAll(type, [value], name, operator, config)
    case 'two': {
      const entries = text.split(',', 3)
      if (entries.length !== 2) return { ok: false, refusal: refusals.filterTwoValuesRequired(name, operator) }
      return decodeAll(type, entries, name, operator, config)
    }
    case 'list': {
      if (text === '') return { ok: false, refusal: refusals.filterValuesRequired(name, operator) }
      const entries = text.split(',', config.maxFilterValues + 1)
      if (entries.length > config.maxFilterValues) {
        return { ok: false, refusal: refusals.filterTooManyValues(name, operator, config.maxFilterValues) }
      }
      return decodeAll(type.element ?? type, entries, name, operator, config)
    }
    default:
      return count satisfies never
  }
}

/** By its name: a schema over text, and a made type with the name `text`, are called with empty text too. */
const isText = ({ name }: FieldValueType): boolean => name === 'text'

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

function decodeValue(
  type: FieldValueType,
  text: string,
  name: string,
  operator: FilterOperator,
  config: ResolvedConfig,
): Result<DecodedValue> {
  // A char of white space reads as empty (R5.1.5); on text an empty value is a value (R5.1.2).
  const isEmpty = type.kind === 'char' ? text.trim() === '' : text === '' && !isText(type)
  if (isEmpty) return { ok: false, refusal: refusals.filterValueEmpty(name, operator) }
  const rule = textRuleBroken(text, config.dialect)
  if (rule !== null) return { ok: false, refusal: refusals.filterValueInvalid(name, text, rule) }
  const decoded = type.decode(text)
  return decoded.ok ? decoded : { ok: false, refusal: refusals.filterValueInvalid(name, text, decoded.rule) }
}
