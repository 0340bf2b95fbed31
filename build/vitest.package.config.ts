import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The package: made in a temporary folder, started from another one. `npm run package-test`. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/package/**/*.test.ts'],
    globalSetup: ['test/package/made-package.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Reached only when something never comes; then `runner` prints what is there instead.
    expect: { poll: { timeout: 90_000 } },
    runner: 'test/support/telling-runner.ts',
    setupFiles: ['test/support/seed.ts'],
    pool: 'forks',
    fileParallelism: false,
  },
})
