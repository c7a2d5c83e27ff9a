// Part "cold start": import in a fresh process each time, in turns; and the bytes of the built package.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'tsdown'
import { buildDirectory } from '../build.mjs'
import { median } from '../stats.mjs'

const root = fileURLToPath(new URL('../', import.meta.url)).replace(/bench\/$/, '')
const packageUrl = pathToFileURL(`${buildDirectory}/index.js`).href
const programs = {
  'drizzle-orm with node-postgres': ['drizzle-orm', 'drizzle-orm/pg-core', 'drizzle-orm/node-postgres'],
  'the same and drizzle-paginate': ['drizzle-orm', 'drizzle-orm/pg-core', 'drizzle-orm/node-postgres', packageUrl],
  'TypeORM with pg and nestjs-paginate': ['reflect-metadata', 'pg', 'typeorm', 'nestjs-paginate'],
}

function importTime(modules) {
  const code = `const start = performance.now()
    ${modules.map((name) => `await import(${JSON.stringify(name)})`).join('\n')}
    console.log(performance.now() - start)`
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: root, encoding: 'utf8' }),
  )
}

/** @returns bytes of the core entry point without drizzle-orm */
async function bundleSize() {
  const outDir = `${root}.tmp/bench/size`
  await build({
    config: false,
    cwd: root,
    entry: { core: 'src/index.ts' },
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    dts: false,
    minify: true,
    fixedExtension: false,
    outDir,
    logLevel: 'error',
  })
  const code = readFileSync(`${outDir}/core.js`)
  return { minified: code.byteLength, brotlied: brotliCompressSync(code).byteLength }
}

export async function coldStart({ isFull }) {
  const times = Object.fromEntries(Object.keys(programs).map((name) => [name, []]))
  for (let round = 0; round < (isFull ? 15 : 5); round++) {
    for (const [name, modules] of Object.entries(programs)) times[name].push(importTime(modules))
  }
  const [drizzle, ours] = Object.values(times)
  const added = median(ours.map((time, round) => time - drizzle[round]))
  const { minified, brotlied } = await bundleSize()
  return {
    title: 'Cold start and size',
    columns: ['what', 'figure', 'unit'],
    rows: [
      ...Object.entries(times).map(([name, values]) => [`import: ${name}`, median(values), 'ms']),
      ['added by drizzle-paginate', added, 'ms'],
      ['core entry point, minified', minified, 'bytes'],
      ['core entry point, minified and brotlied', brotlied, 'bytes'],
    ],
    figures: { added, brotlied },
  }
}
