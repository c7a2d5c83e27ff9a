import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/shop',
  plugins: [tanstackStart({ router: { basepath: '/shop' } }), react()],
  ssr: { external: ['@libsql/client', 'drizzle-orm', 'drizzle-paginate'] },
})
