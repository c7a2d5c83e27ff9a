// Children: what `rowsOf()` brings with it, so that a program without it bundles none of it.
import * as configRefusals from '../../mistakes/config-refusals.js'
import { type RowsSupport, supportOf } from '../../builder/rows-support.js'
import type { ResolvedChildren } from '../../types/children-part.js'
import { childSet } from './child-set.js'
import { elementField } from './element-field.js'
import { fieldOfRows } from './field-of-rows.js'
import { parentKey } from './parent-key.js'
import { askChildren, readChildren } from './ask-children.js'

export const rowsSupport: RowsSupport = {
  field: fieldOfRows,
  element: elementField,
  children: (declared, list, shapes) => {
    const sets = declared.flatMap((declaration) => {
      supportOf(declaration.rows, configRefusals.needsRows('children', declaration.name))
      const shape = shapes?.get(declaration.name.toLowerCase())
      const set = childSet(declaration, list, shape)
      return declaration.isEnabled && (shapes === null || shape !== undefined) ? [set] : []
    })
    const [first] = sets
    if (first === undefined) return null
    const key = parentKey(list, first.name)
    const ask = askChildren(sets, key, list)
    const isAskedFor: ResolvedChildren['isAskedFor'] = (fields) =>
      fields === undefined || sets.some(({ name }) => fields.has(name.toLowerCase()))
    return Object.freeze({
      sets: Object.freeze(sets),
      keyFields: key.fields,
      isAskedFor,
      ask,
      read: readChildren({ isAskedFor, ask }),
    } satisfies ResolvedChildren)
  },
}
