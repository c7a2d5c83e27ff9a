// Client: the immutable query of a list, and its query string. No configuration, no core and no Drizzle at run time.
import type { AnyPaginateConfig } from '../../types/paginate-config.js'
import type {
  CheckedCriteria,
  CursorText,
  FilterName,
  ListSource,
  OperandArguments,
  OperandOf,
  OperatorOf,
  PageNumber,
  SearchName,
  SortName,
  ExpressionArgument,
  FieldsArgument,
} from './client-types.js'
import { bothOf, type Conditions, conditions, type ListCondition } from './condition.js'
import { criterionTexts } from '../../basics/criteria-text.js'
import { type CriterionParts, readCriterion } from './criterion.js'

/** The content of a query, as plain JSON-safe data. */
export interface ListQueryState {
  /** 1-based. @default 1 */
  readonly page: number
  /** The position that the page begins after, or ends before, in a list with cursors. @default null */
  readonly after: string | null
  readonly before: string | null
  /** Rows per page, `-1` for all of them; null for the endpoint's default. */
  readonly limit: number | null
  /** `field:ASC` or `field:DESC`, in the order they apply. */
  readonly sortBy: readonly string[]
  readonly search: string | null
  readonly searchBy: readonly string[]
  /** Field and criterion, as `filter.<field>=<criterion>` sends them, in order. */
  readonly filters: readonly (readonly [field: string, criterion: string])[]
  /** The text that `filter` sends, in a list that reads expressions. */
  readonly filterExpression: string | null
  /** The members that items have, in a list that declares `.selectable()`. Empty: all. */
  readonly fields: readonly string[]
}

/** What may follow `.not` and `.or`. */
export type ModifiedQuery<Source extends ListSource> = Pick<ListQuery<Source>, 'not' | 'or'> & {
  /** Adds one criterion under the modifiers before it. */
  filter<Name extends FilterName<Source>, Operator extends OperatorOf<Source, Name>>(
    field: Name,
    operator: Operator,
    ...operand: OperandArguments<Source, Name, Operator>
  ): ListQuery<Source>
}

const NO_CURSOR = { after: null, before: null }
const FIRST_PAGE = { page: 1, ...NO_CURSOR }
const EMPTY: ListQueryState = {
  ...FIRST_PAGE,
  limit: null,
  sortBy: [],
  search: null,
  searchBy: [],
  filters: [],
  filterExpression: null,
  fields: [],
}
const FILTER = 'filter.'
const EXPRESSION = 'filter'
const CURSORS = ['after', 'before'] as const
/** Names match case-insensitively, as the endpoint matches them. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
/** 1 to the largest whole number that an endpoint reads, of 31 bits. */
const isCount = (number: number | null): boolean => number! > 0 && number === (number! | 0)
const assertCount = (name: string, number: number | null): void => {
  // What an input has is text, whatever the types say.
  if (typeof number === 'string') throw new RangeError(`The ${name} '${number}' is text; pass a number.`)
  if (!isCount(number)) throw new RangeError(`The ${name} ${number} is not a whole number from 1 to 2147483647.`)
}
const isFilled = (text: string): boolean => text.trim() !== ''
/** What a form that is not filled in yet holds: such a member of an object of criteria is not a criterion. */
const isUnset = (value: unknown): boolean => value === undefined || (Array.isArray(value) && !value.length)
const isOf =
  (field: string) =>
  ([name]: readonly [string, string]): boolean =>
    isSame(name, field)

/**
 * A list request in the making. Immutable: every call returns a new query. `listQuery()`, `parseListQuery()` and a
 * client make one.
 *
 * A change of filters, search or sort keeps the page: go back to the first with `.page(1)`. It drops a cursor, because
 * a cursor is a position among the rows of one request.
 */
export class ListQuery<Source extends ListSource = AnyPaginateConfig> {
  /** Plain data, to compare, store or show. */
  readonly state: ListQueryState
  readonly #modifiers: string

