import { defineConfig } from 'drizzle-kit'

export default defineConfig({ dialect: 'sqlite', schema: './demo/sqlite/schema.ts', out: './demo/sqlite/migrations' })
