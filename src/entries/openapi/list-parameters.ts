// Add-on openapi: the query parameters of a list.
import { checkOptions } from '../../mistakes/check-options.js'
import type { ConfigDescription } from '../../types/config-description.js'
import { MAX_CURSOR_LENGTH } from '../../features/cursors/cursor-text.js'
import { MAX_INTEGER, RELEVANCE, UNLIMITED } from '../../vocabulary.js'
import { extensionsOf } from './extensions.js'
import { expressionParameter } from './expression-parameter.js'
import { filterParameter } from './filter-parameter.js'
import {
  acceptedBy,
  describeSource,
  isEnabled,
  type ListParametersOptions,
  type OpenApiSource,
  PARAMETERS_OPTIONS,
} from './list-source.js'
import { defaultSentence, type JsonSchema, type OpenApiParameter, parameter } from './open-api-types.js'

/**
 * Returns the query parameters of a list, as OpenAPI 3.1 Parameter Objects: `page` (`after` and `before` in a list with
 * cursors), `limit`, `sortBy`, `search`, `searchBy`, `filter.<field>` and `filter`, as the configuration declares them.
 * Plain data.
 *
 * Field names have their canonical spelling; the endpoint reads them in upper or lower case.
 *
 * @throws PaginateConfigError for an option that it does not have
 * @example
 * ```json
 * { "name": "sortBy", "in": "query", "style": "form", "explode": true,
 *   "schema": { "type": "array", "items": { "type": "string", "enum": ["title:ASC", "title:DESC"] }, "maxItems": 5 } }
 * ```
 */
export function listParameters(source: OpenApiSource, options: ListParametersOptions = {}): OpenApiParameter[] {
  checkOptions('listParameters()', options, PARAMETERS_OPTIONS)
  const description = describeSource(source, options)
  const place = description.paging === 'cursor' ? cursorParameters(description) : [pageParameter(description)]
  return [...place, limitParameter(description), ...rowParameters(source, options)]
}

/** Those that decide what the rows are and in which order: all but paging. */
export function rowParameters(
  source: OpenApiSource,
  options: ListParametersOptions & { readonly as?: string } = {},
): OpenApiParameter[] {
  const description = describeSource(source, options)
  const examples = { description, accepts: acceptedBy(source), given: options.examples }
  return [
    ...sortParameter(description),
    ...searchParameters(description),
    ...description.filterableFields.map((field) => filterParameter(field, examples)),
    ...expressionParameter(examples),
    ...fieldsParameter(options.as === 'csv' ? withoutChildren(description) : description),
  ]
}

/** The schemas of `after` and `before`, `page` and `limit`, which the bound query shares. */
export const cursorSchemaOf = (): JsonSchema => ({ type: 'string', minLength: 1, maxLength: MAX_CURSOR_LENGTH })

export const pageSchemaOf = (): JsonSchema => ({ type: 'integer', minimum: 1, maximum: MAX_INTEGER, default: 1 })

export function limitSchemaOf({ defaultLimit, maxLimit, unlimitedMaxRows }: ConfigDescription): JsonSchema {
  const range = { minimum: 1, maximum: maxLimit }
  return {
    type: 'integer',
    default: defaultLimit,
    ...(unlimitedMaxRows === null ? range : { anyOf: [range, { const: UNLIMITED }] }),
  }
}

/** Names one by one, as a bound query has them. */
export const fieldsSchemaOf = ({ selectableFields = [] }: ConfigDescription): JsonSchema => ({
  type: 'array',
  items: { type: 'string', enum: selectableFields.map(({ name }) => name) },
})

/** A CSV has no column for them. */
function withoutChildren({ selectableFields = [], ...description }: ConfigDescription): ConfigDescription {
  const sets = new Set(description.children?.map(({ name }) => name))
  return { ...description, selectableFields: selectableFields.filter(({ name }) => !sets.has(name)) }
}

function fieldsParameter(description: ConfigDescription): OpenApiParameter[] {
  const [first] = description.selectableFields ?? []
  if (first === undefined) return []
  const text = 'Members that items shall have, with commas between them; all of them where it is absent.'
  const examples = { one: { summary: `${first.name} alone`, value: [first.name] } }
  return [{ ...parameter('fields', text, fieldsSchemaOf(description), examples), explode: false }]
}

/** `field:ASC` and `field:DESC` of every sortable field that is switched on. */
export function sortEntries({
  sortableFields,
  searchWith,
}: Pick<ConfigDescription, 'sortableFields' | 'searchWith'>): string[] {
  const names = sortableFields.filter(isEnabled).map(({ name }) => name)
  if (searchWith === 'ranked') names.push(RELEVANCE)
  return names.flatMap((name) => [`${name}:ASC`, `${name}:DESC`])
}

export const searchNames = ({ searchableFields }: ConfigDescription): string[] =>
  searchableFields.filter(isEnabled).map(({ name }) => name)

