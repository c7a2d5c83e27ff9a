// Members of shapes, selections, summaries and facets that are not there.
import { isClasslessRecord } from '../request/query-source.js'

/** So that a member may be written as `isAdmin && column`. */
export const isAbsent = (member: unknown): member is false | undefined => member === undefined || member === false

/** Without members that are `false` or `undefined`: they are not there. */
export function withoutAbsent<Fields>(selection: Fields): Fields {
  if (!isClasslessRecord(selection as object)) return selection
  const members = Object.entries(selection as object)
  if (!members.some(([, member]) => isAbsent(member) || isClasslessRecord(Object(member) as object))) return selection
  const present = members.flatMap(([name, member]) => (isAbsent(member) ? [] : [[name, withoutAbsent(member)]]))
  return Object.fromEntries(present) as Fields
}
