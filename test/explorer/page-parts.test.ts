// The parts of the explorer's page that need no document.
import { describe, expect, test } from 'vitest'
import { copiedSql } from '../../src/entries/explorer/page/copied-sql.js'
import { copyAs, queryChain } from '../../src/entries/explorer/page/copy-as.js'
import { isChosen, toggled } from '../../src/entries/explorer/page/facet-choice.js'
import { columnsOf, flatRow, isNumeric, lineOf } from '../../src/entries/explorer/page/flat-row.js'
import {
  askedText,
  changedQuery,
  narrowings,
  readable,
  renamed,
  typedQuery,
} from '../../src/entries/explorer/page/query-text.js'
import { mended } from '../../src/entries/explorer/page/mended.js'
import { pageSummary } from '../../src/entries/explorer/page/page-summary.js'
import { sqlLines } from '../../src/entries/explorer/page/sql-lines.js'
import { jsonTokens, sqlTokens } from '../../src/entries/explorer/page/tokens.js'
import { parseListQuery } from '../../src/entries/client/list-query.js'
import type { ConfigDescription } from '../../src/types/config-description.js'
import { parameterText } from '../../src/entries/explorer/parameter-text.js'

describe('A statement over lines', () => {
  test.each([
    [
      'breaks before each clause',
      'select "a" from "t" where "a" = $1 order by "a" asc limit $2 offset $3',
      'select "a"\nfrom "t"\nwhere "a" = $1\norder by "a" asc\nlimit $2\noffset $3',
    ],
    [
      'sets a select in parentheses further in',
      'select 1 from "t" where exists (select 1 from "u" where true) limit 1',
      'select 1\nfrom "t"\nwhere exists (\n  select 1\n  from "u"\n  where true\n)\nlimit 1',
    ],
    [
      'and one in that',
      'select (select 1 from (select 2 from "u" limit 1) "v") from "t"',
      'select (\n  select 1\n  from (\n    select 2\n    from "u"\n    limit 1\n  ) "v"\n)\nfrom "t"',
    ],
    [
      'leaves other parentheses',
      'select substring("a" from 1) from "t" where ("a" = 1 and (trim(both from "b") = 2))',
      'select substring("a" from 1)\nfrom "t"\nwhere ("a" = 1 and (trim(both from "b") = 2))',
    ],
    [
      'leaves quoted text',
      `select ' from x', " where y", \` limit z\` from "t"`,
      `select ' from x', " where y", \` limit z\`\nfrom "t"`,
    ],
    ['knows doubled quotes', `select 'it''s from here' from "t"`, `select 'it''s from here'\nfrom "t"`],
    ['keeps an open quote', "select ' from t", "select ' from t"],
    [
      'breaks before joins',
      'select 1 from "a" left join "b" on true inner join "c" on true',
      'select 1\nfrom "a"\nleft join "b" on true\ninner join "c" on true',
    ],
  ])('%s', (_title, sql, lines) => {
    expect(sqlLines(sql)).toBe(lines)
    expect(
      sqlLines(sql)
        .replace(/\(\n */g, '(')
        .replace(/\n *\)/g, ')')
        .replace(/\n */g, ' '),
    ).toBe(sql)
  })
})

