// Builder and page: which joined tables a piece of SQL refers to. Reads fragments, never changes them.
import { Column, getTableUniqueName, getViewSelectedFields, is, Name, Param, Placeholder, SQL, StringChunk, Subquery, Table, View } from 'drizzle-orm'

/** A joined table with the earlier joins it needs itself, as `ResolvedJoin` has them. */
export interface JoinedTable {
  readonly table: Table
  /** Indices of earlier joins, transitively. */
  readonly needs: readonly number[]
}

/** A table's identity in SQL text: two aliases of one table differ, two readings of one alias do not. */
export function tableIdentity(table: Table | View): string {
  if (!is(table, View)) return getTableUniqueName(table)
  // The columns of a view stand for a table of the view's name: it goes by the name that its columns know it by.
  const key = Object.keys(getViewSelectedFields(table)).find((name) => is(member(table, name), Column))
  const owner = key === undefined ? undefined : (member(table, key) as Column & { readonly table: unknown }).table
  return is(owner, Table) ? getTableUniqueName(owner) : `view ${nameOf(table)}`
}

const member = (view: View, key: string): unknown => (view as unknown as Readonly<Record<string, unknown>>)[key]

/** The name a table goes by in this statement: its alias where it has one. */
export function nameOf(table: Table | View): string {
  // Both Drizzle lines keep a table's current name under this registered symbol; views keep theirs in their configuration.
  const named = table as unknown as { readonly [key: symbol]: unknown }
  if (!is(table, View)) return named[Symbol.for('drizzle:Name')] as string
  return (named[Symbol.for('drizzle:ViewBaseConfig')] as { readonly name: string }).name
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
    if (is(node, StringChunk)) return void [node.value].flat().forEach(addText)
    if (is(node, Name)) return addText(node.value)
    if (is(node, Column)) return visitTable((node as Column & { readonly table: unknown }).table)
    if (is(node, Table) || is(node, View)) return visitTable(node)
    if (is(node, SQL)) return node.queryChunks.forEach(visit)
    if (is(node, SQL.Aliased)) return visit(node.sql)
    if (is(node, Subquery)) return visit(node._.sql)
    if (is(node, Param)) return visit(node.value)
    if (is(node, Placeholder)) return
    if ('getSQL' in node && typeof node.getSQL === 'function') return visit(node.getSQL())
    if (isPlainRecord(node)) Object.values(node).forEach(visit)
  }
  const visitTable = (table: unknown): void => {
    if (is(table, Table) || is(table, View)) add(byIdentity.get(tableIdentity(table)))
    else visit(table)
  }
  visit(fragment)
  return [...found].sort((a, b) => a - b)
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
