// Add-on openapi: what a document is made from: a configuration, or the plain data that it describes itself with.
import { createPlan } from '../plan/create-plan.js'
import { normalizeQuery } from '../request/normalize-query.js'
import { RESOLVED, type ResolvedConfig } from '../types/config.js'
import type { ConfigDescription, DeclarationDescription } from '../types/config-description.js'
import type { AnyPaginateConfig } from '../types/paginate-config.js'
import type { PaginateQueryInput } from '../types/query.js'

/**
 * A configuration, or what its `describe()` returned, perhaps in another process. A configuration is the better source: examples
 * are then put to it and only those that it accepts are shown, ranges and value types of its own included.
 */
export type OpenApiSource = AnyPaginateConfig | ConfigDescription

export interface DescribeSourceOptions {
  /** Shows declarations that `.when(false)` switched off, marked with `x-enabled: false`. @default false */
  readonly includeDisabled?: boolean
}

/** The description, without what is switched off unless it is asked for. */
export function describeSource(source: OpenApiSource, { includeDisabled = false }: DescribeSourceOptions = {}): ConfigDescription {
  const description = 'describe' in source ? source.describe({ includeDisabled }) : source
  const shown = <Declaration extends DeclarationDescription>(declarations: Declaration[]): Declaration[] =>
    declarations.filter((declaration) => includeDisabled || isEnabled(declaration))
  return {
    ...description,
    sortableFields: shown(description.sortableFields),
    searchableFields: shown(description.searchableFields),
    filterableFields: shown(description.filterableFields),
    defaultSort: description.defaultSort.filter(isEnabled),
  }
}

export const isEnabled = (declaration: DeclarationDescription): boolean => declaration.enabled !== false

/** Whether the endpoint would accept a request; null for plain data, which cannot be asked. */
export function acceptedBy(source: OpenApiSource): ((query: PaginateQueryInput) => boolean) | null {
  const config = (source as { readonly [RESOLVED]?: ResolvedConfig })[RESOLVED]
  return config === undefined ? null : (query) => createPlan(normalizeQuery(query), config).ok
}
