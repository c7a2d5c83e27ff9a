// Stage plan: a bound of the sub-selects that an expression comes to.
import * as refusals from '../../refusals.js'
import type { SubSelect } from '../../types/config.js'
import type { FilterExpression, FilterTree } from '../../types/plan.js'
import type { Refusal } from '../../types/result.js'

/** Sub-selects that an expression may come to. */
const MAX_SUB_SELECTS = 5

export const refuseSubSelects = (expression: FilterExpression | null | undefined): Refusal | null =>
  expression && placesOf(expression.tree).count > MAX_SUB_SELECTS
    ? refusals.filterExpressionTooLarge(MAX_SUB_SELECTS, 'separate condition', ' on rows of other tables')
    : null

interface Places {
  readonly count: number
  /** The rows that the whole reads, if it reads aggregates of these and nothing else. */
  readonly source: SubSelect['source'] | null
}

/** How often other rows are read: members of one group over aggregates of the same rows share it. */
function placesOf(tree: FilterTree): Places {
  if ('not' in tree) return placesOf(tree.not)
  if ('term' in tree) {
    const filterable = tree.term[0]?.filterable
    const source = filterable?.field.subSelect?.source ?? null
    return { count: source === null && (filterable?.collection ?? null) === null ? 0 : 1, source }
  }
  const sources = new Set<SubSelect['source']>()
  let apart = 0
  let isPure = true
  for (const member of 'and' in tree ? tree.and : tree.or) {
    const { count, source } = placesOf(member)
    if (source !== null) sources.add(source)
    else {
      apart += count
      isPure = false
    }
  }
  const [source = null] = sources
  return { count: apart + sources.size, source: isPure && sources.size === 1 ? source : null }
}
