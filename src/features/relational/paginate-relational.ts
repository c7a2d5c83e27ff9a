// The page of a list in the shape of a relational query: keys by our statements, then their rows by one `findMany`.
import { getTableName, type SQL, sql, type SQLWrapper, type Table, Table as DrizzleTable } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import * as callRefusals from '../../mistakes/call-refusals.js'
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import { refuse } from '../../mistakes/refuse.js'
import { keyCondition } from '../children/key-condition.js'
import { type KeyPart, keyTextsOf, type ParentKey, printOf, withoutParentKey } from '../children/parent-key.js'
import { type RelationalKey, relationalKey } from './relational-key.js'
import {
  type AnyRelationalBuilder,
  builderInternals,
  isRelationalBuilder,
  isSecondVersion,
  type RelationalQuery,
  runRelational,
} from '../../drizzle/relational-query.js'
import type { FindOptions, RelationalDialect, RelationalItem, Root, StrangeMembers } from './relational-types.js'
import { tableColumns } from '../../drizzle/tables.js'
import { isWindowExpression, referencedJoins } from '../../fragments/referenced-tables.js'
import { isRowSource, nameOf, tableIdentity } from '../../fragments/source-name.js'
import { chain, runSteps, settle } from '../../basics/maybe-promise.js'
import { union } from '../../basics/numbers.js'
import { isClasslessRecord } from '../../request/query-source.js'
import { conjunction, joinsOf } from '../../select/join-parts.js'
import { joinsOfRows } from '../../sql/compile-shape.js'
import { relationalDatabase } from './relational-select.js'
import { buildSelect, startFilled, startSelect } from '../../select/select-builder.js'
import type { CheckedConfig, CheckedQuery, NamedOptions, OfList, SourceArgument } from '../../types/call-arguments.js'
import type { DialectName } from '../../vocabulary.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { ListDatabase, MaybePromise } from '../../types/database.js'
import type { PageFor } from '../../types/page-for.js'
import type { AnyPaginateConfig } from '../../types/paginate-config.js'
import type { Row } from '../../types/row.js'
import type { Sentences, ConfigTypeError, RelationalFind, WrongDatabase } from '../../types/type-error.js'
import { scopedConfig } from '../../page/check-arguments.js'
import { NO_OPTIONS, type PaginateOptions, pagingCall } from '../../page/options.js'
import type { ReadOptions } from '../../types/page-request.js'
import { answer } from '../../page/paginate.js'
import { runObserved } from '../../page/send.js'

const PAGINATE_RELATIONAL = pagingCall('paginateRelational()')

/** `unknown` for the relational query of a table of the list's dialect. */
type BuilderCheck<Builder, Dialect extends DialectName> = [RelationalDialect<Builder>] extends [never]
  ? ConfigTypeError<Sentences['wrongRelational']>
  : [RelationalDialect<Builder>] extends [Dialect]
    ? unknown
    : ConfigTypeError<WrongDatabase<Dialect>>

/** `unknown` where the page leaves all members to the caller, and `findMany` knows them. */
type FindCheck<Find, Builder extends AnyRelationalBuilder> = [Exclude<keyof Find, FindName>] extends [never]
  ? StrangeMembers<Find, Root<Builder>>
  : { readonly [Name in Exclude<keyof Find, FindName> & string]: ConfigTypeError<RelationalFind<Name>> }
type FindName = (typeof FIND_NAMES)[number]

const FIND_NAMES = ['with', 'columns', 'extras'] as const

/**
 * Returns a page of a list whose items are those of a relational query: the list's own statements find the keys, and
 * then one `findMany` reads their rows, in the page's order. It does not read `.select()`, `.omit()` and `.children()`
 * of the list.
 *
 * Values are those of `findMany`. Drizzle 0.45 builds nested rows as JSON, which loses digits of a bigint or numeric in
 * `with`; `.children()` of a list reads them exactly. A row that is deleted between the statements, or that leaves the
 * scope or the `where` of the call, is left out of `items`; in a transaction with one snapshot that cannot happen.
 *
 * @param builder `db.query.orders`, or of a transaction: of the list's own table, on PostgreSQL, SQLite or MySQL
 * @param find `with`, `columns` and `extras` as `findMany` takes them
 * @throws PaginateQueryError (rejects) as `paginate` does
 * @throws PaginateConfigError (rejects) for the relational query of another table, and if the table has no key
 * @example
 * ```ts
 * const page = await paginateRelational(db.query.orders, request, orderList, { with: { lines: true } })
 * // select count(*) … ; select "orders"."id" … limit …; findMany({ with: { lines: true }, where: id in (…) })
 * page.items // { id: number; …; lines: { id: number; … }[] }[]
 * ```
 * @see paginate for items of the list's own
 */
