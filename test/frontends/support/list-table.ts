// The registry component: bundled for jsdom, and in an app of Next.js.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { createListClient } from 'drizzle-paginate/client'
import type { ReactNode } from 'react'
import { pages } from '../../docs/support/pages.js'

const home = fileURLToPath(new URL('../', import.meta.url))
const component = `${home}../../examples/registry/list-table.tsx`

export interface ListTableModule {
  ListTable(props: { readonly client: unknown; readonly columns: readonly object[] }): ReactNode
  readonly createListClient: typeof createListClient
}

/** The component over the app's stand-ins for shadcn/ui, with the client that is bundled with it. */
export async function bundleListTable(): Promise<ListTableModule> {
  const outfile = `${home}.tmp/list-table/list-table.js`
  await build({
    stdin: {
      contents: `export { ListTable } from '${component}'\nexport { createListClient } from 'drizzle-paginate/client'`,
      resolveDir: home,
    },
    outfile,
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    external: ['react', 'react/*'],
    alias: {
      '@/components': `${home}next/components`,
      'drizzle-paginate/client': `${home}../../src/entries/client/index.ts`,
    },
    logLevel: 'error',
  })
  return (await import(/* @vite-ignore */ outfile)) as ListTableModule
}

/** An app of Next.js with the component copied into it and the recipe's own code as its page. @returns its folder */
export function writeNextApp(): string {
  const app = `${home}.tmp/next`
  rmSync(app, { recursive: true, force: true })
  mkdirSync(app, { recursive: true })
  cpSync(`${home}next`, app, { recursive: true })
  cpSync(component, `${app}/components/list-table.tsx`)
  const recipe = pages.find(({ name }) => name === 'docs/recipes/shadcn-table.md')!
  writeFileSync(`${app}/components/articles.tsx`, recipe.blocks.find(({ language }) => language === 'jsx')!.text)
  return app
}
