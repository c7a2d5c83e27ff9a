// Refusals: the same words, code and parameter whatever the engine.
import { configured, type Row, refusal, row } from '../row.js'
import type { ListName } from '../lists.js'
import { idsWhere } from '../subjects.js'

const refused = (list: ListName, request: string, code: string, parameter: string, message: string): Row =>
  row('Rejections', list, request, refusal(code, parameter, message))

const PAGE = ['page.not_positive_integer', 'page', `Query parameter 'page' must be a positive integer.`] as const
const LIMIT = ['limit.not_positive_integer', 'limit', `Query parameter 'limit' must be a positive integer.`] as const
const RANGE = ['limit.out_of_range', 'limit', `Query parameter 'limit' must be between 1 and 5.`] as const

const shortened = (text: string): string => (text.length > 64 ? `${text.slice(0, 64)}…` : text)

const invalid = (field: string, operator: string, text: string, rule: string): Row =>
  refused(
    'articles',
    `filter.${field}=${operator}:${encodeURIComponent(text)}`,
    'filter.value_invalid',
    `filter.${field}`,
    `Filter '${field}' has an invalid value '${shortened(text)}': ${rule}.`,
  )

const NUMBER = `expected a number with '.' as its decimal separator`
const BOOLEAN = `expected 'true' or 'false'`
const DATE = 'expected a date that exists, in the years 0001 to 9999'
const TIMESTAMP =
  'expected a date such as 2024-05-31 or a date and time such as 2024-05-31T23:59:59.5Z, with an offset up to 14:00'

const empty = (list: ListName, field: string, operator: string, text = ''): Row =>
  refused(
    list,
    `filter.${field}=${operator}:${text}`,
    'filter.value_empty',
    `filter.${field}`,
    `Filter '${field}' requires a value for '${operator}'; use '$null' to match missing values.`,
  )

