// memory: from a row to an item: the root table's row, or the shape of `.dto()`.
import { readSource } from '../fragments/row-source.js'
import type { DtoShape, Field, ResolvedConfig } from '../types/config.js'
import { type Accessors, fieldReader, member } from './read-field.js'

export type ProjectItem = (row: unknown) => unknown

export function projectItem(config: ResolvedConfig, accessors: Accessors<never>): ProjectItem {
  if (config.dto !== null) return projectShape(config.dto, new Set(config.fields.values()), accessors)
  const keys = readSource(config.table).members.map(({ key }) => key)
  return (row) => Object.fromEntries(keys.map((key) => [key, member(row, key) ?? null]))
}

function projectShape(shape: DtoShape, fields: ReadonlySet<unknown>, accessors: Accessors<never>): ProjectItem {
  const isField = (entry: Field | DtoShape): entry is Field => fields.has(entry)
  const members = Object.entries(shape).map(([key, entry]): readonly [string, ProjectItem] => [
    key,
    isField(entry) ? fieldReader(entry, accessors) : projectNested(entry, fields, accessors),
  ])
  return (row) => Object.fromEntries(members.map(([key, read]) => [key, read(row) ?? null]))
}

/** A record of a joined table is null when the join found no row (R2.7.4). */
function projectNested(shape: DtoShape, fields: ReadonlySet<unknown>, accessors: Accessors<never>): ProjectItem {
  const project = projectShape(shape, fields, accessors)
  const prefixes = new Set(Object.values(shape).map((entry) => (fields.has(entry) ? joinedPrefix(entry as Field) : null)))
  const [prefix] = prefixes
  if (prefixes.size !== 1 || prefix === null || prefix === undefined) return project
  return (row) => ((member(row, prefix) ?? null) === null ? null : project(row))
}

function joinedPrefix({ path }: Field): string | null {
  return path !== null && path.length === 2 ? (path[0] ?? null) : null
}
