// From the Markdown of the repository to the pages of the site: docs/ and the pages around it, unchanged but for their
// links and fences.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { namesOf, tasksOf, withAnchors, withDefinitions } from './names.js'
import { around, type SitePage, slugOf } from './slugs.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const site = `${root}site/`

const under = (folder: string, end: string): string[] =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith(end))
    .sort()

function readPage(file: string): SitePage {
  const source = readFileSync(root + file, 'utf8').replace(/^---\n[^]*?\n---\n\n/, '')
  if (/\.tsx?$/.test(file)) {
    const name = posix.basename(file)
    const about = /^\/\/ (.*)/.exec(source)?.[1] ?? ''
    return {
      file,
      slug: slugOf(file),
      title: name,
      description: about,
      text: `${about}\n\n\`\`\`ts title="${name}"\n${source}\`\`\`\n`,
    }
  }
  const [, heading = '', text = ''] = /^# (.+)\n([^]*)$/.exec(source) ?? []
  if (heading === '') throw new Error(`${file} does not begin with a heading.`)
  const first = /^(?!#|<|\||```|!)\S[^]*?(?=\n\n)/m.exec(text)?.[0] ?? heading
  const description = plain(first.split(/(?<=[.:])\s/, 2).join(' ')).slice(0, 200)
  return { file, slug: slugOf(file), title: plain(heading), description, text }
}

const plain = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

export function readPages(): readonly SitePage[] {
  const files = [
    ...Object.keys(around),
    ...under('docs', '.md').filter((file) => !(file in around)),
    ...under('examples', '.ts'),
    ...under('examples', '.tsx'),
  ]
  return files.map(readPage)
}

/** Where a link of a page leads, on the site; `extension` is '' for pages, '.md' for their Markdown. */
function target(
  page: SitePage,
  link: string,
  pages: ReadonlyMap<string, SitePage>,
  base: string,
  extension: '' | '.md',
): string {
  if (/^[a-z]+:/.test(link) || link.startsWith('#')) return link
  const [path = '', anchor] = link.split('#')
  const file = posix.join(posix.dirname(page.file), path).replace(/\/$/, '')
  const hash = anchor === undefined ? '' : `#${anchor}`
  const image = /^docs\/(images\/.+)$/.exec(file)?.[1]
  if (image !== undefined) return base + image
  const to = pages.get(file) ?? pages.get(`${file}/README.md`)
  if (to === undefined) throw new Error(`${page.file}: ${link} leads to no page of the site.`)
  if (extension === '.md') return `${base}${to.slug}.md${hash}`
  return to.slug === 'index' ? `${base}${hash}` : `${base}${to.slug}/${hash}`
}

/** Of Markdown and of the few tags in it; code blocks are left alone. */
function rewriteLinks(text: string, change: (link: string) => string): string {
  return text
    .split(/(^```[^]*?^```$)/m)
    .map((part, at) => {
      if (at % 2 === 1) return part
      const links = part.replace(/\]\(([^)\s]+)\)/g, (_, link: string) => `](${change(link)})`)
      return links.replace(
        /\b(src|srcset|href)="(\.[^"]+)"/g,
        (_, name: string, link: string) => `${name}="${change(link)}"`,
      )
    })
    .join('')
}

/** Fragments of the playground by block: see write-playground.ts. */
const playable = JSON.parse(readFileSync(`${site}.generated/playable.json`, 'utf8')) as Readonly<Record<string, string>>

/** The words after a fence's language are for tests; the site reads a title and the key of its hovers. */
function rewriteFences(page: SitePage, base: string): string {
  const head = readFileSync(root + page.file, 'utf8').split('\n').length - page.text.split('\n').length
  let isInside = false
  let opens: string | undefined
  return withAnchors(page)
    .split('\n')
    .map((line, at) => {
      const fence = /^```(\w*)(.*)$/.exec(line)
      if (fence === null) return line
      isInside = !isInside
      if (/\.tsx?$/.test(page.file)) return line
      if (!isInside)
        return opens === undefined
          ? line
          : `${line}\n\n<p class="try"><a href="${base}playground/${opens}">Open in the playground</a></p>\n`
      opens = playable[`${page.file}:${head + at + 1}`]
      const [, language = '', info = ''] = fence
      const file = /\b(?:file|same)=(\S+)/.exec(info)?.[1]
      const title = file === undefined ? '' : ` title="${posix.basename(file)}"`
      return `\`\`\`${language || 'txt'}${title} at="${page.file}:${head + at + 1}"`
    })
    .join('\n')
}

