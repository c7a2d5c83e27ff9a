// Stage plan: the grammar of one filter value, `[$not:][$and:|$or:]$operator[:value]`.
import { type FilterOperator, OPERATORS } from '../vocabulary.js'

/** A criterion as written: its value is still text. */
export interface ParsedCriterion {
  /** Null: none was written. */
  readonly connector: 'and' | 'or' | null
  readonly isNegated: boolean
  readonly operator: FilterOperator
  /** Everything after the operator's colon, verbatim; null if there is no colon. */
  readonly value: string | null
}

export type ParseCriterionResult =
  | { readonly ok: true; readonly value: ParsedCriterion }
  /** `token` if there is an unknown word in the operator's place; null if the text has another form. */
  | { readonly ok: false; readonly token: string | null }

const OPERATOR_TOKENS: ReadonlyMap<string, FilterOperator> = new Map(OPERATORS.map((operator) => [operator, operator]))
const LONGEST_TOKEN = Math.max(...OPERATORS.map((operator) => operator.length))

/** Splits on the first `:` at each step and stops at the first operator. Repeated modifiers do not accumulate, the last connector wins. */
export function parseCriterion(text: string): ParseCriterionResult {
  let connector: 'and' | 'or' | null = null
  let isNegated = false
  let start = 0
  while (true) {
    const colon = text.indexOf(':', start)
    const end = colon === -1 ? text.length : colon
    // No token is longer, so the comparison does not need the rest of a long text.
    const written = text.slice(start, Math.min(end, start + LONGEST_TOKEN + 1))
    const token = OPERATOR_TOKENS.has(written) ? written : written.toLowerCase()
    const operator = OPERATOR_TOKENS.get(token)
    if (operator !== undefined)
      return { ok: true, value: { connector, isNegated, operator, value: colon === -1 ? null : text.slice(colon + 1) } }
    if (token === '$not') isNegated = true
    else if (token === '$and') connector = 'and'
    else if (token === '$or') connector = 'or'
    else return { ok: false, token: token.startsWith('$') ? text.slice(start, end) : null }
    if (colon === -1) return { ok: false, token: null }
    start = colon + 1
  }
}
