// A search by the app's own condition.
import { SQL, sql, type SQLWrapper, type Table } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { DIALECTS } from '../../dialects/index.js'
import { copyFragment, isWrapper, sqlOf } from '../../drizzle/chunks.js'
import { referencedJoins, refuseStray } from '../../fragments/referenced-tables.js'
import { chain, isPromiseLike } from '../../basics/maybe-promise.js'
import type { Field, HostSearch, LikeStrategy, OwnSearch } from '../../types/config.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { SearchFunction, SearchOrder } from '../../types/search-with.js'
import { isSameMember } from '../../values/declared-decoder.js'
import { scalarType } from '../../values/built-in.js'
import { RELEVANCE, type DialectName } from '../../vocabulary.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import { refuse } from '../../mistakes/refuse.js'

/** What is known of the list. */
type SearchedList = Pick<ResolvedConfig, 'dialect' | 'fields' | 'joins'>

/** A term to ask the function for the shape of its answer. */
const PROBE = 'a'

/**
 * Switched off by `.when(false)`, it is checked all the same. The function is not called: it may ask a service that
 * costs money.
 */
export function ownSearch(
  declaration: { readonly search: unknown; readonly isEnabled: boolean } | undefined,
  table: Table,
  resolved: SearchedList,
  likeStrategy: LikeStrategy,
): OwnSearch | null {
  if (declaration === undefined) return null
  if (typeof declaration.search !== 'function') return refuse(configRefusals.searchNotAFunction)
  if (resolved.fields.has(RELEVANCE)) refuse(configRefusals.relevanceTaken)
  const search = declaration.search as SearchFunction
  refuseStray('searchWith', null, search.columns, [table, ...resolved.joins.map((join) => join.table)])
  if (!declaration.isEnabled) return null
  return Object.freeze({
    orderedBy: () => orderOf(search, table),
    ask: (term: string) =>
      chain(search(Object.freeze({ term, table, likeStrategy })), (answer) => hostSearch(answer, term, resolved)),
    unasked: (term: string) => {
      const order = orderOf(search, table)
      const rank = order === 'nothing' ? null : rankField(sql`0`, term, resolved)
      return { where: sql`true`, rank, joins: [], isDistance: order === 'distance' }
    },
    words: wordFields(search, resolved),
  })
}

function wordFields({ words }: SearchFunction, { fields }: SearchedList): readonly Field[] | null {
  const all = [...fields.values()]
  const found = words?.flatMap((column) => all.find(({ expression }) => isSameMember(expression, column)) ?? [])
  return found === undefined || found.length < (words?.length ?? 0) ? null : found
}

const orders = new WeakMap<SearchFunction, WeakMap<Table, SearchOrder>>()

/**
 * What the function's answers order rows by, asked of it at most once in a process for each table: a function of several
 * lists may rank the rows of one, and not those of another.
 */
function orderOf(search: SearchFunction, table: Table): SearchOrder {
  const ofSearch = orders.get(search) ?? new WeakMap<Table, SearchOrder>()
  const known = search.orderedBy ?? ofSearch.get(table)
  if (known !== undefined) return known
  const order = isAsync(search) ? 'distance' : probedOrder(search, table)
  orders.set(search, ofSearch.set(table, order))
  return order
}

const isAsync = (search: SearchFunction): boolean => Object.prototype.toString.call(search) === '[object AsyncFunction]'

function probedOrder(search: SearchFunction, table: Table): SearchOrder {
  const answer = search(Object.freeze({ term: PROBE, table }))
  if (isPromiseLike(answer)) {
    // Only its order was asked for.
    answer.then(undefined, () => {})
    return 'distance'
  }
  const { rank, distance } = readAnswer(answer)
  return distance !== undefined ? 'distance' : rank !== undefined ? 'rank' : 'nothing'
}

function hostSearch(answer: unknown, term: string, resolved: SearchedList): HostSearch {
  // Copies: what the app appends to its own later changes nothing of this request.
  const { where, rank, distance } = copyFragment(readAnswer(answer))
  const order = distance === undefined ? rank && rankExpression(rank, resolved.dialect) : sql`${distance}`
  const field = order === undefined ? null : rankField(order, term, resolved)
  return {
    where: where === undefined ? null : sql`(${where})`,
    rank: field === null || distance === undefined ? field : { ...field, isDistance: true },
    joins: where === undefined ? [] : referencedJoins(where, resolved.joins),
    isDistance: distance !== undefined,
  }
}

interface ReadAnswer {
  readonly where: SQL | undefined
  readonly rank: SQL | undefined
  readonly distance: SQL | undefined
}

/** @throws PaginateConfigError for anything else */
function readAnswer(answer: unknown): ReadAnswer {
  if (is(answer, SQL)) return { where: answer, rank: undefined, distance: undefined }
  const { where, rank, distance } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    readonly [Name in keyof ReadAnswer]?: unknown
  }
  const isOptional = (given: unknown): given is SQLWrapper | undefined => given === undefined || isWrapper(given)
  const isComplete = distance === undefined ? is(where, SQL) : rank === undefined
  if (!isComplete || !(where === undefined || is(where, SQL)) || !isOptional(rank) || !isOptional(distance))
    return refuse(configRefusals.searchNotAFunction)
  return { where, rank: rank && sqlOf(rank), distance: distance && sqlOf(distance) }
}

function rankField(expression: SQL, term: string, { joins, fields }: SearchedList): Field {
  return Object.freeze({
    name: RELEVANCE,
    index: fields.size,
    expression,
    facts: null,
    type: scalarType('float', null),
    isNullable: true,
    joins: referencedJoins(expression, joins),
    path: null,
    term,
  })
}

/**
 * A double, whose text says all of it, so that a cursor holds it. PostgreSQL sorts nulls above every rank, the others
 * below.
 */
function rankExpression(rank: SQL, dialect: DialectName): SQL {
  return DIALECTS[dialect].typing === 'strict'
    ? sql`coalesce((${rank})::double precision, '-infinity')`
    : sql`(${rank})`
}
