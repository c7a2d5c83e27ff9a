// The package as npm packs it, built from source without type declarations: two seconds instead of twenty.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

/** Leaves the content of the package's tarball in `folder`. */
export async function packPackage(folder: string): Promise<void> {
  const staged = `${folder}-staged`
  mkdirSync(staged, { recursive: true })
  const build = [
    'node_modules/tsdown/dist/run.mjs',
    '--no-dts',
    '--out-dir',
    join(staged, 'dist'),
    '--log-level',
    'error',
  ]
  await run(process.execPath, build, { cwd: root })
  for (const file of ['LICENSE', 'README.md']) cpSync(join(root, file), join(staged, file))
  // What it is built by is not run again.
  const { scripts: _, ...manifest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >
  writeFileSync(join(staged, 'package.json'), JSON.stringify(manifest))
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', dirname(staged)], { cwd: staged })
  await run('tar', ['-xzf', join(dirname(staged), stdout.trim()), '-C', staged])
  renameSync(join(staged, 'package'), folder)
  rmSync(staged, { recursive: true })
}
