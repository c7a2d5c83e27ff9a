// Stage run: the children of a page's rows, one statement for each set, in the order of their declaration.
import { chain } from '../../basics/maybe-promise.js'
import { runObserved } from '../../page/send.js'
import type { ResolvedChildren } from '../../types/children-part.js'
import type { MaybePromise } from '../../types/database.js'
import type { ReadOptions } from '../../types/page-request.js'
import type { Row } from '../../types/row.js'
import type { Statement } from '../../types/statement.js'

export const readChildren =
  ({ isAskedFor, ask }: Pick<ResolvedChildren, 'isAskedFor' | 'ask'>): ResolvedChildren['read'] =>
  (db, rows, answers, options, fields) => {
    if (!isAskedFor(fields)) return rows
    const { statements, attach } = ask(db, rows, { namedStatements: options.namedStatements, only: fields, answers })
    return chain(readInTurn(statements, options, []), (found) => {
      attach(found)
      return rows
    })
  }

function readInTurn(
  statements: readonly Statement[],
  options: Pick<ReadOptions, 'signal' | 'onStatement'>,
  answers: Row[][],
): MaybePromise<Row[][]> {
  const next = statements[answers.length]
  if (next === undefined) return answers
  options.signal?.throwIfAborted()
  return chain(runObserved('children', next, options.onStatement), (rows) =>
    readInTurn(statements, options, [...answers, rows]),
  )
}
