// Stage run: the statements of one request, built by Drizzle and run by Drizzle. Nothing is kept for the next request; what
// is kept lies beside this, in kept/, and sends the same statements.
import { sql } from 'drizzle-orm'
import { compilePlan } from '../sql/compile-plan.js'
import { hasTextMatch } from '../sql/has-text-match.js'
import { sqlDialect } from '../sql/sql-dialect.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import type { ListPlan } from '../types/plan.js'
import type { Row } from '../types/row.js'
import { COUNT, countSelect } from './count-select.js'
import { type ItemFields, type ListParts, listParts, type ListRequest } from './list-parts.js'
import { chain } from '../maybe-promise.js'
import type { PageRead } from './page-form.js'
import { pageSelect, rowKey } from './page-select.js'
import { type Query, restartSelect, runSelect, type Select, startSelect } from './select-builder.js'
import { type SearchForm, splitCountSelect } from './split-search.js'

/** A statement with its values. */
export interface Statement {
  readonly run: () => MaybePromise<Row[]>
  /** What `run` sends. */
  readonly query: () => Query
  /** The select itself and what is done to its rows, where nothing is kept: a batch takes selects. */
  readonly select?: Select
  readonly finish?: (rows: Row[]) => Row[]
}

/** What is known of the times that a search took. */
export interface SearchTimes {
  readonly choose: () => SearchForm
  readonly record: (form: SearchForm, milliseconds: number) => void
}

/** What a request asks of the database. Each statement is made when it is asked for. */
export interface ListStatements {
  readonly count: () => Statement
  /** An unlimited read has a limit and no offset; a page by position too. */
  readonly page: (read: PageRead) => Statement
  /** The count in two parts; null where the search cannot be told in two. */
  readonly splitCount: (() => Statement) | null
  /** Can the page be read from both parts? Not where a joined field orders it. */
  readonly isMergeable: boolean
  /** Null where nothing is known. */
  readonly searchTimes: SearchTimes | null
  /** Can rows be found again by a unique key? */
  readonly hasRowKey: boolean
  readonly hasTextMatch: boolean
  readonly isPlainOnly: boolean
}

/** The plain road: plan → SQL → statements. */
export function listStatements(db: ListDatabase, request: ListRequest): ListStatements {
  const { config, plan } = request
  const start = startSelect(db, COUNT)
  const parts = listParts(request, compilePlan(plan, config))
  const { facts, items, split } = parts
  const statement = (select: Select, finish: (rows: Row[]) => Row[] = (rows) => rows): Statement => ({
    run: () => chain(runSelect(select, facts), finish),
    query: () => select.toSQL(),
    select,
    finish,
  })
  return {
    count: () => statement(countSelect(start, parts)),
    page: (read) => {
      const { limit, offset } = read
      const bounds = {
        limit: sql`${limit}`,
        offset: hasOffset(plan) ? sql`${offset}` : undefined,
        end: sql`${limit + offset}`,
      }
      return statement(pageSelect(restartSelect(start, parts.fields), parts, read, bounds), finishedBy(items, read))
    },
    splitCount: split === null ? null : () => statement(splitCountSelect(start, split, config)),
    searchTimes: null,
    ...pageFacts(request, parts),
  }
}

/** Neither an unlimited read nor a page by position skips rows. */
export const hasOffset = ({ limit, cursor }: Pick<ListPlan, 'limit' | 'cursor'>): boolean => limit !== null && cursor === null

/** What decides how a page is read. */
export function pageFacts(
  { plan, config }: Pick<ListRequest, 'plan' | 'config'>,
  { isPlainOnly, orderJoins }: Pick<ListParts, 'isPlainOnly' | 'orderJoins'>,
): Pick<ListStatements, 'isMergeable' | 'hasRowKey' | 'hasTextMatch' | 'isPlainOnly'> {
  return {
    isMergeable: orderJoins.length === 0,
    hasRowKey: rowKey({ config, facts: sqlDialect(config.dialect).statements }) !== null,
    hasTextMatch: hasTextMatch(plan),
    isPlainOnly,
  }
}

/** From Drizzle's rows to items in the page's order. */
export function finishedBy(
  { finish }: Pick<ItemFields, 'finish'>,
  { isReversed }: Pick<PageRead, 'isReversed'>,
): ((rows: Row[]) => Row[]) | undefined {
  if (finish === null && !isReversed) return undefined
  return (rows) => {
    const finished = finish === null ? rows : finish(rows)
    return isReversed ? finished.reverse() : finished
  }
}
