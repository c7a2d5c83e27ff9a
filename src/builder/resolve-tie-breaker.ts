// Builder: the tie-breaker, which ends every order and must therefore be unique and never null.
import { Column, type Table } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import { tableOf } from '../drizzle/tables.js'
import { readSource } from '../fragments/row-source.js'
import type { Field, TieBreakerTerm } from '../types/config.js'
import type { DeclarationOf } from '../types/declaration.js'
import { uniqueKeysOf } from './read-table.js'
import { undecoded } from '../values/declared-decoder.js'
import * as configRefusals from '../mistakes/config-refusals.js'
import { refuse } from '../mistakes/refuse.js'
import { checkDirection, fieldNamed } from './resolve-declarations.js'
import type { ResolvedFields } from './resolve-fields.js'

export function resolveTieBreaker(
  root: Table,
  resolved: ResolvedFields,
  declared: DeclarationOf<'withTieBreaker'> | undefined,
): readonly TieBreakerTerm[] {
  if (declared === undefined) return refuse(configRefusals.needsTieBreaker)
  if (declared.terms.length === 0) refuse(configRefusals.emptyNames('withTieBreaker'))
  const columns = new Set<string>()
  const sources = [root, ...resolved.joins.flatMap(({ kind, table }) => (kind === 'inner' ? [table] : []))]
  const terms = declared.terms.map(([name, direction]) => {
    const field = fieldNamed(resolved, 'withTieBreaker', name)
    const isFollowing = direction === 'follow'
    const own = isFollowing ? 'asc' : direction
    checkDirection('withTieBreaker', name, own)
    if (field.isNullable && !(declared.assumeUnique && isUnproven(field, sources)))
      refuse(configRefusals.nullableTieBreaker(name))
    // To-one joins keep the root's rows apart, so only the root's own columns prove anything.
    if (field.joins.length === 0 && is(field.expression, Column)) columns.add(field.expression.name)
    return Object.freeze({ field, direction: own, isFollowing })
  })
  if (!declared.assumeUnique && !isShownUnique(root, columns))
    refuse(configRefusals.notUnique(declared.terms.map(([name]) => name)))
  return Object.freeze(terms)
}

/**
 * A column that is declared never null, in a view whose query does not show whether that holds: the app says so
 * as well.
 */
function isUnproven(field: Field, sources: readonly Table[]): boolean {
  return sources.some((source) =>
    readSource(source).members.some(
      ({ expression, nulls }) => expression === undecoded(field.expression) && nulls === 'unknown',
    ),
  )
}

/** Columns of the tie-breaker that the schema shows to be unique together; null where it shows none. */
export function rowKeyOf(root: Table, terms: readonly TieBreakerTerm[]): readonly Column[] | null {
  const columns: Column[] = []
  for (const { field } of terms) {
    if (!is(field.expression, Column) || field.joins.length > 0 || field.isNullable) return null
    if (tableOf(field.expression) !== root) return null
    columns.push(field.expression)
  }
  return isShownUnique(root, new Set(columns.map((column) => column.name))) ? columns : null
}

const isShownUnique = (root: Table, names: ReadonlySet<string>): boolean =>
  uniqueKeysOf(root).some((key) => key.every((name) => names.has(name)))
