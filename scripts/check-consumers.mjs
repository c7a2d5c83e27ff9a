// The package as programs with declarations of their own see it: packed, installed, and compiled by strict projects
// that export configurations, handlers and clients (`test-d/consumer`). `npm run build` comes first.
//
//   node scripts/check-consumers.mjs            every compiler, Drizzle line and module resolution
//   node scripts/check-consumers.mjs --quick    TypeScript 7 alone
import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const require = createRequire(import.meta.url)
const work = join(root, '.tmp', 'consumers')
const sources = join(root, 'test-d', 'consumer')

/**
 * Each is called as it is fast: 7 has no API, and checks every declaration in a second; the others check what is ours.
 */
const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')
const native = {
  name: 'TypeScript 7',
  compile: async (projects, folder) => {
    const outputs = []
    for (const project of projects) outputs.push(await run([tsc, '-p', project, '--pretty', 'false'], folder))
    return outputs.join('\n')
  },
}
const byApi = (name, library) => ({
  name,
  compile: (projects, folder) => run([join(root, 'scripts', 'compile-consumer.mjs'), library, ...projects], folder),
})
const old = [
  byApi('TypeScript 6', join(root, 'node_modules/typescript/lib/typescript.js')),
  byApi('TypeScript 5.9', require.resolve('typescript-5.9/lib/typescript.js')),
]
const lines = [
  { name: '0.45', directory: 'drizzle-orm' },
  { name: '1.0', directory: 'drizzle-orm-v1' },
]
/** How a program finds modules, and as what it is compiled. */
const modes = [
  { name: 'nodenext, ESM', type: 'module', options: { module: 'nodenext', moduleResolution: 'nodenext' } },
  { name: 'nodenext, CommonJS', type: 'commonjs', options: { module: 'nodenext', moduleResolution: 'nodenext' } },
  { name: 'node16, ESM', type: 'module', options: { module: 'node16', moduleResolution: 'node16' } },
  { name: 'node16, CommonJS', type: 'commonjs', options: { module: 'node16', moduleResolution: 'node16' } },
  { name: 'bundler', type: 'module', options: { module: 'esnext', moduleResolution: 'bundler' } },
]
/**
 * What 6 and later make of `module: commonjs`; 5.9 does not take the two together. There 6 names no type of Drizzle in a
 * file that does not import its module.
 */
const commonjs = {
  name: 'commonjs, bundler',
  type: 'commonjs',
  options: { module: 'commonjs', moduleResolution: 'bundler' },
  imports: ['drizzle-orm', 'drizzle-orm/pg-core'],
}
/** A compiler before 6 that reads no exports. */
const node10 = {
  name: 'node10, CommonJS',
  type: 'commonjs',
  options: { module: 'commonjs', moduleResolution: 'node10' },
}
/** As pnpm installs: a program finds the packages that it declares, and theirs nowhere. */
const pnpm = { ...modes[0], name: 'nodenext, ESM, as pnpm installs', isHiding: true }
const DECLARED = [
  '@nestjs/common',
  '@types/express',
  '@types/node',
  'express',
  'fastify',
  'hono',
  'rxjs',
  'temporal-polyfill',
]
const strict = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'esnext.disposable'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  declaration: true,
  composite: true,
  experimentalDecorators: true,
}

