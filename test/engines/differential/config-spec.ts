// A configuration as plain data: it can be made at random, printed, kept in a table, and built on every dialect.
import { and, eq, isNotNull, type SQL, sql, type Table } from 'drizzle-orm'
import { type FilterOperator, paginateConfig, rowsOf } from '../../../src/index.js'
import type { AnyPaginateConfig } from '../../../src/index.js'
import type { MemoryRow } from './rows.js'
import type { ItemTables } from './tables.js'
import { quantify } from '../../support/article-list.js'

export type JoinKind = 'left' | 'inner'
export type QuantifierName = 'some' | 'every' | 'none'

export interface ManySpec {
  readonly name: string
  readonly quantifier: QuantifierName
  /** A part's name, its size, or the word of its label, through a junction. */
  readonly element: 'name' | 'size' | 'word'
  readonly operators: readonly FilterOperator[]
  readonly isOff?: boolean
}

export interface ConfigSpec {
  readonly joins: { readonly owner?: JoinKind; readonly group?: JoinKind; readonly ownerGroup?: JoinKind }
  readonly limits: readonly [byDefault: number, most: number]
  readonly tieBreaker: 'asc' | 'desc'
  readonly sortable: readonly string[]
  readonly defaultSort: readonly (readonly [name: string, direction: 'asc' | 'desc'])[]
  readonly nullsFirst: readonly string[]
  readonly nullsLast: readonly string[]
  readonly searchable: readonly string[]
  readonly filterable: readonly {
    readonly name: string
    readonly operators: readonly FilterOperator[]
    readonly isOff?: boolean
  }[]
  readonly many: readonly ManySpec[]
  readonly likeStrategy: 'native' | 'portable'
  readonly shape: readonly string[] | null
  readonly minSearchLength?: number
  readonly maxSearchLength?: number
  readonly maxSortFields?: number
  readonly maxOffset?: number
  readonly maxFilterConditions?: number
  readonly maxFilterValues?: number
  readonly unlimited?: number
  readonly ignoreSearchBy?: boolean
  readonly totals?: 'exact' | 'none' | { readonly upTo: number }
  readonly isByCursor?: boolean
  readonly expressions?: { readonly maxTerms: number; readonly maxDepth: number }
  /** Parameters that are let through beside those that the list reads. */
  readonly strictBut?: readonly string[]
}

export const PLAIN_SPEC: ConfigSpec = {
  joins: {},
  limits: [10, 100],
  tieBreaker: 'asc',
  sortable: ['id'],
  defaultSort: [],
  nullsFirst: [],
  nullsLast: [],
  searchable: [],
  filterable: [],
  many: [],
  likeStrategy: 'native',
  shape: null,
}

/** The run-time builder. The typed one takes names as literals, which names out of data are not. */
type LooseBuilder = { readonly [method: string]: (...parameters: readonly unknown[]) => LooseBuilder }

