// Stage run: what a page selects, and the children of its rows, read after it.
import { chain } from '../basics/maybe-promise.js'
import { chosenMembers } from '../plan/chosen-members.js'
import type { Statement } from '../types/statement.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import type { ListPlan } from '../types/plan.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { Row } from '../types/row.js'
import type { ReadOptions } from '../types/page-request.js'
import { runObserved } from './send.js'

/** What decides how the statements are sent. */
type ChildrenOfPage = Pick<ReadOptions, 'signal' | 'onStatement' | 'namedStatements'>

/** What a page selects: the items' members, and the keys of their children where they have any. */
export function selectionOf(config: ResolvedConfig, fields?: ListPlan['fields']): ResolvedConfig['selection'] {
  const { children, selection, pageSelection } = config
  if (fields === undefined) return pageSelection
  const chosen = chosenMembers(selection, fields)
  return children?.isAskedFor(fields) === true ? { ...chosen, ...children.keyFields } : chosen
}

/** The rows with their children: one statement for each set, in the order of their declaration. */
export function withChildren(
  db: ListDatabase,
  rows: Row[],
  { children, answers }: Pick<ResolvedConfig, 'children' | 'answers'>,
  options: ChildrenOfPage,
  fields?: ListPlan['fields'],
): MaybePromise<Row[]> {
  if (children === null || !children.isAskedFor(fields)) return rows
  const { statements, attach } = children.ask(db, rows, {
    namedStatements: options.namedStatements,
    only: fields,
    answers,
  })
  return chain(readInTurn(statements, options, []), (found) => {
    attach(found)
    return rows
  })
}

function readInTurn(
  statements: readonly Statement[],
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
