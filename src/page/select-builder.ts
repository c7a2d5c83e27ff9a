// Stage run: the calls made on Drizzle's own select builder, and what differs there between its lines and dialects.
import { fillPlaceholders, type SQL, type SQLWrapper, type Table } from 'drizzle-orm'
import type { DialectName, ResolvedConfig, ResolvedJoin } from '../types/config.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import type { RowMapper } from './row-mapper.js'
import { statementName } from './statement-name.js'

export type Row = Record<string, unknown>

/** A statement that Drizzle has rendered and prepared in one session: only its values are missing. */
export interface PreparedStatement {
  /** Does the mapper it was given make the rows? Drizzle then needs no fields to make them of. */
  readonly isMapped: boolean
  readonly run: (values: PlaceholderValues) => MaybePromise<Row[]>
  /** What `run` sends. */
  readonly query: (values: PlaceholderValues) => Query
  /** The same statement in another session of the same dialect, not rendered again; null where that cannot be had. */
  readonly inSession?: (session: object) => PreparedStatement | null
}

interface Query {
  readonly sql: string
  readonly params: unknown[]
}

/** By placeholder name; names are slot numbers, so an array serves. */
export type PlaceholderValues = readonly unknown[]

/** Drizzle's select, the part of it that is common to all dialects. */
export interface Select {
  leftJoin(table: Table, on: SQL): Select
  innerJoin(table: Table | SelectAsTable, on: SQL): Select
  where(condition: SQL | undefined): Select
  orderBy(...terms: SQL[]): Select
  limit(limit: number | SQLWrapper): Select
  offset(offset: number | SQLWrapper): Select & Required<Pick<Select, 'fetch'>>
  /** SQL Server alone, in place of `limit`. */
  fetch?(rows: number | SQLWrapper): Select
  as(alias: string): SelectAsTable
  union(other: Select): Select
  toSQL(): Query
  prepare(name?: string): Prepared
  /** Both lines have it on PostgreSQL; it prepares without a name, which the public method of 1.0 does not do. */
  _prepare?(name?: string): Prepared
}

interface Prepared {
  /** 0.45 only: rows as the driver's arrays go through it where it is set. */
  customResultMapper?: RowMapper | undefined
  /** All but MySQL's of 0.45. */
  getQuery?(): Query
  all?(values: PlaceholderValues): MaybePromise<Row[]>
  execute(values: PlaceholderValues): MaybePromise<Row[]>
}

/** A select in a `from`, with its columns. */
export interface SelectAsTable {
  readonly [column: string]: unknown
}

/** What `db.select(fields)` returns, before `from`. */
export interface SelectStart {
  readonly session?: object
  readonly dialect?: object
  /** Set by `db.$withAuth(token)` on 0.45. */
  readonly authToken?: unknown
  readonly fields?: unknown
  from(table: Table): Select
}

export interface StatementParts {
  readonly table: Table
  /** An inner join before all others. */
  readonly first?: { readonly table: SelectAsTable; readonly on: SQL }
  readonly joins: readonly ResolvedJoin[]
  readonly where: SQL | undefined
  readonly orderBy?: readonly SQL[]
  readonly limit?: SQLWrapper | number
  readonly offset?: SQLWrapper | number | undefined
}

/** A database of replicas picks one here: count and page are then read from the same. */
export function startSelect(db: ListDatabase, fields: unknown): SelectStart {
  return db.select(fields as never) as SelectStart
}

/** The same session's builder over other fields. */
export function restartSelect(start: SelectStart, fields: unknown): SelectStart {
  const copy = Object.create(Object.getPrototypeOf(start) as object) as SelectStart
  return Object.assign(copy, start, { fields })
}

