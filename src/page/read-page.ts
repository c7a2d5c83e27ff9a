// Stages encode, compile and run: the statements of one page, in order, and what they prove of the total.
import { chosenMembers, hasChosenChildren } from '../plan/chosen-members.js'
import * as refusals from '../refusals.js'
import { PaginateQueryError } from '../errors.js'
import { type Steps, wait, chain } from '../maybe-promise.js'
import {
  COUNT,
  ListStatements,
  type Statement,
  choosePageRead,
  pageReadWithoutTotal,
  rangeLimitOf,
} from '../select/list-statements.js'
import type { PageRead } from '../select/page-select.js'
import type { TogetherResult } from '../select/together-select.js'
import { encodePlan } from '../sql/encode-plan.js'
import type { ChildStatement, PageForm, ResolvedConfig } from '../types/config.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import type { ListPlan } from '../types/plan.js'
import type { Row } from '../types/row.js'
import type { Selection } from '../types/selection.js'
import { estimateRows } from './estimate-rows.js'
import { needsCount, needsEstimate, type PageResult, proven, skipped, withCount } from './known-rows.js'
import type { PageRequest, ReadOptions } from './options.js'
import { runObserved } from './send.js'
import { doubtfulKeys, readWithDoubt } from './unreadable-keys.js'

/**
 * @throws PaginateQueryError `limit.too_many_rows` where an unlimited read passes its ceiling
 * @throws the signal's reason, before the first statement or between two
 */
export function readPage(db: ListDatabase, request: PageRequest): Steps<PageResult> {
  const { config, plan, selection, where, options, summary } = request
  options.signal?.throwIfAborted()
  const together = options.together && plan.limit !== null
  const { shape, values } = encodePlan(plan, config)
  const encoded = { config, shape, values, selection, where }
  const isSummed = together && config.totals === 'exact' && summary !== null
  const asked = isSummed ? { ...encoded, summary } : encoded
  const statements = new ListStatements(db, asked, { namedStatements: options.namedStatements })
  const limit = plan.limit ?? 0
  const reader: PageReader = { config, plan, selection, where, options, summary, db, statements, together, limit }
  if (summary === null || isSummed) return readRows(reader)
  const summarized = (fields: Selection): Statement =>
    new ListStatements(db, { ...encoded, selection: fields }, { namedStatements: false }).summary()
  return plan.limit !== null && config.totals === 'exact'
    ? readRows({ ...reader, count: summarized({ ...COUNT, [SUMMARY]: summary }) })
    : readWithSummary(reader, () => summarized(summary))
}

/** Where a count's row has the summary. */
const SUMMARY = 'summary'

/** The summary in a statement of its own, after the page. */
function* readWithSummary(reader: PageReader, summarized: () => Statement): Steps<PageResult> {
  const { signal, onStatement } = reader.options
  const result = yield* readRows(reader)
  signal?.throwIfAborted()
  const [row] = yield* wait(runObserved('summary', summarized(), onStatement))
  return { ...result, summary: row }
}

function readRows(reader: PageReader): Steps<PageResult> {
  const { db, plan, config } = reader
  if (plan.limit === null) return readAll(reader)
  if (plan.cursor === null && config.totals === 'exact') return readCounted(reader)
  const doubtful = doubtfulKeys(plan)
  const read = (): Steps<PageResult> => readUncounted(reader)
  return doubtful.length === 0 ? read() : readWithDoubt(db, reader, doubtful, read)
}

interface PageReader extends PageRequest {
  readonly db: ListDatabase
  readonly statements: ListStatements
  /** Are count and page one statement? */
  readonly together: boolean
  readonly limit: number
  /** The count with a summary next to it. @default the list's own count */
  readonly count?: Statement
}

/** An unlimited read: only the page, with one row more than the ceiling allows. */
function* readAll({ statements, config, options }: PageReader): Steps<PageResult> {
  // Only a configuration that allows it has planned an unlimited read.
  const maxRows = config.unlimitedMaxRows as number
  const page = statements.page({ isReversed: false, form: 'plain', limit: maxRows + 1, offset: 0 })
  const rows = yield* wait(runObserved('page', page, options.onStatement))
  if (rows.length > maxRows) throw new PaginateQueryError(refusals.limitTooManyRows(maxRows))
  return counted(rows, rows.length, false)
}

/** A page by number whose total is counted: one count, then one page; only the count past the end. */
function* readCounted({
  statements,
  plan,
  options,
  together,
  limit,
  count: withSummary,
}: PageReader): Steps<PageResult> {
  const { offset } = plan
  const { signal, onStatement } = options
  const { facts } = statements
  const forced = forcedForm(options)
  if (together) {
    const { rows, total, summary } = yield* readTogether(
      statements,
      pageReadWithoutTotal({ ...facts, limit, offset, forced }),
      onStatement,
    )
    return counted(rows, total, offset + rows.length < total, summary)
  }
  const found = yield* wait(runObserved('count', withSummary ?? statements.count(), onStatement))
  const [total, summary] = [totalOf(found), summaryOf(found)]
  signal?.throwIfAborted()
  if (offset >= total) return counted([], total, false, summary)
  const { hasTextMatch, hasRowKey, hasSubSelect, isPlainOnly } = facts
  const situation = {
    total,
    limit,
    offset,
    hasTextMatch,
    hasRowKey,
    hasSubSelect,
    isPlainOnly,
    forced,
  }
  const read = choosePageRead(situation)
  const rows = yield* wait(runObserved('page', statements.page(read), onStatement))
  return counted(rows, total, offset + rows.length < total, summary)
}

