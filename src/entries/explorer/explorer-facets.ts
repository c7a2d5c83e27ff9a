// Add-on explorer: facets as the page shows them, each value with the criterion that filters by it.
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import { encodeFilterValue } from '../../features/facets/encode-filter-value.js'
import { createPlan } from '../../plan/create-plan.js'
import { normalizeQuery, PaginateQuery } from '../../request/paginate-query.js'
import type { FacetRange, FacetValue } from '../../features/facets/facet-types.js'
import type { AnyPaginateConfig } from '../../types/paginate-config.js'
import type { ExplorerFacet } from './explorer-answer.js'
import { parameterText } from './parameter-text.js'

/** What `facetCounts` answers. */
export type FacetAnswers = Readonly<Record<string, readonly FacetValue<unknown>[] | FacetRange<unknown> | null>>

/** Facets in the order they were asked for. */
export function explorerFacets(config: AnyPaginateConfig, answers: FacetAnswers): ExplorerFacet[] {
  return Object.entries(answers).map(([name, answer]) => {
    if (isValues(answer)) {
      const values = answer.map(({ value, count, filter }) => ({
        text: value === null ? null : (encodeFilterValue(config, name, value) ?? parameterText(value)),
        count,
        criterion: filter,
      }))
      return { name, values }
    }
    if (answer === null) return { name, range: null }
    const [min, max] = [encodeFilterValue(config, name, answer.min), encodeFilterValue(config, name, answer.max)]
    const criterion = min === null || max === null ? null : accepted(config, name, `$btw:${min},${max}`)
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

/** The criterion if the list takes it: a field may not allow the operator. */
function accepted(config: AnyPaginateConfig, name: string, criterion: string): string | null {
  const query = new PaginateQuery({ filters: { [name]: criterion } })
  return createPlan(normalizeQuery(query), resolvedConfig(config)).ok ? criterion : null
}