  /**
   * Makes a query from a state. Members that are absent are as in an empty query.
   *
   * @throws RangeError for a page or a limit that no endpoint reads
   */
  constructor(state: Partial<ListQueryState> = {}, modifiers = '') {
    const own: { [name: string]: unknown } = { ...EMPTY, ...state }
    // Lists of its own: those of `EMPTY` are in every query, and those of an app may change.
    for (const name in own) if (Array.isArray(own[name])) own[name] = Object.freeze([...own[name]])
    this.state = Object.freeze(own) as unknown as ListQueryState
    const { page, limit } = this.state
    assertCount('page', page)
    if (limit !== null && limit !== -1) assertCount('limit', limit)
    this.#modifiers = modifiers
    Object.freeze(this)
  }

  /** @throws TypeError after `.not` and `.or`, which the call would lose: other rows would be asked for */
  #with(state: Partial<ListQueryState>): ListQuery<Source> {
    if (this.#modifiers) throw new TypeError('After .not and .or, call .filter() with an operator.')
    return new ListQuery({ ...this.state, ...state })
  }

  /**
   * Sets the page, and drops a cursor. In a list with cursors, 1 is the only page with a number, and is not sent.
   *
   * @param page 1-based
   * @throws RangeError for anything but a whole number from 1 to 2147483647
   */
  page(page: PageNumber<Source>): ListQuery<Source> {
    return this.#with({ ...FIRST_PAGE, page: page as number })
  }

  /**
   * Asks for the page that begins after a position, in a list with cursors. Replaces a page, and a position before.
   *
   * @param cursor `meta.nextCursor` of a page of the same order; null for the first page
   */
  after(cursor: CursorText<Source> | null): ListQuery<Source> {
    return this.#with({ ...FIRST_PAGE, after: (cursor as string | null) || null })
  }

  /**
   * Asks for the page that ends before a position. @param cursor `meta.previousCursor` of a page of the same order;
   * null for the first page
   */
  before(cursor: CursorText<Source> | null): ListQuery<Source> {
    return this.#with({ ...FIRST_PAGE, before: (cursor as string | null) || null })
  }

  /**
   * Sets the rows per page.
   *
   * @param limit rows per page; `-1` for all of them if the endpoint allows it; null for its default
   * @throws RangeError for anything but these and a whole number from 1 to 2147483647
   */
  limit(limit: number | null): ListQuery<Source> {
    return this.#with({ limit })
  }

  /** Adds a sort after those before it. If the field is sorted already, its direction changes and its place stays. */
  sortBy(field: SortName<Source>, direction: 'asc' | 'desc' = 'asc'): ListQuery<Source> {
    const entry = `${field}:${direction.toUpperCase()}`
    const { sortBy } = this.state
    const isOfField = (other: string): boolean => isSame(other.replace(/:[^:]*$/, ''), field)
    const entries = sortBy.some(isOfField)
      ? sortBy.map((other) => (isOfField(other) ? entry : other))
      : [...sortBy, entry]
    return this.#with({ ...NO_CURSOR, sortBy: entries })
  }

  /** Goes back to the endpoint's default sort. */
  clearSort(): ListQuery<Source> {
    return this.#with({ ...NO_CURSOR, sortBy: [] })
  }

  /**
   * Sets the search term.
   *
   * @param term null or `''` for none; the endpoint trims it
   */
  search(term: string | null): ListQuery<Source> {
    return this.#with({ ...NO_CURSOR, search: term || null })
  }

  /** Replaces the fields to search in. Without names, the search reads all searchable fields. */
  searchBy(...fields: readonly SearchName<Source>[]): ListQuery<Source> {
    return this.#with({ ...NO_CURSOR, searchBy: fields })
  }

