// The map of the documentation, docs/index.md, as data: its headings are groups, and a page belongs to the one under
// which the column "Read" leads to it. The sidebar of the site and the README have the same groups.
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** Files that the Markdown of a page leads to, each once. */
export function filesIn(markdown, file) {
  const paths = [...markdown.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, path]) => path)
  return [...new Set(paths.map((path) => posix.join(posix.dirname(file), path)))]
}

const map = 'docs/index.md'

/** Rows are `| I want to | Read | See also |`. */
export const mapGroups = readFileSync(new URL(`../${map}`, import.meta.url), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const cells = [...section.matchAll(/^\| [^|]+ \| ([^|]+) \|/gm)].map(([, cell]) => cell)
    return { label: section.split('\n', 1)[0], files: filesIn(cells.join(' '), map) }
  })
