// Stage plan: text that no row can hold.
import { dialectFacts, type DialectName } from '../dialect-facts.js'
import { isWellFormed } from '../values/decode-result.js'

/** The rule that a text breaks in a dialect, as the end of a message; null if the text is fine. */
export function textRuleBroken(text: string, dialect: DialectName): string | null {
  if (text.includes('\u0000') && !dialectFacts(dialect).hasNulText) return 'text must not contain a NUL character'
  return isWellFormed(text) ? null : 'text must be well-formed Unicode'
}
