// Records what a database is asked. Statements are counted in tests, never assumed.

export interface Statement {
  readonly sql: string
  readonly params: readonly unknown[]
}

/** A Drizzle logger (either line) that keeps every statement until it is cleared. */
export class StatementLog {
  readonly entries: Statement[] = []

  logQuery(sql: string, params: unknown[]): void {
    this.entries.push({ sql, params })
  }

  clear(): void {
    this.entries.length = 0
  }
}
