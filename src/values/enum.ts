// Stage plan: enums, by member name.
import type { DecodeResult } from '../types/value.js'
import { quoted } from '../errors.js'
import { accepted, refused } from './decode-result.js'
import { type BuiltInType, EQUALITY_OPERATORS, ORDERED_OPERATORS, writeText } from './built-in-type.js'
import { readText } from './text.js'

const MAX_LISTED = 20

/**
 * One member by name, in upper or lower case. Members that differ only in case must be spelled exactly.
 * The empty text is never a member.
 */
export function enumDecoder(members: readonly string[]): (text: string) => DecodeResult {
  const exact = new Set(members)
  const folded = new Map<string, string | null>()
  for (const member of exact) folded.set(member.toLowerCase(), folded.has(member.toLowerCase()) ? null : member)
  const longest = members.reduce((length, member) => Math.max(length, member.length), 0)
  const listed = members.slice(0, MAX_LISTED).map(quoted)
  const list = `${listed.join(', ')}${members.length > MAX_LISTED ? ', …' : ''}`
  const notMember = refused(
    members.length > 0 ? `expected one of ${list}` : 'expected a member of an enum that has none',
  )
  return (text) => {
    // Folding makes a text at most three times as long, so longer text cannot be a member.
    if (text === '' || text.length > longest * 3) return notMember
    const member = exact.has(text) ? text : folded.get(text.toLowerCase())
    return member === undefined || member === null ? notMember : accepted(member)
  }
}

/** A database enum has an order of its own, text with `enum` that of its text. */
export const enumType: BuiltInType = {
  operators: EQUALITY_OPERATORS,
  decoder: ({ enumValues }) => enumDecoder(enumValues ?? []),
  bound: ({ enumValues, isNativeEnum }) => {
    const values = enumValues ?? []
    if (!isNativeEnum) return { values }
    const rank = new Map(values.map((member, index) => [member, index]))
    const rankOf = (member: unknown): number => rank.get(String(member)) ?? -1
    return { values, operators: ORDERED_OPERATORS, compare: (a, b) => rankOf(a) - rankOf(b) }
  },
  // PostgreSQL fills a shorter member of a `char(n)` with blanks, which count for nothing.
  reader: (facts) => (facts?.sqlType.startsWith('char(') ? (raw) => String(readText(raw)).trimEnd() : readText),
  item: readText,
  write: writeText,
  order: 'collation',
  decoded: ['string'],
}
