// Builder: joins and fields, from what was declared to what the engine reads.
import { Column, SQL, Subquery, type Table } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import { DIALECTS } from '../dialects/index.js'
import { DIALECT_TITLES, type DialectName, VALUE_TYPES, type ValueTypeName } from '../vocabulary.js'
import { withoutAlias } from '../drizzle/tables.js'
import { copyFragment } from '../drizzle/chunks.js'
import { isSelectionField } from '../drizzle/fragments.js'
import { nameOf, referencedJoins, refuseStray } from '../fragments/referenced-tables.js'
import { memberBehind, readSource } from '../fragments/row-source.js'
import { isNameTaken, type RowSource } from '../fragments/source-name.js'
import { isStoredColumn } from '../fragments/stored-column.js'
import type { Field, ResolvedJoin } from '../types/config.js'
import type { ColumnFacts } from '../types/value.js'
import { factsUnderType } from '../values/facts-under-type.js'
import { copyExpression, decodedAs, isSameMember, knownAs } from '../values/declared-decoder.js'
import { factsNamed, readColumn } from '../values/read-column.js'
import {
  type ContentOf,
  type Declaration,
  type DeclarationOf,
  OF_ROWS,
  type OfRows,
  ofKind,
} from '../types/declaration.js'
import { expressionFacts, readAsMoment } from './expression-facts.js'
import { checkJoinOptions } from './join-options.js'
import { dialectOf, dialectWithin, isTableLike } from './read-table.js'
import { type RowsContext, supportOf } from './rows-support.js'
import * as configRefusals from '../mistakes/config-refusals.js'
import { refuse } from '../mistakes/refuse.js'
import { type FieldToType, fieldValueType, type RegisteredValueTypes } from '../values/field-value-type.js'

export interface ResolvedFields {
  readonly joins: readonly ResolvedJoin[]
  /** By lower-case name. */
  readonly fields: ReadonlyMap<string, Field>
  readonly dialect: DialectName
  /** The field of a column or an expression that a `.select()` names, by the path of its key. */
  readonly selected: (name: string, selector: unknown) => Field
}

/** Every member of the root's rows, of each join's under its prefix, and each `.field()`, in that order. */
export function resolveFields(
  root: Table,
  declarations: readonly Declaration[],
  registered: RegisteredValueTypes,
): ResolvedFields {
  checkSource(root)
  const dialect = dialectOf(root)
  const joins = resolveJoins(root, ofKind(declarations, 'join'))
  const fields = new Map<string, Field>()
  const typed = new Set<string>()
  const add = (method: string, field: Omit<Field, 'index'>, own?: unknown): void => {
    const folded = field.name.toLowerCase()
    const existing = fields.get(folded)
    // A member gets a value type of its own once.
    if (existing !== undefined && !(own !== undefined && !typed.has(folded) && isNewlyTyped(existing, field))) {
      refuse(
        method !== 'join'
          ? configRefusals.fieldTwice(method, field.name)
          : configRefusals.namesDifferInCase(existing.name, field.name),
      )
    }
    if (existing !== undefined) typed.add(folded)
    const expression = method === 'join' ? field.expression : decodedAs(field.expression, field.type)
    fields.set(folded, Object.freeze({ ...field, expression, index: existing?.index ?? fields.size }))
  }

  const addMembers = (table: Table, prefix: string | null, isOptional: boolean, needs: readonly number[]): void => {
    for (const { key, expression, nulls } of readSource(table).members) {
      const name = prefix === null ? key : `${prefix}.${key}`
      add('join', {
        name,
        expression,
        ...typedExpression({
          method: 'field',
          name,
          own: undefined,
          expression,
          registered,
          dialect,
          sources: [table],
        }),
        isNullable: isOptional || nulls !== 'never',
        joins: needs,
        path: Object.freeze(prefix === null ? [key] : [prefix, key]),
      })
    }
  }
  addMembers(root, null, false, Object.freeze([]))
  for (const [index, join] of joins.entries()) {
    addMembers(join.table, join.prefix, isOptional(joins, index), Object.freeze([...join.needs, index]))
  }
  const context: FieldContext = { root, joins, registered, dialect, members: [...fields.values()] }
  for (const declaration of declarations) {
    if (declaration.kind === 'fieldOfRows') add('field', fieldOfRows(declaration, context))
    if (declaration.kind === 'field') add('field', fieldOf('field', declaration, context), declaration.valueType)
  }
  for (const { prefix } of joins) if (fields.has(prefix.toLowerCase())) refuse(configRefusals.prefixIsField(prefix))
  return { joins, fields, dialect, selected: (name, selector) => selectedField(name, selector, context) }
}

