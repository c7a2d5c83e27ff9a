import { fileURLToPath } from 'node:url'

/** The package's source is outside of the app, and names its files `.js`. */
const root = fileURLToPath(new URL('../../../../', import.meta.url))
export default {
  outputFileTracingRoot: root,
  experimental: { externalDir: true, extensionAlias: { '.js': ['.ts', '.js'] } },
}
