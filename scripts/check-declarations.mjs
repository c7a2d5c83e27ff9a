// The type tests of `test-d` on the declarations that are packed, in a strict user's compiler: without
// `skipLibCheck`. vitest runs the same files on the sources, over both Drizzle lines. `npm run build` comes first.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const work = join(root, '.tmp', 'declarations')
if (!existsSync(join(root, 'dist', 'index.d.ts'))) throw new Error('There is no dist: run `npm run build` first.')
rmSync(work, { recursive: true, force: true })
mkdirSync(join(work, 'test-d'), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(work, 'node_modules'))
cpSync(join(root, 'dist'), join(work, 'dist'), { recursive: true })

const { name, version, type, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
// As in tsconfig.json, apart from the resolution, which is a consumer's.
const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'esnext.disposable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  experimentalDecorators: true,
  skipLibCheck: false,
  noEmit: true,
}
writeFileSync(join(work, 'package.json'), JSON.stringify({ name, version, type, exports, types: './dist/index.d.ts' }))
writeFileSync(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['test-d', 'dist/*.d.ts'] }))

/** Modules of an add-on are reached by its own name, all others by the package's: what a test needs is public. */
function published(_, module) {
  const addOn = /^entries\/([^/]+)\//.exec(module)?.[1]
  if (module === 'declarations') return `from '${name}/types'`
  return `from '${addOn === undefined ? name : `${name}/${addOn}`}'`
}
/** Tests of types that no user names: they stay with the sources. */
const internal = new Set(['column-types.test-d.ts'])
for (const file of readdirSync(join(root, 'test-d')).filter(
  (each) => each.endsWith('.test-d.ts') && !internal.has(each),
)) {
  const code = readFileSync(join(root, 'test-d', file), 'utf8')
  writeFileSync(join(work, 'test-d', basename(file)), code.replaceAll(/from '\.\.\/src\/([\w/-]+)\.js'/g, published))
}

const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const { stdout, stderr, status } = spawnSync(process.execPath, [tsc, '-p', work, '--pretty', 'false'], {
  cwd: work,
  encoding: 'utf8',
  maxBuffer: 1e8,
})
/** Files that a diagnostic of the compiler may name, from `work`. */
const OURS = /^(?:test-d|dist)\//
// Declarations of other packages do not all compile without `skipLibCheck`. A line that begins with a space belongs to
// the one before it.
const found = stdout.split(/\n(?! )/).filter((text) => text.trim() !== '')
const ours = found.filter((text) => OURS.test(text))
if (status === null || (status !== 0 && found.length === 0)) throw new Error(`The compiler failed: ${stdout}${stderr}`)
for (const text of ours) console.error(text)
console.log(
  ours.length === 0 ? 'declarations: the type tests pass on what is packed' : `declarations: ${ours.length} findings`,
)
if (ours.length > 0) process.exitCode = 1
