// Builder: joins and fields, from what was declared to what the engine reads.
import { Column, is, SQL, type Table } from 'drizzle-orm'
import { nameOf, referencedJoins, tableIdentity } from '../fragments/referenced-tables.js'
import type { Field, ResolvedJoin } from '../types/config.js'
import type { ColumnFacts, FieldValueType } from '../types/value.js'
import { factsUnderType } from '../values/facts-under-type.js'
import { readColumn } from '../values/read-column.js'
import type { Declaration, DeclarationOf } from './declaration.js'
import { columnsOf, isTableLike } from './read-table.js'
import { configRefusals, refuse } from './refusals.js'
import { fieldValueType, type RegisteredValueTypes } from './field-value-type.js'

export interface ResolvedFields {
  readonly joins: readonly ResolvedJoin[]
  /** By lower-case name. */
  readonly fields: ReadonlyMap<string, Field>
}

/** Every column of the root, of each join under its prefix, and each `.field()`, in that order. */
export function resolveFields(root: Table, declarations: readonly Declaration[], registered: RegisteredValueTypes): ResolvedFields {
  const joins = resolveJoins(root, ofKind(declarations, 'join'))
  const fields = new Map<string, Field>()
  const add = (method: string, field: Omit<Field, 'index'>): void => {
    if (field.name === '') refuse(configRefusals.emptyName(method))
    const folded = field.name.toLowerCase()
    const existing = fields.get(folded)
    if (existing !== undefined) {
      refuse(method === 'field' ? configRefusals.fieldTwice(field.name) : configRefusals.namesDifferInCase(existing.name, field.name))
    }
    fields.set(folded, Object.freeze({ ...field, index: fields.size }))
  }

  const addColumns = (table: Table, prefix: string | null, isOptional: boolean, needs: readonly number[]): void => {
    for (const [key, column] of columnsOf(table)) {
      const facts = readColumn(column)
      const name = prefix === null ? key : `${prefix}.${key}`
      add('join', {
        name,
        expression: column,
        ...typed(facts, fieldValueType({ name, own: undefined, registered, column, facts })),
        isNullable: isOptional || !column.notNull,
        joins: needs,
        path: Object.freeze(prefix === null ? [key] : [prefix, key]),
      })
    }
  }
  addColumns(root, null, false, Object.freeze([]))
  for (const [index, join] of joins.entries()) {
    addColumns(join.table, join.prefix, isOptional(joins, index), Object.freeze([...join.needs, index]))
  }
  const columnFields = [...fields.values()]
  for (const { name, selector, valueType } of ofKind(declarations, 'field')) {
    const expression = expressionOf('field', name, selector)
    const column = is(expression, Column) ? expression : null
    const facts = column === null ? null : readColumn(column)
    const needs = Object.freeze(referencedJoins(expression, joins))
    add('field', {
      name,
      expression,
      ...typed(facts, fieldValueType({ name, own: valueType, registered, column, facts })),
      isNullable: column === null || !column.notNull || needs.some((index) => isOptional(joins, index)),
      joins: needs,
      path: columnFields.find((field) => column !== null && isSameColumn(field.expression, column))?.path ?? null,
    })
  }
  return { joins, fields }
}

/** A value type with how the column's values lie under it. */
export function typed(facts: ColumnFacts | null, type: FieldValueType | null): Pick<Field, 'facts' | 'type'> {
  return { facts: facts !== null && type !== null ? factsUnderType(facts, type) : facts, type }
}

/** Columns of a left join may be null where the schema says they are not. */
function isOptional(joins: readonly ResolvedJoin[], index: number): boolean {
  return joins[index]?.kind === 'left'
}

function isSameColumn(one: Column | SQL, other: Column): boolean {
  return is(one, Column) && one.name === other.name && tableIdentity(tableOf(one)) === tableIdentity(tableOf(other))
}

const tableOf = (column: Column): Table => (column as Column & { readonly table: Table }).table

function resolveJoins(root: Table, declared: readonly DeclarationOf<'join'>[]): readonly ResolvedJoin[] {
  const joins: ResolvedJoin[] = []
  const inUse = new Set([tableIdentity(root)])
  for (const { method, prefix, table, on } of declared) {
    if (typeof prefix !== 'string' || prefix === '') refuse(configRefusals.emptyName(method))
    if (prefix.includes('.')) refuse(configRefusals.prefixNotPlain(prefix))
    if (joins.some((join) => join.prefix.toLowerCase() === prefix.toLowerCase())) refuse(configRefusals.prefixTwice(prefix))
    if (!isTableLike(table)) refuse(configRefusals.notSelectable(method, prefix))
    if (!is(on, SQL)) refuse(configRefusals.notSelectable(method, prefix))
    const identity = tableIdentity(table)
    if (inUse.has(identity)) refuse(configRefusals.joinTableTwice(prefix, nameOf(table)))
    inUse.add(identity)
    const kind = method === 'leftJoin' ? 'left' : 'inner'
    joins.push(Object.freeze({ prefix, kind, table, on, needs: Object.freeze(referencedJoins(on, joins)) }))
  }
  return Object.freeze(joins)
}

/** The column or expression of a selector; an alias given with `.as()` names a result, it is not part of the value. */
export function expressionOf(method: string, name: string, selector: unknown): Column | SQL {
  if (is(selector, SQL.Aliased)) return selector.sql
  if (is(selector, Column) || is(selector, SQL)) return selector
  return refuse(configRefusals.notSelectable(method, name))
}

export function ofKind<Kind extends Declaration['kind']>(
  declarations: readonly Declaration[],
  kind: Kind,
): readonly DeclarationOf<Kind>[] {
  return declarations.filter((declaration): declaration is DeclarationOf<Kind> => declaration.kind === kind)
}
