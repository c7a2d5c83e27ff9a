// What the pages for contributors say of the source is so: the order of the rooms, and the files that they name.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { roomOrderText } from '../../scripts/room-order.mjs'

const root = new URL('../../', import.meta.url).pathname
const page = (path: string): string => readFileSync(`${root}docs/${path}`, 'utf8')

test('the order of the rooms is the one that lint checks', () => {
  expect(page('contributing/architecture.md')).toContain(`\n${roomOrderText}\n`)
})

const folders = ['src', 'test', 'test-d', 'docs', 'scripts', 'examples']
const files = folders.flatMap((folder) =>
  readdirSync(root + folder, { recursive: true }).map((name) => `${folder}/${String(name)}`),
)
const rooms = readdirSync(`${root}src`)

/** Files and folders that a page names: from the root, or from `src` on. */
const namedIn = (path: string): string[] =>
  [...page(path).matchAll(/`([\w-]+)(\/[\w./<>*-]+)`/g)]
    .filter(([, folder = '']) => folders.includes(folder) || rooms.includes(folder))
    .map(([, folder = '', rest = '']) => `${folders.includes(folder) ? '' : 'src/'}${folder}${rest.replace(/\/$/, '')}`)

/** `<name>` and `*` stand for any name. */
const pattern = (name: string): RegExp =>
  new RegExp(`^${name.replaceAll('.', '\\.').replace(/<\w+>|\*/g, '[^/]+')}(?:\\.ts)?$`)

/** What commands name: where the names of their suites begin. */
const namedInCommands = (path: string): string[] =>
  [...page(path).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
    [...block.matchAll(/(?<=\s)(?:src|test|test-d|scripts)\/[\w./-]+/g)].map(([name]) => name),
  )

const pages = [
  '../CONTRIBUTING.md',
  'contributing/architecture.md',
  'contributing/drizzle-internals.md',
  'contributing/evidence.md',
  ...readdirSync(`${root}docs/contributing`).flatMap((name) => (name.startsWith('add-') ? `contributing/${name}` : [])),
]

test.each(pages)('%s names files that are there', (path) => {
  const named = namedIn(path)
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !files.some((file) => pattern(name).test(file)))).toEqual([])
  expect(namedInCommands(path).filter((name) => !files.some((file) => file.startsWith(name)))).toEqual([])
})

/** Without comments. */
const codeOf = (file: string): string =>
  readFileSync(root + file, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

/** Rows of the table of six changes. */
const changes = [
  ...page('contributing/architecture.md').matchAll(/^\| an? .+? \| \[.+?\]\((.+?)\) \| `(.+?)` \| (\d+) \|$/gm),
]

test('the table of changes has six rows', () => {
  expect(changes).toHaveLength(6)
})

test.each(changes.map(([, path = '', example = '', count]) => ({ path, example, count: Number(count) })))(
  '$path names each file of src that has $example',
  ({ path, example, count }) => {
    const found = new RegExp(`(?<![\\w$])${example.replace('$', '\\$')}(?!\\w)`)
    const having = files.filter((file) => /^src\/.*\.ts$/.test(file) && found.test(codeOf(file)))
    const named = namedIn(`contributing/${path}`)
    const isNamed = (file: string) => named.some((name) => file.startsWith(`${name}/`) || pattern(name).test(file))
    expect(having.filter((file) => !isNamed(file))).toEqual([])
    expect(having).toHaveLength(count)
  },
)

test('the first change of CONTRIBUTING.md finds its sentence in three files', () => {
  const [, sentence = ''] = /`grep -rn "(.+?)" src test docs` shows three places/.exec(page('../CONTRIBUTING.md')) ?? []
  expect(sentence).not.toBe('')
  const text = files.filter((file) => /^(?:src|test|docs)\/.*\.(?:ts|md)$/.test(file))
  expect(text.filter((file) => readFileSync(root + file, 'utf8').includes(sentence))).toEqual([
    'src/refusals.ts',
    'test/engines/conformance/rows/refusals.ts',
    'docs/reference/errors.md',
  ])
})
