// Children: the statement of a set, and its text, which is cached: it depends only on the declaration, on how the keys
// are written and on the dialect's settings.
import { Column, SQL, sql, Table } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import type { StatementFacts } from '../../dialects/dialect.js'
import { columnAsSql, tableColumns } from '../../drizzle/tables.js'
import { isCacheable, RecordingSession } from '../../drizzle/session.js'
import { dialectSettings } from '../../kept/kept-texts.js'
import { keptStatement, type StatementText, statementText } from '../../kept/kept-statement.js'
import { MAX_KEPT_SLOTS, MAX_KEPT_TEXT } from '../../kept/kept-shapes.js'
import { placeholderSlot } from '../../kept/slots.js'
import { chain } from '../../basics/maybe-promise.js'
import { orderedFields } from '../../rows/map-values.js'
import { rowMapper } from '../../rows/row-mapper.js'
import {
  buildSelect,
  restartSelect,
  runSelect,
  type Select,
  type SelectStart,
  startFilled,
} from '../../select/select-builder.js'
import type { Statement } from '../../types/statement.js'
import type { ScopeAnswers } from '../../types/scope-answers.js'
import type { Selection } from '../../types/selection.js'
import type { ChildReading } from './child-reading.js'
import type { KeyCondition } from './key-condition.js'

/** The texts of a set by the form of the keys and the dialect's settings. */
const texts = new WeakMap<ChildReading, Map<string, StatementText>>()
/** Texts of one set that are kept: a list of keys has one, keys one by one have one for each power of two. */
const MAX_TEXTS = 16

interface ChildStatementOptions {
  readonly facts: StatementFacts
  readonly answers: ScopeAnswers | null
  readonly isNamed: boolean
}

export function childStatement(
  start: SelectStart,
  reading: ChildReading,
  keys: KeyCondition,
  { facts, answers, isNamed }: ChildStatementOptions,
): Statement {
  // The first slots are those of the list.
  const slots = answers === null ? keys.values : [...answers.bound, ...keys.values]
  const isKept = reading.isKeepable && slots.length <= MAX_KEPT_SLOTS
  if (!isKept || !isCacheable(start)) return freshStatement(startFilled(start, answers), reading, keys, facts)
  const { session, dialect, authToken } = start
  const ofReading = texts.get(reading) ?? new Map<string, StatementText>()
  const name = `${dialectSettings(dialect)} ${keys.form}`
  let text = ofReading.get(name)
  if (text === undefined) {
    const firstKey = slots.length - keys.values.length
    text = newText(start, dialect, reading, { facts, keys: keys.write((at) => placeholderSlot(firstKey + at)) })
    if (text.query.sql.length <= MAX_KEPT_TEXT && ofReading.size < MAX_TEXTS)
      texts.set(reading, ofReading.set(name, text))
  }
  return keptStatement(text, session, authToken, slots, isNamed)
}

function newText(
  start: SelectStart,
  dialect: object,
  reading: ChildReading,
  { facts, keys }: { readonly facts: StatementFacts; readonly keys: SQL },
): StatementText {
  const session = new RecordingSession()
  const { select, fields } = childSelect(restartSelect(start, {}, session), reading, keys)
  return statementText(session.record(select, dialect), rowMapper(fields), reading.guarded.finish, facts, true)
}

function freshStatement(
  start: SelectStart,
  reading: ChildReading,
  keys: KeyCondition,
  facts: StatementFacts,
): Statement {
  const { select } = childSelect(
    start,
    reading,
    keys.write((at) => sql`${keys.values[at]}`),
  )
  const finish = reading.guarded.finish ?? ((rows) => rows)
  return { run: () => chain(runSelect(select, facts), finish), query: () => select.toSQL() }
}

const RANKED = 'ranked'
const RANK = 'child_rank'

function childSelect(
  start: SelectStart,
  reading: ChildReading,
  keys: SQL,
): { readonly select: Select; readonly fields: Selection } {
  const { set, from, joins, key, guarded } = reading
  const { conditions, orderBy, limit } = set
  const where = sql.join([keys, ...conditions.map((condition) => sql`(${condition})`)], sql` and `)
  const selected = { ...guarded.fields, ...key.fields }
  if (limit === null) {
    const { fields } = orderedFields(selected, guarded.fields, orderBy, [from, ...joins.map(({ table }) => table)])
    return { fields, select: buildSelect(restartSelect(start, fields), { table: from, joins, where, orderBy }) }
  }
  // The first children of each parent: numbered inside, where all of them are read, and cut off outside.
  const partition = sql.join(
    key.parts.map(({ expression }) => expression),
    sql`, `,
  )
  const order = orderBy.length === 0 ? undefined : sql` order by ${sql.join([...orderBy], sql`, `)}`
  const rank = sql`row_number() over (partition by ${partition}${order})`.as(RANK)
  const leaves: Record<string, SQL.Aliased> = {}
  const named = nameLeaves(selected, leaves)
  const inside = buildSelect(restartSelect(start, { ...leaves, [RANK]: rank }), { table: from, joins, where }).as(
    RANKED,
  )
  const outer = outsideOf(named, inside) as Selection
  const select = buildSelect(restartSelect(start, outer), {
    table: inside as unknown as Table,
    joins: [],
    where: sql`${sql.identifier(RANK)} <= ${sql.raw(String(limit))}`,
    orderBy: [sql`${sql.identifier(RANK)}`],
  })
  return { fields: outer, select }
}

/** Members under names of their own, since two tables may have a column of one name. */
function nameLeaves(fields: Selection, leaves: Record<string, SQL.Aliased>): Selection {
  const add = (expression: SQL): string => {
    const name = `c${Object.keys(leaves).length}`
    leaves[name] = expression.as(name)
    return name
  }
  const visit = (member: unknown): unknown => {
    if (is(member, Column)) return add(columnAsSql(member))
    if (is(member, SQL.Aliased)) return add(member.sql)
    if (is(member, SQL)) return add(member)
    const record = is(member, Table) ? tableColumns(member) : (member as object)
    return Object.fromEntries(Object.entries(record).map(([key, nested]) => [key, visit(nested)]))
  }
  return visit(fields) as Selection
}

function outsideOf(named: unknown, inside: { readonly [name: string]: unknown }): unknown {
  if (typeof named === 'string') return inside[named]
  return Object.fromEntries(Object.entries(named as object).map(([key, member]) => [key, outsideOf(member, inside)]))
}
