// A list whose clients may send boolean expressions: what it reads and decides of them.
import { checkOptions, type OptionNames } from '../../mistakes/check-options.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import { refuse } from '../../mistakes/refuse.js'
import type { ExpressionBounds } from '../../types/config.js'
import { type Declaration, ofKind } from '../../types/declaration.js'
import type { ExpressionsPart } from '../../types/expressions-part.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import { DEFAULT_MAX_EXPRESSION_DEPTH, DEFAULT_MAX_EXPRESSION_TERMS } from '../../vocabulary.js'
import { termsOfText } from './parse-expression.js'
import { resolveExpression } from './resolve-expression.js'
import { refuseSubSelects } from './sub-selects.js'

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
