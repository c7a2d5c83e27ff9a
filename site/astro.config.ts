import { fileURLToPath } from 'node:url'
import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'
import { hoverPlugin } from './build/hover-plugin.js'
import { sidebarOf } from './build/sidebar.js'
import { writePages } from './build/write-pages.js'

/** `/` or the path that the site is served under, with a slash at both ends. */
const base = process.env['SITE_BASE'] ?? '/'
const titles = writePages(base)
const root = fileURLToPath(new URL('..', import.meta.url))

export default defineConfig({
  base,
  // Without an address there are no canonical links, no sitemap and no picture of a page.
  ...(process.env['SITE_URL'] === undefined ? {} : { site: process.env['SITE_URL'] }),
  // Pictures are small and made for their size: no image library is needed.
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  build: { assets: 'assets' },
  markdown: { smartypants: false },
  vite: {
    resolve: {
      alias: [
        { find: /^drizzle-paginate$/, replacement: `${root}dist/index.js` },
        { find: /^drizzle-paginate\/([a-z]+)$/, replacement: `${root}dist/$1.js` },
      ],
    },
    server: { fs: { allow: [root] } },
    worker: { format: 'es' },
    optimizeDeps: { exclude: ['@electric-sql/pglite'] },
  },
  integrations: [
    starlight({
      title: 'drizzle-paginate',
      favicon: '/favicon.svg',
      sidebar: [{ label: 'Playground', link: '/playground/' }, ...sidebarOf(titles)],
      customCss: ['./src/styles/site.css'],
      components: {
        Head: './src/components/Head.astro',
        Header: './src/components/Header.astro',
        PageTitle: './src/components/PageTitle.astro',
        Search: './src/components/Search.astro',
        MarkdownContent: './src/components/MarkdownContent.astro',
      },
      expressiveCode: { plugins: [hoverPlugin()], styleOverrides: { borderRadius: '0.4rem', codeFontSize: '0.85rem' } },
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      lastUpdated: false,
    }),
  ],
})
