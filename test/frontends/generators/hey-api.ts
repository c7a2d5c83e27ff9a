// hey-api's client. It reads a body by its content type: NDJSON is a file to it unless it is asked for text.
import { createClient } from '../.tmp/generators/hey-api/client/index.js'
import { articlesAsCsv, articlesAsJson, articlesAsNdjson, listArticles } from '../.tmp/generators/hey-api/index.js'
import type { Outcome } from './outcome.js'

export async function outcome(baseUrl: string): Promise<Outcome> {
  const client = createClient({ baseUrl })
  const query = { 'filter.status': ['$eq:draft', '$or:$eq:archived', '$or:$eq:draft'], sortBy: ['title:ASC' as const] }
  const { data, response } = await listArticles({ client, query })
  const { error, response: refused } = await listArticles({ client, query: { limit: 1000 } })
  const csv = await articlesAsCsv({ client, query })
  const ndjson = await articlesAsNdjson({ client, query, parseAs: 'text' })
  const json = await articlesAsJson({ client, query })
  if (data === undefined || error === undefined) throw new Error('A page, and a problem document.')
  return {
    titles: data.items.map(({ title }) => title),
    authors: data.items.map(({ author }) => author?.name ?? null),
    totalItems: data.meta.totalItems,
    link: response?.headers.get('link') ?? null,
    problem: [refused?.status ?? 0, error.code],
    csv: csv.data ?? '',
    ndjson: ndjson.data ?? '',
    json: json.data ?? [],
  }
}
