// Stage run: the end of a walk or a stream. Null in a column that the schema calls not null may stand behind all values,
// where no position leads to it.
import { Column, type SQL, sql } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import * as callRefusals from '../../mistakes/call-refusals.js'
import { refuse } from '../../mistakes/refuse.js'
import { wait } from '../../basics/maybe-promise.js'
import type { ListDatabase, Steps } from '../../types/database.js'
import { runObserved } from '../../page/send.js'
import { ANY_ORDER, selectFiltered } from '../../select/count-select.js'
import type { EarlyRead } from '../../select/halves.js'
import { ListStatements } from '../../select/list-statements.js'
import type { OrderTerm, Walk } from '../../types/position.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { Statement } from '../../types/statement.js'
import type { ListRequest, ReadOptions } from '../../types/page-request.js'

/**
 * Asks for such a row where nothing follows a position any more. The statement is sent at the end of a walk, and of a
 * stream of several batches, in an order that such a column may end.
 *
 * @throws PaginateConfigError that names the column
 * @throws the signal's reason, before the statement
 */
export function* refuseUnreadNulls(
  db: ListDatabase,
  request: ListRequest<ResolvedConfig>,
  walk: Walk,
  options: Pick<ReadOptions, 'signal' | 'onStatement' | 'namedStatements'>,
): Steps<void> {
  const terms = doubtfulTerms(walk, request.config)
  if (terms.length === 0) return
  options.signal?.throwIfAborted()
  const statement = nullTerm(new ListStatements(db, request, options), terms)
  const [row] = yield* wait(runObserved('check', statement, options.onStatement))
  if (row !== undefined) refuse(callRefusals.wrongSortKey((terms[Number(row['term'])] as OrderTerm).field.name, null))
}

/** A row of the filtered set with null in a column: the place of the first term that has it, as `term`. */
function nullTerm(statements: ListStatements, terms: readonly OrderTerm[]): Statement {
  const conditions = terms.map(isNull)
  const cases = conditions.map((condition, at) => sql` when ${condition} then ${sql.raw(String(at))}`)
  const term = sql<number>`case${sql.join(cases)} end`.mapWith(Number)
  const read: EarlyRead = {
    ...ANY_ORDER,
    seek: sql`(${sql.join(conditions, sql` or `)})`,
    orderJoins: terms.flatMap(({ field }) => field.joins),
  }
  return statements.statement('null key', {
    fields: () => ({ term }),
    build: (start, parts) => selectFiltered(start, parts, { term: term.as('null_key') }, read, 1),
  })
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
