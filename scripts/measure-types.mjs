// Counts the type instantiations that configurations cost, over generated schemas and the built declarations, and
// checks them against the budgets. `npm run build` comes first.
//
//   node scripts/measure-types.mjs            prints the table
//   node scripts/measure-types.mjs --write    writes it into docs/contributing/type-budgets.md too
// node scripts/measure-types.mjs --native on TypeScript 7 alone, which counts what 5.9 counts in a fraction of its time
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const require = createRequire(import.meta.url)
const version = (name) => JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version
const compilers = [
  { name: `TypeScript ${version('typescript-5.9')}`, bin: require.resolve('typescript-5.9/lib/tsc.js') },
  { name: `TypeScript ${version('@typescript/native')}`, bin: join(root, 'node_modules/@typescript/native/bin/tsc') },
].slice(process.argv.includes('--native') ? 1 : 0)
const lines = [
  { name: `drizzle-orm ${version('drizzle-orm')}`, alias: null },
  { name: `drizzle-orm ${version('drizzle-orm-v1')}`, alias: 'drizzle-orm-v1' },
]

const KINDS = [
  'text().notNull()',
  'integer().notNull()',
  'boolean().notNull()',
  'timestamp()',
  'numeric()',
  `text({ enum: ['a', 'b', 'c'] }).notNull()`,
]
const COLUMNS = 30

/** A table of 30 columns; `id` and then `c1` … `c29`, of six kinds in turn. */
function table(index) {
  const columns = Array.from({ length: COLUMNS - 1 }, (_, at) => `  c${at + 1}: ${KINDS[at % KINDS.length]},`)
  return `export const t${index} = pgTable('t${index}', {\n  id: serial().primaryKey(),\n${columns.join('\n')}\n})\n`
}

/** 20 declarations, each a call on the builder; `when()` gates the last but one. */
function config(index, { hasTypo = false } = {}) {
  const declarations = [
    '.withLimits(20, 100)',
    `.withTieBreaker('id')`,
    '.withMaxOffset(10000)',
    `.sortable('id', 'c1', 'c2')`,
    `.sortable('c4', { nulls: 'last' })`,
    `.sortable('c7', 'c8')`,
    `.sortable('c9')`,
    `.defaultSortBy('c4', 'desc')`,
    `.defaultSortBy('c1')`,
    `.searchable('c1', 'c7')`,
    `.filterable('c1', '$eq', '$in', '$sw')`,
    `.filterable('c2', '$gte', '$lte', '$btw')`,
    `.filterable('c3', '$eq')`,
    `.filterable('c4', '$gte', '$lt')`,
    `.filterable('c5', '$btw')`,
    `.filterable('c6', '$eq', '$in')`,
    `.filterable('c8', '$eq')`,
    `.filterable('c9', '$eq')`,
    `.when(flag).filterable('c10', '$null')`,
    hasTypo ? `.filterable('c12x', '$in')` : `.filterable('c12', '$in')`,
  ]
  return `export const list${index} = paginateConfig(t${index})\n  ${declarations.join('\n  ')}\n  .build()\n`
}

const schema = (count) =>
  `import { boolean, integer, numeric, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'\n\n${Array.from({ length: count }, (_, index) => table(index)).join('\n')}`
const configs = (count, options) =>
  `import { paginateConfig } from '${join(root, 'dist/index.js')}'\n` +
  `import { ${Array.from({ length: count }, (_, index) => `t${index}`).join(', ')} } from './schema.js'\n\ndeclare const flag: boolean\n` +
  Array.from({ length: count }, (_, index) => config(index, index === 0 ? options : {})).join('\n')
/** The program without configurations: the same imports, so that the difference is what the configurations cost. */
const imports = (count) =>
  `import { paginateConfig } from '${join(root, 'dist/index.js')}'\n` +
  `import * as tables from './schema.js'\nexport const used = [paginateConfig, tables.t${count - 1}] as const\n`
/**
 * A program that reads rows of the table has paid for Drizzle's own column types before it comes to a configuration.
 */
const rows = (index) =>
  `\nimport type * as schema from './schema.js'\nexport const row${index}: (typeof schema)['t${index}']['$inferSelect']['id'] = 1\n`
const work = join(root, '.tmp', 'measure-types')

