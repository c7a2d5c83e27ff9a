import { describe, expect, test } from 'vitest'
import { normalizeQuery } from '../../src/request/paginate-query.js'

describe('the unread parameters of a source', () => {
  test.each<[string, unknown, readonly [string, string][]]>([
    ['a path', '/a?page=2&lang=de#x=1', [['lang', 'de']]],
    // Text with a parameter is a query string, whatever it begins with.
    [
      'a query string that begins as a path',
      '/a&lang=de',
      [
        ['/a', ''],
        ['lang', 'de'],
      ],
    ],
    ['a path without a query string', '/a', []],
    ['a URL', new URL('https://host/a?lang=de&filter.a=1#x=1'), [['lang', 'de']]],
    ['a URL without a query string', new URL('https://host/a'), []],
    [
      'a request',
      new Request('https://host/a?lang=de&utm=%20'),
      [
        ['lang', 'de'],
        ['utm', ' '],
      ],
    ],
    ['the relative url of a message of Node', { url: '/a?lang=de' }, [['lang', 'de']]],
    ['a query in code', { page: 2, unread: [{ name: 'lang', value: 'de' }] }, [['lang', 'de']]],
    ['nothing', {}, []],
  ])('%s', (_title, context, expected) => {
    expect(normalizeQuery(context).unread).toEqual(expected.map(([name, value]) => ({ name, value })))
  })
})
