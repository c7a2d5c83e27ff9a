// What the playground serves, and which blocks of the documentation open in it: each was compiled and run here by the
// playground's own code.
import { deflateRawSync } from 'node:zlib'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PGlite } from '@electric-sql/pglite'
import { getTableColumns, is, Table } from 'drizzle-orm'
import ts from 'typescript'
import { readWorld } from '../../demo/data/read-world.js'
import { names } from '../../test/docs/example/names.js'
import { rows } from '../../test/docs/example/rows.js'
import { pageChains } from '../../test/docs/example/page-names.js'
import { chainsOf } from '../../test/docs/support/modules.js'
import { type Block, pages, root } from '../../test/docs/support/pages.js'
import { createTableSql } from '../../test/support/create-tables.js'
import { type Declarations, openLanguage } from '../src/playground/language.js'
import { openRuntime } from '../src/playground/runtime.js'
import * as library from 'drizzle-paginate'
import { explorerHandler } from 'drizzle-paginate/explorer'
import * as schema from '../src/playground/schema.js'

const generated = `${root}site/.generated/`
const out = `${generated}playground/`
const sources = `${root}site/src/playground/`
rmSync(out, { recursive: true, force: true })
mkdirSync(`${out}frame`, { recursive: true })

/** The example's rows, and the 1,500 largest cities. */
function seed(): string {
  const { countries, cities } = readWorld()
  const largest = [...cities].sort((one, other) => other.population - one.population).slice(0, 1500)
  const data: Readonly<Record<string, readonly object[]>> = { ...rows, countries, cities: largest }
  return Object.entries(schema)
    .flatMap(([key, table]) => {
      if (!is(table, Table)) return []
      const columns = Object.entries(getTableColumns(table))
      const named = (data[key] ?? []).map((row) =>
        Object.fromEntries(columns.map(([name, { name: column }]) => [column, row[name as never]])),
      )
      const create = createTableSql('postgresql', table)
      const name = /"([^"]+)"/.exec(create)?.[1]
      const values = JSON.stringify(named).replaceAll("'", "''")
      return [
        `${create};`,
        `insert into "${name}" select * from json_populate_recordset(null::"${name}", '${values}');`,
      ]
    })
    .join('\n')
}

/** Every declaration that a program can reach, and which file each import in them names. */
function declarations(): Declarations {
  const modules: Readonly<Record<string, string>> = {
    'drizzle-orm': 'node_modules/drizzle-orm/index.d.ts',
    'drizzle-orm/pg-core': 'node_modules/drizzle-orm/pg-core/index.d.ts',
    'drizzle-paginate': 'dist/index.d.ts',
    'drizzle-paginate/http': 'dist/http.d.ts',
    'drizzle-paginate/search': 'dist/search.d.ts',
    './schema': 'site/src/playground/schema.ts',
    './schema.js': 'site/src/playground/schema.ts',
  }
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
    isolatedModules: true,
  }
  const program = ts.createProgram(
    [...new Set(Object.values(modules))].map((file) => root + file),
    options,
  )
  const library = ts.getDefaultLibFilePath(options).replace(/[^/]*$/, '')
  const pathOf = (file: string): string =>
    file.startsWith(library)
      ? `/lib/${file.slice(library.length)}`
      : `/${file.slice(root.length).replace(/^dist\//, 'node_modules/drizzle-paginate/')}`
  const files: Record<string, string> = {}
  const resolved: Record<string, string> = {}
  for (const source of program.getSourceFiles()) {
    const file = pathOf(source.fileName)
    files[file] = source.text.replace(/^\/\/# sourceMappingURL.*$/m, '')
    for (const { fileName: name } of ts.preProcessFile(source.text).importedFiles) {
      const { resolvedModule } = ts.resolveModuleName(name, source.fileName, options, ts.sys)
      const target = resolvedModule === undefined ? undefined : program.getSourceFile(resolvedModule.resolvedFileName)
      if (target !== undefined) resolved[`${file} ${name}`] = pathOf(target.fileName)
    }
  }
  const entries = Object.fromEntries(Object.entries(modules).map(([name, file]) => [name, pathOf(root + file)]))
  return { files, resolved, entries, options }
}

const collected = declarations()
writeFileSync(`${out}declarations.json`, JSON.stringify(collected))

const require = createRequire(`${root}site/package.json`)
const { transform } = require('esbuild') as { transform(code: string, options: object): Promise<{ code: string }> }
const compiler = readFileSync(`${root}node_modules/typescript/lib/typescript.js`, 'utf8')
writeFileSync(
  `${out}typescript.js`,
  (await transform(`${compiler}\nexport default ts;`, { minify: true, format: 'esm', legalComments: 'none' })).code,
)

const client = await PGlite.create()
await client.exec(seed())
await client.exec('analyze')
writeFileSync(`${out}data.bin`, new Uint8Array(await (await client.dumpDataDir('gzip')).arrayBuffer()))
const language = openLanguage(ts, collected)
const runtime = await openRuntime(client)