describe('A statement to copy', () => {
  test.each<[string, string, readonly string[], string]>([
    ['without parameters', 'select 1 from "t"', [], 'select 1\nfrom "t"'],
    [
      'with numbered places',
      'select 1 from "t" where "a" = $2 and "b" = $1 limit $3',
      ['"it\'s"', '-1.5', '25'],
      `select 1\nfrom "t"\nwhere "a" = (-1.5) and "b" = 'it''s'\nlimit 25`,
    ],
    [
      'with a place used twice',
      'select $1 from "t" where "a" = $1',
      ['null'],
      'select null\nfrom "t"\nwhere "a" = null',
    ],
    [
      'with question marks',
      'select 1 from "t?" where a = ? and b = \'?\'',
      ['true'],
      'select 1\nfrom "t?"\nwhere a = true and b = \'?\'',
    ],
    ['with a question mark for an operator', 'select "a" ? $1', ['"x"'], `select "a" ? 'x'`],
    ['with a timestamp', 'select ?', ['1970-01-01T00:00:00.000Z'], `select '1970-01-01T00:00:00.000Z'`],
  ])('%s has them in place', (_title, sql, params, copied) => expect(copiedSql(sql, params)).toBe(copied))

  test.each<[string, string, readonly string[]]>([
    ['bytes', 'select ?', ['(3 bytes)']],
    ['a list', 'select $1', ['["a", 1]']],
    ['a record', 'select $1', ['{"a":1}']],
    ['a backslash, which some databases read', 'select ?', [String.raw`"\\'; drop table t --"`]],
    ['a line break', 'select ?', [String.raw`"a\nb"`]],
    ['places of SQL Server', 'select @par0', ['1']],
    ['more places than parameters', 'select ?, ?', ['1']],
    ['fewer', 'select ?', ['1', '2']],
    ['a numbered place without its parameter', 'select $1, $3', ['1', '2']],
    ['a comment', "select ? -- it's", ['1']],
    ['another comment', "select ? /* it's */", ['1']],
    ['an escape', String.raw`select ?, '\''`, ['1']],
    ['a quote of PostgreSQL', "select $1, $x$'$x$", ['1']],
  ])('with %s has its parameters as comments', (_title, sql, params) => {
    const comments = params.map((text, at) => `-- ${at + 1} = ${text}`)
    expect(copiedSql(sql, params)).toBe([sql, ...comments].join('\n'))
  })

  test('has no line of a parameter outside its comment', () => {
    expect(copiedSql('select ?', ['odd\ndrop table t'])).toBe('select ?\n-- 1 = odd drop table t')
  })
})

describe('A text in colours', () => {
  const kinds = (tokens: ReturnType<typeof sqlTokens>) =>
    tokens.flatMap(({ kind, text }) => (kind === null ? [] : [`${kind} ${text}`]))
  test.each<[string, typeof sqlTokens, string, string[]]>([
    [
      'SQL',
      sqlTokens,
      `select "a", \`b\`, [c d] from t1 where lower("x") = $1 and y = 'it''s' limit ? offset @p0 fetch 10`,
      [
        'keyword select',
        'name "a"',
        'name `b`',
        'name [c d]',
        'keyword from',
        'keyword t1',
        'keyword where',
        'keyword lower',
        'name "x"',
        'parameter $1',
        'keyword and',
        'keyword y',
        "text 'it'",
        "text 's'",
        'keyword limit',
        'parameter ?',
        'keyword offset',
        'parameter @p0',
        'keyword fetch',
        'number 10',
      ],
    ],
    ['SQL that is cut off', sqlTokens, `select 'a`, ['keyword select', "text 'a"]],
    [
      'JSON',
      jsonTokens,
      String.raw`{"a\"": "b: \\", "c": [-1.5e3, true, null]}`,
      [String.raw`name "a\""`, String.raw`text "b: \\"`, 'name "c"', 'number -1.5e3', 'keyword true', 'keyword null'],
    ],
  ])('%s stays what it is', (_title, tokensOf, text, words) => {
    const tokens = tokensOf(text)
    expect(tokens.map((token) => token.text).join('')).toBe(text)
    expect(kinds(tokens)).toEqual(words)
  })
})