/** Without examples: only a page has cursors. */
function cursorParameters({ unlimitedMaxRows }: ConfigDescription): OpenApiParameter[] {
  const of = (name: string, other: string, member: string): OpenApiParameter => {
    const sentences = [
      `The page ${name} a position: \`${member}\` of another page of the same order.`,
      `Not together with \`${other}\`.`,
      ...(unlimitedMaxRows === null ? [] : ['Not where `limit` is -1.']),
    ]
    return parameter(name, sentences.join(' '), cursorSchemaOf())
  }
  return [of('after', 'before', 'meta.nextCursor'), of('before', 'after', 'meta.previousCursor')]
}

function pageParameter({ maxOffset, unlimitedMaxRows }: ConfigDescription): OpenApiParameter {
  const sentences = [
    'The page, counted from 1. A page past the end has no items.',
    ...(maxOffset === null ? [] : [`At most ${maxOffset} rows may be skipped.`]),
    ...(unlimitedMaxRows === null ? [] : ['Must be 1 where `limit` is -1.']),
  ]
  return parameter('page', sentences.join(' '), pageSchemaOf(), { first: { summary: 'the first page', value: 1 } })
}

function limitParameter(description: ConfigDescription): OpenApiParameter {
  const { defaultLimit, maxLimit, unlimitedMaxRows } = description
  const sentences = [
    `Rows per page, ${defaultLimit} where it is absent, ${maxLimit} at most.`,
    ...(unlimitedMaxRows === null
      ? []
      : [`\`-1\` asks for all rows as one page, rejected where more than ${unlimitedMaxRows} match.`]),
  ]
  return parameter('limit', sentences.join(' '), limitSchemaOf(description), {
    default: { summary: 'as many as without it', value: defaultLimit },
    maximum: { summary: 'as many as a page may hold', value: maxLimit },
  })
}

const RANK_SENTENCE = '`relevance` needs a search term; with a term and without `sortBy`, the best matches come first.'

function sortParameter(description: ConfigDescription): OpenApiParameter[] {
  const entries = sortEntries(description)
  if (entries.length === 0 && description.sortableFields.length === 0) return []
  const defaults = description.defaultSort.map(({ name, direction }) => `${name}:${direction.toUpperCase()}`)
  // A list may have more of its own than a request may send.
  const isSendable = defaults.length <= description.maxSortFields
  // Relevance needs a search term, which an example of this parameter cannot have.
  const termless = sortEntries({ sortableFields: description.sortableFields })
  const [first] = termless
  const several = termless.filter((entry) => entry.endsWith(':DESC')).slice(0, description.maxSortFields)
  const examples =
    first === undefined
      ? undefined
      : {
          one: { summary: `by ${first}`, value: [first] },
          ...(several.length > 1 ? { several: { summary: 'by several fields', value: several } } : {}),
        }
  const schema: JsonSchema = {
    type: 'array',
    items: namesSchema(entries),
    maxItems: description.maxSortFields,
    ...(defaults.length > 0 && isSendable ? { default: defaults } : {}),
  }
  const sentences = [
    'Sorts by a field and direction; repeat the parameter for further sorts, applied in the order given.',
    ...(isSendable ? [] : [defaultSentence(defaults)]),
    ...(description.fixedOrder === undefined ? [] : ['Where it is absent, rows have an order of their own.']),
    ...(description.searchWith === 'ranked' ? [RANK_SENTENCE] : []),
  ]
  const text = sentences.join(' ')
  return [{ ...parameter('sortBy', text, schema, examples), ...extensionsOf(description.sortableFields, true) }]
}

/** Without an enumeration where all of its names are switched off: an empty one is not a schema. */
const namesSchema = (names: string[]): JsonSchema =>
  names.length === 0 ? { type: 'string' } : { type: 'string', enum: [...names] }

function searchParameters(description: ConfigDescription): OpenApiParameter[] {
  const { minSearchLength, maxSearchLength, ignoreSearchByInQueryParam, searchableFields, searchWith } = description
  const names = searchNames(description)
  const [first] = names
  const isOn = first !== undefined || searchWith !== undefined
  if (!isOn && searchableFields.length === 0) return []
  const term = 'example'
    .padEnd(minSearchLength, ' example')
    .slice(0, Math.max(minSearchLength, Math.min(maxSearchLength, 7)))
    .replace(/ $/, 'e')
  const search = parameter(
    'search',
    searchWith === undefined
      ? `Rows of which any searchable field contains the term, white space around it aside. A blank term means no search.`
      : `Rows that match the term, white space around it aside, in the list's own way. A blank term means no search.`,
    { type: 'string', minLength: minSearchLength, maxLength: maxSearchLength },
    isOn ? { term: { summary: 'rows that contain it', value: term } } : undefined,
  )
  const shown = isOn ? search : { ...search, 'x-enabled': false }
  if (searchableFields.length === 0) return [shown]
  const searchBy = parameter(
    'searchBy',
    searchWith === undefined
      ? 'Narrows the search to a field; repeat the parameter for several.'
      : 'Searches for the term as a part of the text of a field instead; repeat the parameter for several.',
    { type: 'array', items: namesSchema(names), uniqueItems: true },
    first === undefined
      ? undefined
      : { one: { summary: `in ${first} only`, value: [first] }, all: { summary: 'in all of them', value: names } },
  )
  const extensions = extensionsOf(searchableFields, true)
  return ignoreSearchByInQueryParam ? [{ ...shown, ...extensions }] : [shown, { ...searchBy, ...extensions }]
}
