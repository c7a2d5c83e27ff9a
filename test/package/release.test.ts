// The release script, in a repository of its own, and the workflows beside it.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const CHANGELOG = '# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n'

let folder: string
const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
const release = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.mjs', ...args], {
    cwd: folder,
    encoding: 'utf8',
    // Not as silent as the npm that runs the tests may be: what would be packed is a notice.
    env: { ...process.env, npm_config_loglevel: 'notice' },
  })
  return { status, said: stdout + stderr }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drizzle-paginate-release-'))
  mkdirSync(join(folder, 'scripts'))
  cpSync(`${root}scripts/release.mjs`, join(folder, 'scripts/release.mjs'))
  const manifest = { name: 'drizzle-paginate', version: '1.2.3', type: 'module', files: ['README.md'] }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ name: 'drizzle-paginate', version: '1.2.3', lockfileVersion: 3, packages: {} }),
  )
  writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG)
  git('init', '--quiet')
  git('config', 'user.name', 'test')
  git('config', 'user.email', 'test@localhost')
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('npm run release', () => {
  it.each([
    ['patch', '1.2.4'],
    ['minor', '1.3.0'],
    ['major', '2.0.0'],
    ['1.10.0', '1.10.0'],
  ])('%s dates the changelog, sets version %s, commits and tags', (step, version) => {
    expect(release(step)).toMatchObject({ status: 0 })
    expect(JSON.parse(read('package.json'))).toMatchObject({ version })
    expect(read('CHANGELOG.md')).toMatch(
      new RegExp(`^# Changelog\n\n## Unreleased\n\n## ${version} \\(\\d{4}-\\d\\d-\\d\\d\\)\n\n### Added`),
    )
    expect(git('log', '-1', '--format=%s')).toBe(`chore(release): ${version}`)
    expect(git('tag', '--list')).toBe(`v${version}`)
    expect(git('status', '--porcelain')).toBe('')
  })

  it('--dry-run shows what would be packed and changes nothing', () => {
    const { status, said } = release('minor', '--dry-run')
    expect({ status, said }).toMatchObject({ status: 0, said: expect.stringContaining('1.2.3 -> 1.3.0') })
    expect(said).toContain('package.json')
    expect(git('status', '--porcelain')).toBe('')
    expect(git('tag', '--list')).toBe('')
  })

  it.each<[string, () => void, string[], string]>([
    ['no step', () => {}, [], 'Usage'],
    ['an earlier version', () => {}, ['1.2.2'], 'not later than 1.2.3'],
    ['changes that are not committed', () => writeFileSync(join(folder, 'new'), ''), ['patch'], 'commit them first'],
    [
      'nothing to release',
      () => {
        writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n## 1.2.3 (2024-01-01)\n')
        git('commit', '--quiet', '--all', '--message', 'empty')
      },
      ['patch'],
      'nothing to release',
    ],
    ['a tag that exists', () => git('tag', 'v1.2.4'), ['patch'], 'exists already'],
    ['a tag of another version', () => {}, ['--publish', 'v9.9.9'], 'not the version of package.json'],
    ['a version without a chapter', () => {}, ['--publish', 'v1.2.3'], 'no chapter'],
  ])('refuses %s', (_title, prepare, args, sentence) => {
    prepare()
    const before = git('rev-parse', 'HEAD')
    expect(release(...args)).toMatchObject({ status: 1, said: expect.stringContaining(sentence) })
    expect(git('rev-parse', 'HEAD')).toBe(before)
  })

  it('publishes a released version only from a repository that is named', () => {
    release('patch')
    expect(release('--publish', 'v1.2.4')).toMatchObject({ status: 1, said: expect.stringContaining("'repository'") })
    expect(release('--publish', 'v1.2.4', '--dry-run').status).toBe(0)
  })
})

describe('.github/workflows', () => {
  const workflow = readFileSync(`${root}.github/workflows/ci.yml`, 'utf8')
  const parts = [...readFileSync(`${root}.ci/run`, 'utf8').matchAll(/^(\w+)\(\) \{$/gm)].map(
    ([, name]) => name as string,
  )

  it('runs every part of .ci/run, and no other', () => {
    const run = new Set([...workflow.matchAll(/run: \.ci\/run (.+)$/gm)].flatMap(([, names = '']) => names.split(' ')))
    expect([...run].sort()).toEqual([...parts].sort())
  })

  it('runs on the oldest supported Node', () => {
    const { engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { engines: { node: string } }
    expect(workflow).toContain(`'${engines.node.replace('>=', '')}'`)
  })

  it('names exact versions of actions and databases', () => {
    for (const [, name, version] of workflow.matchAll(/(?:uses|image): ([^@:\s]+)[@:](\S+)/g))
      expect(version, name).toMatch(/^(?:v\d|\$\{\{)/)
  })
})
