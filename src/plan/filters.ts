// Stage plan: filter.<field>, every criterion checked and decoded.
import { SPLIT, type SplitCriteria } from '../basics/criteria-text.js'
import * as callRefusals from '../mistakes/call-refusals.js'
import { refuse } from '../mistakes/refuse.js'
import { nearHint } from '../basics/nearest.js'
import * as refusals from '../refusals.js'
import type { Criterion, FieldFilter, FilterableField } from '../types/config.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { NormalizedQuery } from '../types/query.js'
import { type Refusal, rejected, type Result } from '../types/result.js'
import type { FieldValueType, DecodedValue } from '../types/value.js'
import { type FilterOperator, OPERATOR_FACTS, OPERATORS, valueCountOf } from '../vocabulary.js'
import { isEmptyValue } from '../values/filter-text.js'
import { criterionHint, operatorsHint, plusHint, type UnreadCriterion, withHint } from './hints.js'
import { textRuleBroken } from './sort-and-search.js'

/** The filters of a request: fields in the order in which they first appeared (R3.2.2), criteria in the order sent. */
export function resolveFilters(
  filters: NormalizedQuery['filters'],
  config: ResolvedConfig,
): Result<readonly FieldFilter[]> {
  let count = 0
  for (const filter of filters) count += filter.criteria.length
  if (count > config.maxFilterConditions) return rejected(refusals.filterTooManyConditions(config.maxFilterConditions))
  const resolved: FieldFilter[] = []
  for (const { name, criteria } of filters) {
    const filterable = config.filterable.get(name.toLowerCase())
    if (filterable === undefined) {
      const fields = Array.from(config.filterable.values(), ({ field }) => field)
      return rejected(withHint(refusals.filterNotConfigured(name), nearHint(name, fields)))
    }
    if (criteria.length === 0) continue
    const filter = resolveField(filterable, criteria, config)
    if (!filter.ok) return filter
    resolved.push(filter.value)
  }
  return { ok: true, value: resolved }
}

/** What the values of a criterion are read by. */
export type CriterionRules = Pick<ResolvedConfig, 'maxFilterValues' | 'dialect'>

/**
 * The criteria of one field, in the order sent.
 *
 * @throws PaginateConfigError for a list that several criteria about rows cannot say
 */
export function resolveField(
  filterable: FilterableField,
  texts: readonly unknown[] & SplitCriteria,
  config: CriterionRules,
): Result<FieldFilter> {
  const criteria: Criterion[] = []
  const name = filterable.field.name
  const { collection, element } = filterable
  const isOfRows = collection !== null && element === undefined
  if (isOfRows && texts[SPLIT]?.some((quantifier) => quantifier !== collection.quantifier) === true)
    refuse(callRefusals.splitList(name))
  for (const text of texts) {
    if (typeof text !== 'string') return rejected(refusals.filterMalformed(name))
    const parsed = parseCriterion(text)
    if (!parsed.ok) {
      const refusal =
        parsed.token === null ? refusals.filterMalformed(name) : refusals.filterOperatorUnknown(name, parsed.token)
      const connector = criteria.length === 0 ? null : parsed.connector
      const accepts = (criterion: string): boolean => resolveField(filterable, [criterion], config).ok
      return rejected(withHint(refusal, criterionHint(filterable, { ...parsed, connector }, accepts)))
    }
    const { connector } = parsed.value
    if (criteria.length === 0 && connector !== null) return rejected(refusals.filterLeadingConnector(name, connector))
    const criterion = resolveCriterion(filterable, parsed.value, config)
    if (!criterion.ok) return criterion
    criteria.push(criterion.value)
  }
  // All entries passed the string check above.
  return { ok: true, value: { filterable, criteria, texts: texts as readonly string[] } }
}

/** A criterion whose operator the field allows, and whose value its type reads. */
export function resolveCriterion(
  filterable: FilterableField,
  { connector, isNegated, operator, value }: ParsedCriterion,
  config: CriterionRules,
): Result<Criterion> {
  const refused = refuseOperator(filterable, operator)
  if (refused !== null) return rejected(refused)
  const values = decodeCriterionValues(filterable, operator, value, config)
  return values.ok
    ? { ok: true, value: { connector: connector ?? 'and', isNegated, operator, values: values.value } }
    : values
}

/**
 * An operator that the type can never support is rejected as such, before the question whether it was allowed (R4.1.5).
 */
function refuseOperator(filterable: FilterableField, operator: FilterOperator): Refusal | null {
  const { field, operators } = filterable
  if (operators.has(operator)) return null
  // build() refuses to filter a field without a value type (R5.3.2).
  const type = field.type as FieldValueType
  const refused = type.operators.includes(operator) ? null : refuseType(field.name, type.name, operator)
  return withHint(refused ?? refusals.filterOperatorNotAllowed(field.name, operator), operatorsHint(filterable))
}

/** The rejection for a type that can never support the operator; null where no sentence says so. */
function refuseType(name: string, typeName: string, operator: FilterOperator): Refusal | null {
  const { matches, onCollection } = OPERATOR_FACTS[operator]
  switch (matches) {
    case 'text':
      return onCollection === null ? null : refusals.filterContainsNotSupported(name, operator)
    case 'order':
      return refusals.filterComparisonNotSupported(name, typeName)
    case 'equality':
      return null
    default:
      return matches satisfies never
  }
}

