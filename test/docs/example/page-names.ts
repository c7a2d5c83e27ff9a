// What the excerpts on pages about a framework take from the program around them, by page: name to declaration. A name
// that a block declares or imports itself is left out. Whole programs are in examples/, which is compiled and run.

type Names = Readonly<Record<string, string>>

const imports = (from: string, ...names: readonly string[]): Names =>
  Object.fromEntries(names.map((name) => [name, `import { ${name} } from '${from}'`]))
const types = (from: string, ...names: readonly string[]): Names =>
  Object.fromEntries(names.map((name) => [name, `import type { ${name} } from '${from}'`]))

const notes: Names = {
  notes: `const notes = (await import('drizzle-orm/pg-core')).pgTable('notes', { id: (await import('drizzle-orm/pg-core')).text('id').primaryKey(), ownerId: (await import('drizzle-orm/pg-core')).text('owner_id').notNull() })`,
  noteList: `const noteList = (_can: { moderate: boolean }) => paginateConfig(notes).withLimits(20, 100).withTieBreaker('id').build()`,
}
const tenants: Names = {
  articles: `const articles = (await import('drizzle-orm/pg-core')).pgTable('articles', { id: (await import('drizzle-orm/pg-core')).text('id').primaryKey(), tenantId: (await import('drizzle-orm/pg-core')).text('tenant_id').notNull() })`,
}
const drizzle: Names = {
  drizzle: `declare const drizzle: (client: unknown) => import('drizzle-paginate').ListDatabase`,
}

/** What a block that begins with a dot continues, where it is not a list of articles. */
export const pageChains: Readonly<Record<string, string>> = { 'docs/guides/scaling-out.md': 'paginateConfig(people)' }

export const pageNames: Readonly<Record<string, Names>> = {
  'README.md': {
    books: `const books = (await import('drizzle-orm/sqlite-core')).sqliteTable('books', (t) => ({ id: t.integer().primaryKey(), year: t.integer().notNull() }))`,
  },
  'docs/guides/client.md': {
    ...imports('drizzle-paginate/client', 'createListClient', 'dayRange', 'monthRange', 'parseListQuery'),
    ...types('drizzle-paginate/client', 'ListQuery'),
    articles: `const articles = createListClient<typeof articleList>('/articles')`,
    query: `const query = articles.query()`,
    print: `declare const print: (value: unknown) => void`,
  },
  'docs/guides/full-text-search.md': {
    ...imports('drizzle-paginate/search', 'fts5', 'matchAgainst', 'similar'),
    embeddingOf: `declare const embeddingOf: (term: string) => Promise<number[]>`,
  },
  'docs/guides/openapi.md': {
    ...imports('drizzle-paginate/openapi', 'listOperation', 'querySchema'),
    ...imports('@nestjs/common', 'Controller', 'Get', 'Req'),
    ...imports('@hono/zod-openapi', 'createRoute', 'OpenAPIHono'),
    swagger: `import swagger from '@fastify/swagger'`,
    app: `declare const app: Pick<import('@hono/zod-openapi').OpenAPIHono, 'openapi' | 'doc31'> & Pick<import('fastify').FastifyInstance, 'register' | 'get'>`,
    handler: `declare const handler: () => Promise<unknown>`,
  },
  'docs/guides/scaling-out.md': {
    primary: `declare const primary: import('drizzle-orm/node-postgres').NodePgDatabase`,
    replicaOne: `declare const replicaOne: import('drizzle-orm/node-postgres').NodePgDatabase`,
    replicaTwo: `declare const replicaTwo: import('drizzle-orm/node-postgres').NodePgDatabase`,
    events: `const events = (await import('drizzle-orm/pg-core')).pgTable('events', (t) => ({ id: t.integer().notNull(), at: t.timestamp().notNull() }))`,
    people: `const people = (await import('drizzle-orm/pg-core')).pgTable('people', (t) => ({ id: t.integer().primaryKey(), name: t.text() }))`,
  },
  // Of the types that `wrangler types` writes.
  'docs/recipes/cloudflare-d1.md': { D1Database: `type D1Database = Parameters<typeof drizzle>[0]` },
  // A list of its own tables, which are SQLite's.
  'docs/recipes/soft-delete.md': { db: `declare const db: import('drizzle-orm/better-sqlite3').BetterSQLite3Database` },
  'docs/recipes/url-state.md': {
    // As React declares them, which is not installed here.
    useSyncExternalStore: `declare const useSyncExternalStore: <Snapshot>(subscribe: (onStoreChange: () => void) => () => void, getSnapshot: () => Snapshot) => Snapshot`,
    useMemo: `declare const useMemo: <Value>(make: () => Value, dependencies: readonly unknown[]) => Value`,
    // As React Router declares them.
    useLocation: `declare const useLocation: () => { readonly pathname: string; readonly search: string; readonly hash: string }`,
    useNavigate: `declare const useNavigate: () => (to: string, options?: { readonly replace?: boolean }) => void | Promise<void>`,
  },
  'docs/recipes/with-express.md': {
    ...imports('drizzle-paginate/express', 'listHandler', 'pageHandler', 'paginateErrorHandler'),
    ...notes,
    noteList: `const noteList = paginateConfig(notes).withLimits(20, 100).withTieBreaker('id').build()`,
    app: `const app = (await import('express')).default()`,
  },
  'docs/recipes/with-fastify.md': {
    ...imports('drizzle-paginate/fastify', 'listHandler', 'pageHandler', 'paginatePlugin'),
    app: `const app = (await import('fastify')).fastify()`,
  },
  'docs/recipes/with-hono.md': {
    ...imports('drizzle-paginate/hono', 'listHandler', 'pageHandler', 'paginateErrorHandler'),
    ...notes,
    ...drizzle,
    Env: `type Env = { Bindings: { DB: unknown }; Variables: { user: { id: string; isModerator: boolean } } }`,
    app: `const app = new (await import('hono')).Hono<{ Bindings: { DB: unknown }; Variables: { user: { id: string; isModerator: boolean } } }>()`,
  },
  'docs/recipes/exports.md': {
    ...imports('drizzle-paginate/http', 'exportHandler'),
    ...imports('@nestjs/common', 'Controller', 'Get'),
    publish: `declare const publish: (article: { id: number; title: string }) => Promise<void>`,
  },
  'docs/guides/from-nestjs-paginate.md': {
    ...imports('@nestjs/common', 'Controller', 'Get', 'Req'),
    Ticket: `type Ticket = { id: number; title: string; status: string; priority: number | null; author: { country: string | null } | null; labels: { name: string }[] }`,
  },
  'docs/guides/handlers.md': imports('@nestjs/common', 'Controller', 'Get'),
  'docs/guides/any-framework.md': {
    ...imports('drizzle-paginate/http', 'listHandler'),
    ...drizzle,
    D1Database: `type D1Database = unknown`,
    Bun: `declare const Bun: { serve(options: { fetch: (request: Request) => Response | Promise<Response> }): void }`,
    Deno: `declare const Deno: { serve(handler: (request: Request) => Response | Promise<Response>): void }`,
  },
  'docs/recipes/with-nestjs.md': imports('@nestjs/common', 'Controller', 'Get', 'Req'),
  'docs/recipes/with-nextjs.md': {
    ...imports('drizzle-paginate/http', 'listHandler', 'pageHandler', 'pageAnswer', 'problemAnswer'),
    ...tenants,
    selection: `const selection = { id: articles.id }`,
  },
}
