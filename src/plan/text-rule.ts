// Stage plan: text that no row can hold.
import type { DialectName } from '../types/config.js'

/** Dialects whose text cannot hold U+0000; sending it would be a driver's error instead of a refusal. */
const WITHOUT_NUL: ReadonlySet<DialectName> = new Set(['postgresql', 'cockroach'])

/** The rule that a text breaks in a dialect, worded for the end of a message; null where it breaks none. */
export function textRuleBroken(text: string, dialect: DialectName): string | null {
  if (text.includes('\u0000') && WITHOUT_NUL.has(dialect)) return 'text must not contain a NUL character'
  return isWellFormed(text) ? null : 'text must be well-formed Unicode'
}

/** `String.prototype.isWellFormed` of ES2024, which the language level here does not have yet. */
function isWellFormed(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0xd800 || unit > 0xdfff) continue
    const next = text.charCodeAt(i + 1)
    if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return false
    i++
  }
  return true
}
