// A made value type as the engine uses it.
import type { Column } from 'drizzle-orm'
import { PaginateConfigError } from '../../errors.js'
import { isPromiseLike } from '../../basics/maybe-promise.js'
import { refuse } from '../../mistakes/refuse.js'
import type { BuiltInLayout, ColumnFacts, DecodeResult, FieldValueType, Rounding } from '../../types/value.js'
import { isTextOperator, VALUE_TYPES, type ValueTypeName } from '../../vocabulary.js'
import { accepted, asynchronous, NOT_WELL_FORMED, refused } from '../../values/decode-result.js'
import { isWellFormed } from '../../basics/bytes.js'
import { factsUnderType } from '../../values/facts-under-type.js'
import { namedValueType } from '../../values/named-value-type.js'
import { sqlTypeFacts } from '../../values/read-column.js'
import type { BuiltInForm, LayoutType, Place, ValueType } from '../../values/value-type.js'

/**
 * The engine's form of a made value type. If `parse` throws, the client's text is rejected, and the error goes no
 * further; a PaginateConfigError, which is the app's mistake, passes through.
 *
 * @param place null if values are compared by their text only, as elements of JSON are
 * @throws PaginateConfigError if the built-in type in `as` does not fit the column
 */
export function madeValueType(type: ValueType, place: Place | null): FieldValueType {
  const notOfType = refused(type.rule)
  const own = place === null ? null : ownFacts(place)
  const builtIn = place === null ? undefined : layoutOf(type, place, own)
  return Object.freeze({
    kind: 'custom',
    name: type.name,
    operators: isText(builtIn, own) ? type.operators : type.operators.filter((operator) => !isTextOperator(operator)),
    decode: (text: string): DecodeResult => {
      if (!isWellFormed(text)) return NOT_WELL_FORMED
      const value = parsed(type, text)
      if (isPromiseLike(value)) throw asynchronous(`Value type '${type.name}'`, value)
      return value === undefined || value === null ? notOfType : accepted(value)
    },
    ...(type.encode && { encode: (value: unknown) => type.encode?.(value) }),
    ...(type.format && { format: (value: unknown) => String(type.format?.(value)) }),
    ...(builtIn && { builtIn }),
    ...(type.compare && { compare: (a: unknown, b: unknown) => type.compare?.(a, b) ?? 0 }),
  })
}

const isCustom = ({ column, facts }: Place): boolean => column !== null && facts !== null && facts.valueType === null

/** Of a custom column those of its SQL type. */
const ownFacts = (place: Place): ColumnFacts | null =>
  isCustom(place) ? sqlTypeFacts(place.column as Column) : place.facts

/** Does the database compare text? A column of another type has no LIKE on every database. */
function isText(builtIn: BuiltInLayout | undefined, own: ColumnFacts | null): boolean {
  const kind = builtIn === undefined ? (own?.valueType ?? 'text') : builtIn.type.kind
  return kind === 'text' || kind === 'char' || (kind === 'enum' && own?.isNativeEnum === false)
}

function layoutOf(type: ValueType, place: Place, own: ColumnFacts | null): BuiltInLayout | undefined {
  const form = type.as?.(place.column)
  if (form === undefined || form === null) return undefined
  assertForm(type.name, form)
  if (isCustom(place) && own?.valueType !== form.type) return undefined
  const named = namedValueType(form.type, own)
  return Object.freeze({
    type: named,
    facts: own && factsUnderType(own, named),
    encode: (value: unknown, rounding: Rounding) => form.value(value, rounding),
  })
}

const hasLayout = (name: ValueTypeName): name is LayoutType =>
  name !== 'char' && name !== 'enum' && name !== 'collection'

/** Checks what is given as `as`, and what a function in its place returns. */
export function assertForm(name: string, form: unknown): asserts form is BuiltInForm<unknown> {
  const { type, value } = (typeof form === 'object' && form !== null ? form : {}) as {
    readonly type?: unknown
    readonly value?: unknown
  }
  const layouts: readonly unknown[] = VALUE_TYPES.filter(hasLayout)
  if (!layouts.includes(type))
    refuse(`Value type '${name}' must lie over a built-in type in 'as'; use one of ${layouts.join(', ')}.`)
  if (typeof value !== 'function') refuse(`Value type '${name}' must have a function as the 'value' of its 'as'.`)
}

function parsed(type: ValueType, text: string): unknown {
  try {
    return type.parse(text)
  } catch (error) {
    if (error instanceof PaginateConfigError) throw error
    return undefined
  }
}
