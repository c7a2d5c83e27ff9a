// examples/registry: the registry item holds the file beside it, and names what it imports.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { root } from './support/pages.js'

it('list-table.json is list-table.tsx as a registry item of shadcn', () => {
  const item = JSON.parse(readFileSync(`${root}examples/registry/list-table.json`, 'utf8')) as {
    readonly files: readonly { readonly content: string }[]
  }
  const component = readFileSync(`${root}examples/registry/list-table.tsx`, 'utf8')
  const imported = [...component.matchAll(/^import .* from '(?:@\/components\/ui\/)?(.+)'$/gm)].map(([, name]) => name)
  expect(imported).toEqual(['react', 'drizzle-paginate/client', 'button', 'input', 'skeleton', 'table'])
  expect(item).toMatchObject({
    name: 'list-table',
    type: 'registry:component',
    dependencies: ['drizzle-paginate'],
    registryDependencies: imported.slice(2),
  })
  expect(item.files.map(({ content }) => content)).toEqual([component])
})
