// What an editor shows for each name in the documentation's TypeScript: one language service over all blocks, as
// test/docs compiles them. expressive-code-twoslash makes a program for each block, a second or more with Drizzle's
// types; this takes one program for some 400.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import ts from 'typescript'
import { pages, root, type Block } from '../../test/docs/support/pages.js'
import { chainsOf, fileOf, writeProject } from '../../test/docs/support/modules.js'
import { hoverText } from '../src/playground/hover-text.js'

/** 0-based line and column in the block, the name's length, what the editor says. */
export type Hover = readonly [line: number, column: number, length: number, text: string]

const out = `${root}site/.generated/hovers.json`

const key = createHash('sha1')
for (const { text } of pages) key.update(text)
const own = ['write-hovers.ts', '../src/playground/hover-text.ts']
for (const file of own) key.update(readFileSync(new URL(file, import.meta.url)))
key.update(readFileSync(`${root}package-lock.json`))
for (const file of readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' }).sort()) {
  if (file.endsWith('.ts')) key.update(readFileSync(`${root}src/${file}`))
}
const stamp = key.digest('hex')

if (!existsSync(out) || JSON.parse(readFileSync(out, 'utf8')).stamp !== stamp) write()

function write(): void {
  const chains = pages.flatMap(chainsOf)
  const { config } = ts.readConfigFile(writeProject(chains), (file) => readFileSync(file, 'utf8'))
  const folder = `${root}.tmp/docs/check`
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder)
  /** The file of a block, and the 0-based line of its first line there. */
  const placed: [Block, file: string, line: number][] = [
    ...chains.flatMap((chain) =>
      chain.map((block) => [block, fileOf('check', chain), block.line] as [Block, string, number]),
    ),
    ...pages.flatMap(({ blocks }) =>
      blocks.flatMap((block): [Block, string, number][] => {
        const same = block.info.get('same')
        if (same?.endsWith('.ts')) return [[block, root + same, 0]]
        const file = block.info.get('file')
        if (file === undefined || !/\.tsx?$/.test(file)) return []
        return [[block, `${folder}/${block.page.replace(/\.md$/, '').replaceAll('/', '__')}/${file}`, block.line]]
      }),
    ),
  ]
  const files = [...new Set([...fileNames, ...placed.map(([, file]) => file)])]
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => files,
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) =>
      existsSync(file) ? ts.ScriptSnapshot.fromString(readFileSync(file, 'utf8')) : undefined,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: ts.sys.realpath!,
  })
  const program = service.getProgram() as ts.Program
  const hovers: Record<string, Hover[]> = {}
  for (const [block, file, firstLine] of placed) {
    const source = program.getSourceFile(file)
    if (source === undefined) continue
    const count = block.text.split('\n').length
    const found: Hover[] = []
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit)
      if (!ts.isIdentifier(node)) return
      const start = node.getStart(source)
      const { line, character } = source.getLineAndCharacterOfPosition(start)
      if (line < firstLine || line >= firstLine + count) return
      const info = service.getQuickInfoAtPosition(file, start)
      const shown = ts.displayPartsToString(info?.displayParts)
      if (info === undefined || shown === '' || shown.endsWith(' any')) return
      found.push([line - firstLine, character, node.text.length, hoverText(info)])
    }
    visit(source)
    if (found.length > 0) hovers[`${block.page}:${block.line}`] = found
  }
  mkdirSync(`${root}site/.generated`, { recursive: true })
  writeFileSync(out, JSON.stringify({ stamp, hovers }))
  console.log(`hovers: ${Object.values(hovers).flat().length} names in ${Object.keys(hovers).length} blocks`)
}
