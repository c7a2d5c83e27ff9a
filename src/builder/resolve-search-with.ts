// Builder: a search by the host's own condition.
import { is, SQL, sql, type Table } from 'drizzle-orm'
import { dialectFacts, type DialectName } from '../dialect-facts.js'
import { referencedJoins } from '../fragments/referenced-tables.js'
import type { Field, HostSearch, ResolvedConfig } from '../types/config.js'
import type { SearchAnswer, SearchFunction } from '../types/search-with.js'
import { scalarType } from '../values/built-in.js'
import { RELEVANCE } from '../vocabulary.js'
import type { Declaration } from './declaration.js'
import * as configRefusals from './config-refusals.js'
import { refuse } from './refuse.js'
import type { ResolvedFields } from './resolve-fields.js'
import { onlyOne } from './resolve-paging.js'

/** A term to ask the function for the shape of its answer. */
const PROBE = 'a'

/** Switched off by `.when(false)`, it is checked all the same. */
export function resolveSearchWith(table: Table, resolved: ResolvedFields, declared: readonly Declaration[]): ResolvedConfig['searchWith'] {
  const declaration = onlyOne(declared, 'searchWith')
  if (declaration === undefined) return null
  if (typeof declaration.search !== 'function') return refuse(configRefusals.searchNotAFunction)
  if (resolved.fields.has(RELEVANCE)) refuse(configRefusals.relevanceTaken)
  const ask = declaration.search as SearchFunction
  const search = (term: string): HostSearch => {
    const { where, rank } = readAnswer(ask(Object.freeze({ term, table })))
    return {
      where: sql`(${where})`,
      rank: rank === undefined ? null : rankField(rank, term, resolved),
      joins: referencedJoins(where, resolved.joins),
    }
  }
  const isRanked = search(PROBE).rank !== null
  return declaration.isEnabled ? Object.freeze({ isRanked, search }) : null
}

function readAnswer(answer: SearchAnswer): { readonly where: SQL; readonly rank: SQL | undefined } {
  if (is(answer, SQL)) return { where: answer, rank: undefined }
  const { where, rank } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    readonly where?: unknown
    readonly rank?: unknown
  }
  if (!is(where, SQL) || !(rank === undefined || is(rank, SQL))) return refuse(configRefusals.searchNotAFunction)
  return { where, rank }
}

function rankField(rank: SQL, term: string, { joins, dialect, fields }: ResolvedFields): Field {
  return Object.freeze({
    name: RELEVANCE,
    index: fields.size,
    expression: rankExpression(rank, dialect),
    facts: null,
    type: scalarType('float', null),
    isNullable: true,
    joins: referencedJoins(rank, joins),
    path: null,
    term,
  })
}

/** A double, whose text says all of it, so that a cursor holds it. PostgreSQL sorts nulls above every rank, the others below. */
function rankExpression(rank: SQL, dialect: DialectName): SQL {
  return dialectFacts(dialect).typing === 'strict' ? sql`coalesce((${rank})::double precision, '-infinity')` : sql`(${rank})`
}
