import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The whole way of a large catalogue, at full size; not part of `npm test`. `npm run journey`. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/journey/**/*.test.ts'],
    testTimeout: 10_800_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 }, requireAssertions: true },
    setupFiles: ['test/support/seed.ts', 'test/support/environment-of-this-file.ts'],
    pool: 'forks',
    fileParallelism: false,
  },
})
