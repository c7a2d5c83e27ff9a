// Add-on openapi: schemas of the facets next to a page's items.
import { Column } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import type { Field } from '../../types/config.js'
import type { FilterableFieldDescription } from '../../types/config-description.js'
import type { DialectName } from '../../vocabulary.js'
import { configOf, describeSource, type OpenApiSource } from './list-source.js'
import { count, type JsonSchema, object, partial } from './open-api-types.js'
import { columnSchema, expressionSchema, orNull } from './value-schemas.js'
import { scalarSchemaOf, VALUE_TYPE_SCHEMAS } from './value-types.js'

/** The facets that a list declares; null without any, and for plain data, which does not describe them. */
export function facetsSchema(source: OpenApiSource, isOptional: boolean): JsonSchema | null {
  const config = configOf(source)
  if (config === null || config.facets === null) return null
  const { facets, dialect } = config
  const fields = new Map(describeSource(source).filterableFields.map((field) => [field.name, field]))
  const schemas = facets.flatMap(({ name, filterable, limit }): [string, JsonSchema][] => {
    const field = fields.get(filterable.field.name)
    if (field === undefined) return []
    const value = (): JsonSchema => {
      const held = heldSchema(filterable.field, dialect)
      return Object.keys(held).length === 0 ? {} : valueSchema(field, held)
    }
    return [[name, limit === null ? rangeSchema(value(), value()) : valuesSchema(value(), limit)]]
  })
  return {
    ...(isOptional ? partial : object)(Object.fromEntries(schemas)),
    description: 'How often values occur in the filtered set, each field without its own criteria.',
  }
}

function valuesSchema(value: JsonSchema, limit: number): JsonSchema {
  const items = object({
    value: withNull(value),
    count: count('Rows that hold the value.', { minimum: 1 }),
    filter: {
      type: ['string', 'null'],
      description: 'For `filter.<field>`: the criterion of these rows; null where the field has none for the value.',
    },
  })
  return { type: 'array', maxItems: limit, items }
}

function rangeSchema(min: JsonSchema, max: JsonSchema): JsonSchema {
  const range = object({ min, max, count: count('Rows that have a value.', { minimum: 1 }) })
  return { anyOf: [range, { type: 'null', description: 'No row has a value.' }] }
}

const withNull = (schema: JsonSchema): JsonSchema =>
  Array.isArray(schema['enum']) ? { enum: [...(schema['enum'] as unknown[]), null] } : orNull(schema)

/** As of items; of a collection, its elements. Empty for JSON, and for values that a decoder of the app's own makes. */
function heldSchema({ expression, type }: Field, dialect: DialectName): JsonSchema {
  const schema = is(expression, Column) ? columnSchema(expression) : expressionSchema(expression, type, dialect)
  return type?.kind === 'collection' ? ((schema['items'] as JsonSchema | undefined) ?? {}) : schema
}

/**
 * Of a made value type, anything. A value is what the column or the decoder makes of it, under a value type of another
 * kind too.
 */
function valueSchema({ type, elementType, values }: FilterableFieldDescription, held: JsonSchema): JsonSchema {
  const name = elementType ?? type
  if (values !== undefined && held['enum'] !== undefined) return { enum: [...values] }
  const json = name === 'enum' ? VALUE_TYPE_SCHEMAS.enum.json : scalarSchemaOf(name)?.json
  if (json === undefined) return {}
  const own = [held['type'] as string | string[]].flat()
  return { type: elementType !== undefined || json.some((one) => own.includes(one)) ? [...json] : own }
}
