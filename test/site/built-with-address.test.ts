// The site built for an address and a path, as a host serves it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const site = fileURLToPath(new URL('../../site/', import.meta.url))
const out = mkdtempSync(join(tmpdir(), 'site-'))
const read = (file: string): string => readFileSync(join(out, file), 'utf8')

beforeAll(() => {
  // Vitest's own `BASE_URL` would be the site's.
  const { BASE_URL: _, ...env } = process.env
  // Each build writes its pages anew from docs/, so no other one keeps this address.
  execFileSync(process.execPath, ['node_modules/astro/astro.js', 'build', '--force', '--outDir', out], {
    cwd: site,
    stdio: 'ignore',
    env: {
      ...env,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      SITE_URL: 'https://lists.example',
      SITE_BASE: '/docs/',
    } as NodeJS.ProcessEnv,
  })
}, 300_000)
afterAll(() => rmSync(out, { recursive: true, force: true }))

describe('a site with an address', () => {
  it('says where each page is, for search engines', () => {
    const page = read('guides/children/index.html')
    expect(page).toContain('<link rel="canonical" href="https://lists.example/docs/guides/children/"')
    expect(read('sitemap-0.xml')).toContain('<loc>https://lists.example/docs/guides/children/</loc>')
    expect(read('robots.txt')).toContain('Sitemap: https://lists.example/docs/sitemap-index.xml')
  })

  it('has one picture, with its size and what it shows', () => {
    const page = read('guides/children/index.html')
    expect(page).toContain('<meta property="og:image" content="https://lists.example/docs/images/explorer-page.png">')
    const [width, height] = ['width', 'height'].map((side) =>
      Number(new RegExp(`og:image:${side}" content="(\\d+)"`).exec(page)?.[1]),
    )
    const png = readFileSync(join(out, 'images/explorer-page.png'))
    expect([width, height]).toEqual([png.readUInt32BE(16), png.readUInt32BE(20)])
    expect(page).toMatch(/og:image:alt" content="[^"]+"/)
  })

  it('links under its path', () => {
    const links = [...read('index.html').matchAll(/<a\b[^>]*?\bhref="(\/[^"]*)"/g)].map(([, href = '']) => href)
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter((href) => !href.startsWith('/docs/'))).toEqual([])
  })
})
