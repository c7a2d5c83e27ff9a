// Blocks of pages that name a framework as the files that they say they are, with a `list.ts` where each looks for it.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPage } from '../../docs/support/pages.js'

export const home: string = fileURLToPath(new URL('../', import.meta.url))

/** Where a project keeps its `list.ts`. */
const LISTS = ['list.ts', 'next/list.ts', 'sveltekit/src/lib/list.ts', 'tanstack-start/src/list.ts']

const PAGES = [
  'docs/guides/any-framework.md',
  'docs/recipes/with-nextjs.md',
  'docs/guides/queries-in-code.md',
  'docs/recipes/relay-connection.md',
]

/** What a block of the documentation's example, `as=` a file, takes from the project. */
const preambleOf = (name: string): string => (name.endsWith('.ts') ? `import { articles, db } from './list'\n` : '')

/** @param out a folder of `.tmp`, which is emptied; ends with `/` */
export function writeBlocks(out: string): readonly string[] {
  const all = PAGES.flatMap((page) => readPage(page).blocks)
  const blocks = all.filter(({ info }) => info.has('framework'))
  rmSync(out, { recursive: true, force: true })
  cpSync(`${home}apps`, out, { recursive: true })
  const written = blocks.map(({ info, text }) => {
    const name = info.get('framework') as string
    mkdirSync(dirname(out + name), { recursive: true })
    writeFileSync(out + name, `${text}\n`)
    return name
  })
  for (const { info, text } of all) {
    const name = info.get('as')
    if (name !== undefined) writeFileSync(out + name, `${preambleOf(name)}${text}\n`)
  }
  for (const list of LISTS) cpSync(`${home}support/list.ts`, out + list)
  return written
}
