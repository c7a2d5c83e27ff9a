// Builder and page: which joined tables a piece of SQL refers to. Reads fragments, never changes them.
import { type Column, type Name, type SQL, type StringChunk, Subquery } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import * as configRefusals from '../mistakes/config-refusals.js'
import { refuse } from '../mistakes/refuse.js'
import { type ChunkKind, isPlainRecord, visitChunks } from '../drizzle/chunks.js'
import { chunkText, isSelectionField } from '../drizzle/fragments.js'
import { tableOf } from '../drizzle/tables.js'
import type { Selection } from '../types/selection.js'
import { memberBehind } from './row-source.js'
import { QUOTED } from './said-words.js'
import { isRowSource, nameOf, type RowSource, tableIdentity } from './source-name.js'

export { nameOf, tableIdentity } from './source-name.js'

/** A joined table with the earlier joins it needs itself, as `ResolvedJoin` has them. */
interface JoinedTable {
  readonly table: RowSource
  /** Indices of earlier joins, transitively. */
  readonly needs: readonly number[]
}

/**
 * Indices into `joins`, ascending, of the joined tables that `fragment` refers to, each join's own needs included.
 * `fragment` may be a column, SQL, a sub-select, a table, or (nested) arrays and plain records of these, such as a
 * selection.
 *
 * Raw text counts where it holds a joined table's name or alias as a whole word: joining a to-one table too often
 * costs time, joining it too seldom breaks the statement.
 *
 * @param inside identities of tables that the fragment's own sub-select reads: their names mean those
 */
