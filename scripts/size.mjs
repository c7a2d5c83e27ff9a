// The size of the core entry point: bundled, minified, brotlied, without drizzle-orm. Fails above the budget.
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'tsdown'

const budget = 10_000 // bytes: "≤ 10 kB minified and brotlied"
const outDir = '.tmp/size'
await build({
  config: false,
  entry: ['src/index.ts'],
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  dts: false,
  minify: true,
  outDir,
  logLevel: 'error',
})
const code = readFileSync(`${outDir}/index.js`)
const size = brotliCompressSync(code).byteLength
console.log(`core: ${size} bytes brotlied (${code.byteLength} minified), budget ${budget}`)
if (size > budget) process.exitCode = 1
