// Builder: `.dto()`, from the keys of a shape to the fields of an item.
import type { DtoShape, Field } from '../types/config.js'
import { readShapeKeys, type ShapeKeys } from './read-shape-keys.js'
import * as configRefusals from './config-refusals.js'
import { refuse } from './refuse.js'

/** Keys match fields case-insensitively, each exactly one; the item spells them as the shape does. */
export function resolveDto(shape: unknown, fields: ReadonlyMap<string, Field>): DtoShape {
  const keys = readShapeKeys(shape) ?? refuse(configRefusals.dtoNotAShape)
  refuseFalse(shape, '')
  return resolveLevel(keys, '', fields)
}

function resolveLevel(shape: ShapeKeys, prefix: string, fields: ReadonlyMap<string, Field>): DtoShape {
  if (shape.keys.size === 0) refuse(configRefusals.emptyDto)
  const resolved: Record<string, Field | DtoShape> = Object.create(null) as Record<string, Field | DtoShape>
  const spelled = new Map<string, string>()
  for (const [key, nested] of shape.keys) {
    const name = `${prefix}${key}`
    const folded = name.toLowerCase()
    const twin = spelled.get(folded)
    if (twin !== undefined) refuse(configRefusals.dtoKeysMatchOne(twin, name))
    spelled.set(folded, name)
    resolved[key] = resolveKey(name, nested, shape.isSchema, fields)
  }
  return Object.freeze(resolved)
}

function resolveKey(name: string, nested: ShapeKeys | null, isSchema: boolean, fields: ReadonlyMap<string, Field>): Field | DtoShape {
  const field = fields.get(name.toLowerCase())
  const inside = fieldUnder(name, fields)
  if (nested !== null && !isSchema) {
    return inside === undefined ? refuse(configRefusals.unknownDtoKey(name)) : resolveLevel(nested, `${name}.`, fields)
  }
  // A schema's nested object describes a joined record, or the JSON value of one column.
  if (nested !== null && inside !== undefined) {
    if (field !== undefined) refuse(configRefusals.dtoKeyMatchesTwo(name, field.name, inside.name))
    return resolveLevel(nested, `${name}.`, fields)
  }
  return field ?? refuse(configRefusals.unknownDtoKey(name))
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
    if (value === false) refuse(configRefusals.dtoFalse(`${prefix}${key}`))
    refuseFalse(value, `${prefix}${key}.`)
  }
}
