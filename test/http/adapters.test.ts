import { paginate, PaginateQuery } from 'drizzle-paginate'
import type { QuerySource } from '../../src/declarations.js'
import { pageAnswer } from 'drizzle-paginate/http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { articleDatabase, articleList } from './support/article-list.js'
import { send } from './support/raw-request.js'
import { frameworkError, servers } from './support/servers.js'

const database = articleDatabase()
let bound: PaginateQuery | undefined

/** What every server answers with: the page, or an error that is none of the client's. */
async function answer(source: PaginateQuery | QuerySource) {
  const query = source instanceof PaginateQuery ? source : PaginateQuery.from(source)
  bound = query
  if (query.path?.includes('broken') === true) throw new TypeError('kaput')
  return paginate(database.db, query, articleList)
}

const requests: readonly [title: string, target: string, status: number][] = [
  ['a bare request', '/articles', 200],
  ['a page with links both ways', '/articles?page=2&limit=2&sortBy=title:DESC', 200],
  ['a page past the end', '/articles?page=99', 200],
  ['an empty set', '/articles?filter.status=$eq:none', 200],
  [
    'repeated parameters',
    '/articles?sortBy=at:DESC&sortBy=title:ASC&filter.title=$ilike:i&filter.title=$or:$eq:Ash',
    200,
  ],
  ['the first of repeated pages', '/articles?page=2&page=abc', 200],
  ['an encoded comma, as the comma it is', '/articles?filter.status=$in:live%2Cdraft&limit=10', 200],
  ['a value with a comma', '/articles?filter.title=$eq:Birch%2C%20silver', 200],
  ['encoded operators and colons', '/articles?filter.status=%24in%3Alive&sortBy=title%3Aasc', 200],
  ['parameters with brackets, which mean nothing', '/articles?filter[status]=draft&sortBy[]=title:ASC&page[]=3', 200],
  ['an encoded plus in an offset', '/articles?filter.at=$gte:2024-01-03T01:00:00%2B02:00', 200],
  ['a bare plus in an offset, which is a space', '/articles?filter.at=$gte:2024-01-03T01:00:00+02:00', 400],
  ['a term with accents, quotes and angles', '/articles?search=%C3%89lan%20%22Doug', 200],
  ['a term with a plus for a space', '/articles?search=elm+%2B+oak', 200],
  ['broken percent signs', '/articles?search=%FF%zz%', 200],
  ['a thousand pairs that are not ours', `/articles?${'utm=x&'.repeat(1000)}page=2`, 200],
  ['a thousand criteria', `/articles?limit=10&filter.title=$eq:Fir${'&filter.title=$or:$eq:a'.repeat(500)}`, 200],
  ['a thousand sorts', `/articles?${'sortBy=a&'.repeat(1000)}`, 400],
  ['a parameter called __proto__', '/articles?__proto__=1&__proto__.page=3&constructor=2&page=2', 200],
  ['a field called __proto__', '/articles?filter.__proto__=$eq:1', 400],
  ['a field called constructor', '/articles?sortBy=constructor:ASC', 400],
  ['a second question mark', '/articles??page=2', 200],
  ['an empty query string', '/articles?', 200],
  ['semicolons, which separate nothing', '/articles?page=2;limit=5', 400],
  ['a page that is none', '/articles?page=0', 400],
  ['a limit that is too large', '/articles?limit=11', 400],
  ['a field that is not there', '/articles?filter.secret=$eq:1', 400],
  ['an operator that is not granted', '/articles?filter.status=$ilike:x', 400],
  ['NUL in a value', '/articles?filter.title=$eq:%00', 200],
  ['a mounted path', '/mounted/deep/articles?page=2', 200],
  ['a refusal under a mount', '/mounted/articles?page=-1', 400],
  ['a path that looks like another host', '//evil.example/x?page=2', 200],
  ['a path of many slashes', '///evil.example//x', 200],
  ['a path that looks like another host under backslashes', '/%5Cevil.example/x', 200],
  ['an encoded path', '/caf%C3%A9/a%20b?page=2', 200],
  ['a route that pages by itself', '/thrown/articles?page=2', 200],
  ['a refusal thrown by a route', '/thrown/articles?page=0', 400],
  ["an error that is not the client's", '/articles/broken', 500],
  ["an error that is not the client's, thrown by a route", '/thrown/broken', 500],
  ["an error that is not the client's, under a mount", '/mounted/broken', 500],
]

const running: { readonly name: string; readonly port: number; readonly close: () => Promise<void> }[] = []

beforeAll(async () => {
  for (const { name, start } of servers) running.push({ name, ...(await start(answer)) })
})

afterAll(async () => {
  await Promise.all(running.map(({ close }) => close()))
  database.close()
})

/** Servers of web requests have the whole URL. */
const ORIGIN = /^http:\/\/[^/]*/

/** The page or problem as a client reads it, and what it was bound to. */
async function ask(port: number, method: string, target: string) {
  bound = undefined
  const { status, headers, body } = await send(port, method, target)
  const seen = bound as PaginateQuery | undefined
  return {
    status,
    type: status === 500 ? undefined : headers['content-type'],
    link: headers['link'],
    body: body.toString('utf8'),
    query: seen === undefined ? undefined : { ...seen, path: seen.path?.replace(ORIGIN, '') },
  }
}

// R10.1.2, R10.1.3
describe('every adapter', () => {
  it.each(requests)('answers %s as every other does', async (_title, target, status) => {
    const answers = []
    for (const { name, port } of running) answers.push({ name, answer: await ask(port, 'GET', target) })
    const expected = await expectedAnswer(target, status)
    for (const { name, answer } of answers) expect({ name, answer }).toEqual({ name, answer: expected })
    for (const link of linksOf(expected.body, expected.link))
      expect(new URL(link, 'http://good.example').host).toBe('good.example')
  })

  it.each(requests)('answers HEAD for %s with the same headers and no body', async (_title, target, status) => {
    const expected = await expectedAnswer(target, status)
    await Promise.all(
      running.map(async ({ name, port }) => {
        const { status, type, link, body } = await ask(port, 'HEAD', target)
        const { query: _, ...wanted } = { ...expected, body: '' }
        expect({ name, status, type, link, body }).toEqual({ name, ...wanted })
      }),
    )
  })
})

function linksOf(body: string, header: string | undefined): string[] {
  const page = body.startsWith('{') ? (JSON.parse(body) as { links?: Record<string, string | null> }) : {}
  const links = Object.values(page.links ?? {})
  const targets = [...(header ?? '').matchAll(/<([^>]*)>/g)].map(([, target]) => target as string)
  return [...links.filter((link) => link !== null), ...targets]
}

/** Said without any adapter: the library's own answer to the raw query string and path. */
async function expectedAnswer(target: string, status: number) {
  const question = target.indexOf('?')
  const query = PaginateQuery.from(question === -1 ? '' : target.slice(question))
  const common = { status, query: { ...query, path: target } }
  if (status === 500)
    return { ...common, type: undefined, link: undefined, body: frameworkError(new TypeError('kaput')) }
  try {
    const page = await paginate(database.db, query, articleList, { path: target })
    const body = JSON.stringify(page, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    return { ...common, type: 'application/json; charset=utf-8', link: pageAnswer(page).headers['link'], body }
  } catch (error) {
    const { message, code, parameter, hint } = error as {
      message: string
      code: string
      parameter: string
      hint?: string
    }
    const body = JSON.stringify({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: message,
      code,
      parameter,
      hint,
    })
    return { ...common, type: 'application/problem+json; charset=utf-8', link: undefined, body }
  }
}
