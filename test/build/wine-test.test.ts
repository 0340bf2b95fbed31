import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parts } from '../wine/parts.ts'
import { findReasonAgainstWine } from '../wine/wine.ts'

it('`npm run wine-test` names what is missing and how to install it, and starts nothing', () => {
  const there =
    (...programs: readonly string[]) =>
    (program: string) =>
      programs.includes(program)
  expect(findReasonAgainstWine('linux', 'x64', there())).toMatch(/^wine and wineserver not found\. Debian: apt-get install .*wine64/)
  expect(findReasonAgainstWine('linux', 'x64', there('wine'))).toMatch(/^wineserver not found/)
  expect(findReasonAgainstWine('linux', 'x64', there('wine', 'wineserver'))).toBeNull()
  expect(findReasonAgainstWine('linux', 'arm64', there('wine', 'wineserver'))).toContain('not on linux arm64')
  expect(findReasonAgainstWine('win32', 'x64', there())).toContain('npm run check')
})

it('every test file that it runs exists', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  expect(parts.flatMap(({ files }) => files).filter((file) => !existsSync(join(root, file)))).toEqual([])
})
