// What a list has whose clients may send boolean expressions over its filters. Every other stage asks this part.
import type { ExpressionBounds } from './config.js'
import type { FilterExpression } from './plan.js'
import type { NormalizedQuery } from './query.js'
import type { Refusal, Result } from './result.js'

export interface ExpressionsPart<List> {
  readonly bounds: ExpressionBounds
  /** The expression of a request, checked and decoded; null without one. */
  readonly resolve: (
    query: Pick<NormalizedQuery, 'filterExpression' | 'filters'>,
    list: List,
  ) => Result<FilterExpression | null>
  /** Of an expression whose criteria are within their bounds. */
  readonly refuseCosts: (expression: FilterExpression | null | undefined) => Refusal | null
  /** The terms of a request as they were sent; none of what is not an expression. */
  readonly termsOf: (query: NormalizedQuery) => readonly SentTerm[]
}

/** `<field>=<criterion>`, without its quotes. */
export interface SentTerm {
  readonly name: string
  readonly criterion: string
}