/** A page that is read with one extra row, which says whether there are more. Rows are counted afterwards, if at all. */
function* readUncounted(reader: PageReader): Steps<PageResult> {
  const { statements, plan, config, options, together, limit } = reader
  const { signal, onStatement } = options
  const { totals } = config
  const counting = (): Statement => reader.count ?? statements.count()
  const bound = typeof totals === 'object' && totals !== null ? totals.upTo : null
  const read = uncountedRead(reader)
  if (together && (totals === 'exact' || (bound !== null && skipped(plan) + limit < bound))) {
    const { rows, total, summary } = yield* readTogether(statements, read, onStatement)
    return yield* withEstimate(reader, { ...withCount(proven(rows, plan, limit), total, bound), summary })
  }
  const page = statements.page(read)
  if (totals === 'exact') {
    const count = yield* wait(runObserved('count', counting(), onStatement))
    signal?.throwIfAborted()
    const rows = totalOf(count) === 0 ? [] : yield* wait(runObserved('page', page, onStatement))
    return { ...withCount(proven(rows, plan, limit), totalOf(count), null), summary: summaryOf(count) }
  }
  const result = proven(yield* wait(runObserved('page', page, onStatement)), plan, limit)
  if (bound === null || !needsCount(result, plan, limit, bound)) return yield* withEstimate(reader, result)
  signal?.throwIfAborted()
  const count = yield* wait(runObserved('count', statements.count(), onStatement))
  return yield* withEstimate(reader, withCount(result, totalOf(count), bound))
}

function* readTogether(
  statements: ListStatements,
  read: PageRead,
  onStatement: ReadOptions['onStatement'],
): Steps<TogetherResult> {
  const [result] = yield* wait(
    runObserved(
      'page',
      statements.together(read),
      onStatement,
      ([one]) => (one as unknown as TogetherResult).rows.length,
    ),
  )
  return result as unknown as TogetherResult
}

function uncountedRead({ statements, plan, options, limit }: PageReader): PageRead {
  const rows = limit + 1
  if (plan.cursor === null) {
    return pageReadWithoutTotal({ ...statements.facts, limit: rows, offset: plan.offset, forced: forcedForm(options) })
  }
  const { position } = plan.cursor
  const { hasSubSelect, hasRowKey, isPlainOnly } = statements.facts
  const inOrder = hasSubSelect && hasRowKey && !isPlainOnly ? 'deferred' : 'plain'
  const form = options.pageForm === 'plain' ? 'nested' : inOrder
  const read: PageRead = { isReversed: position?.side === 'before', form, limit: rows, offset: 0 }
  return position === null ? read : { ...read, rangeLimit: rangeLimitOf(rows) }
}

function* withEstimate(reader: PageReader, result: PageResult): Steps<PageResult> {
  if (!needsEstimate(result, reader.config)) return result
  reader.options.signal?.throwIfAborted()
  const rows = yield* wait(estimateRows(reader.db, reader))
  return { ...result, estimate: rows === null ? null : Math.max(rows, result.atLeast) }
}

const forcedForm = ({ pageForm }: ReadOptions): PageForm | null => (pageForm === 'auto' ? null : pageForm)

/** What is known where the total is. */
function counted(rows: Row[], total: number, hasMore: boolean, summary?: object): PageResult {
  return { rows, total, atLeast: total, estimate: null, hasMore, summary }
}

const summaryOf = ([row]: Row[]): object | undefined => row?.[SUMMARY] as object | undefined

/** The number in the one row of a count. */
const totalOf = (rows: Row[]): number => (rows[0] as { total: number }).total

// The children of a page's rows, read after it.

/** What decides how the statements are sent. */
type ChildrenOfPage = Omit<ReadOptions, 'pageForm' | 'together'>

/** What a page selects: the items' members, and the keys of their children where they have any. */
export function selectionOf(config: ResolvedConfig, fields?: ListPlan['fields']): ResolvedConfig['selection'] {
  const { children, selection } = config
  if (fields === undefined) return children?.selection ?? selection
  const chosen = chosenMembers(selection, fields)
  return children !== null && hasChosenChildren(config, fields) ? { ...chosen, ...children.keyFields } : chosen
}

/** The rows with their children: one statement for each set, in the order of their declaration. */
export function withChildren(
  db: ListDatabase,
  rows: Row[],
  { children }: Pick<ResolvedConfig, 'children'>,
  options: ChildrenOfPage,
  fields?: ListPlan['fields'],
): MaybePromise<Row[]> {
  if (children === null || !hasChosenChildren({ children }, fields)) return rows
  const { statements, attach } = children.ask(db, rows, {
    namedStatements: options.namedStatements,
    only: fields,
  })
  return chain(readInTurn(statements, options, []), (answers) => {
    attach(answers)
    return rows
  })
}

function readInTurn(
  statements: readonly ChildStatement[],
  options: Pick<ChildrenOfPage, 'signal' | 'onStatement'>,
  answers: Row[][],
): MaybePromise<Row[][]> {
  const next = statements[answers.length]
  if (next === undefined) return answers
  options.signal?.throwIfAborted()
  return chain(runObserved('children', next, options.onStatement), (rows) =>
    readInTurn(statements, options, [...answers, rows]),
  )
}
