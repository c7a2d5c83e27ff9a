// Builder: `.expose()`, as the declarations that it stands for.
import * as configRefusals from './config-refusals.js'
import type { Declaration } from './declaration.js'
import { refuse } from './refuse.js'
import { fieldNamed, TEXT_KINDS } from './resolve-declarations.js'
import type { ResolvedFields } from './resolve-fields.js'

/**
 * The declarations with each `.expose()` as `.sortable()`, `.filterable()` with every operator of its type, and
 * `.searchable()` for text.
 */
export function withExposed(declared: readonly Declaration[], resolved: ResolvedFields): readonly Declaration[] {
  if (declared.every(({ kind }) => kind !== 'expose')) return declared
  return declared.flatMap((declaration): Declaration[] => {
    if (declaration.kind !== 'expose') return [declaration]
    const { names, isEnabled, badge } = declaration
    if (names.length === 0) refuse(configRefusals.emptyNames('expose'))
    return names.flatMap((name): Declaration[] => {
      const { type } = fieldNamed(resolved, 'expose', name)
      if (type === null) return refuse(configRefusals.noOperators(name, 'expose'))
      const sortable: Declaration = { kind: 'sortable', names: [name], isEnabled, badge }
      const filterable: Declaration = { kind: 'filterable', name, operators: type.operators, isEnabled, badge }
      const searchable: Declaration = { kind: 'searchable', names: [name], isEnabled, badge }
      return TEXT_KINDS.includes(type.kind) ? [sortable, filterable, searchable] : [sortable, filterable]
    })
  })
}
