// Builder and page: which joined tables a piece of SQL refers to. Reads fragments, never changes them.
import { Column, is, Name, Param, Placeholder, SQL, StringChunk, Subquery } from 'drizzle-orm'
import { tableOf } from '../drizzle/columns.js'
import { chunkText, isSelectionField } from '../drizzle/fragments.js'
import { memberBehind } from './row-source.js'
import { isRowSource, nameOf, type RowSource, tableIdentity } from './source-name.js'

export { nameOf, tableIdentity } from './source-name.js'

/** A joined table with the earlier joins it needs itself, as `ResolvedJoin` has them. */
export interface JoinedTable {
  readonly table: RowSource
  /** Indices of earlier joins, transitively. */
  readonly needs: readonly number[]
}

/**
 * Indices into `joins`, ascending, of the joined tables that `fragment` refers to, each join's own needs included.
 * `fragment` may be a column, SQL, a sub-select, a table, or (nested) arrays and plain records of these, such as a selection.
 *
 * Raw text counts where it holds a joined table's name or alias as a whole word: joining a to-one table too often
 * costs time, joining it too seldom breaks the statement.
 */
export function referencedJoins(fragment: unknown, joins: readonly JoinedTable[]): number[] {
  const found = new Set<number>()
  if (joins.length === 0) return []
  const byIdentity = new Map<string, number>()
  const byName: { readonly name: string; readonly index: number }[] = []
  for (const [index, { table }] of joins.entries()) {
    byIdentity.set(tableIdentity(table), index)
    byName.push({ name: nameOf(table).toLowerCase(), index })
  }
  const add = (index: number | undefined): void => {
    if (index === undefined || found.has(index)) return
    found.add(index)
    for (const need of (joins[index] as JoinedTable).needs) found.add(need)
  }
  const addText = (text: string): void => {
    const folded = text.toLowerCase()
    for (const { name, index } of byName) if (!found.has(index) && hasWord(folded, name)) add(index)
  }
  const seen = new Set<object>()
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (seen.has(node)) return
    seen.add(node)
    if (Array.isArray(node)) return void node.forEach(visit)
    if (is(node, StringChunk)) return addText(chunkText(node))
    if (is(node, Name)) return addText(node.value)
    if (is(node, Column)) return visitTable(tableOf(node))
    if (isRowSource(node)) return visitTable(node)
    if (is(node, SQL)) return node.queryChunks.forEach(visit)
    if (is(node, SQL.Aliased)) return visitAliased(node)
    if (is(node, Param)) return visit(node.value)
    if (is(node, Placeholder)) return
    if ('getSQL' in node && typeof node.getSQL === 'function') return visit(node.getSQL())
    if (isPlainRecord(node)) Object.values(node).forEach(visit)
  }
  const visitTable = (table: unknown): void => {
    if (!isRowSource(table)) return visit(table)
    const index = byIdentity.get(tableIdentity(table))
    if (index !== undefined) add(index)
    else if (is(table, Subquery)) visit(table._.sql)
  }
  /** What a view or sub-query computes is a column of it to everyone outside. */
  const visitAliased = (aliased: SQL.Aliased): void => {
    const member = isSelectionField(aliased)
      ? memberBehind(
          aliased,
          joins.map(({ table }) => table),
        )
      : undefined
    visit(member ?? aliased.sql)
  }
  visit(fragment)
  return [...found].sort((a, b) => a - b)
}

/**
 * Names of tables whose columns `fragment` reads and that neither `inQuery` nor a sub-select of its own brings in: the database
 * would refuse every statement with it. Only what is certain is named; a name in raw text counts as brought in.
 */
export function strayTables(fragment: unknown, inQuery: readonly RowSource[]): string[] {
  const known = new Set(inQuery.map(tableIdentity))
  const read = new Map<string, string>()
  const sources: RowSource[] = [...inQuery]
  const aliases: SQL.Aliased[] = []
  let text = ''
  const seen = new Set<object>()
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    if (Array.isArray(node)) return void node.forEach(visit)
    if (is(node, StringChunk)) return void (text += ` ${chunkText(node)}`)
    if (is(node, Name)) return void (text += ` ${node.value} `)
    if (is(node, Column)) {
      const table: unknown = tableOf(node)
      if (isRowSource(table)) read.set(tableIdentity(table), nameOf(table))
      return
    }
    if (isRowSource(node)) {
      sources.push(node)
      known.add(tableIdentity(node))
      if (is(node, Subquery)) visit(node._.sql)
      return
    }
    if (is(node, SQL)) return node.queryChunks.forEach(visit)
    if (is(node, SQL.Aliased)) return isSelectionField(node) ? void aliases.push(node) : visit(node.sql)
    if (is(node, Param) || is(node, Placeholder)) return
    if ('getSQL' in node && typeof node.getSQL === 'function') visit(node.getSQL())
  }
  visit(fragment)
  const folded = text.toLowerCase()
  const stray = [...read].filter(([identity, name]) => !known.has(identity) && !hasWord(folded, name.toLowerCase())).map(([, name]) => name)
  for (const aliased of aliases)
    if (memberBehind(aliased, sources) === undefined && !hasWord(folded, 'from')) stray.push(aliased.fieldAlias)
  return stray
}

/** A record someone wrote, not a Date or a Buffer bound as a value. */
export function isPlainRecord(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/** Is `word` in `text` with no letter, digit, `_` or `$` next to it? Both in lower case. */
function hasWord(text: string, word: string): boolean {
  if (word === '') return false
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + word.length])) return true
  }
  return false
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_$]/u.test(character)
}
