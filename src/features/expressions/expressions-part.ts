// A list whose clients may send boolean expressions: what it reads and decides of them.
import { checkOptions, type OptionNames } from '../../mistakes/check-options.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import { refuse } from '../../mistakes/refuse.js'
import type { ExpressionBounds, SubSelect } from '../../types/config.js'
import { type Declaration, ofKind } from '../../types/declaration.js'
import type { ExpressionsPart } from '../../types/expressions-part.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import { DEFAULT_MAX_EXPRESSION_DEPTH, DEFAULT_MAX_EXPRESSION_TERMS } from '../../vocabulary.js'
import { termsOfText } from './parse-expression.js'
import { resolveExpression } from './resolve-expression.js'
import * as refusals from '../../refusals.js'
import type { FilterExpression, FilterTree } from '../../types/plan.js'
import type { Refusal } from '../../types/result.js'

/** The last call that is switched on counts; the bounds of every one are read. */
export function declaredExpressions(declared: readonly Declaration[]): ResolvedConfig['expressions'] {
  const parts = ofKind(declared, 'withFilterExpressions').map(({ bounds, isEnabled }) => ({
    part: expressionsPart(bounds),
    isEnabled,
  }))
  return parts.findLast(({ isEnabled }) => isEnabled)?.part ?? null
}

/** @param given the bounds of the app, which may be anything */
function expressionsPart(given: unknown): ExpressionsPart<ResolvedConfig> {
  const bounds = readBounds(given)
  return Object.freeze({
    bounds,
    resolve: (query, list) => resolveExpression(query, list, bounds),
    refuseCosts: refuseSubSelects,
    termsOf: ({ filterExpression: sent }) => (typeof sent === 'string' ? termsOfText(sent) : []),
  } satisfies ExpressionsPart<ResolvedConfig>)
}

const EXPRESSION_BOUNDS: OptionNames<ExpressionBounds> = { maxTerms: true, maxDepth: true }

function readBounds(given: unknown = {}): ExpressionBounds {
  if (typeof given !== 'object' || given === null) return refuse(configRefusals.expressionBoundsUnknown)
  checkOptions('.withFilterExpressions()', given, EXPRESSION_BOUNDS)
  const { maxTerms = DEFAULT_MAX_EXPRESSION_TERMS, maxDepth = DEFAULT_MAX_EXPRESSION_DEPTH } =
    given as Partial<ExpressionBounds>
  const bounds = { maxTerms, maxDepth }
  for (const [name, value] of Object.entries(bounds)) {
    if (!Number.isSafeInteger(value) || value < 1) refuse(configRefusals.expressionBoundOutOfRange(name, value))
  }
  return Object.freeze(bounds)
}

/** Sub-selects that an expression may come to. */
const MAX_SUB_SELECTS = 5

const refuseSubSelects = (expression: FilterExpression | null | undefined): Refusal | null =>
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
