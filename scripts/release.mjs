// A release in two steps. `npm run release -- patch` (minor, major, or a version) dates the changelog's chapter, sets
// the version, commits and tags. `node scripts/release.mjs --publish v1.2.3` publishes what such a tag names, with
// provenance; .github/workflows/release.yml runs it. `--dry-run` with either changes nothing: it prints what would
// happen, and `npm publish --dry-run` what would be in the package.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false }, publish: { type: 'boolean', default: false } },
})
const isDry = values['dry-run']
const [wanted = ''] = positionals

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const changelog = readFileSync('CHANGELOG.md', 'utf8')
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim()
const npm = (...args) => execFileSync('npm', args, { stdio: 'inherit' })

function nextVersion(current, step) {
  if (VERSION.test(step)) return step
  const [major, minor, patch] = VERSION.exec(current).slice(1).map(Number)
  const steps = { major: `${major + 1}.0.0`, minor: `${major}.${minor + 1}.0`, patch: `${major}.${minor}.${patch + 1}` }
  return steps[step] ?? fail('Usage: npm run release -- <major|minor|patch|x.y.z> [--dry-run]')
}

const isLater = (a, b) => {
  const [x, y] = [a, b].map((version) => VERSION.exec(version).slice(1).map(Number))
  const at = x.findIndex((part, index) => part !== y[index])
  return at >= 0 && x[at] > y[at]
}

/** The chapter of unreleased changes becomes the version's; an empty one takes its place. */
function releasedChangelog(text, version, date) {
  const heading = '\n## Unreleased\n'
  const at = text.indexOf(heading)
  if (at < 0) fail("CHANGELOG.md has no chapter '## Unreleased'.")
  const rest = text.slice(at + heading.length)
  const end = rest.search(/^## /m)
  if ((end < 0 ? rest : rest.slice(0, end)).trim() === '')
    fail("CHANGELOG.md: '## Unreleased' is empty; there is nothing to release.")
  return `${text.slice(0, at)}${heading}\n## ${version} (${date})\n${rest}`
}

/** A lock file has the version twice: its own, and that of the root package. */
function writeVersion(file, version) {
  const content = JSON.parse(readFileSync(file, 'utf8'))
  content.version = version
  const root = content.packages?.['']
  if (root !== undefined) root.version = version
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}

function prepare() {
  const version = nextVersion(manifest.version, wanted)
  if (!isLater(version, manifest.version)) fail(`${version} is not later than ${manifest.version}.`)
  if (git('status', '--porcelain') !== '') fail('The working tree has changes; commit them first.')
  if (git('tag', '--list', `v${version}`) !== '') fail(`The tag v${version} exists already.`)
  const dated = releasedChangelog(changelog, version, new Date().toISOString().slice(0, 10))
  console.log(`${manifest.version} -> ${version}`)
  if (isDry) return npm('publish', '--dry-run', '--ignore-scripts')
  writeFileSync('CHANGELOG.md', dated)
  writeVersion('package.json', version)
  writeVersion('package-lock.json', version)
  git('add', 'CHANGELOG.md', 'package.json', 'package-lock.json')
  git('commit', '--quiet', '--message', `chore(release): ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `${version}`)
  console.log(`Tagged v${version}. Push the commit and the tag to publish it.`)
}

function publish() {
  const { version } = manifest
  if (wanted !== `v${version}`) fail(`The tag '${wanted}' is not the version of package.json, v${version}.`)
  if (!changelog.includes(`\n## ${version} (`)) fail(`CHANGELOG.md has no chapter '## ${version}'.`)
  // npm proves where a package was built by comparing this field with the repository of the workflow.
  if (manifest.repository === undefined && !isDry)
    fail("package.json has no 'repository', which a package with provenance needs.")
  npm('publish', '--access', 'public', ...(isDry ? ['--dry-run'] : ['--provenance']))
}

if (values.publish) publish()
else prepare()
