// What the header of each page leads to.
import { readFileSync } from 'node:fs'

interface HeaderLink {
  readonly label: string
  /** Below the site's base. */
  readonly path?: string
  readonly href?: string
}

const { version: released, repository } = JSON.parse(readFileSync(`${process.cwd()}/../package.json`, 'utf8')) as {
  readonly version: string
  readonly repository?: { readonly url: string }
}
export const version = `v${released}`

const address = repository?.url.replace(/^git\+/, '').replace(/\.git$/, '')

export const links: readonly HeaderLink[] = [
  { label: 'Docs', path: 'getting-started/' },
  { label: 'Reference', path: 'reference/query-string/' },
  { label: 'Playground', path: 'playground/' },
  ...(address === undefined ? [] : [{ label: 'Repository', href: address }]),
]
