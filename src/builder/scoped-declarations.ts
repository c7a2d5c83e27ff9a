// Builder: declarations that are functions of the scope of a call: the condition of a join or a sub-collection, the
// expression of a field.
import { is, SQL, sql } from 'drizzle-orm'
import { decoderOf } from '../drizzle/fragments.js'
import * as callRefusals from './call-refusals.js'
import type { Declaration } from './declaration.js'
import { refuse } from './refuse.js'

type ScopeFunction = (given: { readonly scope: unknown }) => unknown
type Write = (condition: ScopeFunction, of: string) => SQL

interface Conditions {
  readonly on: SQL
  readonly joins: readonly { readonly on: SQL }[]
  readonly conditions?: readonly SQL[]
}

const isFunction = (given: unknown): given is ScopeFunction => typeof given === 'function'

/** Each declaration with what `write` makes of its functions; one without any is returned as it is. */
function mapFunctions(declaration: Declaration, write: Write): Declaration {
  const written = <Given>(given: Given, of: string): Given => (isFunction(given) ? (write(given, of) as Given) : given)
  const conditionsOf = <Source extends Conditions>(source: Source, of: string): Source => {
    const { on, joins, conditions = [] } = Object(source) as Conditions
    // Something else is rejected where it is read.
    if (!Array.isArray(joins)) return source
    if (![on, ...joins.map((join) => join.on), ...conditions].some(isFunction)) return source
    return Object.freeze({
      ...source,
      on: written(on, of),
      joins: joins.map((join) => ({ ...join, on: written(join.on, of) })),
      ...(source.conditions === undefined ? {} : { conditions: conditions.map((condition) => written(condition, of)) }),
    })
  }
  switch (declaration.kind) {
    case 'join':
      return isFunction(declaration.on)
        ? { ...declaration, on: written(declaration.on, `.${declaration.method}('${declaration.prefix}')`) }
        : declaration
    case 'field':
      return isFunction(declaration.selector)
        ? { ...declaration, selector: written(declaration.selector, `.field('${declaration.name}')`) }
        : declaration
    case 'filterableMany':
    case 'filterableRecord': {
      const collection = conditionsOf(declaration.collection, `.filterableMany('${declaration.name}')`)
      return collection === declaration.collection ? declaration : { ...declaration, collection }
    }
    case 'children':
    case 'fieldOfRows': {
      const rows = conditionsOf(declaration.rows, `the rows of '${declaration.name}'`)
      return rows === declaration.rows ? declaration : { ...declaration, rows }
    }
    default:
      return declaration
  }
}

/** Null where no declaration is a function of the scope. */
export function scopedDeclarations(declared: readonly Declaration[]): ScopedDeclarations | null {
  // What is never bound to a scope cannot run: a placeholder has no value.
  const unbound = declared.map((declaration) => mapFunctions(declaration, () => sql`${sql.placeholder('scope')}`))
  if (unbound.every((declaration, at) => declaration === declared[at])) return null
  return {
    unbound,
    boundTo: (scope) =>
      declared.map((declaration) => mapFunctions(declaration, (condition, of) => answer(condition, of, scope))),
  }
}

export interface ScopedDeclarations {
  /** For `build()`, which calls no function. */
  readonly unbound: readonly Declaration[]
  /** @throws PaginateConfigError where the scope is left out, or a function does not return SQL */
  readonly boundTo: (scope: unknown) => readonly Declaration[]
}

function answer(condition: ScopeFunction, of: string, scope: unknown): SQL {
  if (condition.length > 0 && (scope === undefined || scope === null)) refuse(callRefusals.needsScope)
  const answered = condition({ scope })
  if (!is(answered, SQL)) return refuse(callRefusals.scopeAnsweredNoSql(of))
  // A wrapper is rendered for each statement, so that nothing of one scope is reused for another.
  const wrapped = { getSQL: () => answered, shouldOmitSQLParens: () => true }
  return new SQL([wrapped]).mapWith(decoderOf(answered))
}
