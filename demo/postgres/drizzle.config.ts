import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './demo/postgres/schema.ts',
  out: './demo/postgres/migrations',
})
