// Declarations that are functions of the scope of a call: the condition of a join or a sub-collection, the
// expression of a field.
import { SQL, sql } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import * as callRefusals from '../../mistakes/call-refusals.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import { refuse } from '../../mistakes/refuse.js'
import { type Declaration, OF_ROWS, ofKind } from '../../types/declaration.js'
import type { ResolvedConfig, ScopedList } from '../../types/resolved-config.js'
import { scopedList } from './bound-lists.js'

type ScopeFunction = (given: { readonly scope: unknown }) => unknown
type Write = (condition: ScopeFunction, of: string) => SQL

interface Conditions {
  readonly on: SQL
  readonly joins: readonly { readonly on: SQL }[]
  readonly conditions?: readonly SQL[]
}

const isFunction = (given: unknown): given is ScopeFunction => typeof given === 'function'

/**
 * A declaration with what `write` makes of its functions; one without any is returned as it is.
 *
 * @param made what was made of rows: the same rows are the same in all declarations, whose sub-selects may then be one
 */
function mapFunctions(declaration: Declaration, write: Write, made: Map<object, object> = new Map()): Declaration {
  const written = <Given>(given: Given, of: string): Given => (isFunction(given) ? (write(given, of) as Given) : given)
  const conditionsOf = <Source extends Conditions>(source: Source, of: string): Source => {
    const { on, joins, conditions = [] } = Object(source) as Conditions
    // Something else is rejected where it is read.
    if (!Array.isArray(joins)) return source
    if (![on, ...joins.map((join) => join.on), ...conditions].some(isFunction)) return source
    const known = made.get(source)
    if (known !== undefined) return known as Source
    const mapped = Object.freeze({
      ...source,
      on: written(on, of),
      joins: joins.map((join) => ({ ...join, on: written(join.on, of) })),
      ...(source.conditions === undefined ? {} : { conditions: conditions.map((condition) => written(condition, of)) }),
    })
    made.set(source, mapped)
    return mapped
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
    default: {
      if (!('rows' in declaration)) return declaration
      const { kind, name } = declaration
      const isFilter = kind === 'filterableMany' || kind === 'filterableRecord'
      const rows = conditionsOf(declaration.rows, isFilter ? `.filterableMany('${name}')` : `the rows of '${name}'`)
      return rows === declaration.rows ? declaration : { ...declaration, rows }
    }
  }
}

/** What `build()` reads, which calls no function; and the list for a scope, null where there is no function. */
interface ScopedDeclarations {
  readonly declared: readonly Declaration[]
  readonly scoped: ScopedList | null
}

/**
 * One that is switched off is never called.
 *
 * @param build the list of declarations in which each function has its result
 */
export function scopedDeclarations(
  declared: readonly Declaration[],
  build: (bound: readonly Declaration[]) => ResolvedConfig,
): ScopedDeclarations {
  let hasFunctions = false
  /** With the first declaration of each. */
  const functions = new Map<ScopeFunction, string>()
  const unbound = declared.map((declaration) =>
    mapFunctions(declaration, (condition, of) => {
      hasFunctions = true
      if (declaration.isEnabled && !functions.has(condition)) functions.set(condition, of)
      // What is never bound to a scope cannot run: a placeholder has no value.
      return sql`${sql.placeholder('scope')}`
    }),
  )
  if (!hasFunctions) return { declared, scoped: null }
  const scoped = scopedList({
    // A function that several declarations have is called once.
    ask: (scope) => Array.from(functions, ([condition, of]) => answer(condition, of, scope)),
    bind: (answers) => {
      const answerOf = new Map(Array.from(functions.keys(), (condition, at) => [condition, answers[at] as SQL]))
      const made = new Map<object, object>()
      const bound = declared.map((declaration, index) =>
        declaration.isEnabled
          ? mapFunctions(declaration, (condition) => answerOf.get(condition) as SQL, made)
          : (unbound[index] as Declaration),
      )
      return build(bound)
    },
  })
  return { declared: unbound, scoped }
}

export function scopeConditions(declared: readonly Declaration[]): ResolvedConfig['scopes'] {
  const conditions = ofKind(declared, 'scopedBy').map(({ condition }) => condition)
  if (conditions.some((condition) => typeof condition !== 'function')) refuse(configRefusals.scopeNotAFunction)
  return Object.freeze(conditions)
}

function answer(condition: ScopeFunction, of: string, scope: unknown): SQL {
  if (condition.length > 0 && (scope === undefined || scope === null)) refuse(callRefusals.needsScope)
  const answered = condition({ scope })
  if (is(answered, SQL)) return answered
  return refuse(OF_ROWS in Object(answered) ? callRefusals.functionOfRows(of) : callRefusals.scopeAnsweredNoSql(of))
}
