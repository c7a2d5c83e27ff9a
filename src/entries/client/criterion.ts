// Client: one criterion, from values to the text of `filter.<field>` and back.
/** A criterion taken apart. Its value stays text, because only the endpoint knows its type. */
export interface CriterionParts {
  /** How it joins the criterion before it on the same field. */
  readonly connector: 'and' | 'or'
  readonly isNegated: boolean
  /** A token in lower case, or the text that was there instead. */
  readonly operator: string
  /** The text after the operator's colon, unchanged. */
  readonly value: string
}

/** Takes a criterion apart: modifiers in any order, the last connector counts. Never throws. */
export function readCriterion(text: string): CriterionParts {
  let connector: CriterionParts['connector'] = 'and'
  let isNegated = false
  for (;;) {
    const colon = text.indexOf(':')
    const operator = (colon < 0 ? text : text.slice(0, colon)).toLowerCase()
    const value = colon < 0 ? '' : text.slice(colon + 1)
    if (operator === '$not') isNegated = true
    else if (operator === '$or' || operator === '$and') connector = operator.slice(1) as 'and' | 'or'
    else return { connector, isNegated, operator, value }
    text = value
  }
}
