// Every TypeScript block of the documentation compiles.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { pages, rewrite, root } from './support/pages.js'
import { chainsOf, writeProject } from './support/modules.js'
import { BUILD_TIMEOUT } from '../support/timeouts.js'

describe('code in the documentation', () => {
  it('compiles', { timeout: BUILD_TIMEOUT }, async () => {
    const project = writeProject(pages.flatMap(chainsOf))
    const output = await promisify(execFile)(
      process.execPath,
      [`${root}node_modules/@typescript/native/bin/tsc`, '-p', project],
      {
        cwd: root,
      },
    ).then(
      () => '',
      (error: { readonly stdout: string }) => error.stdout.replaceAll('.tmp/docs/check/', ''),
    )
    expect(output).toBe('')
  })

  it('is exempt from that in few places', () => {
    const exempt = pages
      .flatMap(({ blocks }) => blocks)
      .filter(({ language, info }) => language === 'ts' && info.has('nocheck'))
    expect(exempt.map(({ page }) => page)).toEqual([])
  })

  const copies = pages.flatMap(({ blocks }) => blocks).filter(({ info }) => info.has('same'))
  it.each(copies.map((block) => [`${block.page}:${block.line}`, block] as const))(
    '%s is the file it shows',
    (_, block) => {
      const file = readFileSync(root + (block.info.get('same') as string), 'utf8').trimEnd()
      if (process.env['UPDATE_DOCS'] === '1' && block.text !== file) return rewrite(block, file)
      expect(block.text).toBe(file)
    },
  )
})
