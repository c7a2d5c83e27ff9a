// Parts of a document for lists that few have: the words, the limits and the patterns that follow from them.
import { sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { type AnyPaginateConfig, paginateConfig } from 'drizzle-paginate'
import { listParameters, type OpenApiParameter } from 'drizzle-paginate/openapi'
import { describe, expect, it } from 'vitest'
import { anyCase } from '../../src/openapi/any-case.js'

const rows = pgTable('rows', {
  id: integer().primaryKey(),
  title: text().notNull(),
  level: text({ enum: ['', 'low'] }),
  none: text({ enum: [''] }),
})
const begin = () => paginateConfig(rows).withLimits(5, 10).withTieBreaker('id')
const named = (config: AnyPaginateConfig, name: string): OpenApiParameter | undefined =>
  listParameters(config).find((parameter) => parameter.name === name)
const itemsOf = (
  config: AnyPaginateConfig,
  name: string,
): { readonly pattern: string; readonly enum: readonly string[] } =>
  (named(config, name) as OpenApiParameter).schema['items'] as never
const criterion = (config: AnyPaginateConfig, name: string): RegExp =>
  new RegExp(itemsOf(config, `filter.${name}`).pattern, 'u')

describe('A text in any case', () => {
  it.each<[text: string, accepted: readonly string[], refused: readonly string[]]>([
    ['sa', ['sa', 'SA', 'sA'], ['s', 'saa']],
    ['a.b', ['A.B'], ['aXb']],
    // A sigma at the end of a word is another letter, and a dotted I becomes two in lower case.
    ['Σας', ['Σας', 'σας', 'ΣΑΣ'], ['x', 'Σαςx']],
    ['İ', ['İ', 'i̇'], ['i', 'I']],
  ])('%s', (given, accepted, refused) => {
    const pattern = new RegExp(`^(?:${anyCase(given)})$`, 'u')
    for (const one of accepted) expect(one).toMatch(pattern)
    for (const one of refused) expect(one).not.toMatch(pattern)
  })
})

describe('A list', () => {
  const ranked = begin()
    .searchWith(() => ({ where: sql`1 = 1`, rank: sql`1` }))
    .sortable('title')

  it('by rank names the order, and what it needs', () => {
    const config = ranked.build() as AnyPaginateConfig
    expect(itemsOf(config, 'sortBy').enum).toContain('relevance:DESC')
    expect(named(config, 'sortBy')?.description).toContain('`relevance` needs a search term')
  })

  it('of one sort field has no example of several', () => {
    const config = begin().withMaxSortFields(1).sortable('title', 'id').build()
    expect(Object.keys(named(config, 'sortBy')?.examples ?? {})).toEqual(['one'])
  })

  it('searched in its own way and by fields says both', () => {
    const config = begin()
      .searchWith(() => sql`1 = 1`)
      .searchable('title')
      .build()
    expect(named(config, 'search')?.description).toContain("in the list's own way")
    expect(named(config, 'searchBy')?.description).toContain('as a part of the text of a field instead')
  })

  it('that ignores searchBy has no such parameter, and keeps the marks of its fields', () => {
    const config = begin().ignoreSearchByInQueryParam().searchable('title').showBadge('new').build()
    expect(named(config, 'searchBy')).toBeUndefined()
    expect(named(config, 'search')).toMatchObject({ 'x-badges': [{ name: 'new', field: 'title' }] })
  })

  it('by cursor that may be read whole says that the two do not go together', () => {
    const bounded = begin().withCursors().build()
    const whole = begin().withCursors().allowUnlimited(50).build()
    expect(named(whole, 'after')?.description).toContain('Not where `limit` is -1.')
    expect(named(bounded, 'after')?.description).not.toContain('-1')
  })
})

describe('A filter', () => {
  it('of operators without values says nothing of a value', () => {
    const config = begin().filterable('title', '$null').build()
    expect(named(config, 'filter.title')?.description).not.toContain('A value is')
    expect('$null').toMatch(criterion(config, 'title'))
    expect('$null:x').not.toMatch(criterion(config, 'title'))
  })

  it('of one value has a list of one', () => {
    const config = begin().withMaxFilterValues(1).filterable('title', '$in').filterable('id', '$in').build()
    expect('$in:1').toMatch(criterion(config, 'id'))
    expect('$in:1,2').not.toMatch(criterion(config, 'id'))
    expect('$in:a').toMatch(criterion(config, 'title'))
    expect(named(config, 'filter.id')?.examples?.['$in']?.value).toEqual([expect.not.stringContaining(',')])
  })

  it('over members that no request can send matches nothing, and has no examples', () => {
    const config = begin().filterable('none', '$eq').filterable('level', '$eq').build()
    for (const given of ['$eq:', '$eq:x', '$eq:none']) expect(given).not.toMatch(criterion(config, 'none'))
    expect(named(config, 'filter.none')?.examples ?? {}).toEqual({})
    expect('$eq:LOW').toMatch(criterion(config, 'level'))
    expect(Object.keys(named(config, 'filter.level')?.examples ?? {})).toContain('$eq')
  })
})
