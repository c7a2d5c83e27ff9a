// Add-on openapi: schemas of the facets next to a page's items.
import type { FilterableFieldDescription } from '../../types/config-description.js'
import { configOf, describeSource, type OpenApiSource } from './list-source.js'
import { count, type JsonSchema, object, partial } from './open-api-types.js'
import { scalarSchemaOf, VALUE_TYPE_SCHEMAS } from './value-types.js'

/** The facets that a list declares; null without any, and for plain data, which does not describe them. */
export function facetsSchema(source: OpenApiSource, isOptional: boolean): JsonSchema | null {
  const facets = configOf(source)?.facets ?? []
  if (facets.length === 0) return null
  const fields = new Map(describeSource(source).filterableFields.map((field) => [field.name, field]))
  const schemas = facets.flatMap(({ name, filterable, limit }): [string, JsonSchema][] => {
    const field = fields.get(filterable.field.name)
    return field === undefined ? [] : [[name, limit === null ? rangeSchema(field) : valuesSchema(field, limit)]]
  })
  return {
    ...(isOptional ? partial : object)(Object.fromEntries(schemas)),
    description: 'How often values occur in the filtered set, each field without its own criteria.',
  }
}

function valuesSchema(field: FilterableFieldDescription, limit: number): JsonSchema {
  const items = object({
    value: valueSchema(field, 'null'),
    count: count('Rows that hold the value.', { minimum: 1 }),
    filter: {
      type: ['string', 'null'],
      description: 'For `filter.<field>`: the criterion of these rows; null where the field has none for the value.',
    },
  })
  return { type: 'array', maxItems: limit, items }
}

function rangeSchema(field: FilterableFieldDescription): JsonSchema {
  const end = valueSchema(field)
  const range = object({ min: end, max: end, count: count('Rows that have a value.', { minimum: 1 }) })
  return { anyOf: [range, { type: 'null', description: 'No row has a value.' }] }
}

/** Of a made value type, anything. */
function valueSchema(
  { type, elementType, values }: FilterableFieldDescription,
  ...more: readonly string[]
): JsonSchema {
  const name = elementType ?? type
  if (values !== undefined) return { enum: [...values, ...more.map(() => null)] }
  const json = name === 'enum' ? VALUE_TYPE_SCHEMAS.enum.json : scalarSchemaOf(name)?.json
  return json === undefined ? {} : { type: [...json, ...more] }
}