describe('A request to copy', () => {
  const description = {
    selectableFields: [{ name: 'id' }, { name: 'author.name' }],
    filterableFields: [
      { name: 'title', type: 'text', operators: ['$eq', '$in', '$ilike', '$null'] },
      { name: 'year', type: 'integer', operators: ['$gte', '$btw', '$in'] },
      { name: 'price', type: 'decimal', operators: ['$eq'] },
      { name: 'lent', type: 'boolean', operators: ['$eq'] },
      { name: 'tags', type: 'collection', elementType: 'text', operators: ['$contains'] },
    ],
  } as unknown as ConfigDescription
  const url = (query: string): string => `http://localhost/books?${query}`

  test('as curl, quoted for a shell', () => {
    expect(copyAs('curl', url(`search=it's $HOME`), description)).toBe(
      `curl 'http://localhost/books?search=it'\\''s $HOME'`,
    )
  })
  test.each(['filter.title=$eq:x[1-3]', 'filter.title=$in:{a,b}'])('as curl, which takes it as it is: %s', (query) => {
    expect(copyAs('curl', url(query), description)).toBe(`curl -g 'http://localhost/books?${query}'`)
  })
  test('as fetch', () => {
    expect(copyAs('fetch', url(`search=it's`), description)).toBe(
      "const response = await fetch('http://localhost/books?search=it\\'s')\nconst page = await response.json()\n",
    )
  })
  test('with the headers that it is sent with', () => {
    const headers = [['X-Tenant', "it's 7"]] as const
    expect(copyAs('curl', url('page=2'), description, headers)).toBe(
      "curl 'http://localhost/books?page=2' -H 'X-Tenant: it'\\''s 7'",
    )
    expect(copyAs('fetch', url('page=2'), description, headers)).toContain(
      "await fetch('http://localhost/books?page=2', { headers: { 'X-Tenant': 'it\\'s 7' } })\n",
    )
    expect(copyAs('url', url('page=2'), description, headers)).toBe(url('page=2'))
  })
  test('as the typed client', () => {
    const text = copyAs(
      'client',
      url('limit=5&sortBy=title:desc&search=a&filter.year=$btw:1800,1900&page=2'),
      description,
    )
    expect(text).toContain("const client = createListClient<typeof list>('/books')")
    expect(text).toContain(
      "const query = client.query()\n  .limit(5)\n  .sortBy('title', 'desc')\n  .search('a')\n  .filter('year', '$btw', [1800, 1900])\n  .page(2)\n",
    )
  })
  test.each(['page=2', 'filter.nope=$eq:1'])('as the typed client, with parameters of the app: %s', (query) => {
    expect(copyAs('client', url(`lang=de&${query}&q=it's`), description)).toContain(
      "const client = createListClient<typeof list>('/books?lang=de&q=it%27s')\n",
    )
  })
  test.each<[string, string | null]>([
    ['filter.title=$eq:it%27s', ".filter('title', '$eq', 'it\\'s')"],
    ['filter.TITLE=$not:$null', ".not.filter('title', '$null')"],
    ['filter.title=$null&filter.title=$or:$ilike:x', ".filter('title', '$null')\n  .or.filter('title', '$ilike', 'x')"],
    ['filter.year=$in:1,-2', ".filter('year', '$in', [1, -2])"],
    ['filter.price=$eq:1.50', ".filter('price', '$eq', '1.50')"],
    ['filter.lent=$eq:TRUE', ".filter('lent', '$eq', true)"],
    ['filter.tags=$contains:a,b', ".filter('tags', '$contains', ['a', 'b'])"],
    ['searchBy=title&searchBy=author', ".searchBy('title', 'author')"],
    ['fields=id,Author.Name', ".fields('id', 'author.name')"],
    ['fields=id,nope', null],
    ['filter.year=$gte:soon', null],
    ['filter.year=$eq:1', null],
    ['filter.nope=$eq:1', null],
    ['filter.year=$btw:1', null],
    ['sortBy=title', null],
    ['filter=year=$null', null],
    ['after=a-b', ".after('a-b')"],
    ['before=a-b&sortBy=title:asc', ".sortBy('title', 'asc')\n  .before('a-b')"],
  ])('%s is written %s', (query, chain) => {
    expect(queryChain(query, description)).toBe(chain === null ? null : `client.query()\n  ${chain}`)
    if (chain === null)
      expect(copyAs('client', url(query), description)).toContain(`const query = client.parse('?${query}')`)
  })
})

describe('A query string', () => {
  test.each([
    ['filter.a=%24gte%3A1%2C2&search=a%20b%26c%2B%25', 'filter.a=$gte:1,2&search=a%20b%26c%2B%25'],
    ['search=%2524', 'search=%2524'],
    ['filter.a=%3a%2C', 'filter.a=:,'],
    ['search=S%C3%A3o+%e4%ba%ac%F0%A0%AE%B7', 'search=São+京𠮷'],
    // What cannot be seen, or hides what follows, and bytes that are no text.
    ['search=a%C2%A0b%E2%80%AEc%E2%80%8Bd', 'search=a%C2%A0b%E2%80%AEc%E2%80%8Bd'],
    ['search=%C3%A3%A3%C3', 'search=%C3%A3%A3%C3'],
  ])('%s reads as %s and means the same', (query, text) => {
    expect(readable(query)).toBe(text)
    expect([...new URLSearchParams(readable(query))]).toEqual([...new URLSearchParams(query)])
  })

  test.each([
    ['/books?page=2', 'page=2'],
    ['http://localhost/books?page=2#top', 'page=2'],
    ['?page=2', 'page=2'],
    ['page=2', 'page=2'],
    [' /books ', ''],
    ['', ''],
    ['/books?search=a?b', 'search=a?b'],
    ['/r&d/books?page=2', 'page=2'],
    ['http://localhost/a=b?page=2', 'page=2'],
    ['search=what?&limit=2', 'search=what?&limit=2'],
    ['?search=what?', 'search=what?'],
    ['limit=2&?', 'limit=2&?'],
  ])('is read out of %j', (text, query) => expect(typedQuery(text)).toBe(query))
})

