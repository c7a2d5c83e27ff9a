// Stage build: how the value of an expression is read that has no `.mapWith()` of its own: by the value type that it is
// declared as. Drivers differ in what they make of an expression: a count is text here and a number there, a truth
// value 1.
import { Column, SQL } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import { copyFragment } from '../drizzle/chunks.js'
import { decoderOf, type FragmentDecoder, hasDecoder } from '../drizzle/fragments.js'
import { tableOf } from '../drizzle/tables.js'
import { tableIdentity } from '../fragments/source-name.js'
import type { FieldValueType } from '../types/value.js'
import { BUILT_IN } from './built-in.js'

type Decode = (raw: unknown) => unknown

const originals = new WeakMap<object, SQL>()

/** What an expression was in the app's hands: before it was copied, and given a decoder. */
export const undecoded = (expression: unknown): unknown => originals.get(expression as object) ?? expression

/** What is written for an expression, known by the app's own. */
export function knownAs(written: SQL, expression: SQL): SQL {
  if (written !== expression) originals.set(written, undecoded(expression) as SQL)
  return written
}

/** The expression with a decoder, unless it is a column, has one, or is read by a value type that someone made. */
export function decodedAs<Expression extends Column | SQL>(
  expression: Expression,
  type: FieldValueType | null,
): Expression | SQL {
  if (type === null || type.kind === 'custom' || is(expression, Column) || !is(expression, SQL)) return expression
  if (hasDecoder(expression)) return expression
  return knownAs(new SQL([expression]).mapWith(BUILT_IN[type.kind].item), expression)
}

/**
 * A copy that is known by the app's own expression: what the app appends to that one later changes no list that was
 * built.
 */
export function copyExpression(expression: SQL): SQL {
  const copy = copyFragment(expression)
  originals.set(copy, expression)
  return copy
}

/** What `decodedAs` gave an expression for its type; null for a column and for an expression that decodes itself. */
export function declaredDecoder(expression: Column | SQL, type: FieldValueType | null): Decode | null {
  if (type === null || type.kind === 'custom' || is(expression, Column)) return null
  const { mapFromDriverValue } = decoderOf(expression) as FragmentDecoder
  return mapFromDriverValue === BUILT_IN[type.kind].item ? BUILT_IN[type.kind].item : null
}

/** Does one read what the other does? */
export function isSameMember(one: Column | SQL, other: Column | SQL): boolean {
  if (!is(one, Column) || !is(other, Column)) return undecoded(one) === undecoded(other)
  return one.name === other.name && tableIdentity(tableOf(one)) === tableIdentity(tableOf(other))
}
