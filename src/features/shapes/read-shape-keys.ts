// The keys of a `.select()` shape, from a record or from an object schema that can list them.
import { Column, SQL } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { isPlainRecord } from '../../drizzle/chunks.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import { isRowSource } from '../../fragments/source-name.js'
import { isAbsent } from '../../rows/is-absent.js'
import { OF_ROWS, ROWS } from '../../types/declaration.js'
import { refuse } from '../../mistakes/refuse.js'

/** What a key stands for: a nested tree, a column or an expression of a record, or null: what has the key's name. */
export type ShapeMember = ShapeKeys | { readonly selector: unknown } | null

/** Keys in order; a nested tree where the shape itself nests. */
export interface ShapeKeys {
  readonly keys: ReadonlyMap<string, ShapeMember>
  /** A record nests on purpose; a schema's nested object may also describe one JSON value. */
  readonly isSchema: boolean
}

type Dictionary = { readonly [key: string]: unknown }

/** Null where the value is not a shape, or a schema that cannot list its keys. */
export function readShapeKeys(shape: unknown): ShapeKeys | null {
  if (!isObject(shape)) return null
  if ('~standard' in shape) return standardKeys(shape) ?? structuralKeys(shape)
  if (typeof shape !== 'object' || !isPlainRecord(shape)) return null
  // JSON Schemas, as those of TypeBox are, do not list the names of an item.
  return shape['type'] === 'object' && isObject(shape['properties']) ? null : recordKeys(shape)
}

/** `false` and `undefined` leave a member out. */
function recordKeys(record: Dictionary, path = ''): ShapeKeys {
  const keys = new Map<string, ShapeMember>()
  for (const [key, value] of Object.entries(record)) {
    const name = `${path}${key}`
    if (isAbsent(value)) continue
    if (value === true) keys.set(key, null)
    else if (isSelector(value)) keys.set(key, { selector: value })
    else if (ROWS in Object(value)) refuse(configRefusals.selectRows(name))
    else if (isRowSource(value)) refuse(configRefusals.selectTable(name))
    else if (isObject(value) && isPlainRecord(value)) keys.set(key, recordKeys(value, `${name}.`))
    else refuse(configRefusals.selectMember(name))
  }
  return { keys, isSchema: false }
}

function isSelector(value: unknown): boolean {
  return is(value, Column) || is(value, SQL) || is(value, SQL.Aliased) || OF_ROWS in Object(value)
}

/** Standard JSON Schema: what goes in before what comes out, since a transform may end in something else. */
function standardKeys(schema: Dictionary): ShapeKeys | null {
  const standard = schema['~standard'] as { readonly jsonSchema?: { readonly [side: string]: unknown } } | undefined
  for (const side of ['input', 'output']) {
    const convert = standard?.jsonSchema?.[side]
    if (typeof convert !== 'function') continue
    try {
      const json: unknown = convert({ target: 'draft-2020-12' })
      const keys = jsonSchemaKeys(json, json, 0)
      if (keys !== null) return keys
    } catch {
      // Libraries refuse to convert what JSON cannot hold (a Date, a bigint); their own structure still lists the keys.
    }
  }
  return null
}

const MAX_DEPTH = 16

function jsonSchemaKeys(node: unknown, root: unknown, depth: number): ShapeKeys | null {
  if (!isObject(node) || depth > MAX_DEPTH) return null
  if (typeof node['$ref'] === 'string') return jsonSchemaKeys(atPointer(root, node['$ref']), root, depth + 1)
  const keys = new Map<string, ShapeMember>()
  if (isObject(node['properties'])) {
    for (const [key, value] of Object.entries(node['properties'])) keys.set(key, jsonSchemaKeys(value, root, depth + 1))
    return { keys, isSchema: true }
  }
  for (const combiner of ['allOf', 'anyOf', 'oneOf']) {
    for (const branch of Array.isArray(node[combiner]) ? (node[combiner] as unknown[]) : []) {
      for (const [key, value] of jsonSchemaKeys(branch, root, depth + 1)?.keys ?? []) keys.set(key, value)
    }
  }
  // An array as its elements: the children of an item. A field of that name is matched before them.
  if (keys.size === 0 && isObject(node['items'])) return jsonSchemaKeys(node['items'], root, depth + 1)
  return keys.size > 0 ? { keys, isSchema: true } : null
}

/** `#/$defs/author` within the same document. */
function atPointer(root: unknown, pointer: string): unknown {
  if (!pointer.startsWith('#/')) return pointer === '#' ? root : undefined
  return pointer
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (node, part) => (isObject(node) ? node[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
      root,
    )
}

/**
 * Zod's `shape`, Valibot's `entries`, ArkType's `props`. What wraps a schema is looked through, an array as its
 * elements, and the parts of a union or an intersection are put together. A schema within itself lists no keys.
 */
function structuralKeys(schema: unknown, within: readonly unknown[] = []): ShapeKeys | null {
  if (!isObject(schema) || within.includes(schema) || within.length > MAX_DEPTH) return null
  const keysOf = (inner: unknown): ShapeKeys | null => structuralKeys(inner, [...within, schema])
  const listed = listedMembers(schema)?.map(([key, member]) => [key, keysOf(member)] as const)
  if (listed !== undefined) return { keys: new Map(listed), isSchema: true }
  const { def = schema['_def'] } = schema
  const definition = isObject(def) ? def : schema
  for (const inner of wrappedSchemas(definition)) {
    const keys = keysOf(inner)
    if (keys !== null) return keys
  }
  const parts = Array.isArray(definition['options']) ? definition['options'] : [definition['left'], definition['right']]
  const keys = new Map(parts.flatMap((part) => [...(keysOf(part)?.keys ?? [])]))
  return keys.size > 0 ? { keys, isSchema: true } : null
}

function listedMembers(schema: Dictionary): (readonly [key: string, member: unknown])[] | undefined {
  const members = isObject(schema['shape']) ? schema['shape'] : schema['entries']
  if (isObject(members)) return Object.entries(members)
  if (!Array.isArray(schema['props'])) return undefined
  return (schema['props'] as unknown[]).flatMap((property) =>
    isObject(property) && typeof property['key'] === 'string' ? [[property['key'], property['value']] as const] : [],
  )
}

/** What goes in before what comes out, as of JSON Schema. `schema` and `type` are Zod 3's, of effects and arrays. */
function wrappedSchemas({ innerType, in: input, out, element, item, wrapped, getter, schema, type }: Dictionary) {
  return [innerType, input, out, element, item, wrapped, lazySchema(getter), schema, type]
}

/** Valibot hands a getter the value; one that asks for it cannot be read. */
function lazySchema(getter: unknown): unknown {
  try {
    return typeof getter === 'function' ? (getter as () => unknown)() : undefined
  } catch {
    return undefined
  }
}

/** ArkType's schemas are functions. */
function isObject(value: unknown): value is Dictionary {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