describe('A change of a request', () => {
  const SORTED = { sortBy: ['a:ASC'] }
  test.each<[string, Parameters<typeof changedQuery>[1], string]>([
    ['', () => SORTED, 'sortBy=a:ASC'],
    ['page=3&filter.a=$eq:1', () => SORTED, 'sortBy=a:ASC&filter.a=$eq:1'],
    ['after=x&limit=2', () => ({}), 'limit=2'],
    ['before=x&fields=a,b', () => SORTED, 'sortBy=a:ASC&fields=a,b'],
    ['fields=a&fields=b', () => SORTED, 'sortBy=a:ASC&fields=a,b'],
    ['lang=de&search=x&q=a%20b', () => ({ search: null }), 'lang=de&q=a%20b'],
    ['limit=0&page=2', () => SORTED, 'limit=0&sortBy=a:ASC'],
    ['?page=2', () => SORTED, 'sortBy=a:ASC&%3Fpage=2'],
    ['filter.a=$eq:1', ({ filters }) => ({ filters: [...filters, ['b', '$null']] }), 'filter.a=$eq:1&filter.b=$null'],
  ])('%j keeps what is not changed, from the first page', (query, change, changed) => {
    expect(readable(changedQuery(query, change))).toBe(changed)
  })
})

test.each([
  ['filters.a=$eq:1&q=a%20b', 'filters.a', 'filter.a', 'filter.a=$eq:1&q=a%20b'],
  ['sort=a&page=2&sort=b', 'sort', 'sortBy', 'sortBy=a&page=2&sortBy=b'],
  ['q=1', 'p', 'page', 'q=1'],
])('%s with %s renamed to %s', (query, parameter, name, changed) => {
  expect(readable(renamed(query, parameter, name))).toBe(changed)
})

describe('What is asked for', () => {
  test.each([
    ['', false, 'search, filter, sort'],
    ['page=3&limit=5', false, 'search, filter, sort'],
    ['sortBy=a:ASC', false, 'sorted'],
    ['search=x', true, 'searched'],
    ['filter.a=$eq:1', true, '1 filter'],
    ['search=x&filter.a=$gte:1&filter.a=$lt:5&filter=b=$null&sortBy=a:ASC', true, 'searched · 3 filters · sorted'],
  ])('by %j: rows are left out: %s; %s', (query, narrowed, text) => {
    const { state } = parseListQuery(query)
    expect([narrowings(state).length > 0, askedText(state)]).toEqual([narrowed, text])
  })
})

describe('What leaves rows out', () => {
  const QUERY =
    'search=x&searchBy=a&filter.a=$eq:1&filter.b=$null&filter.A=$or:$not:$eq:2&filter.a=$or:$eq:3&filter=c=$null'
  test.each([
    ['search x', 'filter.a=$eq:1&filter.b=$null&filter.A=$or:$not:$eq:2&filter.a=$or:$eq:3&filter=c=$null'],
    ['a $eq:1', 'search=x&searchBy=a&filter.b=$null&filter.A=$not:$eq:2&filter.a=$or:$eq:3&filter=c=$null'],
    ['b $null', 'search=x&searchBy=a&filter.a=$eq:1&filter.A=$or:$not:$eq:2&filter.a=$or:$eq:3&filter=c=$null'],
    ['a $or:$eq:3', 'search=x&searchBy=a&filter.a=$eq:1&filter.b=$null&filter.A=$or:$not:$eq:2&filter=c=$null'],
    ['filter c=$null', 'search=x&searchBy=a&filter.a=$eq:1&filter.b=$null&filter.A=$or:$not:$eq:2&filter.a=$or:$eq:3'],
  ])('is left out by itself: %s', (text, left) => {
    const one = narrowings(parseListQuery(QUERY).state).find((other) => other.text === text)
    expect(new URLSearchParams(changedQuery(QUERY, one!.without)).toString()).toBe(new URLSearchParams(left).toString())
  })
})

