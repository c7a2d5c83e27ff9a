// orval's functions over `fetch`, and its Zod schemas of what is sent and answered.
import { articlesAsCsv, articlesAsJson, articlesAsNdjson, listArticles } from '../.tmp/generators/orval/client.js'
import { ListArticlesQueryParams, ListArticlesResponse } from '../.tmp/generators/orval/zod.js'
import type { Outcome } from './outcome.js'

export async function outcome(): Promise<Outcome> {
  const query = { 'filter.status': ['$eq:draft', '$or:$eq:archived', '$or:$eq:draft'], sortBy: ['title:ASC' as const] }
  const page = await listArticles(ListArticlesQueryParams.parse(query))
  const refused = await listArticles({ limit: 1000 })
  const csv = await articlesAsCsv(query)
  const ndjson = await articlesAsNdjson(query)
  const json = await articlesAsJson(query)
  if (page.status !== 200 || refused.status !== 400 || csv.status !== 200 || json.status !== 200)
    throw new Error('A page, a problem document and files.')
  const { items, meta } = ListArticlesResponse.parse(page.data)
  return {
    titles: items.map(({ title }) => title),
    authors: items.map(({ author }) => author?.name ?? null),
    totalItems: meta.totalItems,
    link: page.headers.get('link'),
    problem: [refused.status, refused.data.code],
    csv: csv.data,
    ndjson: await (ndjson as { readonly stream: Response }).stream.text(),
    json: json.data,
  }
}
