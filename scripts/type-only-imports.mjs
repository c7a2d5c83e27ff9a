// A hook of the build: in declarations, packages that are ES modules alone are imported for their types, in the one
// form that declarations for CommonJS may use (TS1479 otherwise). The bundler of declarations writes a plain import of
// them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** @param {readonly string[]} packages */
export function typeOnlyImports(packages) {
  const pattern = new RegExp(`^import (?!type )(.+ from "(?:${packages.join('|')})");$`, 'gm')
  /** @param {{ options: { outDir: string } }} build */
  return ({ options: { outDir } }) => {
    for (const name of readdirSync(outDir).filter((file) => /\.d\.c?ts$/.test(file))) {
      const file = join(outDir, name)
      const code = readFileSync(file, 'utf8')
      const mended = code.replaceAll(pattern, 'import type $1 with { "resolution-mode": "import" };')
      if (mended !== code) writeFileSync(file, mended)
    }
  }
}
