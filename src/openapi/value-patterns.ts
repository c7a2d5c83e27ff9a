// Add-on openapi: the texts that a value type reads, as regular expressions.
import { DIALECTS } from '../dialects/index.js'
import type { FieldValueType } from '../types/value.js'
import type { DialectName } from '../vocabulary.js'
import { anyCase, escapePattern } from './any-case.js'
import { floatPattern, grouped, integerPattern } from './number-patterns.js'
import { scalarSchemaOf } from './value-types.js'

/** Regular expressions without anchors. */
export interface ValuePattern {
  /** A value taken whole. */
  readonly whole: string
  /** A value in a list: without a comma. */
  readonly listed: string
  /** Whether the empty text is a value. */
  readonly isEmptyRead: boolean
}

const same = (pattern: string): ValuePattern => ({ whole: pattern, listed: pattern, isEmptyRead: false })

/**
 * The largest whole numbers that are not rounded to infinity. A single is rounded twice: a text to a double, the double
 * to a single.
 */
const DOUBLE_BOUND = 2n ** 1024n - 2n ** 970n - 1n
const SINGLE_BOUND = 2n ** 128n - 2n ** 103n - 2n ** 74n - 1n

/** What is known of a field's values, or of a collection's elements. */
export interface KnownValues {
  readonly name: string
  /** Null where only a description is at hand: then ranges are the widest. */
  readonly type: FieldValueType | null
  readonly values: readonly string[] | undefined
  readonly dialect: DialectName | null
}

/** Of a made value type or a schema nothing is known: any text, except the empty one where the type is not text. */
export function valuePattern({ name, type, values, dialect }: KnownValues): ValuePattern {
  // Text that the database cannot hold is rejected, whatever the type.
  const isNulRefused = dialect !== null && !DIALECTS[dialect].hasNulText
  const kind = type?.kind ?? name
  if (kind === 'char')
    return {
      whole: isNulRefused ? '[^\\s\\x00]' : '\\S',
      listed: isNulRefused ? '[^\\s,\\x00]' : '[^\\s,]',
      isEmptyRead: false,
    }
  if (kind === 'enum' && values !== undefined) return enumPattern(values)
  if (kind === 'integer' || kind === 'bigint') return same(integerPattern(type === null ? WIDEST : rangeOf(type)))
  // Forty digits are more than a single-precision number has.
  if (kind === 'float')
    return same(floatPattern(type === null || type.decode('9'.repeat(40)).ok ? DOUBLE_BOUND : SINGLE_BOUND))
  const pattern = scalarSchemaOf(kind)?.pattern ?? null
  if (pattern !== null) return same(pattern)
  const isEmptyRead = kind === 'text' || name === 'text'
  const times = isEmptyRead ? '*' : '+'
  return {
    whole: `${isNulRefused ? '[^\\x00]' : '[\\s\\S]'}${times}`,
    listed: `${isNulRefused ? '[^,\\x00]' : '[^,]'}${times}`,
    isEmptyRead,
  }
}

/** Of 64 bits, with a sign and without. */
const WIDEST = { min: -(2n ** 63n), max: 2n ** 64n - 1n }

/** The range of an integer type, asked of its own decoder, which is the only place that has it. */
function rangeOf({ decode }: FieldValueType): { readonly min: bigint; readonly max: bigint } {
  const furthest = (sign: bigint): bigint => {
    let [inside, outside] = [0n, 2n ** 65n]
    while (outside - inside > 1n) {
      const middle = (inside + outside) / 2n
      if (decode(String(sign * middle)).ok) inside = middle
      else outside = middle
    }
    return sign * inside
  }
  return { min: furthest(-1n), max: furthest(1n) }
}

/** Members in any case; those that differ in case alone as they are spelled. The empty text is never a member. */
function enumPattern(members: readonly string[]): ValuePattern {
  const sendable = [...new Set(members)].filter((member) => member !== '')
  const isAlone = (member: string): boolean =>
    sendable.filter((other) => other.toLowerCase() === member.toLowerCase()).length === 1
  const spelled = (member: string): string => (isAlone(member) ? anyCase(member) : escapePattern(member))
  // No text at all matches a list of no members.
  const patternOf = (some: readonly string[]): string => (some.length === 0 ? '[^\\s\\S]' : grouped(some.map(spelled)))
  return {
    whole: patternOf(sendable),
    listed: patternOf(sendable.filter((member) => !member.includes(','))),
    isEmptyRead: false,
  }
}
