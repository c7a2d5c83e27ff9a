// Add-on nestjs: for clients that were written for nestjs-paginate.
import { checkOptions } from '../../mistakes/check-options.js'
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import { PaginateConfigError } from '../../errors.js'
import { listRequest, type RawRequest } from '../http/list-request.js'
import { parseCriterion } from '../../plan/filters.js'
import { termsOfText } from '../../features/expressions/parse-expression.js'
import { PaginateQuery } from '../../request/paginate-query.js'
import { queryOf } from '../../request/query-source.js'
import type { AnyPaginateConfig } from '../../types/paginate-config.js'
import type { AnyPage } from '../../types/response.js'
import { EXPRESSION, FIELDS } from '../../vocabulary.js'

/** A page under the names of nestjs-paginate. */
export interface NestPaginated<Page extends AnyPage = AnyPage> {
  readonly data: Page['items']
  readonly meta: Omit<Page['meta'], 'sortBy'> & { readonly sortBy: [field: string, direction: 'ASC' | 'DESC'][] }
  readonly links: Page['links']
}

/** Members of a page that nestjs-paginate does not have, such as a summary. */
type OtherMembers<Page extends AnyPage> = Omit<Page, 'items' | 'meta' | 'links'>

/**
 * Returns a page under the names of nestjs-paginate: `data` instead of `items`, and `meta.sortBy` as pairs. The other
 * members keep their names; a link that does not exist is null, while nestjs-paginate leaves it out.
 *
 * @example `{ items: […], meta: { sortBy: ['title:ASC'], … }, links }` becomes
 * `{ data: […], meta: { sortBy: [['title', 'ASC']], … }, links }`
 */
export function asNestPaginated<Page extends AnyPage>({
  items,
  meta,
  links,
  ...others
}: Page): NestPaginated<Page> & OtherMembers<Page> {
  const sortBy = meta.sortBy.map((term) => {
    const colon = term.lastIndexOf(':')
    return [term.slice(0, colon), term.slice(colon + 1)]
  })
  return { data: items, meta: { ...meta, sortBy }, links, ...others } as unknown as NestPaginated<Page> &
    OtherMembers<Page>
}

/** The page that it was made of. */
export function pageOfNest(answer: AnyPage | NestPaginated): AnyPage {
  if ('items' in answer) return answer
  const { data, meta, ...others } = answer
  return {
    items: data,
    meta: { ...meta, sortBy: meta.sortBy.map((pair) => pair.join(':')) } as AnyPage['meta'],
    ...others,
  }
}

export interface NestPaginateOptions {
  /**
   * The field that marks deleted rows: `withDeleted=true` asks for rows of both kinds, where the request has no
   * criterion of its own on it. It has a default filter, or allows `$null`.
   *
   * @default none: `withDeleted` is not read
   */
  readonly deleted?: string | undefined
}

/**
 * Reads a request of a client of nestjs-paginate: `cursor` as `after`, `select` as `fields` in a list that declares
 * `.selectable()`, a filter without an operator as `$eq`, and `withDeleted=true` as both kinds of rows. The list
 * decides about all other parameters. Links carry the parameters that were read.
 *
 * @param request from Nest: `@Req()`
 * @throws PaginateConfigError if `deleted` is neither a field with a default filter, nor one that allows `$null`
 * @example
 * ```ts
 * // ?filter.status=open&withDeleted=true
 * nestPaginateQuery(request, ticketList, { deleted: 'deletedAt' })
 * // filter.status=$eq:open & filter.deletedAt=$null & filter.deletedAt=$or:$not:$null
 * ```
 * @see asNestPaginated for the response
 */
export function nestPaginateQuery(
  request: RawRequest,
  list: AnyPaginateConfig,
  options: NestPaginateOptions = {},
): PaginateQuery {
  checkOptions('nestPaginateQuery()', options, { deleted: true })
  const {
    url,
    query: { path },
  } = listRequest(request)
  const sent = new URLSearchParams(queryOf(url))
  const deleted = options.deleted === undefined ? null : deletedField(list, options.deleted)
  const { selectable } = resolvedConfig(list)
  const read = new URLSearchParams()
  let isWithDeleted = false
  for (const [name, value] of sent) {
    if (name === 'cursor') read.append('after', value)
    else if (name === 'withDeleted' && deleted !== null) isWithDeleted ||= value === 'true'
    else if (name.startsWith('filter.')) read.append(name, criterionOf(value))
    else if (name === 'select' && selectable !== null) read.append(FIELDS, value)
    else if (name === EXPRESSION) read.append(name, withOperators(value))
    else read.append(name, value)
  }
  const isFiltered = [...read.keys()].some(
    (name) => name.toLowerCase() === `filter.${deleted?.name.toLowerCase() ?? ''}`,
  )
  if (isWithDeleted && !isFiltered)
    for (const criterion of deleted?.both ?? []) read.append(`filter.${deleted?.name}`, criterion)
  return PaginateQuery.from(read).with({ path })
}

/** Text after the last modifier is a value, unless it claims to be an operator. */
function criterionOf(text: string): string {
  if (parseCriterion(text).ok) return text
  const [, modifiers = '', value = ''] = /^((?:\$(?:not|and|or):)*)(.*)$/is.exec(text) ?? []
  return value.startsWith('$') ? text : `${modifiers}$eq:${value}`
}

/**
 * An expression whose terms all have an operator. A text that is not an expression stays as it is, for the list to reject.
 */
function withOperators(expression: string): string {
  let written = ''
  let from = 0
  for (const { criterion, position } of termsOfText(expression)) {
    const added = criterionOf(criterion)
    // An empty term is not an expression.
    if (added === criterion || criterion === '') continue
    const modifiers = added.indexOf('$eq:')
    const isQuoted = /["']/.test(expression.charAt(position - 1))
    // Behind the modifiers, which may be in quotes.
    const at = position - 1 + (modifiers > 0 && isQuoted ? modifiers + 1 : modifiers)
    written += `${expression.slice(from, at)}$eq:`
    from = at
  }
  return written + expression.slice(from)
}

/** The field, and criteria that every row meets: that of the default filter, or `$null`, and its complement. */
function deletedField(
  list: AnyPaginateConfig,
  name: string,
): { readonly name: string; readonly both: readonly string[] } {
  const { defaultFilters, filterable } = resolvedConfig(list)
  const found = filterable.get(name.toLowerCase())
  const criterion =
    defaultFilters.find((filter) => filter.filterable === found)?.texts[0] ??
    (found?.operators.has('$null') === true ? '$null' : undefined)
  if (found !== undefined && criterion !== undefined)
    return { name: found.field.name, both: [criterion, `$or:${complementOf(criterion)}`] }
  throw new PaginateConfigError(
    `nestPaginateQuery() needs a filterable field '${name}' that allows '$null'; declare .filterable('${name}', '$null').`,
  )
}

/** `$not` twice is `$not` once. */
function complementOf(criterion: string): string {
  const positive = criterion.replace(/^(?:\$not:)+/i, '')
  return positive === criterion ? `$not:${criterion}` : positive
}
