// Stage plan: what a request's `fields` leave of an item.
import { isPlainRecord } from '../../drizzle/chunks.js'
import { partOf } from '../../rows/guard-selection.js'
import type { ListPlan } from '../../types/plan.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { Selection } from '../../types/selection.js'

type Fields = ListPlan['fields']

/** Columns, expressions and tables are instances of classes. */
const isRecord = (member: unknown): member is Selection =>
  typeof member === 'object' && member !== null && isPlainRecord(member)

/** A joined record is a member, and each of its members is. */
export function memberNames(selection: Selection, prefix = ''): string[] {
  return Object.entries(selection).flatMap(([key, member]) => [
    `${prefix}${key}`,
    ...(isRecord(member) ? memberNames(member, `${prefix}${key}.`) : []),
  ])
}

/**
 * A selection, or an item, with only the chosen members, in its own order.
 *
 * @param ofRecord what a part of a record becomes
 */
export function chosenMembers(
  selection: Selection,
  fields: Fields,
  ofRecord: (part: Selection, whole: Selection) => Selection = (part) => part,
  prefix = '',
): Selection {
  if (fields === undefined) return selection
  const chosen: Record<string, Selection[string]> = {}
  for (const [key, member] of Object.entries(selection)) {
    const name = `${prefix}${key}`.toLowerCase()
    if (fields.has(name)) chosen[key] = member
    else if (hasInside(fields, name))
      chosen[key] = isRecord(member) ? ofRecord(chosenMembers(member, fields, ofRecord, `${name}.`), member) : member
  }
  return chosen
}

export type SelectedFrom = Pick<ResolvedConfig, 'selection' | 'table' | 'joins'>

/** What is read of the chosen members: a record of some of its members is null for the rows for which all of it is. */
export const chosenSelection = (config: SelectedFrom, fields: Fields): Selection =>
  chosenMembers(config.selection, fields, (part, whole) => partOf(part, whole, config))

function hasInside(fields: NonNullable<Fields>, name: string): boolean {
  for (const field of fields) if (field.startsWith(`${name}.`)) return true
  return false
}

/** Is it a member that was chosen, or inside of one? */
export function isChosen(path: string, fields: Fields): boolean {
  if (fields === undefined) return true
  const keys = path.toLowerCase().split('.')
  return keys.some((_, at) => fields.has(keys.slice(0, at + 1).join('.')))
}
