// The documentation as data: pages, their fenced blocks, anchors and links.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root: string = fileURLToPath(new URL('../../../', import.meta.url))

export interface Block {
  readonly page: string
  /** 1-based line of the opening fence. */
  readonly line: number
  readonly language: string
  /** Words after the language: `continues`, `list=bookList`. */
  readonly info: ReadonlyMap<string, string>
  readonly text: string
}

export interface Page {
  /** From the root: `docs/guides/search.md`. */
  readonly name: string
  readonly text: string
  readonly blocks: readonly Block[]
}

function markdownUnder(folder: string): string[] {
  return readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.md'))
    .sort()
}

export function readPage(name: string): Page {
  const text = readFileSync(root + name, 'utf8')
  const blocks: Block[] = []
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const fence = /^```(\w*)(.*)$/.exec(lines[at] as string)
    if (fence === null) continue
    const end = lines.indexOf('```', at + 1)
    if (end === -1) throw new Error(`${name}:${at + 1}: a fence that is not closed`)
    const info = new Map(
      (fence[2] ?? '')
        .trim()
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => {
          const [key = '', value = ''] = word.split(/=(.*)/s)
          return [key, value] as const
        }),
    )
    blocks.push({ page: name, line: at + 1, language: fence[1] ?? '', info, text: lines.slice(at + 1, end).join('\n') })
    at = end
  }
  return { name, text, blocks }
}

export const pages: readonly Page[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'examples/README.md',
  'test/README.md',
  ...markdownUnder('docs'),
]
  .filter((name) => existsSync(root + name))
  .map(readPage)

/**
 * Puts another text into a block: `UPDATE_DOCS=1 npx vitest run test/docs` writes what the code answers into the pages.
 */
export function rewrite(block: Block, text: string): void {
  const lines = readFileSync(root + block.page, 'utf8').split('\n')
  // Earlier rewrites of the page may have moved the block: it is found by its text.
  const fence = lines.findIndex(
    (line, at) =>
      line.startsWith(`\`\`\`${block.language}`) &&
      lines.slice(at + 1, lines.indexOf('```', at + 1)).join('\n') === block.text,
  )
  // Another test, which asks the same, has written it.
  if (fence < 0) return
  lines.splice(
    fence + 1,
    block.text === '' && lines[fence + 1] === '```' ? 0 : block.text.split('\n').length,
    ...text.split('\n'),
  )
  writeFileSync(root + block.page, lines.join('\n'))
}

const withoutFences = (text: string): string => text.replace(/^```[^]*?^```$/gm, '')

/** Headings as GitHub makes anchors of them, and explicit `<a id>`s. */
export function anchorsOf(page: Page): ReadonlySet<string> {
  const anchors = new Set<string>()
  const text = withoutFences(page.text)
  for (const [, heading = ''] of text.matchAll(/^#+ (.+)$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    const slug = plain
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\-_ ]/gu, '')
      .replaceAll(' ', '-')
    let unique = slug
    for (let count = 1; anchors.has(unique); count++) unique = `${slug}-${count}`
    anchors.add(unique)
  }
  for (const [, id = ''] of text.matchAll(/<a id="([^"]+)">/g)) anchors.add(id)
  return anchors
}

/** Targets of links to files of the repository. */
export function linksOf(page: Page): readonly string[] {
  const text = withoutFences(page.text).replace(/`[^`]*`/g, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
}
