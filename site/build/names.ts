// The names that people search for: operators, methods, calls and error codes, each with its place on the site. Read from
// the reference's own tables and headings.
import type { SitePage } from './slugs.js'

export interface SiteName {
  readonly name: string
  /** Below the site's base, with the anchor. */
  readonly path: string
  readonly about: string
}

/** A row of "I want to …": what a reader wants, and where it is. */
export interface SiteTask {
  readonly wish: string
  readonly path: string
  readonly title: string
}

/** @param target from a link of the map to a path of the site */
export function tasksOf(
  map: SitePage,
  plain: (markdown: string) => string,
  target: (link: string) => { readonly path: string; readonly title: string },
): readonly SiteTask[] {
  return [...map.text.matchAll(/^\| (.+?) \| (.*\]\(.*) \|$/gm)].flatMap(([, wish = '', cells = '']) => {
    // The pages to read, and where none is named, the one to see.
    const [read = '', see = ''] = cells.split(' | ')
    const links = [...(read.includes('](') ? read : see).matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
    return links.map((link) => ({ wish: plain(wish), ...target(link) }))
  })
}

/** What has a name in a page: an anchor is put before it where the page has none. */
const NAMED_ROWS: Readonly<Record<string, RegExp>> = {
  'docs/reference/configuration.md': /^\| `\.(\w+)\(/,
  'docs/reference/options.md': /^\| `(\w+)\(/,
}

const cells = (row: string): string[] =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The page's text with an anchor for each row of a method or a call; the first row of a name has it. */
export function withAnchors({ file, text }: SitePage): string {
  const row = NAMED_ROWS[file]
  if (row === undefined) return text
  const seen = new Set<string>()
  return text
    .split('\n')
    .map((line) => {
      const name = row.exec(line)?.[1]
      if (name === undefined || seen.has(name)) return line
      seen.add(name)
      return line.replace('| ', `| <a id="${anchorOf(name)}"></a>`)
    })
    .join('\n')
}

/** Words of a cell as a sentence. */
const sentence = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) || text === '' ? '' : '.')

/** A table of error codes as a list of definitions: five columns do not fit next to each other. */
export function withDefinitions(text: string): string {
  return text.replace(
    /^\| Code \| Parameter \| Message \| When \| Fix \|\n\|[-|]+\|\n((?:\|.*\|\n)+)/gm,
    (_, rows: string) => {
      const entries = rows
        .trimEnd()
        .split('\n')
        .map((row) => {
          const [code = '', parameter = '', message = '', when = '', fix = ''] = cells(row)
          const [, id = '', name = ''] = /<a id="([^"]+)"><\/a>(.*)/.exec(code) ?? [undefined, '', code]
          const told = [message, sentence(when), `**Fix:** ${sentence(fix)}`].filter((text) => text !== '').join('\n\n')
          return `<dt id="${id}">\n\n${name} ${parameter === '' ? '' : `in ${parameter}`}\n\n</dt>\n<dd>\n\n${told}\n\n</dd>`
        })
      return `<dl class="codes">\n${entries.join('\n')}\n</dl>\n`
    },
  )
}

/** Not the id of a heading of the same name. */
const anchorOf = (name: string): string => `call-${name.toLowerCase()}`

/** @param plain Markdown as the text that a reader sees */
export function namesOf(pages: readonly SitePage[], plain: (markdown: string) => string): readonly SiteName[] {
  const page = (file: string): SitePage => {
    const found = pages.find((each) => each.file === file)
    if (found === undefined) throw new Error(`There is no page ${file}.`)
    return found
  }
  const calls = Object.entries(NAMED_ROWS).flatMap(([file, row]) => {
    const { slug, text } = page(file)
    const rows = text.split('\n').filter((line) => row.test(line))
    const isMethod = file.endsWith('configuration.md')
    return rows.map((line): SiteName => {
      const name = row.exec(line)?.[1] ?? ''
      const [, about = ''] = cells(line)
      return { name: isMethod ? `.${name}()` : `${name}()`, path: `${slug}/#${anchorOf(name)}`, about: plain(about) }
    })
  })
  const operators = page('docs/reference/operators.md')
  const ofOperators = [...operators.text.matchAll(/^## (`\$.+)\n([^]*?)(?=^## |$(?![^]))/gm)].flatMap(
    ([, heading = '', section = '']) => {
      const tokens = heading.split(', ').map((token) => token.replaceAll('`', ''))
      const anchor = tokens.map((token) => token.slice(1)).join('-')
      const first = /^(?:- )?\*{0,2}[A-Z][^\n]*/m.exec(section)?.[0] ?? ''
      return tokens.map((name) => ({
        name,
        path: `${operators.slug}/#${anchor}`,
        about: plain(first.replace(/^- /, '')),
      }))
    },
  )
  const errors = page('docs/reference/errors.md')
  const ofErrors = errors.text
    .split('\n')
    .flatMap(
      (line) =>
        /^\| <a id="([a-z_.]+)"><\/a>/
          .exec(line)
          ?.slice(1, 2)
          .map((code) => ({ code, line })) ?? [],
    )
    .map(({ code, line }) => ({ name: code, path: `${errors.slug}/#${code}`, about: plain(cells(line)[2] ?? '') }))
  const classes = ['PaginateQueryError', 'PaginateConfigError'].map((name) => ({
    name,
    path: `${errors.slug}/#${name.toLowerCase()}`,
    about: name === 'PaginateQueryError' ? 'A client’s mistake, status 400' : 'A developer’s mistake',
  }))
  const first = new Map<string, SiteName>()
  for (const entry of [...ofOperators, ...calls, ...classes, ...ofErrors])
    if (!first.has(entry.name)) first.set(entry.name, entry)
  return [...first.values()].map((entry) => ({ ...entry, about: entry.about.slice(0, 120) }))
}
