// The pages by task. A page that is in no group, and a name that is no page, end the build.
export interface Group {
  readonly label: string
  readonly collapsed?: boolean
  readonly pages: readonly string[]
}

export const groups: readonly Group[] = [
  {
    label: 'Begin',
    pages: [
      'index',
      'getting-started',
      'i-want-to',
      'explanation/by-hand',
      'explanation/comparison',
      'skill',
      'caveats',
      'troubleshooting',
    ],
  },
  {
    label: 'Ways in',
    pages: ['guides/from-nestjs-paginate', 'guides/from-*'],
  },
  {
    label: 'Declare a list',
    pages: [
      'guides/declaring-a-list',
      'guides/joins-and-expressions',
      'guides/projections',
      'guides/value-types',
      'recipes/custom-value-parser',
      'guides/temporal',
      'guides/views-and-sub-queries',
      'guides/composing',
      'guides/bulk-actions',
      'guides/queries-in-code',
    ],
  },
  {
    label: 'Filter and search',
    pages: [
      'guides/search',
      'guides/full-text-search',
      'guides/sub-collections',
      'guides/own-filters',
      'guides/filter-expressions',
      'recipes/search-other-tables',
      'recipes/trees',
      'recipes/long-filters',
      'recipes/small-questions',
    ],
  },
  {
    label: 'Page, count, add up',
    pages: [
      'guides/totals-and-cursors',
      'recipes/page-of-a-row',
      'recipes/total-when-asked',
      'recipes/newer-rows',
      'recipes/random-order',
      'recipes/relay-connection',
      'explanation/offset-or-keyset',
      'guides/children',
      'guides/relational-pages',
      'guides/facets',
      'recipes/counts-by-month',
      'guides/summaries',
    ],
  },
  {
    label: 'Serve it',
    pages: [
      'guides/handlers',
      'recipes/with-hono',
      'recipes/with-nextjs',
      'recipes/with-express',
      'recipes/with-fastify',
      'recipes/with-nestjs',
      'guides/any-framework',
      'recipes/cloudflare-d1',
      'recipes/aws-lambda',
      'recipes/exports',
      'recipes/transactions-and-replicas',
      'guides/openapi',
    ],
  },
  {
    label: 'Call it from a front end',
    pages: [
      'guides/client',
      'recipes/tanstack',
      'recipes/tanstack-db',
      'recipes/shadcn-table',
      'recipes/url-state',
      'recipes/react-admin',
      'recipes/refine',
      'recipes/ag-grid',
      'recipes/mui-data-grid',
      'recipes/html-form',
      'recipes/language-model-tool',
    ],
  },
  { label: 'Protect it', pages: ['guides/scope', 'guides/gating-by-role', 'explanation/security', 'security'] },
  {
    label: 'Make it fast',
    pages: ['guides/index-advice', 'explanation/performance', 'guides/scaling-out', 'guides/mysql'],
  },
  {
    label: 'Test and watch it',
    pages: ['guides/explorer', 'guides/checking-a-list', 'recipes/testing-in-memory', 'recipes/opentelemetry'],
  },
  { label: 'More recipes', pages: ['recipes/*'] },
  { label: 'More guides', pages: ['guides/*'] },
  { label: 'Examples', collapsed: true, pages: ['examples', 'examples/*'] },
  { label: 'Reference', collapsed: true, pages: ['reference/*', 'glossary', 'changelog'] },
  {
    label: 'How it works',
    collapsed: true,
    pages: ['explanation/architecture', 'explanation/null-logic', 'explanation/*', 'results'],
  },
  { label: 'Decisions', collapsed: true, pages: ['decisions/*'] },
  { label: 'Contributing', collapsed: true, pages: ['contributing', 'contributing/*'] },
]

type Item = { label: string; slug: string } | { label: string; collapsed: boolean; items: Item[] }

/** @param titles - of the pages by slug, in the order that `*` keeps */
export function sidebarOf(titles: ReadonlyMap<string, string>): Item[] {
  const named = new Set(groups.flatMap(({ pages }) => pages).filter((page) => !page.endsWith('*')))
  const taken = new Set<string>()
  const expand = (page: string): string[] => {
    if (!page.endsWith('*')) return [page]
    const folder = page.slice(0, -1)
    return [...titles.keys()].filter((slug) => slug.startsWith(folder) && !named.has(slug) && !taken.has(slug))
  }
  const sidebar = groups.map(({ label, collapsed = false, pages }): Item => {
    const items = pages.flatMap(expand).map((slug) => {
      const title = titles.get(slug)
      if (title === undefined) throw new Error(`The sidebar names ${slug}, which is no page.`)
      taken.add(slug)
      return { label: title, slug }
    })
    return { label, collapsed, items }
  })
  const left = [...titles.keys()].filter((slug) => !taken.has(slug))
  if (left.length > 0) throw new Error(`No group of build/sidebar.ts has ${left.join(', ')}.`)
  return sidebar.filter((item) => !('items' in item) || item.items.length > 0)
}