interface FieldContext extends RowsContext {
  /** Of the root and of each join. */
  readonly members: readonly Field[]
}

function fieldOfRows(declaration: ContentOf<'fieldOfRows'>, context: FieldContext): Omit<Field, 'index'> {
  return supportOf(declaration.rows, configRefusals.needsRows('field', declaration.name)).field(declaration, context)
}

function fieldOf(
  method: 'field' | 'select',
  { name, selector, valueType }: Omit<ContentOf<'field'>, 'kind'>,
  { root, joins, registered, dialect, members }: FieldContext,
): Omit<Field, 'index'> {
  const sources: readonly Table[] = [root, ...joins.map((join) => join.table)]
  const expression = expressionOf(method, name, selector, sources, { valueType, dialect })
  refuseStray(method, name, expression, sources)
  const needs = Object.freeze(referencedJoins(expression, joins))
  const member = members.find((field) => isSameMember(field.expression, expression))
  const isMemberNullable = member?.isNullable ?? (!is(expression, Column) || !expression.notNull)
  return {
    name,
    expression,
    ...typedExpression({ method, name, own: valueType, expression, registered, dialect, sources }),
    isNullable: isMemberNullable || needs.some((index) => isOptional(joins, index)),
    joins: needs,
    path: member?.path ?? null,
  }
}

/** A member of an item that is not a declared field: clients can neither sort nor filter by it. */
function selectedField(name: string, selector: unknown, context: FieldContext): Field {
  const ofRows = (Object(selector) as Partial<OfRows>)[OF_ROWS]
  const field =
    ofRows === undefined
      ? fieldOf('select', { name, selector: selector as Column, valueType: undefined }, context)
      : fieldOfRows({ kind: 'fieldOfRows', name, ...ofRows }, context)
  return Object.freeze({ ...field, index: -1 })
}

/** A `.field()` under the name of a member, over that very member: it gives it a value type of its own. */
function isNewlyTyped(existing: Field, field: Omit<Field, 'index'>): boolean {
  return existing.path !== null && existing.name === field.name && isSameMember(existing.expression, field.expression)
}

interface ExpressionToType extends Omit<FieldToType, 'column' | 'facts'> {
  readonly expression: Column | SQL
  readonly dialect: DialectName
  /** What the column may be read from; null where it is read by an aggregate. */
  readonly sources: readonly RowSource[] | null
}

/** The value type of a column or an expression, with how its values lie under that type. */
export function typedExpression({
  method,
  name,
  own,
  expression,
  registered,
  dialect,
  sources,
}: ExpressionToType): Pick<Field, 'facts' | 'type'> {
  const column = is(expression, Column) ? expression : null
  const given = is(expression, Column)
    ? factsWithin(expression, sources, dialect)
    : expressionFacts(expression, own, dialect)
  const facts = column !== null && given !== null && isBuiltInName(own) ? factsNamed(own, column, given) : given
  const type = fieldValueType({ method, name, own, registered, column, facts })
  return { facts: facts !== null && type !== null ? factsUnderType(facts, type) : facts, type }
}

const isBuiltInName = (own: unknown): own is ValueTypeName => VALUE_TYPES.includes(own as ValueTypeName)

/** MySQL numbers the members of an enum only in the column: elsewhere it has their text. */
function factsWithin(column: Column, sources: readonly RowSource[] | null, dialect: DialectName): ColumnFacts {
  const facts = readColumn(column)
  if (!facts.isNativeEnum || !DIALECTS[dialect].numbersEnums) return facts
  const isStored = sources !== null && isStoredColumn(column, sources)
  return isStored ? facts : Object.freeze({ ...facts, storage: 'enum-text' })
}

