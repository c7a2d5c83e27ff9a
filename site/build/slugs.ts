// Which file of the repository is which page of the site.

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

export function slugOf(file: string): string {
  return around[file] ?? file.replace(/^docs\//, '').replace(/\.(md|tsx?)$/, '')
}
