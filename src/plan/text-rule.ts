// Stage plan: text that no row can hold.
import type { DialectName } from '../types/config.js'
import { isWellFormed } from '../values/decode-result.js'

/** Dialects whose text cannot hold U+0000; sending it would be a driver's error instead of a refusal. */
const WITHOUT_NUL: ReadonlySet<DialectName> = new Set(['postgresql', 'cockroach'])

/** The rule that a text breaks in a dialect, worded for the end of a message; null where it breaks none. */
export function textRuleBroken(text: string, dialect: DialectName): string | null {
  if (text.includes('\u0000') && WITHOUT_NUL.has(dialect)) return 'text must not contain a NUL character'
  return isWellFormed(text) ? null : 'text must be well-formed Unicode'
}
