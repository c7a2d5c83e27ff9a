// docs/contributing/evidence.md: its tables are those that the recorded runs make.
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { root } from './support/pages.js'

it('docs/contributing/evidence.md is what node scripts/evidence.mjs writes', () => {
  expect(() =>
    execFileSync(process.execPath, ['scripts/evidence.mjs', '--check'], { cwd: root, stdio: 'pipe' }),
  ).not.toThrow()
})
