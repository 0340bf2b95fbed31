import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The package: made in a temporary folder, started from another one. `npm run package-test`. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/package/**/*.test.ts'],
    globalSetup: ['test/package/made-package.ts'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // Vitest's own is one second, which a busy machine needs for nothing at all.
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    fileParallelism: false,
  },
})
