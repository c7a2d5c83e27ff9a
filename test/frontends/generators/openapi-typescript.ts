// openapi-typescript's types under openapi-fetch. It reads JSON unless it is asked for text.
import createClient from 'openapi-fetch'
import type { paths } from '../.tmp/generators/openapi-typescript.js'
import type { Outcome } from './outcome.js'

export async function outcome(baseUrl: string): Promise<Outcome> {
  const { GET } = createClient<paths>({ baseUrl })
  const query = { 'filter.status': ['$eq:draft', '$or:$eq:archived', '$or:$eq:draft'], sortBy: ['title:ASC' as const] }
  const { data, response } = await GET('/articles', { params: { query } })
  const { error, response: refused } = await GET('/articles', { params: { query: { limit: 1000 } } })
  const csv = await GET('/articles.csv', { params: { query }, parseAs: 'text' })
  const ndjson = await GET('/articles.ndjson', { params: { query }, parseAs: 'text' })
  const json = await GET('/articles.json', { params: { query } })
  if (data === undefined || error === undefined) throw new Error('A page, and a problem document.')
  return {
    titles: data.items.map(({ title }) => title),
    authors: data.items.map(({ author }) => author?.name ?? null),
    totalItems: data.meta.totalItems,
    link: response.headers.get('link'),
    problem: [refused.status, error.code],
    csv: csv.data ?? '',
    ndjson: ndjson.data ?? '',
    json: json.data ?? [],
  }
}
