import 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Pattern of the drizzle-orm version that the project must have loaded. */
    drizzle: string
  }
}
