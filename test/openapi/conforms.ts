// Whether a document is OpenAPI, and whether a JSON value is what a schema says: the keywords that this add-on writes
// for answers, and no member beside those it names.
import { Validator } from '@seriousme/openapi-schema-validator'
import type { JsonSchema } from 'drizzle-paginate/openapi'

/** Of whole documents. One for a worker: each compiles the schema of OpenAPI anew. */
export const validator = new Validator()

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

const FORMATS: Readonly<Record<string, string>> = {
  date: '^\\d{4}-\\d{2}-\\d{2}$',
  'date-time': '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?(?:Z|[+-]\\d{2}:\\d{2})$',
  uuid: '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
}

/** What is wrong, each with the place; empty where the value conforms. */
export function violations(schema: JsonSchema, value: unknown, at = '$'): string[] {
  const found: string[] = []
  const {
    type,
    enum: members,
    anyOf,
    properties,
    required,
    items,
    minimum,
    maximum,
    maxItems,
    additionalProperties,
    format,
    pattern,
  } = schema as {
    type?: string | string[]
    enum?: unknown[]
    anyOf?: JsonSchema[]
    properties?: Record<string, JsonSchema>
    required?: string[]
    items?: JsonSchema
    minimum?: number
    maximum?: number
    maxItems?: number
    format?: string
    pattern?: string
    additionalProperties?: JsonSchema
  }
  const actual = typeOf(value)
  const types = type === undefined ? [] : [type].flat()
  if (types.length > 0 && !types.includes(actual) && !(actual === 'integer' && types.includes('number')))
    return [`${at} is ${actual}, not ${types.join(' or ')}`]
  if (typeof value === 'string') {
    const form = pattern ?? FORMATS[format ?? '']
    if (form !== undefined && !new RegExp(form, 'u').test(value))
      found.push(`${at} is not ${format ?? pattern}: ${value}`)
  }
  if (members !== undefined && !members.includes(value)) found.push(`${at} is not one of ${JSON.stringify(members)}`)
  if (anyOf !== undefined && anyOf.every((option) => violations(option, value, at).length > 0))
    found.push(`${at} fits no alternative`)
  if (typeof value === 'number' && (value < (minimum ?? value) || value > (maximum ?? value)))
    found.push(`${at} is out of range`)
  if (Array.isArray(value)) {
    if (value.length > (maxItems ?? value.length)) found.push(`${at} is too long`)
    if (items !== undefined) found.push(...value.flatMap((item, index) => violations(items, item, `${at}[${index}]`)))
  } else if (actual === 'object') {
    for (const name of required ?? []) if (!Object.hasOwn(value as object, name)) found.push(`${at}.${name} is missing`)
    for (const [name, member] of Object.entries(value as object)) {
      const known = properties?.[name] ?? additionalProperties
      if (known !== undefined) found.push(...violations(known, member, `${at}.${name}`))
      else if (properties !== undefined) found.push(`${at}.${name} is not documented`)
    }
  }
  return found
}
