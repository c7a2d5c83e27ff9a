// Stage run: what a page selects.
import { chosenMembers } from '../plan/chosen-members.js'
import type { ListPlan } from '../types/plan.js'
import type { ResolvedConfig } from '../types/resolved-config.js'

/** The items' members, and the keys of their children where they have any. */
export function selectionOf(config: ResolvedConfig, fields?: ListPlan['fields']): ResolvedConfig['selection'] {
  const { children, selection, pageSelection } = config
  if (fields === undefined) return pageSelection
  const chosen = chosenMembers(selection, fields)
  return children?.isAskedFor(fields) === true ? { ...chosen, ...children.keyFields } : chosen
}
