// Stages build and plan: any Standard Schema (https://standardschema.dev, version 1) as a field's parser.
import { isPromiseLike } from '../basics/maybe-promise.js'
import type { ColumnFacts, DecodeResult, FieldValueType } from '../types/value.js'
import { EQUALITY_OPERATORS } from './built-in-type.js'
import { accepted, asynchronous, NOT_WELL_FORMED, refused } from './decode-result.js'
import { isWellFormed } from '../basics/bytes.js'
import { valueTypeOf } from './built-in.js'

/**
 * The part of the Standard Schema interface that this package calls; every schema of Zod, Valibot, ArkType … fits it.
 */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly { readonly message: string }[] }

export function isStandardSchema(value: unknown): value is StandardSchemaV1 {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  const standard = (value as { readonly '~standard'?: unknown })['~standard']
  if (typeof standard !== 'object' || standard === null) return false
  const { version, validate } = standard as { readonly version?: unknown; readonly validate?: unknown }
  return version === 1 && typeof validate === 'function'
}

/**
 * A value type that decodes by `schema`: its input is the client's text, its output goes to the column's encoder.
 * It has the name and the operators of the column's built-in type. Without one it is `custom` and supports equality.
 */
export function standardSchemaValueType(schema: StandardSchemaV1, facts: ColumnFacts | null): FieldValueType {
  const builtIn = facts && valueTypeOf(facts)
  return Object.freeze({
    kind: 'custom',
    name: builtIn?.name ?? 'custom',
    operators: builtIn?.operators ?? EQUALITY_OPERATORS,
    decode: (text: string): DecodeResult => decodeBySchema(schema, text),
  })
}

const DEFAULT_RULE = 'expected a valid value'
const NO_VALUE = refused('expected a value')

function decodeBySchema(schema: StandardSchemaV1, text: string): DecodeResult {
  if (!isWellFormed(text)) return NOT_WELL_FORMED
  const result = validated(schema, text)
  if (result === null) return refused(DEFAULT_RULE)
  if (isPromiseLike(result)) return refusedOrAsynchronous(schema, text, result)
  if (result.issues) return refused(ruleOfMessage(result.issues[0]?.message))
  // `= null` matches no row; clients ask for nulls with `$null`.
  return result.value === undefined || result.value === null ? NO_VALUE : accepted(result.value)
}

/** A schema's own transform may throw for a client's text. That is a rejection. */
function validated(
  schema: StandardSchemaV1,
  text: string,
): ReturnType<StandardSchemaV1['~standard']['validate']> | null {
  try {
    return schema['~standard'].validate(text)
  } catch {
    return null
  }
}

/**
 * Zod returns a promise for an asynchronous schema, but also when a transform throws, which is a rejection. Its
 * synchronous entry point tells the two apart. Other libraries return a promise only for an asynchronous schema.
 */
function refusedOrAsynchronous(schema: StandardSchemaV1, text: string, promise: PromiseLike<unknown>): DecodeResult {
  const asynchronousError = asynchronous('A schema of a field', promise)
  const { safeParse } = schema as { readonly safeParse?: unknown }
  if (typeof safeParse !== 'function') throw asynchronousError
  try {
    safeParse.call(schema, text)
  } catch (error) {
    if (error instanceof Error && /synchronous parse/i.test(error.message)) throw asynchronousError
  }
  return refused(DEFAULT_RULE)
}

const MAX_RULE_LENGTH = 200

/**
 * A schema's message as the end of our sentence: one line, bounded, without a capital at its start and a full stop at
 * its end.
 */
export function ruleOfMessage(message: unknown): string {
  if (typeof message !== 'string') return DEFAULT_RULE
  const head = message.slice(0, MAX_RULE_LENGTH + 1)
  const line = head
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029]+/g, ' ')
    .trim()
  const short = line.length > MAX_RULE_LENGTH ? shortened(line) : withoutFullStop(line)
  if (short === '') return DEFAULT_RULE
  return /^\p{Lu}\p{Ll}/u.test(short) ? short.charAt(0).toLowerCase() + short.slice(1) : short
}

/** Cutting a surrogate pair would leave half a character. */
const shortened = (line: string): string => `${line.slice(0, MAX_RULE_LENGTH).replace(/\p{Surrogate}/gu, '')}…`
const withoutFullStop = (line: string): string =>
  line.endsWith('.') && !line.endsWith('..') ? line.slice(0, -1) : line
