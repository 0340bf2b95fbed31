import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The window, in Electron and in a browser: its shell, its bounds, its screens. Journeys through it are in test/e2e. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/window/**/*.test.ts', 'test/renderer/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Vitest's own is one second, which a busy machine needs for nothing at all.
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    fileParallelism: false,
  },
})
