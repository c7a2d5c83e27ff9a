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

const pages = [
  'contributing/architecture.md',
  ...readdirSync(`${root}docs/contributing`).flatMap((name) => (name.startsWith('add-') ? `contributing/${name}` : [])),
]

test.each(pages)('%s names files that are there', (path) => {
  const named = namedIn(path)
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !files.some((file) => pattern(name).test(file)))).toEqual([])
})

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