describe('A hint', () => {
  const named = (...names: string[]) => names.map((name) => ({ name }))
  const description = {
    sortableFields: named('title', 'year'),
    searchableFields: named('title'),
    selectableFields: named('id', 'title'),
    filterableFields: [],
  } as unknown as ConfigDescription
  test.each<[string, string, string, string | null]>([
    ['filter.titel', "Did you mean 'title'?", 'filter.titel=$eq:a&page=2', 'filter.title=$eq:a&page=2'],
    ['sortBy', "Did you mean 'year'?", 'sortBy=title:ASC&sortBy=yaer:DESC', 'sortBy=title:ASC&sortBy=year:DESC'],
    ['searchBy', "Did you mean 'title'?", 'search=a&searchBy=titel', 'search=a&searchBy=title'],
    ['fields', "Did you mean 'title'?", 'fields=id,titel', 'fields=id,title'],
    ['filter.year', "Write '$eq:1871'. It allows $eq.", 'filter.year=1871', 'filter.year=$eq:1871'],
    ['filter.year', "Write '$eq:1871'. It allows $eq.", 'filter.year=1871&filter.year=$null', null],
    ['filter.year', 'It allows $eq.', 'filter.year=1871', null],
    ['filter.titel', "Did you mean 'title'?", 'page=2', null],
    ['filter', "Did you mean 'title'?", 'filter=titel=$null', null],
  ])('of %s, %s, is followed in %s', (parameter, hint, query, followed) => {
    const mend = mended(query, { parameter, hint } as never, description)
    expect(mend === null ? null : decodeURIComponent(mend.query)).toBe(followed)
    if (mend !== null) expect(hint.startsWith(mend.sentence)).toBe(true)
  })
})

describe('A value of a facet', () => {
  type Filters = readonly (readonly [string, string])[]
  test.each<[string, Filters, string, Filters]>([
    ['is added', [], '$eq:a', [['f', '$eq:a']]],
    ['is taken away', [['f', '$eq:a']], '$eq:a', []],
    [
      'is joined with or',
      [['f', '$eq:a']],
      '$eq:b',
      [
        ['f', '$eq:a'],
        ['f', '$or:$eq:b'],
      ],
    ],
    [
      'leaves the others when it goes, the next of them first',
      [
        ['f', '$eq:a'],
        ['f', '$or:$eq:b'],
        ['f', '$or:$null'],
      ],
      '$eq:a',
      [
        ['f', '$eq:b'],
        ['f', '$or:$null'],
      ],
    ],
    [
      'is found in a list',
      [['f', '$in:a,b,c']],
      '$eq:b',
      [
        ['f', '$in:a'],
        ['f', '$or:$in:c'],
      ],
    ],
    [
      'is null',
      [['f', '$eq:null']],
      '$null',
      [
        ['f', '$eq:null'],
        ['f', '$or:$null'],
      ],
    ],
    [
      'holds a comma',
      [['f', '$eq:a,b']],
      '$eq:a',
      [
        ['f', '$eq:a,b'],
        ['f', '$or:$eq:a'],
      ],
    ],
    [
      'keeps its place among other fields',
      [
        ['e', '$eq:1'],
        ['F', '$eq:a'],
        ['g', '$eq:2'],
        ['f', '$or:$eq:b'],
      ],
      '$eq:b',
      [
        ['e', '$eq:1'],
        ['f', '$eq:a'],
        ['g', '$eq:2'],
      ],
    ],
    [
      'takes the place of a range',
      [
        ['f', '$gte:1'],
        ['f', '$lt:5'],
      ],
      '$eq:3',
      [['f', '$eq:3']],
    ],
    ['takes the place of what is negated', [['f', '$not:$eq:a']], '$eq:a', [['f', '$eq:a']]],
    [
      'takes the place of values that must all hold',
      [
        ['f', '$contains:a'],
        ['f', '$contains:b'],
      ],
      '$contains:a',
      [['f', '$contains:a']],
    ],
    [
      'is an element',
      [['f', '$contains:a']],
      '$contains:b',
      [
        ['f', '$contains:a'],
        ['f', '$or:$contains:b'],
      ],
    ],
    ['is a range', [['f', '$eq:a']], '$btw:1,9', [['f', '$btw:1,9']]],
    ['is a range that is there', [['f', '$btw:1,9']], '$btw:1,9', []],
  ])('%s', (_title, before, criterion, after) => {
    expect(toggled(before, 'f', criterion)).toEqual(after)
    expect(isChosen(after, 'f', criterion)).toBe(!isChosen(before, 'f', criterion))
  })
})

