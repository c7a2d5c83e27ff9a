// Builder: `.select()`, from the keys of a shape to the fields of an item.
import { nearHint } from '../nearest.js'
import type { ItemShape, Field } from '../types/config.js'
import { readShapeKeys, type ShapeKeys } from './read-shape-keys.js'
import type { SetShape } from './rows-support.js'
import * as configRefusals from './config-refusals.js'
import { refuse } from './refuse.js'

interface ResolvedShape {
  /** The fields of an item. */
  readonly shape: ItemShape
  /** The children sets that an item has, by lower-case name. */
  readonly sets: ReadonlyMap<string, SetShape>
}

/**
 * Keys match fields and children sets case-insensitively, each exactly one; the item spells them as the shape does.
 *
 * @param childrenNames of all declared sets, by lower-case name
 */
export function resolveShape(
  shape: unknown,
  fields: ReadonlyMap<string, Field>,
  childrenNames: ReadonlyMap<string, string> = new Map(),
): ResolvedShape {
  const { keys, isSchema } = readShapeKeys(shape) ?? refuse(configRefusals.selectNotAShape)
  refuseFalse(shape, '')
  const sets = new Map<string, SetShape>()
  const rest = new Map<string, ShapeKeys | null>()
  for (const [key, nested] of keys) {
    const folded = key.toLowerCase()
    const twin = sets.get(folded)
    if (twin !== undefined) refuse(configRefusals.selectKeysMatchOne(twin.name, key))
    if (childrenNames.has(folded)) sets.set(folded, { name: key, keys: nested })
    else rest.set(key, nested)
  }
  const resolved = rest.size === 0 && sets.size > 0 ? Object.freeze({}) : resolveLevel({ keys: rest, isSchema }, '', fields)
  return { shape: resolved, sets }
}

function resolveLevel(shape: ShapeKeys, prefix: string, fields: ReadonlyMap<string, Field>): ItemShape {
  if (shape.keys.size === 0) refuse(configRefusals.emptySelect)
  const resolved: Record<string, Field | ItemShape> = Object.create(null) as Record<string, Field | ItemShape>
  const spelled = new Map<string, string>()
  for (const [key, nested] of shape.keys) {
    const name = `${prefix}${key}`
    const folded = name.toLowerCase()
    const twin = spelled.get(folded)
    if (twin !== undefined) refuse(configRefusals.selectKeysMatchOne(twin, name))
    spelled.set(folded, name)
    resolved[key] = resolveKey(name, nested, shape.isSchema, fields)
  }
  return Object.freeze(resolved)
}

function resolveKey(
  name: string,
  nested: ShapeKeys | null,
  isSchema: boolean,
  fields: ReadonlyMap<string, Field>,
): Field | ItemShape {
  const field = fields.get(name.toLowerCase())
  const inside = fieldUnder(name, fields)
  if (nested !== null && !isSchema) {
    return inside === undefined
      ? refuse(configRefusals.unknownSelectKey(name), nearHint(name, fields.values()))
      : resolveLevel(nested, `${name}.`, fields)
  }
  // A schema's nested object describes a joined record, or the JSON value of one column.
  if (nested !== null && inside !== undefined) {
    if (field !== undefined) refuse(configRefusals.selectKeyMatchesTwo(name, field.name, inside.name))
    return resolveLevel(nested, `${name}.`, fields)
  }
  return field ?? refuse(configRefusals.unknownSelectKey(name), nearHint(name, fields.values()))
}

function fieldUnder(prefix: string, fields: ReadonlyMap<string, Field>): Field | undefined {
  const start = `${prefix.toLowerCase()}.`
  for (const [folded, field] of fields) if (folded.startsWith(start)) return field
  return undefined
}

/** `{ secret: false }` reads as "without it", which a shape of keys cannot mean. */
function refuseFalse(shape: unknown, prefix: string): void {
  if (typeof shape !== 'object' || shape === null || '~standard' in shape) return
  for (const [key, value] of Object.entries(shape)) {
    if (value === false) refuse(configRefusals.selectFalse(`${prefix}${key}`))
    refuseFalse(value, `${prefix}${key}.`)
  }
}
