// Which file of the repository is which page of the site, and what a page is.

/** Files outside of docs/ that are pages, by slug. */
export const around: Readonly<Record<string, string>> = {
  'README.md': 'index',
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'SECURITY.md': 'security',
  'examples/README.md': 'examples',
  'bench/RESULTS.md': 'results',
  'docs/index.md': 'i-want-to',
  'skills/drizzle-paginate/SKILL.md': 'skill',
}

export interface SitePage {
  readonly file: string
  readonly slug: string
  readonly title: string
  readonly description: string
  /** Without its first heading. */
  readonly text: string
}

export function slugOf(file: string): string {
  return around[file] ?? file.replace(/^docs\//, '').replace(/\.(md|tsx?)$/, '')
}
