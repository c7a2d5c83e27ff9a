// Stage plan: text that no row can hold.
import type { DialectName } from '../types/config.js'
import { isWellFormed } from '../values/decode-result.js'

/** Dialects whose text cannot contain U+0000. The driver would fail on it, so it is refused before. */
const WITHOUT_NUL: ReadonlySet<DialectName> = new Set(['postgresql', 'cockroach'])

/** The rule that a text breaks in a dialect, as the end of a message; null if the text is fine. */
export function textRuleBroken(text: string, dialect: DialectName): string | null {
  if (text.includes('\u0000') && WITHOUT_NUL.has(dialect)) return 'text must not contain a NUL character'
  return isWellFormed(text) ? null : 'text must be well-formed Unicode'
}
