// Add-on openapi: the parts of OpenAPI 3.1 that this add-on makes, as plain data.

/** A JSON Schema (draft 2020-12, as in OpenAPI 3.1). */
export interface JsonSchema {
  [keyword: string]: unknown
}

export const count = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'integer',
  minimum: 0,
  description,
  ...more,
})
export const object = (properties: { readonly [name: string]: JsonSchema }): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

/** An object that may lack any of its members. */
export const partial = (properties: { readonly [name: string]: JsonSchema }): JsonSchema => ({
  type: 'object',
  properties,
})

export interface OpenApiExample {
  summary: string
  value: unknown
}

export interface OpenApiParameter {
  name: string
  in: 'query'
  description: string
  required: false
  /** Lists repeat their parameter: `?sortBy=a:ASC&sortBy=b:DESC`. */
  style: 'form'
  explode: boolean
  schema: JsonSchema
  examples?: { [name: string]: OpenApiExample }
  [extension: `x-${string}`]: unknown
}

/** Absent examples, and none, are left out. */
export function parameter(
  name: string,
  description: string,
  schema: JsonSchema,
  examples: { [name: string]: OpenApiExample } = {},
): OpenApiParameter {
  const common = { name, in: 'query', description, required: false, style: 'form', explode: true, schema } as const
  return Object.keys(examples).length === 0 ? common : { ...common, examples }
}

/** What a request without the parameter asks for. */
export const defaultSentence = (values: readonly string[]): string =>
  `Where it is absent: ${values.map((value) => `\`${value}\``).join(', ')}.`

export interface OpenApiResponse {
  description: string
  headers?: { [name: string]: { description: string; schema: JsonSchema } }
  content: { [mediaType: string]: { schema: JsonSchema } }
}

export interface OpenApiOperation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  parameters: OpenApiParameter[]
  responses: { 200: OpenApiResponse; 400: OpenApiResponse }
  [extension: `x-${string}`]: unknown
}
