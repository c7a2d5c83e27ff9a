// TypeScript blocks as modules, line for line as on their page, so that a compiler's message names the page's line.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { names } from '../example/names.js'
import { pageChains, pageNames } from '../example/page-names.js'
import { type Block, type Page, pages, root } from './pages.js'

/** What a block that begins with a dot continues. */
const CHAIN = `paginateConfig(articles).withLimits(20, 100).withTieBreaker('id')`

/** Blocks that belong together: one, with those that say `continues` after it. */
export function chainsOf(page: Page): readonly (readonly Block[])[] {
  const chains: Block[][] = []
  for (const block of page.blocks) {
    if (block.language !== 'ts' && block.language !== 'tsx') continue
    // `same=` blocks are copies of files that are compiled where they lie.
    if (block.info.has('nocheck') || block.info.has('same') || block.info.has('file')) continue
    // Compiled and run with the framework itself: test/frameworks.
    if (block.info.has('framework')) continue
    if (block.info.has('continues') && chains.length > 0) (chains.at(-1) as Block[]).push(block)
    else chains.push([block])
  }
  return chains
}

/** Declarations of `page-names.ts` that no block makes itself, on the first line. */
function preamble(blocks: readonly Block[]): string {
  const text = blocks.map((block) => block.text).join('\n')
  const isOwn = (name: string): boolean =>
    new RegExp(`^(?:import [^\\n]*|(?:export )?(?:const|let|type|function|class) )\\b${name}\\b`, 'm').test(text)
  const declarations = Object.entries(pageNames[blocks[0]?.page ?? ''] ?? {}).filter(([name]) => !isOwn(name))
  return declarations.map(([, declaration]) => declaration).join('; ')
}

export function moduleText(blocks: readonly Block[]): string {
  const lines: string[] = [preamble(blocks)]
  for (const { page, line, text } of blocks) {
    while (lines.length < line - 1) lines.push('')
    // `{ … }` is a body left out; what is of the 1.0 line alone does not compile on 0.45.
    const code = text.replaceAll('{ … }', '{ throw undefined }').replace(/^.*\/\/ drizzle-orm 1\.0.*$/gm, '')
    lines.push(text.startsWith('.') ? (pageChains[page] ?? CHAIN) : '', ...code.split('\n'))
  }
  return `${lines.join('\n')}\nexport {}\n`
}

export const fileOf = (folder: string, blocks: readonly Block[]): string => {
  const { page, line } = blocks[0] as Block
  return `${root}.tmp/docs/${folder}/${page.replace(/\.md$/, '').replaceAll('/', '__')}__${line}.ts`
}

export function writeModule(folder: string, blocks: readonly Block[]): string {
  const file = fileOf(folder, blocks)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, moduleText(blocks))
  return file
}

/**
 * A module keeps the database that was there when it was imported, and a worker keeps its modules: each engine has
 * modules of its own.
 */
const folders = new WeakMap<object, string>()
let engines = 0

/** What blocks export, over the names that the engine has put there. */
export async function importBlocks(engine: { readonly dialect: string }, blocks: readonly Block[]): Promise<object> {
  let folder = folders.get(engine)
  if (folder === undefined) {
    folder = `${engine.dialect}-${++engines}`
    folders.set(engine, folder)
  }
  return (await import(/* @vite-ignore */ writeModule(folder, blocks))) as object
}

const example = [
  'db',
  'query',
  'request',
  'schema',
  'articles',
  'authors',
  'reviews',
  'topics',
  'articleTopics',
  'articleList',
  'isModerator',
  'tenantId',
]

/**
 * A project of all blocks, with the names of `example/names.ts` as globals: what a block declares itself goes first.
 */
export function writeProject(chains: readonly (readonly Block[])[]): string {
  const folder = 'check'
  rmSync(`${root}.tmp/docs/${folder}`, { recursive: true, force: true })
  for (const chain of chains) writeModule(folder, chain)
  const from = `import('../../../test/docs/example/names.js')`
  const globals = [
    ...Object.keys(names).map((name) => `  const ${name}: (typeof ${from})['names']['${name}']`),
    ...example.map((name) => `  const ${name}: ${from}.ExampleNames['${name}']`),
  ]
  // A block with `file=` is a module under that name, beside the others of its page.
  // One with `on=` stands for another of that name, and is compiled where it does: getting-started.test.ts.
  const files = pages.flatMap(({ blocks }) => blocks).filter(({ info }) => info.has('file') && !info.has('on'))
  for (const { page, line, text, info } of files.filter(({ language }) => language === 'ts' || language === 'tsx')) {
    const path = `${root}.tmp/docs/${folder}/${page.replace(/\.md$/, '').replaceAll('/', '__')}/${info.get('file')}`
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${'\n'.repeat(line)}${text}\n`)
  }
  // The front end's half of an example imports the server's type by a path of its own.
  mkdirSync(`${root}.tmp/docs/server`, { recursive: true })
  writeFileSync(
    `${root}.tmp/docs/server/article-list.ts`,
    `export { articleList } from '../../../test/docs/example/postgres/article-list.js'\n`,
  )
  writeFileSync(`${root}.tmp/docs/${folder}/globals.d.ts`, `export {}\ndeclare global {\n${globals.join('\n')}\n}\n`)
  const config = {
    extends: '../../../tsconfig.json',
    compilerOptions: {
      experimentalDecorators: true,
      erasableSyntaxOnly: false,
      allowImportingTsExtensions: true,
      lib: ['es2023', 'dom'],
    },
    include: ['.'],
    exclude: [],
  }
  const path = `${root}.tmp/docs/${folder}/tsconfig.json`
  writeFileSync(path, JSON.stringify(config))
  return path
}