/** Columns of a left join may be null where the schema says they are not. */
function isOptional(joins: readonly ResolvedJoin[], index: number): boolean {
  return joins[index]?.kind === 'left'
}

/** What conditions and searches read next to the app's columns: those of a table with such a name would mean theirs. */
const RESERVED: ReadonlySet<string> = new Set(['held_', 'wanted_', 'kept_', 'ranked_'])

/**
 * Rejects a view or sub-query of which a member cannot be named from outside, and a source with a reserved name.
 *
 * @param root the list's own table, for another that is to be in its query
 */
export function checkSource(source: RowSource, root?: RowSource): void {
  const name = nameOf(source)
  const dialect = root === undefined ? undefined : dialectWithin(root)
  if (dialect !== undefined && (dialectWithin(source) ?? dialect) !== dialect) {
    refuse(configRefusals.otherDialect(name, DIALECT_TITLES[dialect]))
  }
  if (RESERVED.has(name.toLowerCase())) refuse(configRefusals.sourceNameReserved(name))
  if (is(source, Subquery) && source._.isWith) refuse(configRefusals.sourceIsCte(name))
  for (const problem of readSource(source).problems) {
    if (problem.kind === 'same-name') refuse(configRefusals.sourceNameTwice(name, problem.key, problem.name))
    refuse(
      problem.kind === 'nested'
        ? configRefusals.sourceNested(name, problem.key)
        : configRefusals.sourceWithoutAlias(name, problem.key),
    )
  }
}

function resolveJoins(root: Table, declared: readonly DeclarationOf<'join'>[]): readonly ResolvedJoin[] {
  const joins: ResolvedJoin[] = []
  for (const { method, prefix, table, on, options } of declared) {
    if (prefix.includes('.')) refuse(configRefusals.prefixNotPlain(prefix))
    if (joins.some((join) => join.prefix.toLowerCase() === prefix.toLowerCase()))
      refuse(configRefusals.prefixTwice(prefix))
    if (!isTableLike(table) || !is(on, SQL)) refuse(configRefusals.joinIncomplete(method, prefix))
    const joined = joins.map((join) => join.table)
    if (isNameTaken(table, root, joined)) refuse(configRefusals.joinTableTwice(prefix, nameOf(table)))
    checkSource(table, root)
    refuseStray(method, prefix, on, [root, ...joined, table])
    const kind = method === 'leftJoin' ? 'left' : 'inner'
    checkJoinOptions(prefix, table, on, options)
    const needs = Object.freeze(referencedJoins(on, joins))
    joins.push(
      Object.freeze({
        prefix,
        kind,
        table,
        on: copyFragment(on),
        needs,
      }),
    )
  }
  return Object.freeze(joins)
}

/**
 * The column or expression of a selector. An alias given with `.as()` names a result, it is not part of the value; what
 * was selected from a view or sub-query is its column of that name.
 */
export function expressionOf(
  method: string,
  name: string,
  selector: unknown,
  sources: readonly RowSource[],
  read?: { readonly valueType: unknown; readonly dialect: DialectName },
): Column | SQL {
  const expression = ownExpression(method, name, selector, sources)
  if (!is(expression, SQL) || read === undefined) return expression
  return knownAs(readAsMoment(expression, read.valueType, read.dialect), expression)
}

function ownExpression(method: string, name: string, selector: unknown, sources: readonly RowSource[]): Column | SQL {
  if (is(selector, SQL.Aliased)) {
    if (!isSelectionField(selector)) return copyExpression(selector.sql)
    return memberBehind(selector, sources) ?? refuse(configRefusals.readsElsewhere(method, name, selector.fieldAlias))
  }
  if (is(selector, Column)) return withoutAlias(selector)
  if (is(selector, SQL)) return copyExpression(selector)
  return refuse(configRefusals.notSelectable(method, name))
}
