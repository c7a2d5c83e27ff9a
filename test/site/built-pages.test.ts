// site/dist: no link leads nowhere, nothing is loaded from another host, and each page is there as Markdown too.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pages } from '../docs/support/pages.js'
import { dist } from './serve.js'

const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
const html = files
  .filter((file) => file.endsWith('.html') && !file.startsWith('playground/frame/'))
  .map((file) => {
    const text = readFileSync(dist + file, 'utf8')
    const markup = text.replace(/<script[^]*?<\/script>/g, '').replace(/ data-(?:type|code)="[^"]*"/g, '')
    return {
      file,
      text,
      ids: new Set([...markup.matchAll(/\bid="([^"]+)"/g)].map(([, id = '']) => id)),
      links: [...markup.matchAll(/<a\b[^>]*?\bhref="([^"]*)"/g)].map(([, href = '']) =>
        href.replaceAll('&#38;', '&').replaceAll('&amp;', '&'),
      ),
      loaded: [
        ...text.matchAll(
          /<(?:script|img|iframe|source|video|audio)\b[^>]*?\bsrc="([^"]*)"|<link\b[^>]*?\bhref="([^"]*)"/g,
        ),
      ].map(([, src, href]) => src ?? href ?? ''),
    }
  })
const idsOf = new Map(html.map(({ file, ids }) => [file, ids]))

/** The file of dist that a path of the site names. */
function fileOf(from: string, link: string): string {
  const { pathname } = new URL(link, `http://site/${from}`)
  const path = decodeURIComponent(pathname).slice(1)
  if (path !== '' && existsSync(dist + path) && statSync(dist + path).isFile()) return path
  return `${path === '' || path.endsWith('/') ? path : `${path}/`}index.html`
}

describe('the built site', () => {
  it('has the pages', () => {
    expect(html.length).toBeGreaterThan(90)
    expect(html.flatMap(({ links }) => links).length).toBeGreaterThan(5000)
  })

  it.each(html.map((page) => [page.file, page] as const))('%s has no dead link', (file, { links }) => {
    const dead = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false
      const to = fileOf(file, link)
      const anchor = decodeURIComponent(link.split('#')[1] ?? '')
      if (!files.includes(to)) return true
      // The playground reads its state from the fragment; `_top` is the browser's own.
      return anchor !== '' && anchor !== '_top' && !to.startsWith('playground/') && idsOf.get(to)?.has(anchor) !== true
    })
    expect(dead).toEqual([])
  })

  it.each(html.map((page) => [page.file, page] as const))('%s loads what the site has', (file, { loaded }) => {
    expect(loaded.filter((link) => !link.startsWith('data:') && !files.includes(fileOf(file, link)))).toEqual([])
  })

  it('has each page of docs/ as Markdown, named by llms.txt', () => {
    const named = readFileSync(`${dist}llms.txt`, 'utf8')
    const slugs = pages.map(({ name }) => name).filter((name) => name.startsWith('docs/') && name !== 'docs/index.md')
    const missing = slugs.filter((name) => !files.includes(name.slice('docs/'.length)))
    expect(missing).toEqual([])
    const links = [...named.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(70)
    expect(links.filter((link) => !files.includes(fileOf('llms.txt', link)))).toEqual([])
  })

  it('shows types for most of the code', () => {
    const count = html.flatMap(({ text }) => text.match(/ data-type="/g) ?? []).length
    expect(count).toBeGreaterThan(3000)
    expect(html.find(({ file }) => file === 'guides/children/index.html')?.text).toMatch(
      /data-type="[^"]*paginateConfig/,
    )
  })
})
