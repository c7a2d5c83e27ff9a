// Add-on openapi: extensions for what OpenAPI cannot express.
import type { DeclarationDescription } from '../../types/config-description.js'
import { isEnabled } from './list-source.js'

/** A badge under the members that documentation viewers know (`name`), with the style the configuration gave. */
export interface OpenApiBadge {
  name: string
  style?: string
  /** The field that it marks, if the parameter is about several fields. */
  field?: string
}

/** `x-badges` of a parameter's fields, and `x-enabled: false` or `x-disabled` if some of them are switched off. */
export function extensionsOf(
  fields: readonly DeclarationDescription[],
  isShared = false,
): { [extension: `x-${string}`]: unknown } {
  const badges = fields.flatMap(({ name, badge }): OpenApiBadge[] =>
    badge === undefined
      ? []
      : [
          {
            name: badge.label,
            ...(badge.style === undefined ? {} : { style: badge.style }),
            ...(isShared ? { field: name } : {}),
          },
        ],
  )
  const disabled = fields.filter((field) => !isEnabled(field)).map(({ name }) => name)
  return {
    ...(badges.length > 0 ? { 'x-badges': badges } : {}),
    ...(disabled.length === 0 ? {} : isShared ? { 'x-disabled': disabled } : { 'x-enabled': false }),
  }
}
