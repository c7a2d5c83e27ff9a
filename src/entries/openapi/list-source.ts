// Add-on openapi: the source of a document: a configuration, or the plain data of its `describe()`.
import type { OptionNames } from '../../mistakes/check-options.js'
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import { createPlan } from '../../plan/create-plan.js'
import { normalizeQuery } from '../../request/paginate-query.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { ConfigDescription, DeclarationDescription } from '../../types/config-description.js'
import type { AnyPaginateConfig } from '../../types/paginate-config.js'
import type { PaginateQueryInput } from '../../types/query.js'

/**
 * A configuration, or the result of its `describe()`, perhaps of another process. Prefer a configuration: it tries the
 * examples, and only those that it accepts are shown. That respects its ranges and its own value types.
 */
export type OpenApiSource = AnyPaginateConfig | ConfigDescription

export interface DescribeSourceOptions {
  /** Shows declarations that `.when(false)` switched off, marked with `x-enabled: false`. @default false */
  readonly includeDisabled?: boolean | undefined
}

export interface ListParametersOptions extends DescribeSourceOptions {
  /**
   * Values for examples, the smaller first, by field (`filter` name) or by value type. Made value types need them if
   * the source is plain data. @default invented values that the configuration accepts
   */
  readonly examples?: { readonly [fieldOrType: string]: readonly string[] } | undefined
}

export const PARAMETERS_OPTIONS: OptionNames<ListParametersOptions> = { includeDisabled: true, examples: true }

/** The description, by default without what is switched off. */
export function describeSource(
  source: OpenApiSource,
  { includeDisabled = false }: DescribeSourceOptions = {},
): ConfigDescription {
  const description = isDescription(source) ? source : describedList(source, includeDisabled)
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

const isDescription = (source: OpenApiSource): source is ConfigDescription =>
  Array.isArray((Object(source) as Partial<ConfigDescription>).filterableFields)

/** @throws PaginateConfigError for what is neither */
function describedList(source: AnyPaginateConfig, includeDisabled: boolean): ConfigDescription {
  resolvedConfig(source)
  return source.describe({ includeDisabled })
}

export const isEnabled = (declaration: DeclarationDescription): boolean => declaration.enabled !== false

/** The configuration behind a source; null for plain data. */
export const configOf = (source: OpenApiSource): ResolvedConfig | null =>
  isDescription(source) ? null : resolvedConfig(source)

/** Whether the endpoint would accept a request; null for plain data, where nobody can tell. */
export function acceptedBy(source: OpenApiSource): ((query: PaginateQueryInput) => boolean) | null {
  const config = configOf(source)
  return config === null ? null : (query) => createPlan(normalizeQuery(query), config).ok
}