  /**
   * Adds a criterion to a field. Criteria on one field join from left to right, and fields are AND-ed.
   *
   * In a `$in` list, a value with a comma is sent as a separate `$eq`, and a null as `$null`: the field must allow
   * these as well. An empty list throws, because it would match no row, and without the filter all rows would match. In
   * an object of criteria, a member that is undefined or an empty list is left out.
   *
   * @throws TypeError for a value that is not text, a number, a boolean or a date, such as `NaN` or an invalid `Date`,
   * and for an object of criteria after `.not` or `.or`
   * @throws RangeError for an empty list, for a comma in `$btw` or in a collection's `$contains`, and if commas or null
   * in `$in` would need parentheses that a query string does not have
   * @example
   * ```ts
   * listQuery<typeof articleList>().filter('status', '$in', ['draft', 'live']).filter('views', { $gte: 10, $lt: 20 })
   * // filter.status=$in:draft,live & filter.views=$gte:10 & filter.views=$lt:20
   * ```
   */
  filter<
    Name extends FilterName<Source>,
    // `FieldCriteria`, written out: the compiler then prints the operators, and not that name with the whole
    // configuration in it.
    const Given extends
      | OperatorOf<Source, Name>
      | { readonly [Operator in OperatorOf<Source, Name>]?: OperandOf<Source, Name, Operator> | undefined },
  >(
    field: Name,
    operator: Given & CheckedCriteria<Source, Name, Given>,
    ...operand: OperandArguments<Source, Name, Given>
  ): ListQuery<Source>
  filter(field: string, operator: string | object, operand?: unknown): ListQuery<Source> {
    if (typeof operator === 'object') {
      // The object form has no modifiers, so each criterion is AND-ed by itself.
      return Object.entries(operator).reduce<ListQuery<Source>>(
        (query, [token, value]) => (isUnset(value) ? query : query.#add(field, token, value)),
        this.#with({}),
      )
    }
    return this.#add(field, operator, operand)
  }

  #add(field: string, operator: string, operand: unknown): ListQuery<Source> {
    const { connector, isNegated } = readCriterion(this.#modifiers)
    const isOr = connector === 'or'
    const { filters } = this.state
    const pair = (criterion: string, isJoinedByOr: boolean): readonly [string, string] => [
      field,
      isJoinedByOr ? `$or:${criterion}` : criterion,
    ]
    const isOfField = isOf(field)
    const [head, ...tail] = filters.filter(isOfField)
    if (isOr && !head) {
      throw new RangeError(`Filter '${field}' must not begin with '$or'.`)
    }
    // Several only for a list with commas or null: any of them must hold, or none.
    const group = criterionTexts(field, operator, operand).map((criterion) =>
      isNegated ? `$not:${criterion}` : criterion,
    )
    if (!head || group.length < 2 || isNegated !== isOr) {
      return new ListQuery({
        ...this.state,
        ...NO_CURSOR,
        filters: [...filters, ...group.map((criterion, at) => pair(criterion, at ? !isNegated : isOr))],
      })
    }
    // Criteria join from left to right without parentheses: the group stays together only at the front.
    if (tail.some(([, criterion]) => (readCriterion(criterion).connector === 'or') !== isOr)) {
      throw new RangeError(`Filter '${field}' cannot join a list with commas or null.`)
    }
    return new ListQuery({
      ...this.state,
      ...NO_CURSOR,
      filters: [
        ...filters.filter((filter) => !isOfField(filter)),
        ...group.map((criterion, at) => pair(criterion, at > 0 && !isNegated)),
        pair(head[1], isOr),
        ...tail,
      ],
    })
  }

  /**
   * Negates the next criterion: `.not.filter('status', '$eq', 'draft')` matches every other row, missing values
   * included.
   */
  get not(): ModifiedQuery<Source> {
    return this.#modified('$not:')
  }

  /** Joins the next criterion to those before it on the same field with "or". Across fields: `.expression()`. */
  get or(): ModifiedQuery<Source> {
    return this.#modified('$or:')
  }

  #modified(modifier: string): ModifiedQuery<Source> {
    return new ListQuery<Source>(this.state, this.#modifiers + modifier)
  }

  /**
   * Adds a condition across fields, in a list that declares `.withFilterExpressions()`. It is AND-ed with those before
   * it and with `.filter()`.
   *
   * @param make gets the function that makes conditions; null drops the conditions added before
   * @example
   * ```ts
   * listQuery<typeof orderList>().expression((is) => is.or(is('status', '$eq', 'open'), is.not(is('total', '$gte', 1000))))
   * // filter=status=$eq:open OR NOT total=$gte:1000
   * ```
   */
  expression(make: ExpressionArgument<Source, (is: Conditions<Source>) => ListCondition> | null): ListQuery<Source> {
    return this.#with({
      ...NO_CURSOR,
      filterExpression: make && bothOf(this.state.filterExpression, make(conditions as Conditions<Source>)),
    })
  }

  /**
   * Chooses the members that items have, in a list that declares `.selectable()`. Replaces the members of an earlier
   * call. Without names, items have all members.
   *
   * @example `listQuery<typeof articleList>().fields('id', 'title', 'author.name')` becomes
   * `fields=id,title,author.name`
   */
  fields(...names: readonly FieldsArgument<Source>[]): ListQuery<Source> {
    return this.#with({ fields: names as readonly string[] })
  }

  /** Returns the criteria of a field, taken apart; their values are text. */
  criteria(field: FilterName<Source>): CriterionParts[] {
    return this.state.filters.filter(isOf(field)).map(([, criterion]) => readCriterion(criterion))
  }

  /** Drops the criteria of these fields, or all of them. Conditions of `.expression()` stay. */
  clearFilters(...fields: readonly FilterName<Source>[]): ListQuery<Source> {
    const isKept = (filter: readonly [string, string]): boolean =>
      fields.length > 0 && !fields.some((field) => isOf(field)(filter))
    return this.#with({ ...NO_CURSOR, filters: this.state.filters.filter(isKept) })
  }

  /**
   * Returns the parameters in the order of the endpoint's own links: `limit`, `sortBy`, `search`, `searchBy`,
   * `filter.<field>`, `filter`, `fields`, then the page.
   */
  toURLSearchParams(): URLSearchParams {
    const { state } = this
    const parameters = new URLSearchParams()
    for (const name of ['limit', 'sortBy', 'search', 'searchBy'] as const) {
      for (const value of [state[name] ?? []].flat()) parameters.append(name, `${value}`)
    }
    for (const [field, criterion] of state.filters) parameters.append(FILTER + field, criterion)
    if (state.filterExpression) parameters.append(EXPRESSION, state.filterExpression)
    if (state.fields.length) parameters.append('fields', `${state.fields}`)
    for (const name of CURSORS) if (state[name]) parameters.append(name, state[name])
    if (state.page !== 1) parameters.append('page', `${state.page}`)
    return parameters
  }

  /** Returns the query string without its `?`, percent-encoded, with a space as `%20`; `''` for an empty query. */
  toString(): string {
    return this.toURLSearchParams().toString().replaceAll('+', '%20')
  }
}

