// Children: the statements of a page's children, one for each set, and each row with what they answered.
import { DIALECTS } from '../../dialects/index.js'
import type { ParentList } from '../../builder/rows-support.js'
import { startSelect } from '../../select/select-builder.js'
import type { AskedChildren, ChildSet, ResolvedChildren } from '../../types/children-part.js'
import type { Row } from '../../types/row.js'
import { type ChildReading, childReading } from './child-reading.js'
import type { PreparedSet } from './child-set.js'
import { childStatement } from './child-statement.js'
import { keyCondition } from './key-condition.js'
import { keyTextsOf, type ParentKey, printOf, withoutParentKey } from './parent-key.js'
import { chain } from '../../basics/maybe-promise.js'
import { runObserved } from '../../page/send.js'
import type { MaybePromise } from '../../types/database.js'
import type { ReadOptions } from '../../types/page-request.js'
import type { Statement } from '../../types/statement.js'

export function askChildren(sets: readonly ChildSet[], key: ParentKey, list: ParentList): ResolvedChildren['ask'] {
  const { statements: facts } = DIALECTS[list.dialect]
  // The sets are those that `childSet()` made.
  const all = sets.map((set) => childReading(set as PreparedSet, key, list))
  return (db, rows, { namedStatements, only, answers }): AskedChildren => {
    const readings = only === undefined ? all : all.filter(({ set }) => only.has(set.name.toLowerCase()))
    if (rows.length === 0) return { statements: [], attach: () => {} }
    const prints: unknown[] = []
    const parents = new Map<unknown, readonly string[]>()
    for (const row of rows) {
      const print = printOf(row, key)
      prints.push(print)
      parents.set(print, keyTextsOf(row, key))
      withoutParentKey(row, key)
    }
    const texts = [...parents.values()]
    const start = startSelect(db, key.fields)
    const statements = readings.map((reading) => {
      const keys = keyCondition(reading.key.parts, texts, list.dialect)
      return childStatement(start, reading, keys, { facts, answers, isNamed: namedStatements })
    })
    return {
      statements,
      attach: (found) => readings.forEach((reading, set) => attachSet(reading, rows, prints, found[set] as Row[])),
    }
  }
}

function attachSet(
  { set: { name }, key }: ChildReading,
  rows: readonly Row[],
  prints: readonly unknown[],
  children: readonly Row[],
): void {
  const byParent = new Map<unknown, Row[]>()
  for (const child of children) {
    const print = printOf(child, key)
    withoutParentKey(child, key)
    const siblings = byParent.get(print)
    if (siblings === undefined) byParent.set(print, [child])
    else siblings.push(child)
  }
  const isGiven = new Set<unknown>()
  for (let at = 0; at < rows.length; at++) {
    const print = prints[at]
    const own = byParent.get(print) ?? []
    // A row that a join repeats has children of its own: what is done to one is not done to the other.
    ;(rows[at] as Row)[name] = isGiven.has(print) ? own.map((child) => ({ ...child })) : own
    isGiven.add(print)
  }
}

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