export function referencedJoins(
  fragment: unknown,
  joins: readonly JoinedTable[],
  inside?: ReadonlySet<string>,
): number[] {
  const found = new Set<number>()
  if (joins.length === 0) return []
  const byIdentity = new Map<string, number>()
  const byName: { readonly name: string; readonly index: number }[] = []
  for (const [index, { table }] of joins.entries()) {
    if (inside?.has(tableIdentity(table)) === true) continue
    byIdentity.set(tableIdentity(table), index)
    byName.push({ name: nameOf(table).toLowerCase(), index })
  }
  const add = (index: number): void => {
    found.add(index)
    for (const need of (joins[index] as JoinedTable).needs) found.add(need)
  }
  const addText = (text: string): void => {
    const folded = text.toLowerCase()
    for (const { name, index } of byName) if (!found.has(index) && hasWord(folded, name)) add(index)
  }
  const seen = new Set<unknown>()
  const visit = (fragment: unknown): void => visitChunks(fragment, enter)
  const enter = (chunk: unknown, kind: ChunkKind): boolean => {
    if (seen.has(chunk)) return false
    seen.add(chunk)
    if (kind === 'text') addText(chunkText(chunk as StringChunk))
    else if (kind === 'name') addText((chunk as Name).value)
    else if (kind === 'column') visitTable(tableOf(chunk as Column))
    else if (kind === 'table' || kind === 'view' || kind === 'subquery') visitTable(chunk)
    else if (kind === 'aliased') visitAliased(chunk as SQL.Aliased)
    else return true
    return false
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

/** Every fragment of the app is checked once: what reads a table that is not there would fail every request. */
export function refuseStray(
  method: string,
  name: string | null,
  fragment: unknown,
  inQuery: readonly RowSource[],
): void {
  const [stray] = strayTables(fragment, inQuery)
  if (stray !== undefined) refuse(configRefusals.readsElsewhere(method, name, stray))
}

/**
 * Names of tables whose columns `fragment` reads and that neither `inQuery` nor a sub-select of its own brings in: the
 * database would reject every statement with it. Only what is certain is named; a name in raw text counts as brought
 * in.
 */
export function strayTables(fragment: unknown, inQuery: readonly RowSource[]): string[] {
  const known = new Set(inQuery.map(tableIdentity))
  const read = new Map<string, string>()
  const sources: RowSource[] = [...inQuery]
  const aliases: SQL.Aliased[] = []
  let text = ''
  const seen = new Set<unknown>()
  visitChunks(fragment, (chunk, kind) => {
    if (seen.has(chunk)) return false
    seen.add(chunk)
    switch (kind) {
      case 'text':
        text += ` ${chunkText(chunk as StringChunk)}`
        return false
      case 'name':
        text += ` ${(chunk as Name).value} `
        return false
      case 'column': {
        const table: unknown = tableOf(chunk as Column)
        if (isRowSource(table)) read.set(tableIdentity(table), nameOf(table))
        return false
      }
      case 'table':
      case 'view':
      case 'subquery':
        sources.push(chunk as RowSource)
        known.add(tableIdentity(chunk as RowSource))
        return true
      case 'aliased':
        if (!isSelectionField(chunk as SQL.Aliased)) return true
        aliases.push(chunk as SQL.Aliased)
        return false
      case 'param':
      case 'object':
        return false
      default:
        return true
    }
  })
  const folded = text.toLowerCase()
  const stray = [...read]
    .filter(([identity, name]) => !known.has(identity) && !hasWord(folded, name.toLowerCase()))
    .map(([, name]) => name)
  for (const aliased of aliases)
    if (memberBehind(aliased, sources) === undefined && !hasWord(folded, 'from')) stray.push(aliased.fieldAlias)
  return stray
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

// Which fragments hold a window function. Such an expression reads the other rows of its statement, so it means the
// same only where the statement reads the same set of rows.

/**
 * `over` as a word. A false alarm (a column of that name in raw text) costs a faster form of the page, not a wrong
 * answer.
 */
const OVER = /\bover\b/i

/** @param fragment SQL, or (nested) arrays and records of it, such as a selection */
export function hasWindowFunction(fragment: unknown): boolean {
  let isFound = false
  visitChunks(fragment, (chunk, kind) => {
    if (kind === 'text') isFound ||= OVER.test(chunkText(chunk as StringChunk))
    // A sub-select has rows of its own.
    return !isFound && kind !== 'subquery' && kind !== 'wrapper'
  })
  return isFound
}

/**
 * Is a window function certainly part of this expression's own statement? SQL allows none in a condition. Those within
 * a sub-select are its own, and are fine.
 */
export function isWindowExpression(expression: unknown): boolean {
  const text = plainTextOf(expression)
  // One entry for each open parenthesis: does it hold a sub-select?
  const open: boolean[] = []
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === ')') open.pop()
    else if (token === '(') open.push(SELECT.test(text.slice(index + 1, index + 40)))
    else if (!open.includes(true)) return true
  }
  return false
}

/** Does it certainly number the rows of its whole statement, of which none are set apart by `partition by`? */
export function isUndividedWindow(expression: unknown): boolean {
  return isWindowExpression(expression) && !/\bpartition\b/i.test(plainTextOf(expression))
}

/** The member that is one; undefined for none. A read from a position on would compute it over fewer rows. */
export function selectedWindow(selection: Selection): string | undefined {
  return Object.entries(selection)
    .map(([name, member]) => {
      if (isWindowExpression(member)) return name
      return isPlainRecord(member as object) ? selectedWindow(member as Selection) : undefined
    })
    .find((name) => name !== undefined)
}

/** @throws PaginateConfigError for a selected one */
export function refuseWindows(selection: Selection): void {
  const name = selectedWindow(selection)
  if (name !== undefined) refuse(configRefusals.windowInWalk(name))
}

/**
 * The function of this expression that certainly answers another value in each statement; null if its text shows none.
 * One that is given a seed counts too: MySQL's `rand(7)` numbers the rows that are read.
 */
export function volatileCall(expression: unknown): string | null {
  return VOLATILE.exec(plainTextOf(expression))?.[1]?.toLowerCase() ?? null
}

/** What only the time of the statement changes, as `now()` and `sysdatetime()`, is the same for all of its rows. */
const VOLATILE_NAMES = [
  'random',
  'random_normal',
  'rand',
  'randomblob',
  'random_bytes',
  'crypt_gen_random',
  'gen_random_\\w+',
  // Versions 3 and 5 are of a name.
  'uuid_generate_v(?![35])\\w+',
  'uuid_?v?[47]',
  // With an argument it converts.
  'uuid(?=\\s{0,99}\\(\\s{0,99}\\))',
  'uuid_short',
  'sys_guid',
  'newid',
  '(?:unordered_)?unique_rowid',
  'clock_timestamp',
  'timeofday',
  'sysdate',
  'nextval',
]
/** A function of a schema is one of the app's, except those of an extension, whose names tell. */
const SCHEMA = '(?:pg_catalog\\.|\\w{1,99}\\.(?=gen_random_|uuid_generate_))?'
const VOLATILE = new RegExp(`(?<![\\w$.])${SCHEMA}(${VOLATILE_NAMES.join('|')})(?=\\s{0,99}\\()`, 'i')

const TOKEN = /[()]|(?<=\)\s{0,99})\bover\b(?=\s{0,99}[\w("`])/gi
const SELECT = /^\s*(?:select|with|values|table)\b/i

const QUOTED_OR_BRACKETED = new RegExp(`${QUOTED.source}|\\[\\w+\\]`, 'g')

/** The outline of a fragment without comments: a name instead of a literal, and plain names without their quotes. */
const plainTextOf = (fragment: unknown): string =>
  outlineOf(fragment).replace(
    QUOTED_OR_BRACKETED,
    (quoted) => /^["`[](\w+)["`\]]$/.exec(quoted)?.[1] ?? (/^['"`]/.test(quoted) ? ' c ' : ' '),
  )

/** The text of a fragment, with a name instead of everything that is not raw text or a name. */
function outlineOf(fragment: unknown): string {
  let text = ''
  visitChunks(fragment, (chunk, kind) => {
    if (kind === 'sql' || kind === 'aliased') return true
    if (kind === 'text') text += chunkText(chunk as StringChunk)
    else if (kind === 'name') text += `"${(chunk as Name).value}"`
    else if (kind === 'list') text += (chunk as readonly unknown[]).map(outlineOf).join(', ')
    else text += kind === 'param' || kind === 'column' ? ' c ' : ' (select c) '
    return false
  })
  return text
}
