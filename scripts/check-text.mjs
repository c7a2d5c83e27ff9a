// What a linter of code does not see: machine paths and registry hosts in any file, long lines and semicolons in our
// own code, in comments and pages the turns of phrase that a reader with another first language stumbles over, and in
// pages for users how they open and that each sentence has its line.
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
  [/\bbut for\b/i, "say 'except'"],
  [/\banew\b/i, "say 'again'"],
  [/\ball else\b/i, "say 'other values', or name them"],
  [/\bno schema tells\b|\btells none\b/i, "say 'does not show' or 'reports none'"],
]
/** In the prose of pages for users, and in comments of src/: code is not read. */
const userTurns = [
  [/\bin any case\b/i, "say 'in upper or lower case', or 'anyway'"],
  [/\balone\b/i, "say 'only'"],
  [/\bbeside\b/i, "say 'next to' or 'together with'"],
  [/\bin (?:its |their |the )?place of\b/i, "say 'instead of'"],
  [/\bsome \d/i, "say 'about'"],
  [/(?<!\bthere )\b(?:is|are) no (?!longer|deeper|more\b)[a-z]/i, "say 'is not a' or 'has no'"],
  [/\b(?:row|statement)s? more\b(?! than)/i, "say 'one more row'"],
  [/\bonce a (?:list|connection|statement|row|page)\b/i, "say 'once per'"],
  [/\banswers? (?:no|a|an|the|SQL)\b/i, "say 'returns', or 'responds with'"],
  [/\bhand(?:s|ed)? out\b/i, "say 'return'"],
  [/\bput to\b/i, "say 'sent to' or 'tested on'"],
  [/\bis an? `?(?:400|\w*Error)\b/, "say 'gets a 400', or 'throws'"],
  [/\b(?:for ever|in silence|of no account|dear|mends?|vouch(?:es)?)\b/i, 'use the common word'],
]
const userPages =
  /^(?:docs\/(?:(?:guides|recipes|reference|explanation|contributing)\/.*|[\w-]+)|skills\/.*|README|CONTRIBUTING)\.md$/
/** What scripts write, and the rules of the contract, which have a line each. */
const written = /^docs\/(?:contributing\/compiler-messages|reference\/(?:engines|contract))\.md$/

/** Of each line of prose, its text without code, links and bold leads; empty for code, headings and HTML. */
function proseOf(lines) {
  let isCode = false
  const head = lines[0] === '---' ? lines.indexOf('---', 1) : -1
  return lines.map((line, at) => {
    if (/^\s*```/.test(line)) {
      isCode = !isCode
      return ''
    }
    if (isCode || at <= head || /^(?:#|<|!\[)/.test(line)) return ''
    return line
      .replace(/<!--.*?-->/g, '')
      .replace(/``.*?``|`[^`]*`/g, '`x`')
      .replace(/\]\([^)]*\)/g, ']')
      .replace(/\*\*[^*]*\*\*/g, 'b')
  })
}

const withoutCode = (text) => text.replace(/``.*?``|`[^`]*`/g, '`x`')
const turnsIn = (text, where) =>
  userTurns.filter(([turn]) => turn.test(text)).map(([turn, advice]) => `${where}: '${turn.exec(text)[0]}'; ${advice}`)

/** A page says first what its reader can do after it; whom it is for comes second. One line is one sentence. */
function checkPage(file, lines) {
  const prose = proseOf(lines)
  const opening = prose.find((line) => line !== '')
  const found = []
  if (/^(?:For|At the end|After this page)\b/.test(opening) && !file.startsWith('skills/'))
    found.push(`${file}: begin with what the reader can do after this page`)
  for (const [index, line] of prose.entries()) {
    const where = `${file}:${index + 1}`
    found.push(...turnsIn(line, where))
    // A cell has no lines, and a step of a numbered list begins with its number.
    if (!line.startsWith('|') && /[.!?] [A-Z]/.test(line.replace(/^\s*\d+\. /, '')))
      found.push(`${where}: two sentences on one line`)
  }
  return found
}
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
  if (userPages.test(file) && !written.test(file)) problems.push(...checkPage(file, lines))
  for (const [index, line] of lines.entries()) {
    const where = `${file}:${index + 1}`
    if (paths.some((path) => line.includes(path))) problems.push(`${where}: a path of this machine`)
    if (registryHost.test(line)) problems.push(`${where}: the host of a package registry`)
    if (isPlain(file)) {
      for (const [turn, advice] of turns)
        if (turn.test(line)) problems.push(`${where}: '${turn.exec(line)[0]}'; ${advice}`)
    }
    const comment = file.startsWith('src/') && /^\s*(?:\*|\/\*\*|\/\/)(.*)/.exec(line)
    if (comment) problems.push(...turnsIn(withoutCode(comment[1]), where))
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
