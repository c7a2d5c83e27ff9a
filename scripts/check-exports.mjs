// Compares package.json's exports and typesVersions with the entry points that exist; `--write` puts them in order.
import { readFileSync, writeFileSync } from 'node:fs'
import { exportsMap, typesVersions } from './entry-points.mjs'

const file = new URL('../package.json', import.meta.url)
const manifest = JSON.parse(readFileSync(file, 'utf8'))
const wanted = { exports: exportsMap(), typesVersions: typesVersions() }

if (process.argv.includes('--write')) {
  writeFileSync(file, `${JSON.stringify({ ...manifest, ...wanted }, null, 2)}\n`)
} else if (Object.entries(wanted).some(([name, value]) => JSON.stringify(manifest[name]) !== JSON.stringify(value))) {
  console.error('package.json: exports or typesVersions do not match the entry points in src. Run `npm run exports`.')
  process.exitCode = 1
}