/** A folder with the packed package and one Drizzle line as its `node_modules`, beside the packages named. */
function install(folder, line, packed, names) {
  const modules = join(folder, 'node_modules')
  mkdirSync(modules, { recursive: true })
  for (const name of names) {
    if (name.startsWith('.') || name.startsWith('drizzle-orm')) continue
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  symlinkSync(join(root, 'node_modules', line.directory), join(modules, 'drizzle-orm'))
  cpSync(packed, join(modules, 'drizzle-paginate'), { recursive: true })
}

function project(folder, files, tsconfig, imports = []) {
  mkdirSync(folder, { recursive: true })
  const first = imports.map((module) => `import type {} from '${module}'\n`).join('')
  for (const file of files) {
    writeFileSync(join(folder, basename(file)), first + readFileSync(join(sources, file), 'utf8'))
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
}

/** A project, and one that refers to it, so that it sees its declarations alone; there every export says its type. */
function consumer(line, mode, compiler) {
  const place = mode.isHiding ? hidden : join(work, line.name)
  const folder = join(place, `${mode.name}, ${compiler.name}`.replaceAll(/\W+/g, '-'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: mode.type }))
  const options = { ...strict, ...mode.options, outDir: 'out' }
  // Nest's and Fastify's declarations are of Node's resolution; they take long enough to be left to one mode of each
  // kind.
  const lists = [
    'schema.ts',
    'lists.ts',
    'pages.ts',
    'more-lists.ts',
    'helpers.ts',
    ...(mode.name.startsWith('nodenext') ? ['frameworks.ts'] : []),
  ].map((file) => `lists/${file}`)
  project(join(folder, 'lists'), lists, { compilerOptions: options, include: ['*.ts'] }, mode.imports)
  // The declarations of packages were checked once: not again for the second project.
  const second = { ...options, skipLibCheck: true, isolatedDeclarations: true }
  project(join(folder, 'app'), ['app/app.ts', 'app/isolated.ts'], {
    compilerOptions: second,
    include: ['*.ts'],
    references: [{ path: '../lists' }],
  })
  // The shop of a new user, where top-level await is.
  if (mode.name !== 'nodenext, ESM') return { folder, projects: ['lists', 'app'] }
  project(join(folder, 'shop'), ['../../examples/shop.ts'], {
    compilerOptions: { ...options, skipLibCheck: true },
    include: ['*.ts'],
  })
  return { folder, projects: ['lists', 'app', 'shop'] }
}

function run(args, cwd) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd })
    let output = ''
    child.stdout.on('data', (data) => {
      output += data
    })
    child.stderr.on('data', (data) => {
      output += data
    })
    child.on('close', () => resolve(output))
  })
}

function pack() {
  const folder = join(work, 'packed')
  mkdirSync(folder, { recursive: true })
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: root,
      encoding: 'utf8',
    }),
  )
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder])
  return join(folder, 'package')
}

if (!existsSync(join(root, 'dist', 'index.d.ts'))) throw new Error('There is no dist: run `npm run build` first.')
if (existsSync(work) && lstatSync(work).isDirectory()) rmSync(work, { recursive: true })
const packed = pack()
for (const line of lines) install(join(work, line.name), line, packed, readdirSync(join(root, 'node_modules')))
// Outside of the repository: its `node_modules` would be found.
const hidden = mkdtempSync(join(tmpdir(), 'consumers-'))
install(hidden, lines[0], packed, DECLARED)

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
// 6 and 5.9 take several times as long as 7: both module kinds. The other modes differ in how modules are found, which
// is the same in all compilers.
const slow = lines.flatMap((line) =>
  old.flatMap((compiler) => modes.slice(0, 2).map((mode) => ({ line, mode, compiler }))),
)
slow.push(...lines.map((line) => ({ line, mode: commonjs, compiler: old[0] })))
slow.push({ line: lines[0], mode: node10, compiler: old[1] })
const runs = [
  ...lines.flatMap((line) => [...modes, commonjs].map((mode) => ({ line, mode, compiler: native }))),
  { line: lines[0], mode: pnpm, compiler: native },
  ...(process.argv.includes('--quick') ? [] : slow),
]
const waiting = runs
  .map(({ line, mode, compiler }) => ({
    line,
    mode,
    compiler,
    title: `${compiler.name}, drizzle-orm ${line.name}, ${mode.name}`,
  }))
  .filter(({ title }) => only === undefined || title.includes(only))
// The longest first, so that none of them is the last one alone.
waiting.sort((a, b) => Number(a.compiler === native) - Number(b.compiler === native))
let isBroken = false
await Promise.all(
  Array.from({ length: Math.min(availableParallelism(), 4) }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await check(next)
  }),
)
rmSync(hidden, { recursive: true })
if (isBroken) process.exitCode = 1

async function check({ line, mode, compiler, title }) {
  const { folder, projects } = consumer(line, mode, compiler)
  const started = performance.now()
  const errors = ours(await compiler.compile(projects, folder))
  if (!existsSync(join(folder, 'lists', 'out', 'lists.d.ts'))) errors.push('No declarations were written.')
  console.log(
    `${errors.length === 0 ? 'ok     ' : 'BROKEN '} ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  )
  if (errors.length === 0) return
  isBroken = true
  console.error(errors.join('\n'))
}

/**
 * Diagnostics of the consumer's files and of this package's declarations. Drizzle's own do not compile without
 * `skipLibCheck`.
 */
function ours(output) {
  const diagnostics = output.split(/\n(?=\S)/).filter((text) => /error TS\d+/.test(text))
  return diagnostics.filter(
    (text) =>
      /^(lists|app|shop)\/|drizzle-paginate|^error TS/.test(text) &&
      !/^\S*node_modules\/(?!drizzle-paginate)/.test(text),
  )
}
