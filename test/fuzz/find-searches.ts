import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What runs in real processes or windows takes too long for many rounds: name such a file, and it is tried. */
const apart = /^test\/(window|e2e|faults|journey|bench|package|judge|wine)\//

/** A test that draws at random imports one of these. */
const isSearch = (text: string): boolean => /^import .*'fast-check'|^import .*\/support\/seed\.ts'/m.test(text)

/** Test files with properties or other random searches, as paths in the project. */
export const findSearches = (root: string): readonly string[] =>
  globSync('test/**/*.test.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !apart.test(file) && isSearch(readFileSync(join(root, file), 'utf8')))
    .toSorted()

/** Which of Vitest’s configurations a test file belongs to. */
export const configOf = (file: string): string => {
  if (/^test\/(e2e|faults)\//.test(file)) return 'build/vitest.e2e.config.ts'
  if (/^test\/(window|renderer)\//.test(file)) return 'build/vitest.window.config.ts'
  const own = /^test\/(journey|judge|package)\//.exec(file)?.[1]
  return own === undefined ? 'build/vitest.config.ts' : `build/vitest.${own}.config.ts`
}