// The grammar of one filter value, `[$not:][$and:|$or:]$operator[:value]`.

/** A criterion as written: its value is still text. */
interface ParsedCriterion {
  /** Null: none was written. */
  readonly connector: 'and' | 'or' | null
  readonly isNegated: boolean
  readonly operator: FilterOperator
  /** Everything after the operator's colon, verbatim; null if there is no colon. */
  readonly value: string | null
}

type ParseCriterionResult =
  | { readonly ok: true; readonly value: ParsedCriterion }
  /** `token` if there is an unknown word in the operator's place; null if the text has another form. */
  | ({ readonly ok: false; readonly token: string | null } & UnreadCriterion)

const OPERATOR_TOKENS: ReadonlyMap<string, FilterOperator> = new Map(OPERATORS.map((operator) => [operator, operator]))
const LONGEST_TOKEN = Math.max(...OPERATORS.map((operator) => operator.length))

/**
 * Splits on the first `:` at each step and stops at the first operator. Repeated modifiers do not accumulate, the last
 * connector wins.
 */
export function parseCriterion(text: string): ParseCriterionResult {
  let connector: 'and' | 'or' | null = null
  let isNegated = false
  let start = 0
  while (true) {
    const colon = text.indexOf(':', start)
    const end = colon === -1 ? text.length : colon
    // No token is longer, so the comparison does not need the rest of a long text.
    const written = text.slice(start, Math.min(end, start + LONGEST_TOKEN + 1))
    const token = written.toLowerCase()
    const operator = OPERATOR_TOKENS.get(token)
    if (operator !== undefined)
      return { ok: true, value: { connector, isNegated, operator, value: colon === -1 ? null : text.slice(colon + 1) } }
    if (token === '$not') isNegated = true
    else if (token === '$and') connector = 'and'
    else if (token === '$or') connector = 'or'
    else {
      const unknown = token.startsWith('$') ? text.slice(start, end) : null
      return { ok: false, token: unknown, connector, isNegated, rest: text.slice(start) }
    }
    if (colon === -1) return { ok: false, token: null, connector, isNegated, rest: '' }
    start = colon + 1
  }
}

// A criterion's text into the values its operator takes.

/**
 * As many values as the operator takes: none, one taken whole, two, or a list.
 *
 * @param value what follows the operator's colon; null where there is no colon
 */
function decodeCriterionValues(
  { field }: FilterableField,
  operator: FilterOperator,
  value: string | null,
  config: Pick<ResolvedConfig, 'maxFilterValues' | 'dialect'>,
): Result<readonly DecodedValue[]> {
  const name = field.name
  const text = value ?? ''
  // build() refuses to filter a field without a value type (R5.3.2).
  const type = field.type as FieldValueType
  const count = valueCountOf(operator, type.kind === 'collection')
  switch (count) {
    case 'none':
      return text === '' ? { ok: true, value: [] } : rejected(refusals.filterValueNotTaken(name, operator))
    case 'one':
      // Read as an empty value, `$not:$eq` would match every row of a text field that has a value.
      return value === null
        ? rejected(refusals.filterValueMissing(name))
        : decodeAll(type.element ?? type, [value], name, operator, config)
    case 'two': {
      const entries = entriesOf(text, 3)
      if (entries.length !== 2) return rejected(refusals.filterTwoValuesRequired(name, operator))
      return decodeAll(type, entries, name, operator, config)
    }
    case 'list': {
      if (text === '') return rejected(refusals.filterValuesRequired(name, operator))
      const entries = entriesOf(text, config.maxFilterValues + 1)
      if (entries.length > config.maxFilterValues) {
        return rejected(refusals.filterTooManyValues(name, operator, config.maxFilterValues))
      }
      return decodeAll(type.element ?? type, entries, name, operator, config)
    }
    default:
      return count satisfies never
  }
}

/** As `text.split(',', most)`, in less than half the time. */
function entriesOf(text: string, most: number): readonly string[] {
  const entries: string[] = []
  for (let start = 0, comma = 0; comma !== -1 && entries.length < most; start = comma + 1) {
    comma = text.indexOf(',', start)
    entries.push(comma === -1 ? text.slice(start) : text.slice(start, comma))
  }
  return entries
}

function decodeAll(
  type: FieldValueType,
  texts: readonly string[],
  name: string,
  operator: FilterOperator,
  config: Pick<ResolvedConfig, 'maxFilterValues' | 'dialect'>,
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
  config: Pick<ResolvedConfig, 'maxFilterValues' | 'dialect'>,
): Result<DecodedValue> {
  if (isEmptyValue(type, text)) return rejected(refusals.filterValueEmpty(name, operator))
  const rule = textRuleBroken(text, config.dialect)
  if (rule !== null) return rejected(refusals.filterValueInvalid(name, text, rule))
  const decoded = type.decode(text)
  if (decoded.ok) return decoded
  const hint = plusHint(text, (other) => type.decode(other).ok)
  return rejected(withHint(refusals.filterValueInvalid(name, text, decoded.rule), hint))
}
