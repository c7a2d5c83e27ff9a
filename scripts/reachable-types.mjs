// A hook of the build: the main entry's declarations name those of `drizzle-paginate/types`, so that every program that
// imports the one has the other. A compiler then writes `import("drizzle-paginate/types")` into the declarations of a list
// that is exported, in place of a file that no program may import (TS2742).
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** @param {{ options: { outDir: string } }} build */
export function reachableTypes({ options: { outDir } }) {
  for (const [declarations, types] of [
    ['index.d.ts', './types.js'],
    ['index.d.cts', './types.cjs'],
  ]) {
    const file = join(outDir, declarations)
    const line = `export type {} from '${types}';\n`
    // The hook runs once for each format.
    const code = existsSync(file) ? readFileSync(file, 'utf8') : line
    if (!code.startsWith(line)) writeFileSync(file, line + code)
  }
}
