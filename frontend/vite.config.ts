import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** The console's server, for `npm run dev`; the built page is served by the backend itself. */
const backend = process.env['ORRERY_BACKEND'] ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: {
    host: '127.0.0.1',
    // The page Docs is made from docs/.
    fs: { allow: ['.', '../docs'] },
    proxy: {
      // The server checks Origin against its own address, so the proxy speaks for itself.
      '/api': { target: backend, changeOrigin: true, ws: true, rewriteWsOrigin: true, headers: { origin: backend } },
    },
  },
  build: {
    target: 'es2023',
    manifest: true,
    // Plotly alone is larger; it is a lazy chunk, and scripts/check_chunks.js holds the first load to its budget.
    chunkSizeWarningLimit: 1600,
    // What most pages share is one file: many small ones take longer to fetch than to read.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'shared', test: /\/src\/(api|components|lib)\// }] } },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['./src/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'eslint/**/*.test.js'],
    restoreMocks: true,
    testTimeout: 20_000,
    maxWorkers: 2,
  },
})