/**
 * What the tables of "I want to …" say of each page, by its slug: the words that a reader types into the search box.
 */
function wordsOf(pages: ReadonlyMap<string, SitePage>): ReadonlyMap<string, string> {
  const index = 'docs/index.md'
  const words = new Map<string, string>()
  for (const [, wish = '', links = ''] of (pages.get(index)?.text ?? '').matchAll(/^\| (.+?) \| (.*\]\(.*) \|$/gm)) {
    const found = [...links.matchAll(/\]\(([^)#]+)[^)]*\)/g)]
    for (const path of new Set(found.map(([, link = '']) => posix.join(posix.dirname(index), link)))) {
      const slug = pages.get(path)?.slug
      if (slug !== undefined) words.set(slug, `${words.get(slug) ?? ''} ${plain(wish)}.`.trim())
    }
  }
  return words
}

/** Without the marks around figures: see scripts/figures.mjs. */
const withoutMarks = (text: string): string => text.replace(/<!-- \/?bench.*?-->/g, '')

/** Writes src/content/docs, public/ and public/llms.txt. */
export function writePages(base: string): ReadonlyMap<string, string> {
  const pages = readPages()
  const byFile = new Map(pages.map((page) => [page.file, page]))
  const words = wordsOf(byFile)
  for (const folder of ['src/content/docs', 'public']) rmSync(site + folder, { recursive: true, force: true })
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(site + path), { recursive: true })
    writeFileSync(site + path, text)
  }
  const map = byFile.get('docs/index.md') as SitePage
  const tasks = tasksOf(map, plain, (link) => {
    const file = posix.join('docs', link.split('#')[0] ?? '')
    return { path: target(map, link, byFile, '', ''), title: byFile.get(file)?.title ?? '' }
  })
  const playground = {
    wish: 'try it in the browser, without installing anything',
    path: 'playground/',
    title: 'Playground',
  }
  write('public/names.json', JSON.stringify({ names: namesOf(pages, plain), tasks: [...tasks, playground] }))
  write('src/content/docs/404.md', notFound(base))
  for (const page of pages) {
    const text = rewriteLinks(withDefinitions(rewriteFences(page, base)), (link) =>
      target(page, link, byFile, base, ''),
    )
    const front = {
      title: page.title,
      description: page.description,
      editUrl: false,
      words: words.get(page.slug) ?? '',
      ...(page.slug === 'index' ? landing : {}),
    }
    const yaml = Object.entries(front).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    const body = page.slug === 'index' ? `${panes(page.text)}\n${text.replace(/^[^]*?(?=<picture>)/, '')}` : text
    write(`src/content/docs/${page.slug}.md`, `---\n${yaml.join('\n')}\n---\n${body}`)
    const markdown = rewriteLinks(withoutMarks(page.text), (link) => target(page, link, byFile, base, '.md'))
    write(`public/${page.slug}.md`, `# ${page.title}\n${markdown}`)
  }
  cpSync(`${root}docs/images`, `${site}public/images`, { recursive: true })
  const address = process.env['SITE_URL']
  if (address !== undefined)
    write(
      'public/robots.txt',
      `User-agent: *\nAllow: /\nSitemap: ${new URL(`${base}sitemap-index.xml`, address).href}\n`,
    )
  cpSync(`${site}.generated/playground`, `${site}public/playground`, { recursive: true })
  for (const icon of ['favicon.svg', 'favicon.png']) cpSync(`${site}src/assets/${icon}`, `${site}public/${icon}`)
  const whole = pages.filter(({ slug }) => !/^(contributing|results|examples\/)/.test(slug))
  const line = ({ slug, title, description }: SitePage): string => `- [${title}](${base}${slug}.md): ${description}`
  write(
    'public/llms.txt',
    `# drizzle-paginate\n\n> Typed, strict list endpoints for Drizzle ORM. Each page is Markdown at the address given here; all of them in one: ${base}llms-full.txt\n\n## Pages\n\n${whole.map(line).join('\n')}\n`,
  )
  const full = whole.map(({ title, file, text }) => `<!-- ${file} -->\n# ${title}\n${withoutMarks(text)}`)
  write('public/llms-full.txt', full.join('\n\n'))
  return new Map(pages.map(({ slug, title }) => [slug, title]))
}

/** What the README declares, asks and is answered, next to each other. Its blocks are run by tests. */
function panes(readme: string): string {
  const part = (pattern: RegExp): string => {
    const found = pattern.exec(readme)?.[1]
    if (found === undefined) throw new Error(`The README has nothing for the first page by ${String(pattern)}.`)
    return found
  }
  const json = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>
  const page = json(part(/```json static\n(\{\n {2}"items"[^]*?\n\})\n```/))
  const { totalItems, totalPages, currentPage, hasNextPage } = page['meta'] as Record<string, unknown>
  const { next } = page['links'] as Record<string, string>
  const answer = { items: page['items'], meta: { totalItems, totalPages, currentPage, hasNextPage }, links: { next } }
  const refused = json(part(/```json static\n(\{\n {2}"type"[^]*?\n\})\n```/))
  const { status, detail, hint } = refused
  const block = (language: string, code: string): string => `\`\`\`${language} wrap frame="none"\n${code}\n\`\`\``
  const shown = (value: unknown): string =>
    JSON.stringify(value, null, 2).replace(
      /\{\s+("id"[^}]*?)\s+\}/g,
      (_, members: string) => `{ ${members.replace(/\s+/g, ' ')} }`,
    )
  return [
    '<div class="install">\n',
    block('sh', 'npm install drizzle-paginate drizzle-orm'),
    '\n</div>\n<div class="panes">\n<section>\n\n**Declare** what clients may ask.\n',
    block('ts', part(/^(const list = [^]*?\.build\(\))$/m)),
    '\nWhat does not fit the table does not compile:\n',
    block('ts', part(/```ts\n(paginateConfig\(books\)\n[^]*?)\n```/).replace(/@ts-expect-error /, '')),
    '\n</section>\n<section>\n\n**Ask** for a page.\n',
    block('http', `GET ${part(/curl 'localhost:3000(\/books\?filter\.year[^']*)'/)}`),
    '\n**Get** typed items, totals and links.\n',
    block('json', shown(answer)),
    '\n</section>\n<section>\n\n**Ask wrongly,**\n',
    block('http', `GET ${part(/curl 'localhost:3000(\/books\?filter\.yaer[^']*)'/)}`),
    '\nand get a sentence, before any statement is sent.\n',
    block('json', shown({ status, detail, hint })),
    '\n</section>\n</div>\n',
  ].join('\n')
}

/** The page for an address that leads nowhere. */
const notFound = (base: string): string => `---
title: There is no page here
template: splash
editUrl: false
pagefind: false
---

The address may be old, or misspelt.

<p><button type="button" class="look-up" data-open>Search the docs</button></p>

Or go to one of these:

- [What do you want to do?](${base}i-want-to/)
- [Getting started](${base}getting-started/)
- [The query string](${base}reference/query-string/) and [all operators](${base}reference/operators/)
- [Errors](${base}reference/errors/) by code
- [The playground](${base}playground/)
`

const landing = {
  template: 'splash',
  hero: {
    title: 'List endpoints for Drizzle, declared',
    tagline: 'Say once what clients may sort, search and filter. Pages, totals, cursors and typed items follow.',
    actions: [
      { text: 'Open the playground', link: 'playground/', icon: 'right-arrow' },
      { text: 'Ten minutes to a first list', link: 'getting-started/', variant: 'secondary' },
      { text: 'I want to …', link: 'i-want-to/', variant: 'minimal' },
    ],
  },
}
