import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { longestFirst } from './longest-first.ts'
import { testWorkers } from './test-workers.ts'

/** A process keeps its first connection to a keychain: these need a fresh one. */
const ownProcess = ['test/window/proxies.test.ts', 'test/window/session-ends.test.ts']

/** The window, in Electron and in a browser: its shell, its bounds, its screens. Journeys through it are in test/e2e. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    projects: [
      { extends: true, test: { name: 'window', include: ['test/window/**/*.test.ts', 'test/renderer/**/*.test.ts'], exclude: ownProcess } },
      { extends: true, test: { name: 'keychain', include: ownProcess, isolate: true } },
    ],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Reached only when something never comes; then `runner` prints what is there instead.
    expect: { poll: { timeout: 90_000 } },
    runner: 'test/support/telling-runner.ts',
    globalSetup: ['test/renderer/shared-harness.ts'],
    setupFiles: ['test/support/seed.ts', 'test/support/environment-of-this-file.ts'],
    pool: 'forks',
    // A worker reuses loaded modules for its next file: loading takes a sixth of the processors' time. The setup file runs for each file.
    isolate: false,
    // Each file has its own data folders, display, keyring and ports, and waits for processes most of the time.
    maxWorkers: testWorkers,
    sequence: {
      sequencer: longestFirst([
        // It keeps the processors busy for half of the time: those that begin beside it wait most of theirs.
        'test/renderer/axe.test.ts',
        'test/window/connect-file.test.ts',
        'test/window/vision.test.ts',
        'test/window/shell-system.test.ts',
        'test/window/session-ends.test.ts',
        'test/window/updates.test.ts',
        'test/window/connect-key.test.ts',
        'test/window/bad-input-odd-drops.test.ts',
        'test/window/proxies.test.ts',
        // These don't: thousands of pictures, many starts.
        'test/window/bad-input-drop.test.ts',
        'test/window/hosts-electron.test.ts',
        'test/renderer/careful-words.test.ts',
        'test/window/hosts-browser.test.ts',
        'test/window/broken-off-drop.test.ts',
        'test/renderer/real-window.test.ts',
        'test/window/connect-file-in-browser.test.ts',
      ]),
    },
  },
})
