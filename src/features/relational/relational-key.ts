// Relational pages: the key by which a page's rows are found again in a relational query, in the table's own columns and
// in those of an alias.
import type { Column } from 'drizzle-orm'
import * as callRefusals from '../../mistakes/call-refusals.js'
import { refuse } from '../../mistakes/refuse.js'
import { identityOf } from '../../kept/slots.js'
import { readSource } from '../../fragments/row-source.js'
import { nameOf } from '../../fragments/source-name.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import { keyOver, keyPart, keyParts, type KeyPart, type ParentKey } from '../children/parent-key.js'

export interface RelationalKey extends ParentKey {
  /** The same key over the columns of an alias, by their property names. */
  readonly over: (columns: Readonly<Record<string, unknown>>) => ParentKey
}

const keys = new WeakMap<object, RelationalKey>()

/** @throws PaginateConfigError where neither the schema nor the tie-breaker has such a key */
export function relationalKey(config: ResolvedConfig): RelationalKey {
  const list = identityOf(config)
  let key = keys.get(list)
  if (key === undefined) {
    key = keyOf(config)
    keys.set(list, key)
  }
  return key
}

function keyOf({ table, tieBreaker, dialect, joins }: ResolvedConfig): RelationalKey {
  const missing = (): never => refuse(callRefusals.relationalWithoutKey(nameOf(table)))
  const list = { root: table, tieBreaker, dialect, joins, registered: [] }
  const members = readSource(table).members
  const parts = (keyParts(list) ?? missing()).map((expression): readonly [name: string, part: KeyPart] => {
    const member = members.find((candidate) => candidate.expression === expression)
    return [member?.key ?? missing(), keyPart(expression, list)]
  })
  const over = (columns: Readonly<Record<string, unknown>>): ParentKey =>
    keyOver(parts.map(([name, part]) => ({ ...part, expression: columns[name] as Column })))
  return { ...keyOver(parts.map(([, part]) => part)), over }
}