/**
 * Makes an empty query, typed by the type of a configuration.
 *
 * @example
 * ```ts
 * import type { articleList } from '../server/article-list.js'
 *
 * const query = listQuery<typeof articleList>().limit(50).sortBy('title', 'desc').filter('views', '$btw', [1, 10])
 * fetch(`/articles?${query}`)
 * ```
 */
export function listQuery<Source extends ListSource = AnyPaginateConfig>(): ListQuery<Source> {
  return new ListQuery()
}

/**
 * Reads a query back from a URL, a link of a page, or a query string. Leaves out parameters that a list does not know,
 * and a `page` or `limit` that no endpoint reads. The endpoint checks names and values.
 */
export function parseListQuery<Source extends ListSource = AnyPaginateConfig>(
  source: string | URL | URLSearchParams,
): ListQuery<Source> {
  const text = String(source)
  // A path or URL ends at its first `?`. In other text, a `?` after the first `=` or `&` belongs to a value.
  const [, query = ''] = /^(?=(?:[a-z][a-z\d+.-]*:\/)?\/|[^?=&]*\?)[^?#]*(?:\?([^#]*)|#.*\?)/is.exec(text) ?? ['', text]
  const parameters = new URLSearchParams(`?${query}`)
  const number = (name: string): number | null => {
    const text = parameters.get(name)!
    return /^\d+$/.test(text) && isCount(+text) ? +text : null
  }
  const cursor = (name: string): string | null => (parameters.get(name)?.trim() ? parameters.get(name) : null)
  const list = (name: string): string[] => parameters.getAll(name).filter(isFilled)
  return new ListQuery({
    page: number('page') ?? 1,
    after: cursor('after'),
    before: cursor('before'),
    limit: parameters.get('limit') === '-1' ? -1 : number('limit'),
    sortBy: list('sortBy'),
    search: parameters.get('search') || null,
    searchBy: list('searchBy'),
    filters: [...parameters]
      .filter(([name]) => name > FILTER && name.startsWith(FILTER))
      .map(([name, value]) => [name.slice(FILTER.length), value]),
    filterExpression: list(EXPRESSION)[0] ?? null,
    // A comma in a value and a repeated parameter mean the same.
    fields: parameters.getAll('fields').join().split(',').filter(isFilled),
  })
}
