// `.select()`, from the keys of a shape to the fields of an item.
import { Column, SQL } from 'drizzle-orm'
import { nearHint } from '../../basics/nearest.js'
import { is } from '../../drizzle/kinds.js'
import type { ItemShape, Field } from '../../types/config.js'
import type { DeclarationOf } from '../../types/declaration.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { Selection } from '../../types/selection.js'
import { readShapeKeys, type ShapeKeys, type ShapeMember } from './read-shape-keys.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import { refuse } from '../../mistakes/refuse.js'

/** The names of all sets, switched-off ones too, by lower-case name. */
export function childrenNames(
  declared: readonly DeclarationOf<'children'>[],
  { fields, joins }: Pick<ResolvedConfig, 'fields' | 'joins'>,
): Map<string, string> {
  const taken = new Set([...fields.keys(), ...joins.map(({ prefix }) => prefix.toLowerCase())])
  const names = new Map<string, string>()
  for (const { name } of declared) {
    refuseUnnamable('children', name)
    const folded = name.toLowerCase()
    if (taken.has(folded)) refuse(configRefusals.childrenTwice(name))
    taken.add(folded)
    names.set(folded, name)
  }
  return names
}

/** Assigned to a record, it is lost. */
export function refuseUnnamable(method: 'children' | 'select', name: string): void {
  if (name === '__proto__') refuse(configRefusals.memberUnnamable(method, name))
}

/** What `.select()` says of a set: the member's spelling, and the members of a child; null: all of them. */
export interface SetShape {
  readonly name: string
  readonly keys: ShapeKeys | null
}

/** What a key may name, and the field of a column or an expression by the path of its key. */
interface NamedFields extends Pick<ResolvedConfig, 'fields'> {
  readonly selected: (name: string, selector: unknown) => Field
}

interface ResolvedShape {
  readonly shape: ItemShape
  /** The children sets that an item has, by lower-case name. */
  readonly sets: ReadonlyMap<string, SetShape>
}

/**
 * Keys match fields, joins and children sets case-insensitively, each exactly one; the item spells them as the shape
 * does. A key with a column or an expression only names its member.
 *
 * @param childrenNames of all declared sets, by lower-case name
 */
export function resolveShape(
  shape: unknown,
  resolved: NamedFields,
  childrenNames: ReadonlyMap<string, string>,
): ResolvedShape {
  const { keys, isSchema } = readShapeKeys(shape) ?? refuse(configRefusals.selectNotAShape)
  const sets = new Map<string, SetShape>()
  const rest = new Map<string, ShapeMember>()
  for (const [key, member] of keys) {
    const folded = key.toLowerCase()
    const twin = sets.get(folded)
    if (twin !== undefined) refuse(configRefusals.selectKeysMatchOne(twin.name, key))
    if (!childrenNames.has(folded)) rest.set(key, member)
    else if (member !== null && 'selector' in member) refuse(configRefusals.selectMember(key))
    else if (member === null && isSchema) refuse(configRefusals.unlistedMembers(key))
    else sets.set(folded, { name: key, keys: member })
  }
  const isWhole = rest.size === 0 && sets.size > 0
  return { shape: isWhole ? Object.freeze({}) : resolveLevel({ keys: rest, isSchema }, '', resolved), sets }
}

function resolveLevel(shape: ShapeKeys, prefix: string, resolved: NamedFields): ItemShape {
  if (shape.keys.size === 0)
    refuse(prefix === '' ? configRefusals.emptySelect : configRefusals.emptyMember(prefix.slice(0, -1)))
  const members: Record<string, Field | ItemShape> = Object.create(null) as Record<string, Field | ItemShape>
  const spelled = new Map<string, string>()
  for (const [key, member] of shape.keys) {
    const name = `${prefix}${key}`
    const folded = name.toLowerCase()
    const twin = spelled.get(folded)
    if (twin !== undefined) refuse(configRefusals.selectKeysMatchOne(twin, name))
    spelled.set(folded, name)
    refuseUnnamable('select', key)
    members[key] = resolveMember(name, member, shape.isSchema, resolved)
  }
  return Object.freeze(members)
}

function resolveMember(name: string, member: ShapeMember, isSchema: boolean, resolved: NamedFields): Field | ItemShape {
  if (member !== null && 'selector' in member) return resolved.selected(name, member.selector)
  const field = resolved.fields.get(name.toLowerCase())
  const inside = fieldsUnder(name, resolved)
  const unknown = (): never => refuse(configRefusals.unknownSelectKey(name), nearHint(name, resolved.fields.values()))
  if (member !== null && !isSchema)
    return inside.length === 0 && !isSelectors(member) ? unknown() : resolveLevel(member, `${name}.`, resolved)
  // A schema's nested object describes a joined record, or the JSON value of one column.
  if (member !== null && inside.length > 0) {
    if (field !== undefined) refuse(configRefusals.selectKeyMatchesTwo(name, field.name, (inside[0] as Field).name))
    return resolveLevel(member, `${name}.`, resolved)
  }
  const joined = isSchema ? [] : inside.filter(isOfJoin)
  if (joined.length === 0) return field ?? unknown()
  return Object.freeze(Object.fromEntries(joined.map((member) => [member.path?.at(-1), member])))
}

/** A `.field()` may begin with a prefix too, also one over a column of the join. */
const isOfJoin = ({ name, path }: Field): boolean => path?.length === 2 && path.join('.') === name

/** A record of columns and expressions only, which needs no join of its name. */
function isSelectors({ keys }: ShapeKeys): boolean {
  return [...keys.values()].every((member) => member !== null && ('selector' in member || isSelectors(member)))
}

function fieldsUnder(prefix: string, { fields }: NamedFields): readonly Field[] {
  const start = `${prefix.toLowerCase()}.`
  return [...fields].flatMap(([folded, field]) => (folded.startsWith(start) ? [field] : []))
}

/** What a page selects for it. */
export function shapeSelection(shape: ItemShape): Selection {
  const selection: Record<string, Selection[string]> = {}
  for (const [key, member] of Object.entries(shape)) {
    selection[key] = isField(member) ? member.expression : shapeSelection(member)
  }
  return selection
}

/** Is a member of the shape a field, not a record of members? */
export const isField = (member: Field | ItemShape): member is Field =>
  is((member as Field).expression, Column) || is((member as Field).expression, SQL)