export function paginateRelational<
  Builder extends AnyRelationalBuilder,
  Config extends CheckedConfig<Config, Scope, Given>,
  const Find extends FindOptions<Builder>,
  Dialect extends DialectName,
  Scope,
  Given extends keyof PaginateOptions = never,
  Query extends SourceArgument<Sentences['wrongQuery']> = SourceArgument,
>(
  builder: Builder & BuilderCheck<Builder, Dialect>,
  source: Query & CheckedQuery<Query, Config>,
  config: Config & OfList<Dialect, Scope>,
  find: Find & FindCheck<Find, Builder>,
  options: PaginateOptions<Scope> & NamedOptions<Given, Scope> = NO_OPTIONS,
): Promise<PageFor<Config, 'related', RelationalItem<Builder, Find>>> {
  const page = settle(() => {
    // The types of the arguments are checked only by the compiler; a caller in JavaScript has the same rules.
    const relational: unknown = builder
    const given = options as PaginateOptions
    if (!isRelationalBuilder(relational)) return refuse(callRefusals.wrongRelational)
    const resolved = scopedConfig(resolvedConfig(config as AnyPaginateConfig), given, PAGINATE_RELATIONAL)
    checkTable(relational, resolved)
    const own = findOf(find)
    checkColumns(relational, own)
    const key = relationalKey(resolved)
    const db = relationalDatabase(relational)
    const read = (rows: Row[], _fields: unknown, sent: ReadOptions, host: SQL | undefined): MaybePromise<Row[]> => {
      const isAllowed =
        host === undefined && joinsOfRows(resolved).length === 0 ? null : allowedKeys(db, key, host, resolved)
      return readItems(relational, rows, key, own, resolved, sent, isAllowed)
    }
    return runSteps(answer(db, source, resolved, key.fields, given, read, SETTINGS))
  })
  return page as Promise<never>
}

/** Rows are read by the keys that were found, one statement after another, over a small session of its own. */
const SETTINGS = { pageForm: 'plain', namedStatements: false, together: null, summary: null } as const

function checkTable(builder: AnyRelationalBuilder, { table }: ResolvedConfig): void {
  const { table: given } = builderInternals(builder)
  if (isRowSource(given) && tableIdentity(given) === tableIdentity(table)) return
  refuse(callRefusals.relationalTable(is(given, DrizzleTable) ? getTableName(given) : nameOf(given), nameOf(table)))
}

interface Find {
  readonly with?: unknown
  readonly columns?: Columns | null
  readonly extras?: Extras
}
type Columns = Readonly<Record<string, unknown>>
type Extras =
  Readonly<Record<string, unknown>> | ((columns: Columns, operators: object) => Readonly<Record<string, unknown>>)

/** A copy of the members that there may be, without those that are undefined. */
function findOf(given: unknown = {}): Find {
  if (typeof given !== 'object' || given === null || !isClasslessRecord(given)) return refuse(callRefusals.wrongFind)
  const members = Object.entries(given).filter(([, member]) => member !== undefined)
  const stray = members.find(([name]) => !FIND_NAMES.includes(name as FindName))
  if (stray !== undefined) refuse(callRefusals.relationalFind(stray[0]))
  const find: Find = Object.fromEntries(members)
  checkWith(find.with)
  return find
}

/** What both lines read of a relation: a `where` that is misspelt would be every row. */
const NESTED_NAMES: readonly string[] = [...FIND_NAMES, 'where', 'orderBy', 'limit', 'offset']

function checkWith(given: unknown): void {
  if (typeof given !== 'object' || given === null) return
  for (const nested of Object.values(given) as unknown[]) {
    if (typeof nested !== 'object' || nested === null) continue
    const stray = Object.entries(nested).find(([name, member]) => member !== undefined && !NESTED_NAMES.includes(name))
    if (stray !== undefined) refuse(callRefusals.relationalMember(stray[0]))
    checkWith((nested as Find).with)
  }
}

/** Next to our keys Drizzle would not see that an item has no member, so it is asked where no column is chosen. */
function checkColumns(builder: AnyRelationalBuilder, find: Find): void {
  const { columns } = find
  if (!columns) return
  const names = Object.keys(tableColumns(builderInternals(builder).table))
  const chosen = new Set(names.map((name) => columns[name]))
  // Where some are false, those that are not are chosen.
  const areChosen = chosen.has(true) || (chosen.has(false) && chosen.size > 1)
  if (!areChosen) (builder.findMany(find) as RelationalQuery).toSQL()
}

