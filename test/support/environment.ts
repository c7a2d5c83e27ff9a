// The vitest environment of every worker: Node's own, plus the closing of what the worker's files share.
import type { Environment } from 'vitest/runtime'
import { closeShared } from './shared.js'

// vitest takes an environment from the default export only
export default {
  name: 'shared-databases',
  viteEnvironment: 'ssr',
  setup: () => ({ teardown: closeShared }),
} satisfies Environment