describe('A row', () => {
  test.each([
    [
      'of nested records',
      { id: 1, author: { name: 'x', home: { town: 'y' } } },
      [
        ['id', 1],
        ['author.name', 'x'],
        ['author.home.town', 'y'],
      ],
    ],
    ['of lists', { tags: ['a', { b: 1 }] }, [['tags', ['a', { b: 1 }]]]],
    ['of an empty record', { a: {} }, [['a', {}]]],
    [
      'of a record that has names of requests itself',
      { a: { b: { c: 1 }, 'b.c': 2 }, 'd.e': 3 },
      [
        ['a', { b: { c: 1 }, 'b.c': 2 }],
        ['d.e', 3],
      ],
    ],
    ['that is a value', 7, [['value', 7]]],
  ])('%s has cells by the names of requests', (_title, item, cells) => expect([...flatRow(item)]).toEqual(cells))

  test('without its joined record adds no column of its own', () => {
    expect(
      columnsOf(
        [
          { id: 1, author: null },
          { id: 2, author: { name: 'x' } },
        ].map(flatRow),
      ),
    ).toEqual(['id', 'author.name'])
    expect(columnsOf([{ id: 1, author: null }].map(flatRow))).toEqual(['id', 'author'])
  })
})

describe('A column', () => {
  test.each<[string, readonly unknown[], string | undefined, boolean]>([
    ['of numbers', [1, null, -2.5], undefined, true],
    ['of money as exact text', ['12.50', '-0.01', undefined], 'decimal', true],
    ['of big integers as text', ['9007199254740993'], undefined, true],
    ['of codes with leading zeros', ['007', '12'], undefined, false],
    ['of digits in a text field', ['12', '13'], 'text', false],
    ['of mixed values', [1, 'a'], undefined, false],
    ['of nothing', [null, undefined], undefined, false],
    ['of dates', ['2024-01-01'], 'timestamp', false],
  ])('%s: %j as %s is numeric: %s', (_title, values, type, numeric) => expect(isNumeric(values, type)).toBe(numeric))

  test.each([
    ['a text', 'a, b', 'a, b'],
    ['a list', ['zh', 1, null], 'zh, 1, null'],
    [
      'rows',
      [
        { id: 1, name: 'x', year: 2 },
        { id: 2, name: '', year: 3 },
      ],
      'x, 2',
    ],
    ['rows of records', [{ author: { name: 'y' } }], 'y'],
    ['a mixed list', [{ a: 1 }, 2], '{"a":1}, 2'],
    ['an empty list', [], '[]'],
    ['an empty record', {}, '{}'],
    ['true', true, 'true'],
  ])('%s has a line', (_title, value, line) => expect(lineOf(value)).toBe(line))
})

describe('A parameter', () => {
  const cyclic: { self?: unknown } = {}
  cyclic.self = cyclic
  test.each([
    ['1', '"1"'],
    [1, '1'],
    [2n ** 60n, '1152921504606846976'],
    [true, 'true'],
    [null, 'null'],
    [undefined, 'null'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [new Date(NaN), 'Invalid Date'],
    [new Uint8Array(3), '(3 bytes)'],
    [['a', 1n, null], '["a", 1, null]'],
    [{ a: 1 }, '{"a":1}'],
    [cyclic, '[object Object]'],
    [{ a: 1n }, '[object Object]'],
  ])('%s reads as %s', (value, text) => expect(parameterText(value)).toBe(text))
})

test.each<[meta: object, words: string]>([
  [{ itemCount: 20, currentPage: 1, totalItems: 70, totalPages: 4 }, '20 of 70 rows · page 1 of 4'],
  [{ itemCount: 0, currentPage: 1, totalItems: 0, totalPages: 0 }, 'no rows'],
  [
    { itemCount: 20, currentPage: 1, totalItems: null, totalPages: null, totalItemsAtLeast: 10_001 },
    '20 of 10,000+ rows · page 1',
  ],
  [
    { itemCount: 0, currentPage: 9, totalItems: null, totalPages: null, totalItemsAtLeast: 101 },
    '0 of 100+ rows · page 9',
  ],
  // Past the end of what nobody has counted.
  [{ itemCount: 0, currentPage: 9, totalItems: null, totalPages: null, totalItemsAtLeast: 0 }, 'no rows here · page 9'],
  [{ itemCount: 0, currentPage: 9, totalItems: null, totalPages: null, totalItemsAtLeast: 1 }, 'no rows here · page 9'],
  [{ itemCount: 3 }, '3 rows'],
])('a page of %j is summed up as %s', (meta, words) => {
  expect(pageSummary(meta as never)).toBe(words)
})
