// The sidebar is the map, docs/index.md: its headings are groups. A page without a group, or with two, ends the build.
import { readFileSync } from 'node:fs'
import { filesIn, mapGroups } from '../../scripts/docs-map.mjs'
import { slugOf } from './slugs.js'

const guide = 'CONTRIBUTING.md'
const contributing = [guide, ...filesIn(readFileSync(new URL(`../../${guide}`, import.meta.url), 'utf8'), guide)]
  .map(slugOf)
  .filter((slug) => /^contributing|^results$/.test(slug))

type Item = { label: string; slug: string } | { label: string; collapsed: boolean; items: Item[] }

/** @param titles - of the pages by slug */
export function sidebarOf(titles: ReadonlyMap<string, string>): Item[] {
  const groups = [
    ...mapGroups.map(({ label, files }) => ({ label, slugs: files.map(slugOf) })),
    { label: 'Examples', slugs: [...titles.keys()].filter((slug) => slug.startsWith('examples')) },
    { label: 'Contributing', slugs: contributing },
  ]
  groups[0]?.slugs.unshift('index', 'i-want-to')
  const taken = new Map<string, string>()
  const sidebar = groups.map(({ label, slugs }): Item => {
    const items = slugs.map((slug) => {
      const [title, other] = [titles.get(slug), taken.get(slug)]
      if (title === undefined) throw new Error(`The map names ${slug}, which is no page.`)
      if (other !== undefined) throw new Error(`The map has ${slug} in '${other}' and in '${label}'.`)
      taken.set(slug, label)
      return { label: title, slug }
    })
    // Starlight opens the group of the page.
    return { label, collapsed: true, items }
  })
  const left = [...titles.keys()].filter((slug) => !taken.has(slug))
  if (left.length > 0) throw new Error(`No heading of docs/index.md has ${left.join(', ')}.`)
  return sidebar
}
