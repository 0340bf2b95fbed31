import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Packshot beside other programs that do the same, at full counts; not part of `npm test`. `npm run judge`. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/judge/**/*.test.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    expect: { requireAssertions: true },
    setupFiles: ['test/support/seed.ts'],
    pool: 'forks',
    fileParallelism: false,
  },
})