// The explorer's page, as files.
const program = readFileSync(`${sources}cities.ts`, 'utf8')
const problems = [program, readFileSync(`${sources}articles.ts`, 'utf8')].flatMap((text) => language.problems(text))
if (problems.length > 0) throw new Error(`A program of the playground does not compile: ${JSON.stringify(problems)}`)
runtime.load(language.compile(program))
const body = async (search: string): Promise<string> => (await runtime.ask(search)).body
const page = await explorerHandler({ db: null as never, config: null as never, path: '/list', enabled: true })(
  new Request('http://localhost/'),
)
const html = (await page.text())
  .replace(
    '<link rel="stylesheet" href="?explorer=style">',
    '<link rel="stylesheet" href="style.css">\n<link rel="stylesheet" href="frame.css">',
  )
  .replace(
    '<script src="?explorer=script" defer></script>',
    '<script src="bridge.js"></script>\n<script src="script.js" defer></script>',
  )
if (!html.includes('src="script.js"') || !html.includes('href="style.css"'))
  throw new Error('The explorer’s page has changed: see build/write-playground.ts.')
writeFileSync(`${out}frame/index.html`, html)
writeFileSync(`${out}frame/style.css`, await body('?explorer=style'))
writeFileSync(`${out}frame/script.js`, await body('?explorer=script'))
for (const file of ['bridge.js', 'frame.css']) cpSync(sources + file, `${out}frame/${file}`)
const first = Object.fromEntries(
  await Promise.all(
    ['?explorer=about', '?explorer=run&', '?explorer=facets&'].map(
      async (search) => [search, await runtime.ask(search)] as const,
    ),
  ),
)
writeFileSync(`${generated}first-answer.json`, JSON.stringify(first))

// Blocks of the documentation as programs.
const modules: Readonly<Record<string, readonly string[]>> = {
  'drizzle-orm': [
    'asc',
    'and',
    'count',
    'desc',
    'eq',
    'gte',
    'inArray',
    'isNull',
    'lt',
    'max',
    'min',
    'or',
    'sql',
    'sum',
  ],
  'drizzle-paginate': Object.keys(names).filter((name) => name in library),
  './schema': Object.keys(schema),
}
const articleList = readFileSync(`${root}test/docs/example/postgres/article-list.ts`, 'utf8')

/** The text with its imports, and its last list exported as `list`; null where it declares none. */
function programOf(
  text: string,
  chain = `paginateConfig(articles).withLimits(20, 100).withTieBreaker('id')`,
): string | null {
  const isChain = text.startsWith('.')
  const whole = isChain
    ? `export const list = ${chain}\n${text.trimEnd().replace(/^/gm, '  ')}${/\.build\(\)\s*$/.test(text) ? '' : '\n  .build()'}\n`
    : `${text}\n`
  const source = ts.createSourceFile('program.ts', whole, ts.ScriptTarget.ES2022, true)
  const used = new Set<string>()
  const declared = new Set<string>()
  let last: string | null = null
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node))
      used.add(node.text)
    if ((ts.isVariableDeclaration(node) || ts.isImportSpecifier(node)) && ts.isIdentifier(node.name))
      declared.add(node.name.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (
        initializer !== undefined &&
        ts.isIdentifier(name) &&
        /^paginateConfig\([^]*\.build\(\)$/.test(initializer.getText())
      )
        last = name.text
    }
  }
  if (last === null) return null
  const imports = Object.entries(modules).flatMap(([module, known]) => {
    const wanted = known.filter((name) => used.has(name) && !declared.has(name))
    return wanted.length === 0 ? [] : [`import { ${wanted.join(', ')} } from '${module}'`]
  })
  const renamed = last === 'list' ? whole : `${whole}\nexport const list = ${last}\n`
  return `${imports.join('\n')}${imports.length > 0 ? '\n\n' : ''}${renamed}`
}

async function runs(code: string, query: string): Promise<boolean> {
  if (language.problems(code).length > 0) return false
  try {
    runtime.load(language.compile(code))
    const { status } = JSON.parse(await body(`?explorer=run&${query}`)) as { status: number }
    return status === 200 || (status === 400 && query !== '')
  } catch {
    return false
  }
}

const playable: Record<string, string> = {}
async function offer({ page, line }: Block, code: string | null, query = ''): Promise<void> {
  if (code === null || !(await runs(code, query))) return
  const parameters = new URLSearchParams(query === '' ? {} : { query })
  parameters.set('code', deflateRawSync(code, { level: 9 }).toString('base64url'))
  playable[`${page}:${line}`] = `#${parameters}`
}
for (const page of pages) {
  if (!page.name.startsWith('docs/') && page.name !== 'README.md') continue
  for (const block of page.blocks.filter(
    ({ info }) => info.get('same') === 'test/docs/example/postgres/article-list.ts',
  ))
    await offer(block, articleList)
  const lists = new Map<string, string | null>()
  for (const chain of chainsOf(page)) {
    const text = chain.map((block) => block.text).join('\n')
    const code = programOf(text, pageChains[page.name])
    await offer(chain.at(-1) as Block, code)
    for (const [, name = ''] of text.matchAll(/export const (\w+) /g)) lists.set(name, code)
  }
  for (const block of page.blocks) {
    const path = /^GET \/\w+\?([^]*)$/.exec(block.text)?.[1]
    if (block.language !== 'http' || path === undefined || block.info.has('ask')) continue
    const list = block.info.get('list')
    await offer(block, list === undefined ? articleList : (lists.get(list) ?? null), path.replace(/\n\s*/g, ''))
  }
}
writeFileSync(`${generated}playable.json`, JSON.stringify(playable))
const count = Object.keys(playable).length
console.log(
  `playground: ${count} blocks of the documentation open in it, ${Object.keys(collected.files).length} declarations`,
)
await client.close()
