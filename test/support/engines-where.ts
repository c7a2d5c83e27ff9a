// The engines of this run that a file is about.
import { test } from 'vitest'
import { dialects, type TestEngine } from './dialects.js'

/** Vitest fails a file without a suite. So a run without such an engine has one test there, which is skipped. */
export function enginesWhere(isMeant: (engine: TestEngine) => boolean): readonly TestEngine[] {
  const engines = dialects.filter(isMeant)
  if (engines.length === 0) test.skip('DIALECTS names no engine of this file')
  return engines
}
