// Stage plan: filter.<field>, every criterion checked and decoded.
import * as refusals from '../refusals.js'
import type { FilterableField, ResolvedConfig } from '../types/config.js'
import type { Criterion, FieldFilter } from '../types/plan.js'
import type { NormalizedQuery } from '../types/query.js'
import type { Refusal, Result } from '../types/result.js'
import type { FieldValueType } from '../types/value.js'
import { type FilterOperator, OPERATOR_FACTS } from '../vocabulary.js'
import { decodeCriterionValues } from './decode-criterion-values.js'
import { parseCriterion } from './parse-criterion.js'

/** The filters of a request: fields in the order in which they first appeared (R3.2.2), criteria in the order sent. */
export function resolveFilters(filters: NormalizedQuery['filters'], config: ResolvedConfig): Result<readonly FieldFilter[]> {
  let count = 0
  for (const filter of filters) count += filter.criteria.length
  if (count > config.maxFilterConditions) return { ok: false, refusal: refusals.filterTooManyConditions(config.maxFilterConditions) }
  const resolved: FieldFilter[] = []
  for (const { name, criteria } of filters) {
    const filterable = config.filterable.get(name.toLowerCase())
    if (filterable === undefined) return { ok: false, refusal: refusals.filterNotConfigured(name) }
    if (criteria.length === 0) continue
    const filter = resolveField(filterable, criteria, config)
    if (!filter.ok) return filter
    resolved.push(filter.value)
  }
  return { ok: true, value: resolved }
}

function resolveField(filterable: FilterableField, texts: readonly unknown[], config: ResolvedConfig): Result<FieldFilter> {
  const criteria: Criterion[] = []
  const name = filterable.field.name
  for (const text of texts) {
    if (typeof text !== 'string') return { ok: false, refusal: refusals.filterMalformed(name) }
    const parsed = parseCriterion(text)
    if (!parsed.ok) {
      return {
        ok: false,
        refusal: parsed.token === null ? refusals.filterMalformed(name) : refusals.filterOperatorUnknown(name, parsed.token),
      }
    }
    const { connector, isNegated, operator, value } = parsed.value
    if (criteria.length === 0 && connector !== null) return { ok: false, refusal: refusals.filterLeadingConnector(name, connector) }
    const refused = refuseOperator(filterable, operator)
    if (refused !== null) return { ok: false, refusal: refused }
    const values = decodeCriterionValues(filterable, operator, value, config)
    if (!values.ok) return values
    criteria.push({ connector: connector ?? 'and', isNegated, operator, values: values.value })
  }
  // All entries passed the string check above.
  return { ok: true, value: { filterable, criteria, texts: texts as readonly string[] } }
}

/** An operator that the type can never support is refused as such, before the question whether it was granted (R4.1.5). */
function refuseOperator({ field, operators }: FilterableField, operator: FilterOperator): Refusal | null {
  // build() refuses to filter a field without a value type (R5.3.2).
  const type = field.type as FieldValueType
  const refused = type.operators.includes(operator) ? null : refuseType(field.name, type.name, operator)
  if (refused !== null) return refused
  return operators.has(operator) ? null : refusals.filterOperatorNotAllowed(field.name, operator)
}

/** The refusal for a type that can never support the operator; null where no sentence says so. */
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
