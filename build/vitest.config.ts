import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { longestFirst } from './longest-first.ts'
import { testWorkers } from './test-workers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Unit tests run on the sources; e2e, faults and bench run on the build (`out/`). */
export default defineConfig({
  root,
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['renderer', 'journey', 'window', 'e2e', 'faults', 'bench', 'package', 'judge'].map((folder) => `test/${folder}/**`),
    // Limits for a shared machine; hanging tests are still found.
    testTimeout: 400_000,
    hookTimeout: 120_000,
    // Vitest's own is one second, which a busy machine needs for nothing at all.
    // A test without an assertion can't fail.
    expect: { poll: { timeout: 15_000 }, requireAssertions: true },
    // Its modules import JSON as bundlers do, which Node refuses.
    server: { deps: { inline: [/@actions\/workflow-parser/] } },
    // As in every process with a core; parts of one are tested without it.
    setupFiles: ['test/support/seed.ts', 'shared/base/describe-error.ts'],
    pool: 'forks',
    // A worker reuses loaded modules for its next file, which saves a sixth of the time. State that a test leaves behind would affect others.
    isolate: false,
    maxWorkers: testWorkers,
    sequence: {
      sequencer: longestFirst([
        'test/measuring-pixels/read-text.test.ts',
        'test/core/pictures/publishing/publishing.test.ts',
        'test/core/formats/decoding-process/inspect-picture.test.ts',
        'test/core/service/session/session-ends.test.ts',
        'test/sample-workspace/analysis/vision.test.ts',
        'test/core/formats/decoding-process/decoding-pool.test.ts',
        'test/sample-workspace/misbehaviour-cuts.test.ts',
        'test/simulation/simulation.test.ts',
        'test/build/set-up-lock.test.ts',
        'test/core/base/database/keep-database.test.ts',
        'test/core/queue/many-jobs.test.ts',
      ]),
    },
  },
})
