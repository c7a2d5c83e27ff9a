import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderCursorLinks } from '../../src/features/cursors/render-cursor-page.js'
import { renderLinks } from '../../src/render/meta-and-links.js'
import { normalizeQuery, PaginateQuery } from '../../src/request/paginate-query.js'
import type { ListPlan } from '../../src/types/plan.js'

const metaOf = (currentPage: number, totalPages: number) => ({
  currentPage,
  totalPages,
  hasPreviousPage: currentPage > 1,
  hasNextPage: currentPage < totalPages,
})
const linksOf = (
  text: string,
  path: string | null,
  page = 1,
  pages = 1,
  limit: number | null = 20,
  own: readonly string[] = [],
) => renderLinks(normalizeQuery(PaginateQuery.from(text)), { limit }, path, metaOf(page, pages), own)

describe('renderLinks', () => {
  test('all five links are null without a path', () => {
    expect(linksOf('', null, 2, 3)).toEqual({ first: null, previous: null, next: null, last: null, current: null })
  })

  test.each<[string, number, number, (number | null)[]]>([
    ['the first of three pages', 1, 3, [1, null, 2, 3, 1]],
    ['a page in the middle', 2, 3, [1, 1, 3, 3, 2]],
    ['the last page', 3, 3, [1, 2, null, 3, 3]],
    ['an empty set', 1, 0, [1, null, null, 1, 1]],
    ['a page past the end', 9, 3, [1, 8, null, 3, 9]],
    ['a page of an empty set', 2, 0, [1, 1, null, 1, 2]],
  ])('%s', (_title, page, pages, expected) => {
    const { first, previous, next, last, current } = linksOf('', '/a', page, pages)
    expect([first, previous, next, last, current]).toEqual(
      expected.map((n) => (n === null ? null : `/a?limit=20&page=${n}`)),
    )
  })

  test.each([null, undefined])('there is no last page where the total is %s', (totalPages) => {
    const { last, next } = renderLinks(
      normalizeQuery({}),
      { limit: 20 },
      '/a',
      { ...metaOf(1, 3), totalPages } as never,
      [],
    )
    expect([last, next]).toEqual([null, '/a?limit=20&page=2'])
  })

  test('carry what was sent, in a fixed order, encoded', () => {
    const text =
      'page=2&filter.Status=$not:$eq:a,b&utm=1&search=+x%26y+&filter.a%20b=$in:1&filter.STATUS=$or:$null&searchBy=T&limit=7&sortBy=t:asc&sortBy=Id:DESC'
    expect(linksOf(text, '/a', 2, 2, 7).current).toBe(
      '/a?limit=7&sortBy=t%3Aasc&sortBy=Id%3ADESC&search=%20x%26y%20&searchBy=T' +
        '&filter.Status=%24not%3A%24eq%3Aa%2Cb&filter.Status=%24or%3A%24null&filter.a%20b=%24in%3A1&page=2',
    )
  })

  test('carry the limit of an unlimited read as -1', () => {
    expect(linksOf('limit=-1', '/a', 1, 1, null).first).toBe('/a?limit=-1&page=1')
  })

  // R7.2.4
  test.each<[string, string, string, readonly string[], string]>([
    [
      "after the list's and before page",
      'lang=de&page=2&filter.a=$null&utm=1',
      '/a',
      ['lang'],
      'limit=20&filter.a=%24null&lang=de&page=1',
    ],
    [
      'in the order named, each value',
      'b=2&a=x%20y&b=%C3%A9&a=',
      '/a',
      ['a', 'b', 'c'],
      'limit=20&a=x%20y&a=&b=2&b=%C3%A9&page=1',
    ],
    ['once where a name is repeated', 'a=1', '/a', ['a', 'a'], 'limit=20&a=1&page=1'],
    ['with their names encoded', 'a%26b=1', '/a', ['a&b'], 'limit=20&a%26b=1&page=1'],
    ['names compared exactly', 'Lang=de', '/a', ['lang'], 'limit=20&page=1'],
    [
      'what the list carries itself is not repeated',
      'page=2&limit=5&filter.a=$null',
      '/a',
      ['page', 'limit', 'filter.a'],
      'limit=20&filter.a=%24null&page=1',
    ],
    ['not from the path', '', '/a?lang=de&page=7', ['lang'], 'limit=20&page=1'],
  ])("the host's own parameters: %s", (_title, text, path, own, expected) => {
    expect(linksOf(text, path, 1, 1, 20, own).first).toBe(`/a?${expected}`)
  })

  test("the host's own parameters: an object that a query parser made is left out", () => {
    const query = normalizeQuery(PaginateQuery.from({ a: { b: '1' }, c: ['2', '3'], d: 4 } as never))
    expect(renderLinks(query, { limit: 20 }, '/a', metaOf(1, 1), ['a', 'c', 'd']).first).toBe(
      '/a?limit=20&c=2&c=3&d=4&page=1',
    )
  })

  test('carry a blank search as sent', () => {
    expect(linksOf('search=', '/a').first).toBe('/a?limit=20&search=&page=1')
  })

  test('a lone surrogate of a hand-built query does not throw', () => {
    const query = normalizeQuery({ search: '\ud800' })
    expect(renderLinks(query, { limit: 5 }, '/', metaOf(1, 1), []).first).toBe('/?limit=5&search=%EF%BF%BD&page=1')
  })

  test.each<[string, string | URL | Request | { url: string }, string]>([
    ['a path', '/a/b', '/a/b'],
    ['a path with a query string', '/a?x=1#y', '/a'],
    ['a fragment that spans lines', '/a#x\ny', '/a'],
    ['a URL', new URL('https://host:8080/a%20b?x=1#y'), '/a%20b'],
    ['a web Request', new Request('https://user.example/a?x=1'), '/a'],
    ['the relative url of a message of Node', { url: '/a?x=1' }, '/a'],
    ['the absolute url of a proxied message', { url: 'http://host/a?x=1' }, '/a'],
    ['a whole URL as text', 'https://host/a?x', '/a'],
    ['a host without a path', 'https://host?x', '/'],
    ['several leading slashes', '//evil.example/a', '/evil.example/a'],
    ['many leading slashes', '////evil.example', '/evil.example'],
    ['several leading slashes in a Request', new Request('https://host//evil.example/a'), '/evil.example/a'],
    ['slashes after a host', 'https://host//evil.example', '/evil.example'],
    ['backslashes', '/\\evil.example\\a', '/evil.example%5Ca'],
    ['a tab between slashes', '/\t/evil.example', '/evil.example'],
    ['a path without a slash', 'articles', '/articles'],
    ['something like a scheme', 'javascript:alert(1)', '/javascript:alert(1)'],
    ['a path without a slash, with a URL within it', 'proxy/http://host/a', '/proxy/http://host/a'],
    ['a path without a slash, with slashes within it', 'a//b', '/a//b'],
    ['an empty path', '', '/'],
    ['letters beyond ASCII', '/é "\ud800', '/%C3%A9%20%22%EF%BF%BD'],
    ['escapes are left as they are', '/a%2Fb', '/a%2Fb'],
    ['a slash alone', '/', '/'],
    ['a slash before a query string', '/?x=1', '/'],
    ['a path with an empty fragment', '/a#', '/a'],
    ['slashes within', '/a//b/', '/a//b/'],
    ['DEL', '/a\x7f', '/a%7F'],
    ['two slashes before a query string', '//?x=1', '/'],
  ])('%s becomes a path of this host', (_title, context, path) => {
    const given = typeof context === 'string' ? context : normalizeQuery(context).path
    expect(linksOf('', given).first).toBe(`${path}?limit=20&page=1`)
  })

  // R7.2.7
  test('are null where they would be too long to be followed', () => {
    const long = `filter.a=$eq:${'x'.repeat(100_000)}`
    expect(linksOf(long, '/a')).toEqual({ first: null, previous: null, next: null, last: null, current: null })
    expect(linksOf(`filter.a=$eq:${'x'.repeat(90_000)}`, '/a').first).toHaveLength(
      90_000 + '/a?limit=20&filter.a=%24eq%3A&page=1'.length,
    )
  })

  test.each([
    ['search=++abc+', '++abc+'.replaceAll('+', '%20')],
    [`search=${'+'.repeat(1_000_000)}abc`, 'abc'],
    [`search=${'+'.repeat(1_000_000)}`, ''],
  ])('echo a term without white space that is most of it', (text, search) => {
    expect(linksOf(text, '/a').first).toBe(`/a?limit=20&search=${search}&page=1`)
  })

  test('escape every character that a path may not hold, and no other', () => {
    const all = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code))
      .filter((character) => !'?#'.includes(character))
      .join('')
    const escaped = [...all].map((character) =>
      /[\x21-\x7e]/.test(character) && !'"<>\\^`{|}'.includes(character) ? character : encodeURIComponent(character),
    )
    expect(linksOf('', `/a${all}`).first).toBe(`/a${escaped.join('')}?limit=20&page=1`)
    for (const character of all.replaceAll(/[/\\\0-\x20]/g, '')) {
      expect(linksOf('', `/a${character}`).first).toBe(`/a${escaped[all.indexOf(character)]}?limit=20&page=1`)
    }
  })

  test('encode the first character beyond ASCII', () => {
    expect(linksOf('search=%7F%C2%80', '/').first).toBe('/?limit=20&search=%7F%C2%80&page=1')
  })

  test('encode values as encodeURIComponent does', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary-ascii' }), fc.string({ unit: 'binary' })), (search) => {
        const query = normalizeQuery({ search })
        expect(renderLinks(query, { limit: 5 }, '/', metaOf(1, 1), []).first).toBe(
          `/?limit=5&search=${encodeURIComponent(search)}&page=1`,
        )
      }),
      { numRuns: 500 },
    )
  })

  test('never leave the host, and parse back to the query they came from', () => {
    const text = fc.string({ unit: 'binary' })
    const list = fc.array(text, { maxLength: 4 })
    const filters = fc.dictionary(
      text.filter((name) => name !== ''),
      fc.array(text, { minLength: 1, maxLength: 3 }),
      { maxKeys: 4 },
    )
    fc.assert(
      fc.property(fc.record({ sortBy: list, search: text, searchBy: list, filters }), text, (input, path) => {
        const query = normalizeQuery({ page: 1, limit: 20, ...input })
        const { current } = renderLinks(query, { limit: 20 }, path, metaOf(1, 1), [])
        const url = new URL(current as string, 'https://host')
        expect(url.host).toBe('host')
        expect(normalizeQuery(PaginateQuery.from(url))).toEqual({ ...query, path: url.href })
      }),
      { numRuns: 200 },
    )
  })
})

