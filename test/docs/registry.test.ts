// examples/registry: the registry item holds the file beside it.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { root } from './support/pages.js'

it('list-table.json is list-table.tsx as a registry item of shadcn', () => {
  const item = JSON.parse(readFileSync(`${root}examples/registry/list-table.json`, 'utf8')) as {
    readonly files: readonly { readonly content: string }[]
  }
  expect(item).toMatchObject({
    name: 'list-table',
    type: 'registry:component',
    registryDependencies: ['button', 'input', 'table'],
  })
  expect(item.files.map(({ content }) => content)).toEqual([
    readFileSync(`${root}examples/registry/list-table.tsx`, 'utf8'),
  ])
})
