// The parts of the explorer's page that need no document.
import { describe, expect, test } from 'vitest'
import { columnsOf, flatRow } from '../../src/explorer/page/flat-row.js'
import { readable, typedQuery } from '../../src/explorer/page/query-text.js'
import { sqlLines } from '../../src/explorer/page/sql-lines.js'
import { parameterText } from '../../src/explorer/parameter-text.js'

describe('A statement over lines', () => {
  test.each([
    ['breaks before each clause', 'select "a" from "t" where "a" = $1 order by "a" asc limit $2 offset $3',
      'select "a"\nfrom "t"\nwhere "a" = $1\norder by "a" asc\nlimit $2\noffset $3'],
    ['leaves what stands in parentheses', 'select 1 from "t" where exists (select 1 from "u" where true)',
      'select 1\nfrom "t"\nwhere exists (select 1 from "u" where true)'],
    ['leaves quoted text', `select ' from x', " where y", \` limit z\` from "t"`, `select ' from x', " where y", \` limit z\`\nfrom "t"`],
    ['knows doubled quotes', `select 'it''s from here' from "t"`, `select 'it''s from here'\nfrom "t"`],
    ['keeps an open quote', "select ' from t", "select ' from t"],
    ['breaks before joins', 'select 1 from "a" left join "b" on true inner join "c" on true', 'select 1\nfrom "a"\nleft join "b" on true\ninner join "c" on true'],
  ])('%s', (_title, sql, lines) => {
    expect(sqlLines(sql)).toBe(lines)
    expect(sqlLines(sql).replaceAll('\n', ' ')).toBe(sql)
  })
})

describe('A query string', () => {
  test.each([
    ['filter.a=%24gte%3A1%2C2&search=a%20b%26c%2B%25', 'filter.a=$gte:1,2&search=a%20b%26c%2B%25'],
    ['search=%2524', 'search=%2524'],
    ['filter.a=%3a%2C', 'filter.a=:,'],
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
  ])('is read out of %j', (text, query) => expect(typedQuery(text)).toBe(query))
})

describe('A row', () => {
  test.each([
    ['of nested records', { id: 1, author: { name: 'x', home: { town: 'y' } } }, [['id', 1], ['author.name', 'x'], ['author.home.town', 'y']]],
    ['of lists', { tags: ['a', { b: 1 }] }, [['tags', ['a', { b: 1 }]]]],
    ['of an empty record', { a: {} }, [['a', {}]]],
    ['that is a value', 7, [['value', 7]]],
  ])('%s has cells by the names of requests', (_title, item, cells) => expect([...flatRow(item)]).toEqual(cells))

  test('without its joined record adds no column of its own', () => {
    expect(columnsOf([{ id: 1, author: null }, { id: 2, author: { name: 'x' } }].map(flatRow))).toEqual(['id', 'author.name'])
    expect(columnsOf([{ id: 1, author: null }].map(flatRow))).toEqual(['id', 'author'])
  })
})

describe('A parameter', () => {
  const cyclic: { self?: unknown } = {}
  cyclic.self = cyclic
  test.each([
    ['1', '"1"'], [1, '1'], [2n ** 60n, '1152921504606846976'], [true, 'true'], [null, 'null'], [undefined, 'null'],
    [new Date(0), '1970-01-01T00:00:00.000Z'], [new Date(NaN), 'Invalid Date'], [new Uint8Array(3), '(3 bytes)'],
    [['a', 1n, null], '["a", 1, null]'], [{ a: 1 }, '{"a":1}'], [cyclic, '[object Object]'], [{ a: 1n }, '[object Object]'],
  ])('%s reads as %s', (value, text) => expect(parameterText(value)).toBe(text))
})
