import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { longestFirst } from './longest-first.ts'
import { testWorkers } from './test-workers.ts'

/** End to end: the build (`out/`), as separate processes. `npm run e2e` picks test/e2e, `npm run fault-tests` test/faults. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/e2e/**/*.test.ts', 'test/faults/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Reached only when something never comes; then `runner` prints what is there instead.
    expect: { poll: { timeout: 90_000 } },
    runner: 'test/support/telling-runner.ts',
    setupFiles: ['test/support/seed.ts', 'test/support/environment-of-this-file.ts'],
    pool: 'forks',
    // A worker reuses loaded modules for its next file: loading takes a sixth of the processors' time. The setup file runs for each file.
    isolate: false,
    // Each file has its own data folders, display, keyring and ports, and waits for processes most of the time.
    maxWorkers: testWorkers,
    // Of each file those that wait beside each other, for a slow or silent service; some of them measure how soon it is noticed.
    maxConcurrency: 4,
    sequence: {
      sequencer: longestFirst([
        'test/e2e/journey-trouble.test.ts',
        'test/e2e/bad-input-service.test.ts',
        'test/e2e/journey-main.test.ts',
        'test/e2e/sign-in-keychain.test.ts',
        'test/e2e/sign-in.test.ts',
        'test/e2e/bad-input-commands.test.ts',
        'test/e2e/bad-input-products.test.ts',
        'test/e2e/follow-the-advice-address.test.ts',
        'test/e2e/brand-voice-command.test.ts',
        'test/e2e/publishing.test.ts',
        'test/faults/misbehaviour-window.test.ts',
        'test/faults/misbehaviour-pauses.test.ts',
        'test/faults/misbehaviour-slow.test.ts',
      ]),
    },
  },
})