/** The rows of these keys as `findMany` answers them, in the order of the keys. */
function readItems(
  builder: AnyRelationalBuilder,
  rows: readonly Row[],
  key: RelationalKey,
  find: Find,
  { dialect }: ResolvedConfig,
  { signal, onStatement }: Pick<ReadOptions, 'signal' | 'onStatement'>,
  isAllowed: AllowedKeys | null,
): MaybePromise<Row[]> {
  if (rows.length === 0) return []
  signal?.throwIfAborted()
  const prints = rows.map((row) => printOf(row, key))
  const texts = new Map(rows.map((row, at) => [prints[at], keyTextsOf(row, key)]))
  const where = (columns: Columns): SQL => {
    const { parts } = key.over(columns)
    const keysOver = (own: readonly KeyPart[]): SQL => {
      const { values, write } = keyCondition(own, [...texts.values()], dialect)
      return write((at) => sql`${values[at]}`)
    }
    return isAllowed === null ? keysOver(parts) : sql`${keysOver(parts)} and ${isAllowed(parts, keysOver(key.parts))}`
  }
  const query = builder.findMany(
    isSecondVersion(builder) ? newFind(find, key, where) : oldFind(find, key, where),
  ) as RelationalQuery
  const statement = {
    run: () => runRelational(query),
    query: () => query.toSQL() as { sql: string; params: unknown[] },
  }
  return chain(runObserved('relational', statement, onStatement), (found) => inOrder(prints, found, key))
}

/** Whether a row's key is one of those that the app lets this call see. */
type AllowedKeys = (parts: readonly KeyPart[], keys: SQL) => SQL

/**
 * The app's own condition once more, and the inner joins, which may be functions of the scope, in the statement that
 * reads the items: a row that has left the scope since its key was read is left out. As a sub-select of the root under
 * its own name, where the condition means what it means in the other statements, joined fields and raw SQL too.
 */
function allowedKeys(db: ListDatabase, key: RelationalKey, host: SQL | undefined, config: ResolvedConfig): AllowedKeys {
  const fields = Object.fromEntries(key.parts.map(({ expression }, part) => [`key_${part}`, sql`${expression}`]))
  const joins = joinsOf(config, union(joinsOfRows(config), referencedJoins(host, config.joins)))
  return (parts, keys) => {
    const where = conjunction(host, keys)
    const start = startFilled(startSelect(db, fields), config.answers)
    const allowed = buildSelect(start, { table: config.table, joins, where }).getSQL()
    const own = sql.join(
      parts.map(({ expression }) => expression),
      sql`, `,
    )
    // Behind a wrapper no column is renamed to the alias of the relational query: the sub-select has tables of its own.
    const opaque: SQLWrapper = { getSQL: () => allowed, shouldOmitSQLParens: () => true }
    return sql`${parts.length === 1 ? own : sql`(${own})`} in (${opaque})`
  }
}

/** A join to many repeats rows: each has an item of its own. */
function inOrder(prints: readonly unknown[], found: readonly Row[], key: ParentKey): Row[] {
  const byPrint = new Map<unknown, Row>()
  for (const item of found) {
    byPrint.set(printOf(item, key), item)
    withoutParentKey(item, key)
  }
  const isGiven = new Set<unknown>()
  return prints.flatMap((print) => {
    const item = byPrint.get(print)
    // Deleted since its key was read.
    if (item === undefined) return []
    const own = isGiven.has(print) ? { ...item } : item
    isGiven.add(print)
    return [own]
  })
}

type Where = (columns: Columns) => SQL

/** 0.45: functions of the aliased columns; what is added to an item has an alias. */
function oldFind(find: Find, key: RelationalKey, where: Where): object {
  const extras = (columns: Columns, operators: object): object => ({
    ...withoutWindows(typeof find.extras === 'function' ? find.extras(columns, operators) : find.extras),
    ...Object.fromEntries(
      Object.entries(key.over(columns).fields).map(([name, field]) => [name, (field as SQL).as(name)]),
    ),
  })
  return { ...find, where, extras }
}

/** 1.0: a record of functions of the aliased table. */
function newFind(find: Find, key: RelationalKey, where: Where): object {
  const names = Object.keys(key.fields)
  const extras = Object.fromEntries(
    names.map((name) => [name, (table: Table) => key.over(table as unknown as Columns).fields[name]]),
  )
  const own = Object.entries({ ...find.extras }).map(([name, extra]) => [
    name,
    typeof extra === 'function'
      ? (...given: unknown[]) => withoutWindow(name, (extra as (...given: unknown[]) => unknown)(...given))
      : withoutWindow(name, extra),
  ])
  return { ...find, where: { RAW: where }, extras: { ...Object.fromEntries(own), ...extras } }
}

function withoutWindows(extras: Readonly<Record<string, unknown>> | undefined): object | undefined {
  for (const [name, extra] of Object.entries({ ...extras })) withoutWindow(name, extra)
  return extras
}

/** @throws PaginateConfigError for a window function: of a page's rows it would be another value than of all rows */
function withoutWindow(name: string, extra: unknown): unknown {
  return isWindowExpression(extra) ? refuse(callRefusals.relationalWindow(name)) : extra
}
