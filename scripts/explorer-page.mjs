// Puts the explorer's page into src/entries/explorer/page-files.ts, as text: a plugin for whatever bundles or runs that file.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const placeholder = 'EXPLORER_PAGE_FILES'

/** src/entries/explorer/page/main.ts with all it imports, as one minified script for browsers. */
async function bundleScript() {
  // Only now: every run of the tests loads this file, and few need the bundler.
  const { build } = await import('tsdown')
  const outDir = await mkdtemp(join(tmpdir(), 'explorer-page-'))
  try {
    await build({
      config: false,
      cwd: path('..'),
      entry: { page: 'src/entries/explorer/page/main.ts' },
      tsconfig: 'src/entries/explorer/page/tsconfig.json',
      outDir,
      format: 'iife',
      platform: 'browser',
      target: 'es2022',
      dts: false,
      minify: true,
      clean: false,
      logLevel: 'error',
    })
    return await readFile(join(outDir, 'page.iife.js'), 'utf8')
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}

async function readPage() {
  const page = (file) => readFile(path(`../src/entries/explorer/page/${file}`), 'utf8')
  return { html: await page('page.html'), style: await page('page.css'), script: await bundleScript() }
}

/**
 * For rolldown (tsdown) and Vite (vitest) alike. Bundles nothing until a program that imports the explorer needs it.
 */
export function explorerPage() {
  let files
  return {
    name: 'explorer-page',
    // Before the placeholder's declaration is taken off with the types.
    enforce: 'pre',
    async transform(code, id) {
      if (!id.split('\\').join('/').split('?', 1)[0].endsWith('/src/entries/explorer/page-files.ts')) return null
      files ??= readPage()
      const text = JSON.stringify(await files)
      const assignment = `= ${placeholder}\n`
      if (!code.includes(assignment)) throw new Error(`page-files.ts has no '${placeholder}' to replace.`)
      return { code: code.replace(assignment, () => `= ${text}\n`), map: null }
    },
  }
}
