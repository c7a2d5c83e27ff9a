// memory: from a row to an item: the root table's row, or the shape of `.select()`.
import type { ChildMember, ChildSet } from '../../types/children-part.js'
import type { Field, ItemShape } from '../../types/config.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import { chosenMembers } from '../../features/chosen-fields/chosen-members.js'
import { isField } from '../../features/shapes/resolve-shape.js'
import type { ListPlan } from '../../types/plan.js'
import type { Selection } from '../../types/selection.js'
import { type Accessors, fieldReader, itemDecoder, member } from './read-field.js'

export type ProjectItem = (row: unknown) => unknown

export function projectItem(
  config: ResolvedConfig,
  accessors: Accessors<never>,
  fields?: ListPlan['fields'],
): ProjectItem {
  const whole = projectFields(config, accessors)
  const project: ProjectItem = fields === undefined ? whole : (row) => chosenMembers(whole(row) as Selection, fields)
  const { children } = config
  if (children === null || !children.isAskedFor(fields)) return project
  const sets = fields === undefined ? children.sets : children.sets.filter(({ name }) => fields.has(name.toLowerCase()))
  return (row) =>
    Object.assign(project(row) as object, Object.fromEntries(sets.map((set) => [set.name, childrenOf(row, set)])))
}

function projectFields(config: ResolvedConfig, accessors: Accessors<never>): ProjectItem {
  if (config.shape !== null) return projectShape(config.shape, accessors)
  const keys = Object.keys(config.selection)
  return (row) => Object.fromEntries(keys.map((key) => [key, member(row, key) ?? null]))
}

/** The row's own array in its order, which SQL's order terms cannot change here; without an array there are no children. */
function childrenOf(row: unknown, { from, limit, members }: ChildSet): unknown[] {
  const children = member(row, from)
  return Array.isArray(children) ? children.slice(0, limit ?? undefined).map((child) => childOf(child, members)) : []
}

function childOf(child: unknown, members: readonly ChildMember[]): unknown {
  return Object.fromEntries(
    members.map(({ key, from, members: inside }) => {
      const value = member(child, from) ?? null
      return [key, inside === null || value === null ? value : childOf(value, inside)]
    }),
  )
}

function projectShape(shape: ItemShape, accessors: Accessors<never>): ProjectItem {
  const members = Object.entries(shape).map(([key, entry]): readonly [string, ProjectItem] => [
    key,
    isField(entry) ? projectField(entry, accessors) : projectNested(entry, accessors),
  ])
  return (row) => Object.fromEntries(members.map(([key, read]) => [key, read(row) ?? null]))
}

function projectField(field: Field, accessors: Accessors<never>): ProjectItem {
  const [read, decode] = [fieldReader(field, accessors), itemDecoder(field)]
  return (row) => decode(read(row))
}

/** A record whose columns are all of one joined table is null when the join found no row (R2.7.4). */
function projectNested(shape: ItemShape, accessors: Accessors<never>): ProjectItem {
  const project = projectShape(shape, accessors)
  const columns = Object.values(shape).flatMap((entry) => (isField(entry) && entry.path !== null ? [entry.path] : []))
  const prefixes = new Set(columns.map((path) => (path.length === 2 ? path[0] : null)))
  const [prefix] = prefixes
  if (prefixes.size !== 1 || prefix === null || prefix === undefined) return project
  return (row) => ((member(row, prefix) ?? null) === null ? null : project(row))
}
