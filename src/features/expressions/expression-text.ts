// Stage plan: the words of an expression. The parser reads them (parse-expression.ts); the canonical text and the
// client write them.

/** What ends a token, or begins quoted text in it. */
const NEEDS_QUOTES: RegExp = /[\s()"']/

/** Text as a part of a token: as it is, or in double quotes where it would not be read back as it is. */
export const quotedPart = (text: string): string =>
  NEEDS_QUOTES.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text

/** A field's name in front of `=`. */
export const quotedName = (name: string): string =>
  name.includes('=') ? `"${name.replace(/["\\]/g, '\\$&')}"` : quotedPart(name)

/** Between the members of a group, with a blank on both sides. */
export const CONNECTORS = { and: ' AND ', or: ' OR ' } as const

/** In front of what is negated. */
export const NEGATION = 'NOT '
