// A program of the tests as one file that Node runs, for a line of Drizzle. As in the tests, the new line is installed
// under another name.
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'

export const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * @param {string} entry from the root of the repository
 * @param {string} line `0.45` or `1.0`
 * @returns {Promise<string>} the file to start
 */
export async function bundleMain(entry, line) {
  const outDir = `${root}.tmp/main/${entry.replaceAll(/\W/g, '-')}-${line}`
  /** Packages stay outside. */
  const packages = {
    name: 'packages',
    resolveId: (id, importer) => (importer === undefined || /^[./]/.test(id) ? null : { id, external: true }),
    renderChunk: (code) =>
      line.startsWith('1') ? code.replaceAll(/from "drizzle-orm(?=["/])/g, 'from "drizzle-orm-v1') : null,
  }
  await build({
    config: false,
    cwd: root,
    entry: { main: entry },
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    dts: false,
    fixedExtension: false,
    outDir,
    plugins: [packages],
    logLevel: 'error',
  })
  return `${outDir}/main.js`
}
