// What a linter of code does not see: machine paths and registry hosts in any file, long lines and semicolons in our
// own code, and in comments and pages the turns of phrase that a reader with another first language stumbles over.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url)).replace(/\/$/, '')
/**
 * The editor's ruler stands at 130; a table row or a signature may pass it by a little, and the rows that scripts write
 * out by more.
 */
const maxLength = 150
const text = new Set([
  '.ts',
  '.mts',
  '.mjs',
  '.js',
  '.cjs',
  '.json',
  '.md',
  '.sql',
  '.yml',
  '.yaml',
  '.sh',
  '.html',
  '.css',
  '',
])
const house = /^(src|demo|examples|scripts)\/.*\.m?ts$|^scripts\/.*\.mjs$/
/** Absolute paths of the machine at hand, and hosts that packages are downloaded from. */
const parent = root.slice(0, root.lastIndexOf('/'))
// A folder of the system, such as `/tmp`, is on every machine.
const paths = [root, parent, homedir()]
  .filter((path) => path.lastIndexOf('/') > 0 || path === '/root')
  .map((path) => `${path}/`)
const registryHost = /\bregistry\.[a-z0-9-]+\.(org|com|dev)\b|\/\/npm\.[a-z0-9-]+\.[a-z]+/

/** Each with what to write instead. */
const turns = [
  [/\b(?:is|are|was|were) none\b/i, "say 'does not exist', 'is null' or 'without one'"],
  [/\bto be had\b/i, "say 'available' or 'possible'"],
  [/\b(?:has|have|had) met\b/i, "say 'has seen', or name what happens"],
  [/\btells? of\b/i, "say 'describes' or 'reports'"],
  [/\bstands?\b(?! for\b)/i, "say 'is'"],
  [/\bbesides\b/i, "say 'also' or 'further'"],
  [/\bbut for\b/i, "say 'except'"],
  [/\banew\b/i, "say 'again'"],
  [/\ball else\b/i, "say 'other values', or name them"],
  [/\bno schema tells\b|\btells none\b/i, "say 'does not show' or 'reports none'"],
]
const pages = /^(?:docs|examples|\.github)\/.*\.md$|^(?:README|CONTRIBUTING|CHANGELOG|SECURITY|test\/README)\.md$/
const isPlain = (file) => pages.test(file) || /^src\/.*\.ts$/.test(file)

const isText = (file) =>
  text.has(extname(file)) && existsSync(`${root}/${file}`) && statSync(`${root}/${file}`).isFile()
const listing = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
const files = execFileSync('git', listing, { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && isText(file))

const problems = []
for (const file of files) {
  const lines = readFileSync(`${root}/${file}`, 'utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    const where = `${file}:${index + 1}`
    if (paths.some((path) => line.includes(path))) problems.push(`${where}: a path of this machine`)
    if (registryHost.test(line)) problems.push(`${where}: the host of a package registry`)
    if (isPlain(file)) {
      for (const [turn, advice] of turns)
        if (turn.test(line)) problems.push(`${where}: '${turn.exec(line)[0]}'; ${advice}`)
    }
    if (house.test(file)) {
      if (line.length > maxLength && !file.startsWith('scripts/'))
        problems.push(`${where}: ${line.length} characters, at most ${maxLength}`)
      const isComment = /^\s*(\*|\/\/)/.test(line)
      if (line.trimEnd().endsWith(';') && !isComment) problems.push(`${where}: a semicolon at the end`)
    }
  }
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`text: ${files.length} files clean`)
