// testing: what `explainList` returns, as data and as a table for a terminal.
import type { Service } from './dialects/tested-dialect.js'

export type { Service }

export interface SuggestedIndex {
  /** The table whose schema takes it. */
  readonly table: string
  /** The line in the table's third argument; `table` is that argument's parameter. */
  readonly drizzle: string
  /** The same as a statement. */
  readonly sql: string
}

export interface AdviceEntry {
  readonly kind: 'order' | 'filter' | 'search' | 'children' | 'field'
  /** The field, the set of children, `default order`, or `searchWith`. */
  readonly name: string
  /** The query string that was explained. */
  readonly request: string
  readonly service: Service
  /** Indexes that the plan names. */
  readonly indexes: readonly string[]
  /** The planner's own cost of the first page, in its units; null if the database reports none. */
  readonly cost: number | null
  readonly suggestion: SuggestedIndex | null
  /** Why there is no suggestion, or what it needs. */
  readonly note: string | null
}

export class ListAdvice {
  readonly dialect: string
  /** Rows in the list without a filter. */
  readonly rows: number
  readonly entries: readonly AdviceEntry[]

  constructor(dialect: string, rows: number, entries: readonly AdviceEntry[]) {
    this.dialect = dialect
    this.rows = rows
    this.entries = entries
  }

  /** Entries that no index serves. */
  get unserved(): readonly AdviceEntry[] {
    return this.entries.filter(({ service }) => service === 'scan')
  }

  /**
   * Returns a table, then each suggested index once. If one index begins with another, only the longer one is shown.
   */
  toString(): string {
    const lines = this.entries.map(({ kind, name, request, service, indexes, cost }) => [
      kind,
      name,
      service,
      indexes.join(', ') || '-',
      cost === null ? '-' : String(Math.round(cost)),
      `?${request}`,
    ])
    const suggestions = new Map<string, SuggestedIndex & { readonly note: string | null }>()
    for (const { service, suggestion, note } of this.entries) {
      if (service !== 'index' && suggestion !== null) suggestions.set(suggestion.drizzle, { ...suggestion, note })
    }
    const needed = [...suggestions.values()].filter(
      (one, _at, all) =>
        !all.some((other) => other.table === one.table && partsOf(other).startsWith(`${partsOf(one)},`)),
    )
    const notes = this.entries.filter(
      ({ service, suggestion, note }) => service !== 'index' && suggestion === null && note !== null,
    )
    return [
      `${this.rows} rows, ${this.dialect}`,
      ...tableOf([['', 'field', 'service', 'index', 'cost', 'request'], ...lines]),
      ...(needed.length === 0
        ? []
        : [
            '',
            'Indexes that would serve:',
            ...needed.map(({ table, drizzle, note }) => `  ${table}: ${drizzle}${noted(note)}`),
          ]),
      ...(notes.length === 0
        ? []
        : ['', 'No index serves:', ...notes.map(({ kind, name, note }) => `  ${kind} ${name}: ${note}`)]),
    ].join('\n')
  }
}

/** Of an index's line: `table.authorId, table.id`. */
const partsOf = ({ drizzle }: SuggestedIndex): string => drizzle.replace(/^.*?\.on\(/, '').slice(0, -1)

const noted = (note: string | null): string => (note === null ? '' : ` // ${note}`)

function tableOf(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
