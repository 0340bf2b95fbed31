import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Unit tests run on the sources; e2e, faults and bench run on what the build made (`out/`). */
export default defineConfig({
  root,
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/renderer/**', 'test/window/**', 'test/e2e/**', 'test/faults/**', 'test/bench/**', 'test/package/**'],
    // Limits for a machine that others use, too; what hangs is still found.
    testTimeout: 120_000,
    hookTimeout: 30_000,
    // Vitest's own is one second, which a busy machine needs for nothing at all.
    expect: { poll: { timeout: 15_000 } },
    // Its modules import JSON as bundlers do, which Node refuses.
    server: { deps: { inline: [/@actions\/workflow-parser/] } },
    pool: 'forks',
    maxWorkers: 2,
  },
})
