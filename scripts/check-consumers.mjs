// The package as programs with declarations of their own see it: packed, installed, and compiled by strict projects that export
// configurations, handlers and clients (`test-d/consumer`). `npm run build` comes first.
//
//   node scripts/check-consumers.mjs            every compiler, Drizzle line and module resolution
//   node scripts/check-consumers.mjs --quick    TypeScript 7 alone
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const require = createRequire(import.meta.url)
const work = join(root, '.tmp', 'consumers')
const sources = join(root, 'test-d', 'consumer')

const native = { name: 'TypeScript 7', bin: join(root, 'node_modules/@typescript/native/bin/tsc') }
const old = [
  { name: 'TypeScript 6', bin: join(root, 'node_modules/typescript/bin/tsc') },
  { name: 'TypeScript 5.9', bin: require.resolve('typescript-5.9/lib/tsc.js') },
]
const lines = [{ name: '0.45', directory: 'drizzle-orm' }, { name: '1.0', directory: 'drizzle-orm-v1' }]
/** How a program finds modules, and as what it is compiled. */
const modes = [
  { name: 'nodenext, ESM', type: 'module', options: { module: 'nodenext', moduleResolution: 'nodenext' } },
  { name: 'nodenext, CommonJS', type: 'commonjs', options: { module: 'nodenext', moduleResolution: 'nodenext' } },
  { name: 'node16, ESM', type: 'module', options: { module: 'node16', moduleResolution: 'node16' } },
  { name: 'node16, CommonJS', type: 'commonjs', options: { module: 'node16', moduleResolution: 'node16' } },
  { name: 'bundler', type: 'module', options: { module: 'esnext', moduleResolution: 'bundler' } },
]
const strict = {
  target: 'es2022', lib: ['es2023', 'dom', 'esnext.disposable'], types: ['node'], strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true,
  skipLibCheck: false, declaration: true, composite: true, experimentalDecorators: true,
}

/** A folder with the packed package and one Drizzle line as its `node_modules`. */
function install(line, packed) {
  const modules = join(work, line.name, 'node_modules')
  mkdirSync(modules, { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name.startsWith('.') || name.startsWith('drizzle-orm')) continue
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  symlinkSync(join(root, 'node_modules', line.directory), join(modules, 'drizzle-orm'))
  cpSync(packed, join(modules, 'drizzle-paginate'), { recursive: true })
}

function project(folder, files, tsconfig) {
  mkdirSync(folder, { recursive: true })
  for (const file of files) cpSync(join(sources, file), join(folder, basename(file)))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
}

/** A project, and one that refers to it, so that it sees its declarations alone; there every export says its type. */
function consumer(line, mode, compiler) {
  const folder = join(work, line.name, `${mode.name}, ${compiler.name}`.replaceAll(/\W+/g, '-'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: mode.type }))
  const options = { ...strict, ...mode.options, outDir: 'out' }
  // Nest's and Fastify's declarations are of Node's resolution; they take long enough to be left to one mode of each kind.
  const lists = ['schema.ts', 'lists.ts', 'pages.ts', ...(mode.name.startsWith('nodenext') ? ['frameworks.ts'] : [])].map((file) => `lists/${file}`)
  project(join(folder, 'lists'), lists, { compilerOptions: options, include: ['*.ts'] })
  // The declarations of packages were checked once: not again for the second project.
  const second = { ...options, skipLibCheck: true, isolatedDeclarations: true }
  project(join(folder, 'app'), ['app/app.ts', 'app/isolated.ts'], { compilerOptions: second, include: ['*.ts'], references: [{ path: '../lists' }] })
  return folder
}

function run(bin, args, cwd) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [bin, ...args], { cwd })
    let output = ''
    child.stdout.on('data', (data) => { output += data })
    child.stderr.on('data', (data) => { output += data })
    child.on('close', () => resolve(output))
  })
}

function pack() {
  const folder = join(work, 'packed')
  mkdirSync(folder, { recursive: true })
  const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: root, encoding: 'utf8' }))
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder])
  return join(folder, 'package')
}

if (!existsSync(join(root, 'dist', 'index.d.ts'))) throw new Error('There is no dist: run `npm run build` first.')
if (existsSync(work) && lstatSync(work).isDirectory()) rmSync(work, { recursive: true })
const packed = pack()
for (const line of lines) install(line, packed)

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
// 6 and 5.9 take ten seconds for what 7 does in one: both module kinds, one Drizzle line each.
const slow = old.flatMap((compiler, at) => modes.slice(0, 2).map((mode) => ({ line: lines[at], mode, compiler })))
const runs = [
  ...lines.flatMap((line) => modes.map((mode) => ({ line, mode, compiler: native }))),
  ...(process.argv.includes('--quick') ? [] : slow),
]
let isBroken = false
for (const { line, mode, compiler } of runs) {
  const title = `${compiler.name}, drizzle-orm ${line.name}, ${mode.name}`
  if (only !== undefined && !title.includes(only)) continue
  const folder = consumer(line, mode, compiler)
  const errors = []
  for (const name of ['lists', 'app']) errors.push(...ours(await run(compiler.bin, ['-p', name, '--pretty', 'false'], folder)))
  if (!existsSync(join(folder, 'lists', 'out', 'lists.d.ts'))) errors.push('No declarations were written.')
  console.log(`${errors.length === 0 ? 'ok     ' : 'BROKEN '} ${title}`)
  if (errors.length === 0) continue
  isBroken = true
  console.error(errors.join('\n'))
}
if (isBroken) process.exitCode = 1

/** Diagnostics of the consumer's files and of this package's declarations. Drizzle's own do not compile without `skipLibCheck`. */
function ours(output) {
  const diagnostics = output.split(/\n(?=\S)/).filter((text) => /error TS\d+/.test(text))
  return diagnostics.filter((text) => /^(lists|app)\/|drizzle-paginate|^error TS/.test(text) && !/^\S*node_modules\/(?!drizzle-paginate)/.test(text))
}
