// Add-on explorer: facets as the page shows them, each value with the criterion that filters by it.
import { resolvedConfig } from '../builder/resolved-config.js'
import { encodeFilterValue } from '../facets/encode-filter-value.js'
import { createPlan } from '../plan/create-plan.js'
import { normalizeQuery, PaginateQuery } from '../request/paginate-query.js'
import type { FacetRange, FacetValue } from '../types/facets.js'
import type { AnyPaginateConfig } from '../types/paginate-config.js'
import type { FilterOperator } from '../vocabulary.js'
import type { ExplorerFacet } from './explorer-answer.js'
import { parameterText } from './parameter-text.js'

/** What `facetCounts` answers. */
export type FacetAnswers = Readonly<Record<string, readonly FacetValue<unknown>[] | FacetRange<unknown> | null>>

/** Facets in the order they were asked for. */
export function explorerFacets(config: AnyPaginateConfig, answers: FacetAnswers): ExplorerFacet[] {
  const { filterable } = resolvedConfig(config)
  return Object.entries(answers).map(([name, answer]) => {
    const operators: ReadonlySet<FilterOperator> = filterable.get(name.toLowerCase())?.operators ?? new Set()
    const criterionOf = (text: string | null): string | null => (text === null ? null : accepted(config, name, text))
    if (isValues(answer)) {
      const operator = (['$eq', '$in', '$contains'] as const).find((token) => operators.has(token))
      const values = answer.map(({ value, count }) => {
        if (value === null) return { text: null, count, criterion: criterionOf('$null') }
        const text = encodeFilterValue(config, name, value)
        return {
          text: text ?? parameterText(value),
          count,
          criterion: criterionOf(text === null ? null : `${operator}:${text}`),
        }
      })
      return { name, values }
    }
    if (answer === null) return { name, range: null }
    const [min, max] = [encodeFilterValue(config, name, answer.min), encodeFilterValue(config, name, answer.max)]
    const criterion = criterionOf(min === null || max === null ? null : `$btw:${min},${max}`)
    return {
      name,
      range: {
        min: min ?? parameterText(answer.min),
        max: max ?? parameterText(answer.max),
        count: answer.count,
        criterion,
      },
    }
  })
}

const isValues = (answer: FacetAnswers[string]): answer is readonly FacetValue<unknown>[] => Array.isArray(answer)

/** The criterion where the list takes it: a field may not allow the operator, and a list of values splits a comma. */
function accepted(config: AnyPaginateConfig, name: string, criterion: string): string | null {
  if (/^\$(?:in|contains):.*,/s.test(criterion)) return null
  const query = new PaginateQuery({ filters: { [name]: criterion } })
  return createPlan(normalizeQuery(query), resolvedConfig(config)).ok ? criterion : null
}
