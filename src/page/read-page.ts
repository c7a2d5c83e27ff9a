// Stage run: a page by number is one count and one select. Every other page is in read-any-page.ts.
import { wait } from '../basics/maybe-promise.js'
import type { Steps } from '../types/database.js'
import type { ListStatements } from '../select/list-statements.js'
import type { Statement } from '../types/statement.js'
import { choosePageRead } from '../select/page-form.js'
import type { PageForm } from '../types/config.js'
import type { KnownRows } from '../types/known-rows.js'
import type { Row } from '../types/row.js'
import type { PageRequest, ReadOptions } from '../types/page-request.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import { runObserved } from './send.js'

/**
 * Past the end only the count is sent.
 *
 * @throws the signal's reason, between the two
 */
export function* readPage(
  statements: ListStatements,
  count: Statement,
  { plan, options }: Pick<PageRequest<ResolvedConfig>, 'plan' | 'options'>,
): Steps<KnownRows<Row>> {
  const { offset } = plan
  const { signal, onStatement } = options
  const total = totalOf(yield* wait(runObserved('count', count, onStatement)))
  signal?.throwIfAborted()
  if (offset >= total) return counted([], total, offset)
  const read = choosePageRead(statements.facts, { total, limit: plan.limit ?? 0, offset, forced: forcedForm(options) })
  const rows = yield* wait(runObserved('page', statements.page(read), onStatement))
  return counted(rows, total, offset)
}

export const forcedForm = ({ pageForm }: ReadOptions): PageForm | null => (pageForm === 'auto' ? null : pageForm)

/** What is known where the total is. */
export function counted(rows: Row[], total: number, offset: number): KnownRows<Row> {
  return { rows, total, atLeast: total, estimate: null, hasMore: offset + rows.length < total }
}

/** The number in the one row of a count. */
export const totalOf = (rows: Row[]): number => (rows[0] as { total: number }).total
