// Requests made of a document, as its viewers send them.
import type { OpenApiParameter } from 'drizzle-paginate/openapi'

/** Title and query string of every example of every parameter. */
export function exampleRequests(parameters: readonly OpenApiParameter[]): [title: string, queryString: string][] {
  return parameters.flatMap(({ name, examples = {} }) =>
    Object.entries(examples).map(([example, { value }]): [string, string] => {
      const values = Array.isArray(value) ? (value as unknown[]) : [value]
      return [`${name} ${example}`, values.map((entry) => `${name}=${encodeURIComponent(String(entry))}`).join('&')]
    }),
  )
}
