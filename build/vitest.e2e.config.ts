import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** End to end: what the build made (`out/`), as processes of their own. `npm run e2e` picks test/e2e, `npm run fault-tests` test/faults. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/e2e/**/*.test.ts', 'test/faults/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Vitest's own is one second, which a busy machine needs for nothing at all.
    expect: { poll: { timeout: 15_000 } },
    setupFiles: ['test/support/ports-of-this-file.ts'],
    pool: 'forks',
    // Each file has its own data folders, display, keyring and ports, and waits for processes most of the time.
    maxWorkers: 2,
    // Of each file those that wait beside each other, for a slow or silent service; some of them measure how soon it is noticed.
    maxConcurrency: 4,
  },
})
