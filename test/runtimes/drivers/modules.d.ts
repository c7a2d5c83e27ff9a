// What the drivers import of the runtimes themselves and of clients without declarations.
declare module 'bun' {
  export class SQL {
    constructor(options: object)
    unsafe(statement: string): Promise<unknown>
    end(): Promise<void>
  }
}
declare module 'bun:sqlite' {
  export class Database {
    constructor(file: string)
    run(statement: string): unknown
    close(): void
  }
}
declare module 'node:sqlite' {
  export class DatabaseSync {
    constructor(file: string)
    exec(statement: string): void
    close(): void
  }
}
declare module 'cloudflare:workers' {
  export class DurableObject {
    protected readonly ctx: { readonly storage: unknown }
    fetch(request: Request): Promise<Response>
  }
}
declare module 'sql.js' {
  export default function initSqlJs(): Promise<{
    Database: new () => { run(statement: string): unknown; close(): void }
  }>
}
