// Add-on explorer: what the handler answers to its page. JSON-safe, shared by both only as types.
import type { StatementEvent } from '../../types/statement.js'
import type { UnknownParameter } from '../../plan/parameters.js'
import type { ConfigDescription } from '../../types/config-description.js'

/** A place to go to from the page. */
export interface ExplorerLink {
  readonly title: string
  readonly href: string
}

export interface ExplorerAbout {
  readonly title: string
  /** The path of the list. */
  readonly path: string
  /** The path of its export. */
  readonly exportPath?: string | undefined
  readonly links?: readonly ExplorerLink[] | undefined
  readonly description: ConfigDescription
}

/** A statement that was sent. */
export interface ExplorerStatement {
  readonly kind: StatementEvent['kind']
  /** The facet that it counts, by its field's name. */
  readonly facet?: string
  readonly sql: string
  /** As the driver got them, each as text for people. */
  readonly params: readonly string[]
  /** Of a facet its own: facets are counted one after another. */
  readonly milliseconds: number
  readonly rows: number
}

/** A statement that the database answered with an error. */
export type ExplorerFailedStatement = Omit<ExplorerStatement, 'rows'>

/** How often a value occurs. */
export interface ExplorerFacetValue {
  /** As a filter spells it; null for null. */
  readonly text: string | null
  readonly count: number
  /** What `filter.<name>` takes to keep only the rows with this value; null where the list takes nothing for it. */
  readonly criterion: string | null
}

/** The ends of a field. */
export interface ExplorerFacetRange {
  readonly min: string
  readonly max: string
  readonly count: number
  /** From end to end, to be narrowed; null where the list does not take it. */
  readonly criterion: string | null
}

/** A facet that the app asked for, by its field's name. */
export type ExplorerFacet =
  | { readonly name: string; readonly values: readonly ExplorerFacetValue[] }
  | { readonly name: string; readonly range: ExplorerFacetRange | null }

/** A part of what the list answers: itself always 200, the list's own status inside. */
export interface ExplorerPart {
  /** 500 where the database failed. */
  readonly status: 200 | 400 | 500
  /** The list's own JSON, or a problem document. */
  readonly body: string
  /** Those that were answered, in that order. A rejected request sends none. */
  readonly statements: readonly ExplorerStatement[]
  /** The one that ended the request with status 500; null where none did, or where it is not known. */
  readonly failed: ExplorerFailedStatement | null
  /** The time of binding, planning, all statements and the JSON. */
  readonly milliseconds: number
}

/** Answer to `?explorer=run&<query string of the list>`: the page, without its facets. */
export interface ExplorerRun extends ExplorerPart {
  /** Names of the facets that the list answers with this page; empty for a rejected request. */
  readonly facets: readonly string[]
  /** By the field, what `filter.<field>` takes to keep the rows with the value of each item; null where it takes none. */
  readonly criteria: Readonly<Record<string, readonly (string | null)[]>>
  /** Parameters that the list ignores, or rejects where it is strict. */
  readonly unknown: readonly UnknownParameter[]
}

/** Answer to `?explorer=facets&<query string of the list>`: the page's member `facets`. */
export interface ExplorerFacets extends ExplorerPart {
  /** Empty where a statement failed, and for a rejected request. */
  readonly facets: readonly ExplorerFacet[]
}
