// PGlite with an empty database. Making one costs 2 to 4 s of CPU, loading one half a second: the first start leaves
// its files for all later ones.
import { type Extensions, PGlite } from '@electric-sql/pglite'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// By the package's place, not by this file's: the fuzzer is a bundle elsewhere.
const packageFolder = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), '..')
const folder = join(packageFolder, '../../.cache/pglite/')
const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
  readonly version: string
}
const file = join(folder, `${version}.tar`)

/** @param extensions of PGlite, for `create extension` */
export async function startPglite(extensions: Extensions = {}): Promise<PGlite> {
  const kept = readKept()
  if (kept !== null) return PGlite.create({ loadDataDir: kept, extensions })
  const client = await PGlite.create({ extensions })
  const dump = await client.dumpDataDir('none')
  mkdirSync(folder, { recursive: true })
  // Workers that start together write the same: whoever is last.
  writeFileSync(`${file}.${process.pid}`, new Uint8Array(await dump.arrayBuffer()))
  renameSync(`${file}.${process.pid}`, file)
  return client
}

function readKept(): Blob | null {
  try {
    return new Blob([readFileSync(file)])
  } catch {
    return null
  }
}
