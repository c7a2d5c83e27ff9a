// Builder: whether a join finds several rows for one, as the schema shows it.
import { type Column, type SQL, type StringChunk, Table } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import { visitChunks } from '../drizzle/chunks.js'
import { tableOf } from '../drizzle/tables.js'
import { chunkText } from '../drizzle/fragments.js'
import { nameOf, tableIdentity } from '../fragments/source-name.js'
import { checkOptions } from '../mistakes/check-options.js'
import * as configRefusals from '../mistakes/config-refusals.js'
import { uniqueKeysOf } from './read-table.js'
import { refuse } from '../mistakes/refuse.js'

/** Rejects a join if the schema shows that it finds several rows, unless the declaration says that it finds one. */
export function checkJoinOptions(prefix: string, table: Table, on: SQL, options: unknown): void {
  checkOptions(`The join '${prefix}'`, options, { assumeUnique: true })
  const { assumeUnique = false } = (options ?? {}) as { readonly assumeUnique?: unknown }
  if (typeof assumeUnique !== 'boolean') refuse(configRefusals.joinOptionsUnknown(prefix))
  if (assumeUnique) return
  const columns = columnsThatRepeat(table, on)
  if (columns !== null) refuse(configRefusals.joinToMany(prefix, nameOf(table), columns))
}

/** Columns of `table` that its join's condition pins, none of them unique; null where it may be to one. */
function columnsThatRepeat(table: Table, on: SQL): readonly string[] | null {
  if (!is(table, Table)) return null
  const identity = tableIdentity(table)
  const isOwn = (column: Column): boolean => tableIdentity(tableOf(column)) === identity
  const condition = readCondition(on)
  if (condition === null) return null
  const pinned = condition.equalities.flatMap((sides) => {
    const own = sides.filter((side) => side !== null && isOwn(side))
    return own.length === 1 ? own : []
  })
  // What is not read may pin a column as well.
  const names = new Set([...pinned, ...condition.unread.filter(isOwn)].map((column) => (column as Column).name))
  return uniqueKeysOf(table).some((key) => key.every((name) => names.has(name))) ? null : [...names]
}

interface JoinCondition {
  /** `column = column`, or null instead of a value. */
  readonly equalities: readonly (readonly (Column | null)[])[]
  /** Columns of what is not read: all of a condition with an `or` or a `not`, and those of raw SQL. */
  readonly unread: readonly Column[]
}

const EQUALITY = /^#(\d+) = #(\d+)$/
/** Comparisons that pin no column. */
const LOOSE =
  /^#\d+ (?:(?:<>|[<>]=?|(?:not )?(?:i?like|between)) #\d+(?: #\d+)?|in #\d+(?: #\d+)+|not in #\d+(?: #\d+)*|is not null)$/
/** All that Drizzle's operators write between columns and values. */
const COMPARISONS = /^(?:[\s()#\d=<>,!]|\b(?:and|or|not|is|in|null|between|like|ilike)\b)*$/i
/** An `and`, and a `not`, that join no conditions. */
const IN_BETWEEN = /(\bbetween\b[\s()]*#\d+[\s()]*)\band\b/g
const IN_COMPARISON = /\bnot(?= (?:in|between|i?like|null)\b)/g

/**
 * Null for a condition with anything but comparisons of columns and values: raw text may name a key, or hold a
 * sub-select.
 */
function readCondition(on: SQL): JoinCondition | null {
  const sides: (Column | null)[] = []
  let text = ''
  let isPlain = true
  visitChunks(on, (chunk, kind) => {
    switch (kind) {
      case 'sql':
      case 'list':
        return isPlain
      case 'nothing':
        return false
      case 'text':
        text += chunkText(chunk as StringChunk)
        if (chunkText(chunk as StringChunk).includes('#')) isPlain = false
        return false
      default:
        text += ` #${sides.length} `
        sides.push(kind === 'column' ? (chunk as Column) : null)
        if (kind !== 'column' && kind !== 'param' && typeof chunk === 'object') isPlain = false
        return false
    }
  })
  if (!isPlain || !COMPARISONS.test(text)) return null
  text = text.toLowerCase().replace(IN_BETWEEN, '$1')
  // With an `or` or a `not` the condition is one part, which is not read.
  const parts = /\b(?:or|not)\b/.test(text.replace(IN_COMPARISON, '')) ? [text] : text.split(/\band\b/)
  const equalities: (Column | null)[][] = []
  const unread: Column[] = []
  for (const part of parts) {
    const read = part.replaceAll(/[\s()]+/g, ' ').trim()
    const [, left, right] = EQUALITY.exec(read) ?? []
    if (left !== undefined) equalities.push([sides[Number(left)] ?? null, sides[Number(right)] ?? null])
    else if (!LOOSE.test(read))
      unread.push(...[...part.matchAll(/#(\d+)/g)].flatMap(([, side]) => sides[Number(side)] ?? []))
  }
  return { equalities, unread }
}