export const refusalRows: readonly Row[] = [
  ...['0', '-1', '%2B2', '2.0', 'abc', '%202', '2147483648', '1e1'].map((text) =>
    refused('paged', `page=${text}`, ...PAGE),
  ),
  ...['0', '-2', '2.0', 'abc', '%202'].map((text) => refused('paged', `limit=${text}`, ...LIMIT)),
  ...['6', '-1', '2147483647'].map((text) => refused('paged', `limit=${text}`, ...RANGE)),
  refused(
    'paged',
    'page=9',
    'page.offset_too_deep',
    'page',
    `Query parameter 'page' reaches too far: at most 21 rows may be skipped.`,
  ),
  refused(
    'unlimited',
    'limit=-1&page=2',
    'page.unlimited',
    'page',
    `Query parameter 'page' must be 1 when 'limit' is -1.`,
  ),
  refused(
    'articles',
    'sortBy=title',
    'sort.malformed',
    'sortBy',
    `Sort 'title' must have the form 'field:ASC' or 'field:DESC'.`,
  ),
  refused(
    'articles',
    'sortBy=title:up',
    'sort.malformed',
    'sortBy',
    `Sort 'title:up' must have the form 'field:ASC' or 'field:DESC'.`,
  ),
  refused('articles', 'sortBy=body:ASC', 'sort.not_configured', 'sortBy', `Sort for field 'body' is not configured.`),
  refused('articles', 'sortBy=nope:ASC', 'sort.not_configured', 'sortBy', `Sort for field 'nope' is not configured.`),
  refused(
    'guarded',
    'sortBy=id:ASC&sortBy=id:ASC&sortBy=id:ASC',
    'sort.too_many_fields',
    'sortBy',
    `Query parameter 'sortBy' must not be repeated more than 2 times.`,
  ),
  refused(
    'guarded',
    'search=x',
    'search.too_short',
    'search',
    `Query parameter 'search' must have at least 2 characters.`,
  ),
  refused(
    'guarded',
    'search=xxxxx',
    'search.too_long',
    'search',
    `Query parameter 'search' must have at most 4 characters.`,
  ),
  refused('authored', 'search=x', 'search.not_configured', 'search', `Query parameter 'search' is not configured.`),
  refused(
    'articles',
    'searchBy=views',
    'search_by.not_configured',
    'searchBy',
    `Search for field 'views' is not configured.`,
  ),
  refused(
    'articles',
    'searchBy=title&searchBy=Title',
    'search_by.repeated',
    'searchBy',
    `Search for field 'title' must not be repeated.`,
  ),
  ...['nope', 'hidden', '__proto__', 'constructor', 'author'].map((name) =>
    refused(
      'articles',
      `filter.${name}=$eq:1`,
      'filter.not_configured',
      `filter.${name}`,
      `Filter for field '${name}' is not configured.`,
    ),
  ),
  ...['hello', '', '$not', '$or:', ':$eq:1', ' $eq:1'].map((text) =>
    refused(
      'articles',
      `filter.title=${encodeURIComponent(text)}`,
      'filter.malformed',
      'filter.title',
      `Filter 'title' must have the form '[$not:][$and:|$or:]$operator[:value]'.`,
    ),
  ),
  ...['title=$eq', 'title=$not:$eq', 'title=$SW', 'views=$gte'].map((text) => {
    const [field = ''] = text.split('=')
    return refused(
      'articles',
      `filter.${text}`,
      'filter.malformed',
      `filter.${field}`,
      `Filter '${field}' must use the format '$operator:value'.`,
    )
  }),
  refused(
    'articles',
    'filter.title=$nope:1',
    'filter.operator_unknown',
    'filter.title',
    `Filter 'title' has an unknown operator '$nope'.`,
  ),
  ...['and', 'or'].map((connector) =>
    refused(
      'articles',
      `filter.title=$${connector}:$eq:1`,
      'filter.leading_connector',
      'filter.title',
      `Filter 'title' must not begin with '$${connector}'; a connector joins a criterion to the one before it.`,
    ),
  ),
  refused(
    'articles',
    'filter.views=$contains:1',
    'filter.operator_not_supported',
    'filter.views',
    `Filter 'views' supports '$contains' only for string or collection fields.`,
  ),
  refused(
    'articles',
    'filter.isFeatured=$gt:true',
    'filter.operator_not_supported',
    'filter.isFeatured',
    `Filter 'isFeatured' does not support comparison operators for type 'Boolean'.`,
  ),
  refused(
    'articles',
    'filter.section=$gt:news',
    'filter.operator_not_supported',
    'filter.section',
    `Filter 'section' does not support comparison operators for type 'Enum'.`,
  ),
  refused(
    'articles',
    'filter.views=$ilike:1',
    'filter.operator_not_allowed',
    'filter.views',
    `Filter 'views' does not allow operator '$ilike'.`,
  ),
  refused(
    'articles',
    'filter.tags=$eq:a',
    'filter.operator_not_allowed',
    'filter.tags',
    `Filter 'tags' does not allow operator '$eq'.`,
  ),
  refused(
    'articles',
    'filter.title=$in',
    'filter.values_required',
    'filter.title',
    `Filter 'title' requires at least one '$in' value.`,
  ),
  refused(
    'articles',
    'filter.title=$in:',
    'filter.values_required',
    'filter.title',
    `Filter 'title' requires at least one '$in' value.`,
  ),
  refused(
    'articles',
    'filter.tags=$contains:',
    'filter.values_required',
    'filter.tags',
    `Filter 'tags' requires at least one '$contains' value.`,
  ),
  refused(
    'articles',
    'filter.body=$null:x',
    'filter.value_not_taken',
    'filter.body',
    `Filter 'body' does not take a value for '$null'.`,
  ),
  ...['1', '1,2,3', ''].map((text) =>
    refused(
      'articles',
      `filter.views=$btw:${text}`,
      'filter.two_values_required',
      'filter.views',
      `Filter 'views' requires exactly two '$btw' values.`,
    ),
  ),
  refused(
    'guarded',
    'filter.views=$eq:1&filter.views=$eq:1&filter.likes=$eq:1&filter.likes=$eq:1',
    'filter.too_many_conditions',
    'filter',
    `Query parameter 'filter' must not have more than 3 criteria.`,
  ),
  refused(
    'guarded',
    'filter.views=$in:1,2,3',
    'filter.too_many_values',
    'filter.views',
    `Filter 'views' must not have more than 2 '$in' values.`,
  ),
  ...['views', 'fee', 'score', 'isFeatured', 'publishedAt', 'uid', 'status'].map((field) =>
    empty('articles', field, '$eq'),
  ),
  empty('articles', 'views', '$in', '1,'),
  ...['letter', 'big', 'day', 'clock'].map((field) => empty('items', field, '$eq')),
  empty('items', 'letter', '$eq', '%20'),
  ...['1,5', 'abc', 'NaN', 'Infinity', '1e3', '1_000', '--1'].flatMap((text) => [
    invalid('fee', '$eq', text, NUMBER),
    invalid('score', '$eq', text, NUMBER),
  ]),
  invalid('score', '$eq', '9'.repeat(400), 'expected a number that a double-precision column can hold'),
  ...['1', '0', 'yes', ' true'].map((text) => invalid('isFeatured', '$eq', text, BOOLEAN)),
  ...['0f8fad5b', '{0f8fad5b-d9cb-469f-a165-000000000001', 'not-a-uuid'].map((text) =>
    invalid('uid', '$eq', text, 'expected a UUID'),
  ),
  ...['2023-02-29', '2024-13-01', '0000-01-01'].map((text) => invalid('publishedAt', '$eq', text, DATE)),
  ...['12:34', '2024-02-29 12:34', '2024-02-29T12:34:56+15:00', '2024-02-29T24:00', '10000-01-01', '2024-02-29Z'].map(
    (text) => invalid('publishedAt', '$eq', text, TIMESTAMP),
  ),
  row(
    'Rejections',
    'articles',
    'filter.title=$eq:a%00b',
    refusal(
      'filter.value_invalid',
      'filter.title',
      `Filter 'title' has an invalid value 'a\\u0000b': text must not contain a NUL character.`,
    ),
    {
      why: 'nul-character',
      on: configured('sqlite', 'mysql'),
      expected: { ids: [] },
    },
  ),
  row(
    'Rejections',
    'articles',
    'filter.title=$not:$ilike:%00',
    refusal(
      'filter.value_invalid',
      'filter.title',
      `Filter 'title' has an invalid value '\\u0000': text must not contain a NUL character.`,
    ),
    {
      why: 'nul-character',
      on: configured('sqlite', 'mysql'),
      expected: { ids: idsWhere(() => true) },
    },
  ),
  row(
    'Rejections',
    'articles',
    'search=%00a',
    refusal(
      'search.invalid_text',
      'search',
      `Query parameter 'search' is invalid: text must not contain a NUL character.`,
    ),
    {
      why: 'nul-character',
      on: configured('sqlite', 'mysql'),
      expected: { ids: [] },
    },
  ),
]
