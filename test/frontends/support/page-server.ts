// A server on localhost with a page for each front end, bundled with its library, and the lists that the
// pages ask.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { build } from 'esbuild'
import { type AnyPaginateConfig, paginateConfig } from 'drizzle-paginate'
import { listHandler } from 'drizzle-paginate/http'
import { articleList } from '../../docs/example/sqlite/article-list.js'
import { articles } from '../../docs/example/sqlite/schema.js'
import { chainsOf, writeModule } from '../../docs/support/modules.js'
import { pages, readPage } from '../../docs/support/pages.js'
import { openArticles } from './articles.js'

const home = fileURLToPath(new URL('../', import.meta.url))
const recipes = `${home}.tmp/pages`
const out = `${home}.tmp/bundles`
const NAMES = ['react-admin', 'refine', 'ag-grid', 'mui-data-grid', 'tanstack'] as const

export interface PageServer {
  readonly url: string
  /** Requests of lists so far, readable; the rest is dropped by reading. */
  readonly asked: () => string[]
  readonly close: () => Promise<void>
}

/** The first block of a recipe, as a module beside the pages. */
function writeRecipe(page: string, name = page, at = 0): void {
  const block = readPage(`docs/recipes/${page}.md`).blocks.filter(({ language }) => language === 'ts')[at]
  writeFileSync(`${recipes}/${name}.ts`, block?.text ?? '')
}

export async function openPageServer(): Promise<PageServer> {
  mkdirSync(recipes, { recursive: true })
  writeRecipe('tanstack', 'tanstack-query')
  writeRecipe('tanstack', 'tanstack-table', 2)
  const src = `${home}../../src`
  await build({
    entryPoints: NAMES.map((name) => `${home}pages/${name}.tsx`),
    outdir: out,
    bundle: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    alias: {
      'drizzle-paginate/client': `${src}/entries/client/index.ts`,
      'drizzle-paginate/front-ends': `${src}/entries/front-ends/index.ts`,
    },
    nodePaths: [`${home}node_modules`, `${home}../../node_modules`],
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })

  const engine = await openArticles()
  const { db } = engine
  Object.assign(globalThis, engine.names)
  const recipe = chainsOf(pages.find(({ name }) => name === 'docs/recipes/react-admin.md')!)[0]!
  const { adminList } = (await import(/* @vite-ignore */ writeModule('sqlite', recipe))) as {
    adminList: AnyPaginateConfig
  }
  const uncounted = paginateConfig(articles)
    .withLimits(25, 100)
    .withTieBreaker('id')
    .sortable('id', 'title', 'views')
    .searchable('title')
    .filterable('id', '$eq', '$in')
    .filterable('status', '$eq', '$in')
    .withTotals('none')
    .build()
  const lists: Record<string, (request: Request) => Promise<Response>> = {
    '/api/articles': listHandler({ db, config: adminList } as never),
    '/api/uncounted': listHandler({ db, config: uncounted } as never),
    '/articles': listHandler({ db, config: articleList } as never),
  }
  const asked: string[] = []
  const answer = (request: Request): Response | Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const list = lists[pathname]
    if (list !== undefined) {
      asked.push(decodeURIComponent(pathname + search))
      return list(request)
    }
    const [, name = '', kind = ''] = /^\/(.*?)\.(js|html|css)$/.exec(pathname) ?? []
    if (!NAMES.includes(name as 'refine')) return new Response(null, { status: 404 })
    if (kind === 'js')
      return new Response(readFileSync(`${out}/${name}.js`), { headers: { 'content-type': 'text/javascript' } })
    if (kind === 'css')
      return new Response(readFileSync(`${home}pages/${name}.css`), { headers: { 'content-type': 'text/css' } })
    // The others bring their own.
    const isBare = name === 'tanstack' || name === 'refine'
    const style = isBare ? '<link rel="stylesheet" href="/tanstack.css">' : ''
    const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title>${style}`
    const html = `<!doctype html><html lang="en"><head>${head}</head><body><div id="root"></div><script type="module" src="/${name}.js"></script></body></html>`
    return new Response(html, { headers: { 'content-type': 'text/html' } })
  }
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const starting = serve({ fetch: answer, port: 0, hostname: '127.0.0.1' }, () => void resolve(starting))
  })
  const { port } = server.address() as { readonly port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => asked.splice(0),
    close: async () => {
      await new Promise((resolve) => void server.close(resolve))
      await engine.close()
    },
  }
}