function instantiations(compiler, line, files) {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(work, name), text)
  const paths =
    line.alias === null
      ? {}
      : {
          paths: {
            'drizzle-orm': [join(root, `node_modules/${line.alias}/index.d.ts`)],
            'drizzle-orm/*': [join(root, `node_modules/${line.alias}/*.d.ts`)],
          },
        }
  const tsconfig = { extends: join(root, 'tsconfig.json'), compilerOptions: { ...paths, types: [] }, include: ['*.ts'] }
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(tsconfig))
  // TypeScript 7 counts the same instantiations once for each of its checkers: one checker makes the figures
  // comparable.
  const single = compiler.bin.endsWith('tsc.js') ? [] : ['--singleThreaded']
  const output = run([compiler.bin, '-p', join(work, 'tsconfig.json'), '--extendedDiagnostics', ...single])
  const count = /^Instantiations:\s+(\d+)/m.exec(output)?.[1]
  if (count === undefined) throw new Error(`${compiler.name} printed no instantiations:\n${output}`)
  return { count: Number(count), errors: output.split('\n').filter((text) => /error TS\d+/.test(text)) }
}

function run(args) {
  try {
    return execFileSync(process.execPath, args, {
      cwd: root,
      encoding: 'utf8',
      timeout: 240_000,
      maxBuffer: 64 * 1024 * 1024,
    })
  } catch (error) {
    if (typeof error.stdout === 'string' && error.stdout !== '') return error.stdout
    throw error
  }
}

if (!existsSync(join(root, 'dist', 'index.d.ts'))) throw new Error('There is no dist: run `npm run build` first.')

const ONE = 1_900
const HUNDRED = 250_000
const figures = []
let isOver = false
for (const line of lines) {
  for (const compiler of compilers) {
    const measure = (count, text) => instantiations(compiler, line, { 'schema.ts': schema(count), 'lists.ts': text })
    const expectClean = (result) => {
      if (result.errors.length > 0) throw new Error(result.errors.join('\n'))
      return result.count
    }
    // Two tables either way: what the first configuration warms up (Drizzle's own types among it) is not the second
    // one's cost.
    const two = expectClean(measure(2, configs(2)))
    const onlyFirst = expectClean(measure(2, `${configs(2).split('export const list1')[0]}`))
    const none = expectClean(measure(2, imports(2)))
    const hundred = expectClean(measure(100, configs(100)))
    const typo = measure(2, configs(2, { hasTypo: true }))
    if (typo.errors.length !== 1) throw new Error(`A typo should be one error:\n${typo.errors.join('\n')}`)
    const next = two - onlyFirst
    const first = configs(2).split('export const list1')[0]
    const afterRows = expectClean(measure(2, configs(2) + rows(1))) - expectClean(measure(2, first + rows(1)))
    const row = {
      line: line.name,
      compiler: compiler.name,
      afterRows,
      next,
      first: onlyFirst - none,
      typo: typo.count - two,
      hundred,
    }
    figures.push(row)
    isOver ||= afterRows > ONE || hundred > HUNDRED
    console.log(JSON.stringify(row))
  }
}
rmSync(work, { recursive: true, force: true })

const format = (count) => count.toLocaleString('en-US')
const markdown = [
  '| drizzle-orm | compiler | a configuration | with the column types it is the first to read | the first one in a program | a typo adds | 100 configurations with their schema |',
  '|---|---|---|---|---|---|---|',
  ...figures.map(
    (row) =>
      `| ${row.line.replace('drizzle-orm ', '')} | ${row.compiler} | ${format(row.afterRows)} | ${format(row.next)} | ${format(row.first)} | ${format(row.typo)} | ${format(row.hundred)} |`,
  ),
  `| budget | | ${format(ONE)} | | | | ${format(HUNDRED)} |`,
].join('\n')
if (process.argv.includes('--write')) {
  const page = join(root, 'docs/contributing/type-budgets.md')
  const [before, , after] = readFileSync(page, 'utf8').split(/<!-- figures -->/)
  writeFileSync(page, `${before}<!-- figures -->\n${markdown}\n<!-- figures -->${after}`)
}
if (isOver) {
  console.error('Over budget.')
  process.exitCode = 1
}
