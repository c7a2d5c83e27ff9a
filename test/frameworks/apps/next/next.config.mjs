import { fileURLToPath } from 'node:url'

export default {
  basePath: '/shop',
  serverExternalPackages: ['@libsql/client', 'drizzle-orm', 'drizzle-paginate'],
  turbopack: { root: fileURLToPath(new URL('../../../../../', import.meta.url)) },
  typescript: { ignoreBuildErrors: true },
}