test('an expression is carried as it was sent, before the host’s own', () => {
  const query = normalizeQuery(PaginateQuery.from('filter=+a%3d%24eq:1 &lang=de&filter.b=$null'))
  const of = (expression: ListPlan['expression'], own: readonly string[]) =>
    renderLinks(query, expression === undefined ? { limit: 5 } : { limit: 5, expression }, '/a', metaOf(1, 1), own)
      .first
  const read = { tree: { and: [] }, text: 'a=$eq:1' }
  expect(of(read, ['lang', 'filter'])).toBe('/a?limit=5&filter.b=%24null&filter=%20a%3D%24eq%3A1%20&lang=de&page=1')
  expect(of(null, ['filter'])).toBe('/a?limit=5&filter.b=%24null&page=1')
  // A list that does not read it: the host's own.
  expect(of(undefined, ['filter'])).toBe('/a?limit=5&filter.b=%24null&filter=%20a%3D%24eq%3A1%20&page=1')
  expect(
    renderCursorLinks(query, { limit: 5, expression: read }, '/a', { previousCursor: null, nextCursor: 'n' }, []).next,
  ).toBe('/a?limit=5&filter.b=%24null&filter=%20a%3D%24eq%3A1%20&after=n')
})

describe('renderCursorLinks', () => {
  const cursorLinksOf = (
    text: string,
    path: string | null,
    own: readonly string[] = [],
    previous = 'p/1',
    next = 'n+1',
  ) =>
    renderCursorLinks(
      normalizeQuery(PaginateQuery.from(text)),
      { limit: 20 },
      path,
      { previousCursor: previous, nextCursor: next },
      own,
    )
  const prefix = '/a?limit=20&filter.s=%24null'

  test.each<[string, string, string]>([
    ['the first page', '', ''],
    ['a page after a cursor', '&after=a%3D', '&after=a%3D'],
    ['a page before a cursor', '&before=b%3D', '&before=b%3D'],
  ])('%s', (_title, sent, current) => {
    expect(cursorLinksOf(`filter.s=$null${sent}`, '/a?x=1')).toEqual({
      first: prefix,
      previous: `${prefix}&before=p%2F1`,
      next: `${prefix}&after=n%2B1`,
      last: null,
      current: `${prefix}${current}`,
    })
  })

  test('of the only page', () => {
    const query = normalizeQuery(PaginateQuery.from('limit=-1'))
    expect(renderCursorLinks(query, { limit: null }, '/a', { previousCursor: null, nextCursor: null }, [])).toEqual({
      first: '/a?limit=-1',
      previous: null,
      next: null,
      last: null,
      current: '/a?limit=-1',
    })
  })

  test('all five links are null without a path', () => {
    expect(cursorLinksOf('', null)).toEqual({
      first: null,
      previous: null,
      next: null,
      last: null,
      current: null,
    })
  })

  // R7.2.4
  test("keep the host's own parameters, but no cursor under their names", () => {
    const links = cursorLinksOf('after=a&lang=de&before=b&utm=1', '/a', ['after', 'utm', 'before', 'lang'])
    expect(links).toMatchObject({ first: '/a?limit=20&utm=1&lang=de', next: '/a?limit=20&utm=1&lang=de&after=n%2B1' })
  })
})
