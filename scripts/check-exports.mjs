// Compares package.json's exports with the entry points that exist; `--write` puts them in order.
import { readFileSync, writeFileSync } from 'node:fs'
import { exportsMap } from './entry-points.mjs'

const file = new URL('../package.json', import.meta.url)
const manifest = JSON.parse(readFileSync(file, 'utf8'))
const wanted = exportsMap()

if (process.argv.includes('--write')) {
  writeFileSync(file, `${JSON.stringify({ ...manifest, exports: wanted }, null, 2)}\n`)
} else if (JSON.stringify(manifest.exports) !== JSON.stringify(wanted)) {
  console.error('package.json: exports do not match the entry points in src. Run `npm run exports`.')
  process.exitCode = 1
}