export function buildSelect(start: SelectStart, parts: StatementParts): Select {
  let select = start.from(parts.table)
  if (parts.first !== undefined) select = select.innerJoin(parts.first.table, parts.first.on)
  for (const { kind, table, on } of parts.joins) select = kind === 'left' ? select.leftJoin(table, on) : select.innerJoin(table, on)
  select = select.where(parts.where)
  if (parts.orderBy !== undefined) select = select.orderBy(...parts.orderBy)
  // SQL Server's builder has `offset … fetch …`, and no fetch without an offset.
  if (select.fetch !== undefined) return parts.limit === undefined ? select : select.offset(parts.offset ?? 0).fetch(parts.limit)
  if (parts.limit !== undefined) select = select.limit(parts.limit)
  return parts.offset === undefined ? select : select.offset(parts.offset)
}

/** A statement is named when it is run for the second time: what is sent once is not worth a name on the server. */
const NAMED_FROM_RUN = 2

/**
 * @param session the one that `select` was started in
 * @param map rows as the driver's arrays, on the line where a mapper may be given
 * @param isNamed may the statement have a name, where the dialect has names?
 */
export function prepareSelect(
  select: Select,
  session: object | undefined,
  config: ResolvedConfig,
  map: RowMapper,
  isNamed: boolean,
): PreparedStatement {
  const { dialect } = config
  let prepared = prepare(select, dialect, map, undefined)
  const isMapped = 'customResultMapper' in prepared
  const { sql, params } = prepared.getQuery?.() ?? select.toSQL()
  // An array of slots serves as the record it is typed as.
  const query = (values: PlaceholderValues): Query => ({ sql, params: fillPlaceholders(params, values as never) })
  // `all` of a synchronous driver answers at once; `execute` would not.
  if (dialect === 'sqlite') return { isMapped, query, run: (values) => (prepared as Required<Prepared>).all(values) }
  if (dialect !== 'postgresql') return { isMapped, query, run: (values) => prepared.execute(values) }
  // A builder is many times the size of what it has built: it is kept only where it takes one to give the statement its name.
  const builder = session !== undefined && canPrepareAgain(session, prepared) ? null : select
  let runs = 0
  const nextName = (): string | undefined => (isNamed && ++runs >= NAMED_FROM_RUN ? statementName(sql, config) : undefined)
  return {
    isMapped,
    query,
    run: (values) => {
      if (isNamed && runs < NAMED_FROM_RUN) {
        const name = nextName()
        if (name !== undefined) {
          prepared = builder === null ? prepareAgain(session as PostgresSession, prepared, map, name) : prepare(builder, dialect, map, name)
        }
      }
      return prepared.execute(values)
    },
    inSession: (other) => {
      if (!canPrepareAgain(other, prepared)) return null
      const copy = prepareAgain(other, prepared, map, nextName())
      return { isMapped, query, run: (values) => copy.execute(values) }
    },
  }
}

function prepare(select: Select, dialect: DialectName, map: RowMapper, name: string | undefined): Prepared {
  const made = dialect === 'postgresql' && select._prepare !== undefined ? select._prepare(name) : select.prepare()
  if ('customResultMapper' in made) made.customResultMapper = map
  return made
}

/** What a PostgreSQL session prepares from; the two lines differ in the order of arguments. */
interface PostgresSession {
  prepareQuery(...args: readonly unknown[]): Prepared
}

interface RenderedStatement extends Prepared {
  readonly mode?: unknown
  readonly mapper?: unknown
  readonly queryMetadata?: unknown
}

/** Can a rendered statement be prepared in a session without its builder? Not where the line has another way of mapping. */
function canPrepareAgain(session: object, prepared: RenderedStatement): session is PostgresSession {
  if (!('prepareQuery' in session) || typeof session.prepareQuery !== 'function' || prepared.getQuery === undefined) return false
  return 'customResultMapper' in prepared || (prepared.mode === 'arrays' && prepared.mapper !== undefined)
}

/** The rendered statement, prepared in a session of the same dialect. */
function prepareAgain(session: PostgresSession, prepared: RenderedStatement, map: RowMapper, name: string | undefined): Prepared {
  const query = prepared.getQuery?.()
  const { queryMetadata, mode, mapper } = prepared
  if ('customResultMapper' in prepared) return session.prepareQuery(query, undefined, name, true, map, queryMetadata)
  return session.prepareQuery(query, mode, name ?? false, mapper, queryMetadata)
}