export function buildConfig(tables: ItemTables, spec: ConfigSpec): AnyPaginateConfig {
  const { items, owners, groups, ownerGroups, parts } = tables
  let builder = paginateConfig(items, {
    likeStrategy: spec.likeStrategy,
    maxFilterConditions: spec.maxFilterConditions,
    maxFilterValues: spec.maxFilterValues,
    strictParameters: spec.strictBut !== undefined,
    ownParameters: spec.strictBut,
  }) as unknown as LooseBuilder
  const call = (method: string, ...parameters: readonly unknown[]): void => {
    builder = (builder[method] as LooseBuilder[string]).apply(builder, parameters as unknown[])
  }
  const join = (prefix: keyof ConfigSpec['joins'], table: Table, on: SQL): void => {
    const kind = spec.joins[prefix]
    if (kind !== undefined) call(`${kind}Join`, prefix, table, on)
  }
  join('owner', owners, eq(owners.id, items.ownerId))
  join('group', groups, eq(groups.id, items.groupId))
  // The second join is reached through the first, whose rows may be missing.
  join('ownerGroup', ownerGroups, and(eq(ownerGroups.id, owners.groupId), isNotNull(owners.groupId)) as SQL)

  call('field', 'letter', items.letterColumn, 'char')
  call('field', 'code', items.codeColumn, 'uuid')
  call('field', 'moment', items.momentColumn, 'timestamp')
  call('field', 'day', items.dayColumn, 'date')
  call('field', 'clock', items.clockColumn, 'time')
  call(
    'field',
    'partCount',
    sql`(select count(*) from ${parts} where ${parts.itemId} = ${items.id})`.mapWith(Number),
    'integer',
  )
  call('field', 'twice', sql`${items.amount} * 2`.mapWith(Number), 'integer')
  call('field', 'either', sql`coalesce(${items.note}, ${items.label})`, 'text')
  if (spec.joins.owner !== undefined)
    call('field', 'ownerOrLabel', sql`coalesce(${owners.name}, ${items.label})`, 'text')

  call('withLimits', ...spec.limits)
  call('withTieBreaker', { id: spec.tieBreaker })
  if (spec.sortable.length > 0) call('sortable', ...spec.sortable)
  for (const [name, direction] of spec.defaultSort) call('defaultSortBy', name, direction)
  for (const nulls of ['first', 'last'] as const) {
    const names = (nulls === 'first' ? spec.nullsFirst : spec.nullsLast).filter((name) => spec.sortable.includes(name))
    if (names.length > 0) call('sortable', ...names, { nulls })
  }
  if (spec.searchable.length > 0) call('searchable', ...spec.searchable)
  for (const { name, operators, isOff } of spec.filterable) {
    if (isOff !== undefined) call('when', !isOff)
    call('filterable', name, ...operators)
  }
  for (const many of spec.many) {
    if (many.isOff !== undefined) call('when', !many.isOff)
    call('filterableMany', many.name, collectionOf(tables, many), elementOf(tables, many), ...many.operators)
  }
  if (spec.shape !== null) call('select', selectShape(spec.shape))
  if (spec.minSearchLength !== undefined) call('withMinSearchLength', spec.minSearchLength)
  if (spec.maxSearchLength !== undefined) call('withMaxSearchLength', spec.maxSearchLength)
  if (spec.maxSortFields !== undefined) call('withMaxSortFields', spec.maxSortFields)
  if (spec.maxOffset !== undefined) call('withMaxOffset', spec.maxOffset)
  if (spec.unlimited !== undefined) call('allowUnlimited', spec.unlimited)
  if (spec.ignoreSearchBy === true) call('ignoreSearchByInQueryParam')
  if (spec.totals !== undefined) call('withTotals', spec.totals)
  if (spec.isByCursor === true) call('withCursors')
  if (spec.expressions !== undefined) call('withFilterExpressions', spec.expressions)
  return (builder['build'] as () => unknown).call(builder) as AnyPaginateConfig
}

function collectionOf({ items, parts, labels }: ItemTables, { quantifier, element }: ManySpec) {
  const rows = rowsOf(parts, eq(parts.itemId, items.id))
  return quantify[quantifier](element === 'word' ? rows.innerJoin(labels, eq(labels.id, parts.labelId)) : rows)
}

const elementOf = ({ parts, labels }: ItemTables, { element }: ManySpec): unknown =>
  element === 'word' ? labels.word : element === 'size' ? parts.size : parts.name

/** `['id', 'owner.name']` as `{ id: 'id', owner: { name: 'name' } }`. */
function selectShape(names: readonly string[]): unknown {
  const shape: Record<string, unknown> = {}
  for (const name of names) {
    const [first = '', second] = name.split('.')
    if (second === undefined) shape[first] = true
    else shape[first] = { ...(shape[first] as object | undefined), [second]: true }
  }
  return shape
}

/** What the in-memory engine reads where a row has no place for a field. */
export function accessorsOf(spec: ConfigSpec): Record<string, (row: MemoryRow) => unknown> {
  const accessors: Record<string, (row: MemoryRow) => unknown> = {
    partCount: (row) => row.parts.length,
    twice: (row) => (row.amount === null ? null : row.amount * 2),
    either: (row) => row.note ?? row.label,
    ownerOrLabel: (row) => row.owner?.name ?? row.label,
  }
  for (const { name, element } of spec.many) accessors[name] = (row) => elements(row, element)
  return accessors
}

function elements({ parts }: MemoryRow, element: ManySpec['element']): readonly unknown[] {
  if (element === 'word') return parts.flatMap(({ label }) => (label === null ? [] : [label.word]))
  return parts.map((part) => part[element])
}
