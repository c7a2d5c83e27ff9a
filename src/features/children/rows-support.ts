// Children: what `rowsOf()` brings with it, so that a program without it bundles none of it.
import type { RowsSupport } from '../../builder/rows-support.js'
import { childSet } from './child-set.js'
import { elementField } from './element-field.js'
import { fieldOfRows } from './field-of-rows.js'
import { parentKey } from './parent-key.js'
import { askChildren } from './ask-children.js'

export const rowsSupport: RowsSupport = {
  field: fieldOfRows,
  element: elementField,
  set: childSet,
  children: (sets, { selection, ...list }) => {
    const key = parentKey(list, sets[0]?.name ?? '')
    return Object.freeze({
      sets,
      selection: Object.freeze({ ...selection, ...key.fields }),
      keyFields: key.fields,
      ask: askChildren(sets, key, list),
    })
  },
}
