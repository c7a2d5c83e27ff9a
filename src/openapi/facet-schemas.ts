// Add-on openapi: schemas of the facets beside a page's items.
import { PaginateConfigError } from '../errors.js'
import type { FilterableFieldDescription } from '../types/config-description.js'
import type { FacetValuesOption } from '../types/facets.js'
import { describeSource, isEnabled, type OpenApiSource } from './list-source.js'
import { count, type JsonSchema, object } from './open-api-types.js'
import { scalarSchemaOf, VALUE_TYPE_SCHEMAS } from './value-types.js'

/** Facets as a handler is given them: by the names of filterable fields. */
export interface OpenApiFacets {
  readonly [field: string]: true | FacetValuesOption | 'range'
}

/** @throws PaginateConfigError for a facet of a field that is not filterable */
export function facetsSchema(source: OpenApiSource | undefined, facets: OpenApiFacets): JsonSchema {
  const fields = source === undefined ? [] : describeSource(source).filterableFields.filter(isEnabled)
  const schemas = Object.entries(facets).map(([name, option]) => {
    const field = fields.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase())
    if (field === undefined)
      throw new PaginateConfigError(
        `The facet '${name}' needs a filterable field; declare it with .filterable('${name}', …).`,
      )
    return [name, option === 'range' ? rangeSchema(field) : valuesSchema(field, option)] as const
  })
  return {
    ...object(Object.fromEntries(schemas)),
    description: 'How often values occur in the filtered set, each field without its own criteria.',
  }
}

function valuesSchema(field: FilterableFieldDescription, option: true | FacetValuesOption): JsonSchema {
  const { limit = 100 } = option === true ? {} : option
  const value = valueSchema(field, 'null')
  return {
    type: 'array',
    maxItems: limit,
    items: object({ value, count: count('Rows that hold the value.', { minimum: 1 }) }),
  }
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
