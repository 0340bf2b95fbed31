/** A part of the run: test files, each in a separate run, like `npm run check`. */
export type Part = { readonly name: string; readonly files: readonly string[] }

/** A folder means all test files in it. */
export const parts: readonly Part[] = [
  { name: 'intake', files: ['test/core/pictures/intake/'] },
  { name: 'library', files: ['test/core/pictures/library/', 'test/core/base/database/journal.test.ts'] },
  { name: 'files', files: ['test/core/base/platform/copy-read-only.test.ts', 'test/core/base/platform/wait-for-held-files.test.ts'] },
  {
    name: 'queue',
    files: ['adopted-uploads', 'end-of-core', 'queue', 'said-and-done', 'settle-dependents', 'start-and-sleep', 'job-transition'].map(
      (name) => `test/core/queue/${name}.test.ts`,
    ),
  },
  {
    name: 'bootstrap',
    files: ['fetch-node', 'locale', 'npm', 'packages', 'run-process', 'set-up-lock'].map((name) => `test/build/${name}.test.ts`),
  },
  { name: 'command', files: ['test/cli/'] },
]

/** Tests that fail under Wine although Packshot is right: a word in their full names, and the reason. */
export const notShown: readonly { readonly test: RegExp; readonly why: string }[] = [
  { test: /a link to a folder inside a folder/, why: 'Wine 8 makes no symbolic links' },
  { test: /fetching Node/, why: 'Wine has no tar.exe, which Windows 10 has' },
  { test: /reach Packshot unchanged in bash, zsh/, why: 'Windows has no sh' },
  { test: /npm cannot install fail with npm’s output/, why: 'Wine’s cmd.exe finds no npm.cmd' },
]

/** Behavior that no run under Wine can show. */
export const beyondWine: readonly string[] = [
  'the keychain: the registry has no keychain module for Windows',
  'the window, the installer and updates: there is no Electron for Windows here',
  'requests of undici: they fail to connect under Wine, so nothing is uploaded',
  'virus scanners, OneDrive, indexing, long paths, ACLs and NTFS: the files are on this Linux disk',
  'Node 24, which Packshot uses: it does not start under Wine 8, so this is Node 22',
]
