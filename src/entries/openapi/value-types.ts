// Add-on openapi: everything that a document says of a built-in value type, one row for each. A made value type is
// known by name only.
import type { Dialect } from '../../dialects/dialect.js'
import type { ValueTypeName } from '../../vocabulary.js'
import type { JsonSchema } from './open-api-types.js'

export interface ValueTypeSchema {
  /** Ends `A value is …`. */
  readonly sentence: string
  /**
   * Pairs of a smaller and a greater value. The first fits almost every column; a column with a narrow range may need
   * another.
   */
  readonly examples: readonly (readonly [string, string])[]
  /** A client's text. */
  readonly sent: () => JsonSchema
  /** What values are in the JSON of a facet. A column's mode decides whether large numbers are text. */
  readonly json: readonly string[]
  /** Values of an expression that the type decodes. */
  readonly decoded: () => JsonSchema
  /** Values of an expression that nothing decodes, as drivers hand them over; absent: as `decoded`. */
  readonly raw?: (typing: Dialect['typing']) => JsonSchema
}

// A schema of its own at each call: what an app writes into one must be in no other.
export const string = (): JsonSchema => ({ type: 'string' })
const formatted = (format: string) => (): JsonSchema => ({ type: 'string', format })
const INTEGERS = [
  ['1', '10'],
  ['2000', '2020'],
] as const
const NUMBERS = [
  ['1.50', '10.25'],
  ['1', '10'],
] as const

export const VALUE_TYPE_SCHEMAS: { readonly [Name in ValueTypeName]: ValueTypeSchema } = {
  text: { sentence: 'text', examples: [['example', 'other']], sent: string, json: ['string'], decoded: string },
  char: {
    sentence: 'one character, not a white space',
    examples: [['a', 'b']],
    sent: formatted('char'),
    json: ['string'],
    decoded: string,
  },
  boolean: {
    sentence: '`true` or `false`',
    examples: [['true', 'false']],
    sent: () => ({ type: 'string', enum: ['true', 'false'] }),
    json: ['boolean'],
    decoded: () => ({ type: 'boolean' }),
    raw: (typing) => ({ type: typing === 'strict' ? 'boolean' : ['boolean', 'integer'] }),
  },
  uuid: {
    sentence: 'a UUID',
    examples: [['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7']],
    sent: formatted('uuid'),
    json: ['string'],
    decoded: () => ({ type: 'string', format: 'uuid' }),
  },
  integer: {
    sentence: 'a whole number',
    examples: INTEGERS,
    sent: formatted('int64'),
    json: ['integer', 'string'],
    decoded: () => ({ type: 'integer' }),
  },
  bigint: {
    sentence: 'a whole number of up to 64 bits',
    examples: INTEGERS,
    sent: formatted('int64'),
    json: ['integer', 'string'],
    decoded: () => ({ type: 'string', pattern: '^-?[0-9]+$' }),
    raw: () => ({ type: ['integer', 'string'] }),
  },
  decimal: {
    sentence: 'an exact number with `.` as its decimal separator, no exponent',
    examples: NUMBERS,
    sent: formatted('decimal'),
    json: ['number', 'string'],
    decoded: string,
    raw: (typing) => ({ type: typing === 'per-value' ? ['number', 'string'] : 'string' }),
  },
  float: {
    sentence: 'a number with `.` as its decimal separator, no exponent',
    examples: NUMBERS,
    sent: formatted('double'),
    json: ['number'],
    decoded: () => ({ type: 'number' }),
  },
  timestamp: {
    sentence: 'an ISO 8601 date, or date and time with an optional offset (a `+` is sent as `%2B`); UTC without one',
    examples: [['2024-02-29T08:30:00Z', '2024-03-01T00:00:00+02:00']],
    sent: formatted('date-time'),
    json: ['string'],
    decoded: () => ({ type: 'string', format: 'date-time' }),
    raw: string,
  },
  date: {
    sentence: 'a date, `yyyy-MM-dd`',
    examples: [['2024-02-29', '2024-03-31']],
    sent: formatted('date'),
    json: ['string'],
    decoded: () => ({ type: 'string', format: 'date' }),
  },
  time: {
    sentence: 'a time of day, `HH:mm`, `HH:mm:ss` or with a fraction',
    examples: [['08:30', '17:45:30.5']],
    sent: formatted('time'),
    json: ['string'],
    decoded: string,
  },
  interval: {
    sentence: 'a duration, `h:mm:ss` up to 23 hours, or ISO 8601 in days, hours, minutes and seconds',
    examples: [['PT30M', 'PT2H30M']],
    sent: formatted('duration'),
    json: ['string'],
    decoded: string,
  },
  // The members of a column are what is said of an enum, and the element's type of a collection.
  enum: { sentence: 'a member', examples: [], sent: string, json: ['string'], decoded: string },
  collection: {
    sentence: 'a list',
    examples: [],
    sent: string,
    json: [],
    decoded: () => ({ type: 'array', items: {} }),
    raw: (typing) => (typing === 'strict' ? { type: 'array', items: {} } : {}),
  },
}

/**
 * By the name that a description has; undefined for a made value type, and for an enum or a collection of which no more
 * is known.
 */
export const scalarSchemaOf = (name: string): ValueTypeSchema | undefined =>
  Object.hasOwn(VALUE_TYPE_SCHEMAS, name) && name !== 'enum' && name !== 'collection'
    ? VALUE_TYPE_SCHEMAS[name as ValueTypeName]
    : undefined
