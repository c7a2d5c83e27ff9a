// The suites that mutants are tried on, of one Drizzle line. scripts/mutation.mjs chooses them; vitest.config.ts has
// the tests' own settings.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { explorerPage } from './scripts/explorer-page.mjs'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

export default defineConfig({
  plugins: [explorerPage()],
  resolve: {
    alias: [
      { find: /^drizzle-paginate$/, replacement: path('src/index.ts') },
      { find: /^drizzle-paginate\/([a-z-]+)$/, replacement: path('src/entries/$1/index.ts') },
    ],
  },
  test: {
    include: (process.env['MUTATION_SUITES'] ?? 'test/request')
      .split(',')
      .map((suite) => (suite.endsWith('.ts') ? suite : `${suite}/**/*.test.ts`)),
    exclude: ['test/sql/v1/**', '**/node_modules/**'],
    environment: path('test/support/environment.ts'),
    testTimeout: 30_000,
    isolate: false,
    passWithNoTests: true,
    provide: { drizzle: '^0\\.45\\.' },
  },
})
