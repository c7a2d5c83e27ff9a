// Stage run: the end of a walk or a stream. Null in a column that the schema calls not null may stand behind all values,
// where no position leads to it.
import { Column, type SQL, sql } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import * as callRefusals from '../mistakes/call-refusals.js'
import { refuse } from '../mistakes/refuse.js'
import { wait } from '../basics/maybe-promise.js'
import type { Steps } from '../types/database.js'
import type { ListStatements } from '../select/list-statements.js'
import type { OrderTerm, Walk } from '../types/position.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import { runObserved } from './send.js'
import type { ReadOptions } from '../types/page-request.js'

/**
 * Asks for such a row where nothing follows a position any more. The statement is sent at the end of a walk, and of a
 * stream of several batches, in an order that such a column may end.
 *
 * @throws PaginateConfigError that names the column
 * @throws the signal's reason, before the statement
 */
export function* refuseUnreadNulls(
  statements: ListStatements,
  walk: Walk,
  config: ResolvedConfig,
  { signal, onStatement }: Pick<ReadOptions, 'signal' | 'onStatement'>,
): Steps<void> {
  const terms = doubtfulTerms(walk, config)
  if (terms.length === 0) return
  signal?.throwIfAborted()
  const joins = terms.flatMap(({ field }) => field.joins)
  const statement = statements.nullKey(terms.map(isNull), joins)
  const [row] = yield* wait(runObserved('check', statement, onStatement))
  if (row !== undefined) refuse(callRefusals.wrongSortKey((terms[Number(row['term'])] as OrderTerm).field.name, null))
}

/** Terms of columns whose nulls would lie beyond the position. A database lets no null into the key of a row. */
const doubtfulTerms = ({ order, position }: Walk, { rowKey, tieBreaker }: ResolvedConfig): readonly OrderTerm[] =>
  position === null
    ? []
    : order.filter(
        ({ field, isNullable, nulls }) =>
          !isNullable &&
          is(field.expression, Column) &&
          (nulls === 'last') === (position.side === 'after') &&
          rowKey?.includes(field.expression) !== true &&
          tieBreaker.every((term) => term.field !== field),
      )

/** For MySQL a date of zeros `is null`, and is equal to itself. */
const isNull = ({ field: { expression } }: OrderTerm): SQL =>
  sql`(${expression} is null and (${expression} = ${expression}) is null)`
