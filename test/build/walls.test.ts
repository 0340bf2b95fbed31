import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Line {
  readonly in: string
  readonly code: string
}

const refused: readonly Line[] = [
  { in: 'shared/a.ts', code: "import { a } from '../electron/core/ports.ts'" },
  { in: 'shared/base/a.ts', code: "import { a } from '../../electron/core/ports.ts'" },
  { in: 'shared/base/a.ts', code: "import type { A } from '../../electron/core/ports.ts'" },
  { in: 'shared/base/a.ts', code: "export { a } from '../../renderer/bridge.ts'" },
  { in: 'shared/base/a.ts', code: "export const a = import('../../renderer/bridge.ts')" },
  { in: 'shared/base/a.ts', code: "import { readFileSync } from 'node:fs'" },
  { in: 'shared/base/a.ts', code: "import { readFileSync } from 'fs'" },
  { in: 'shared/base/a.ts', code: "import { app } from 'electron'" },
  { in: 'shared/base/a.ts', code: "import { fetch } from 'undici'" },
  { in: 'shared/base/a-words.ts', code: "import { z } from 'zod'" },
  { in: 'renderer/answers/a.ts', code: "import { a } from '../../electron/core/ports.ts'" },
  { in: 'renderer/answers/a.ts', code: "import { readFileSync } from 'node:fs'" },
  { in: 'renderer/answers/a.ts', code: "import { join } from 'path'" },
  { in: 'renderer/answers/a.ts', code: "import { ipcRenderer } from 'electron'" },
  { in: 'electron/core/queue/a.ts', code: "import { app } from 'electron'" },
  { in: 'electron/core/queue/a.ts', code: "import { app } from 'electron/main'" },
  { in: 'electron/core/queue/a.ts', code: "import { a } from '../../../renderer/bridge.ts'" },
  { in: 'electron/core/queue/a.ts', code: "import { a } from '../../sample-workspace/a.ts'" },
  { in: 'electron/core/queue/a.ts', code: "import { a } from '../../cli/a.ts'" },
  { in: 'electron/core/queue/a.ts', code: "import { a } from '../../shell/a.ts'" },
  { in: 'electron/core/queue/a.ts', code: "import sharp from 'sharp'" },
  { in: 'electron/core/queue/a.ts', code: "export const sharp = require('sharp')" },
  { in: 'electron/core/queue/a.ts', code: "import { a } from '../../measuring-pixels/look-at-pixels.ts'" },
  { in: 'electron/core/queue/a.ts', code: "import { a } from '../formats/decoding-process/inspect-picture.ts'" },
  { in: 'electron/core/queue/a.ts', code: "import { renameSync } from 'node:fs'" },
  { in: 'electron/core/queue/a.ts', code: "import { unlinkSync } from 'node:fs'" },
  { in: 'electron/core/queue/a.ts', code: "import { rm } from 'node:fs/promises'" },
  { in: 'electron/core/queue/a.ts', code: "import { open } from 'node:fs/promises'" },
  { in: 'electron/core/queue/a.ts', code: "import { readFileSync, fsyncSync } from 'node:fs'" },
  { in: 'electron/core/queue/a.ts', code: "import { promises } from 'node:fs'" },
  { in: 'electron/core/queue/a.ts', code: "import fs from 'node:fs'" },
  { in: 'electron/core/queue/a.ts', code: "import * as fs from 'node:fs'" },
  { in: 'electron/core/queue/a.ts', code: "export const fs = import('node:fs')" },
  { in: 'electron/core/queue/a.ts', code: "import { readFile } from 'fs/promises'" },
  { in: 'electron/core/formats/decoding-process/a.ts', code: "import { rename } from 'node:fs/promises'" },
  { in: 'electron/cli/a.ts', code: "import { rmSync } from 'node:fs'" },
  { in: 'electron/browser-host/a.ts', code: "import { writeFileSync } from 'node:fs'" },
  { in: 'electron/shell/a.ts', code: "import { copyFileSync } from 'node:fs'" },
  { in: 'electron/main.ts', code: "import { rmSync } from 'node:fs'" },
  { in: 'electron/other.ts', code: "import { rmSync } from 'node:fs'" },
  { in: 'electron/sample-workspace/api/a.ts', code: "import { openSync } from 'node:fs'" },
  { in: 'electron/core/base/platform/a.ts', code: "import { app } from 'electron'" },
  { in: 'electron/core/queue/a.ts', code: "console.log('core prints nothing')" },
  { in: 'electron/core/queue/a.ts', code: "import { it } from 'vitest'" },
  { in: 'electron/core/formats/decoding-process/a.ts', code: "import { app } from 'electron'" },
  { in: 'electron/cli/a.ts', code: "import { a } from '../sample-workspace/a.ts'" },
  { in: 'electron/cli/a.ts', code: "import { a } from '../core/formats/decoding-process/inspect-picture.ts'" },
  { in: 'electron/measuring-pixels/a.ts', code: "import { a } from '../core/ports.ts'" },
  { in: 'electron/measuring-pixels/a.ts', code: "import { a } from '../sample-workspace/a.ts'" },
  { in: 'electron/measuring-pixels/a.ts', code: "import { app } from 'electron'" },
  { in: 'electron/cli/a.ts', code: "import { a } from '../measuring-pixels/look-at-pixels.ts'" },
  { in: 'electron/cli/a.ts', code: "import sharp from 'sharp'" },
  { in: 'electron/cli/a.ts', code: "import { app } from 'electron'" },
  { in: 'electron/browser-host/a.ts', code: "import { app } from 'electron'" },
  { in: 'electron/shell/a.ts', code: "import { a } from '../sample-workspace/a.ts'" },
  { in: 'electron/shell/a.ts', code: "import sharp from 'sharp'" },
  { in: 'electron/main.ts', code: "import sharp from 'sharp'" },
  { in: 'electron/other.ts', code: "import { app } from 'electron'" },
  { in: 'electron/sample-workspace/api/a.ts', code: "import { a } from '../../core/ports.ts'" },
  { in: 'electron/sample-workspace/api/a.ts', code: "import { app } from 'electron'" },
]

const accepted: readonly Line[] = [
  { in: 'shared/base/a.ts', code: "import { z } from 'zod'" },
  { in: 'shared/base/a.ts', code: "import { oc } from '@orpc/contract'" },
  { in: 'shared/a.ts', code: "import { a } from './base/errors.ts'" },
  { in: 'shared/base/a.ts', code: "import { a } from './errors.ts'" },
  { in: 'shared/queue/a-words.ts', code: "import { a } from '../base/errors.ts'" },
  { in: 'renderer/answers/a.ts', code: "import { a } from '../../shared/base/errors.ts'" },
  { in: 'renderer/answers/a.ts', code: "import { a } from '../bridge.ts'" },
  { in: 'electron/main.ts', code: "import { app } from 'electron'" },
  { in: 'electron/preload.ts', code: "import { app } from 'electron'" },
  { in: 'electron/shell/a.ts', code: "import { app } from 'electron'" },
  { in: 'electron/core/queue/a.ts', code: "import { readFileSync } from 'node:fs'" },
  { in: 'electron/core/queue/a.ts', code: "import { readFile, stat } from 'node:fs/promises'" },
  { in: 'electron/core/queue/a.ts', code: "import type { Dirent } from 'node:fs'" },
  { in: 'electron/core/base/platform/a.ts', code: "import { renameSync } from 'node:fs'" },
  { in: 'electron/core/base/platform/a.ts', code: "import * as fs from 'node:fs'" },
  { in: 'electron/sample-workspace/api/a.ts', code: "import { a } from '../../core/base/platform/files.ts'" },
  { in: 'electron/core/queue/a.ts', code: "import { a } from '../../../shared/base/errors.ts'" },
  { in: 'electron/core/queue/a.ts', code: "import { a } from '../formats/decoding-process/decoding-pool.ts'" },
  { in: 'electron/core/formats/decoding-process/a.ts', code: "import sharp from 'sharp'" },
  { in: 'electron/core/formats/decoding-process/a.ts', code: "import { a } from '../../../measuring-pixels/look-at-pixels.ts'" },
  { in: 'electron/measuring-pixels/a.ts', code: "import sharp from 'sharp'" },
  { in: 'electron/measuring-pixels/a.ts', code: "import { a } from '../core/base/platform/outside-archive.ts'" },
  { in: 'electron/sample-workspace/api/a.ts', code: "import { a } from '../../measuring-pixels/look-at-pixels.ts'" },
  { in: 'electron/core/formats/decoding-process/a.ts', code: "import { a } from './inspect-picture.ts'" },
  { in: 'electron/cli/a.ts', code: "import { a } from '../core/core.ts'" },
  { in: 'electron/cli/a.ts', code: "import { a } from '../core/formats/decoding-process/fork-decoding-process.ts'" },
  { in: 'electron/sample-workspace/api/a.ts', code: "import { a } from '../../../shared/base/errors.ts'" },
  { in: 'electron/sample-workspace/api/a.ts', code: "import sharp from 'sharp'" },
  { in: 'test/sample-workspace/a.ts', code: "import { a } from '../../electron/sample-workspace/a.ts'" },
]

const walls = ['noRestrictedImports', 'noNodejsModules', 'noCommonJs', 'noConsole']

const run = promisify(execFile)
const isEntry = (line: Line): boolean => /^electron\/(main|preload|other)\.ts$/.test(line.in)
const placeOf = (line: Line, index: number): string => (isEntry(line) ? line.in : line.in.replace(/[^/]+$/, (name) => `${index}-${name}`))

/** Writes each line into a separate file in a copy of the project's lint set-up, lints everything, and returns the complaints by file. */
const lint = async (lines: readonly Line[]): Promise<ReadonlyMap<string, readonly string[]>> => {
  const project = await mkdtemp(join(tmpdir(), 'packshot-walls-'))
  try {
    await mkdir(join(project, 'build'))
    for (const file of ['.biome.json', 'package.json', 'build/lint-rules.json', 'build/walls.json'])
      await cp(join(root, file), join(project, file))
    for (const [index, line] of lines.entries()) {
      const file = join(project, placeOf(line, index))
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, `${line.code}\n`)
    }
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
    const args = [biome, 'lint', '--reporter=json', '--max-diagnostics=none']
    const { stdout } = await run(process.execPath, args, { cwd: project }).catch((error: { stdout: string }) => error)
    const { diagnostics } = report.parse(JSON.parse(stdout))
    const found = new Map<string, string[]>()
    for (const { category, location } of diagnostics) {
      const rule = category.split('/').at(-1) ?? ''
      if (walls.includes(rule)) found.set(location.path, [...(found.get(location.path) ?? []), rule])
    }
    return found
  } finally {
    await rm(project, { recursive: true })
  }
}

const report = z.object({ diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.string() }) })) })

describe('the lint rules for imports and files', () => {
  let complaints: { readonly refused: ReadonlyMap<string, readonly string[]>; readonly accepted: ReadonlyMap<string, readonly string[]> }

  beforeAll(async () => {
    complaints = { refused: await lint(refused), accepted: await lint(accepted) }
  })

  it.each(refused.map((line, index) => ({ ...line, index })))('reject $code in $in', (line) => {
    expect(complaints.refused.get(placeOf(line, line.index))).toBeDefined()
  })

  it.each(accepted.map((line, index) => ({ ...line, index })))('accept $code in $in', (line) => {
    expect(complaints.accepted.get(placeOf(line, line.index))).toBeUndefined()
  })
})

describe('the type checker’s limits between folders', () => {
  const check = async (project: string, files: Readonly<Record<string, string>>): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'packshot-types-'))
    try {
      await mkdir(join(folder, 'node_modules'))
      for (const name of ['@types', 'undici-types', 'zod'])
        await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
      await cp(join(root, 'build/tsconfig'), join(folder, 'build/tsconfig'), { recursive: true })
      for (const [file, code] of Object.entries(files)) {
        await mkdir(join(folder, dirname(file)), { recursive: true })
        await writeFile(join(folder, file), code)
      }
      const tsc = join(root, 'node_modules/typescript/bin/tsc')
      const { stdout } = await run(process.execPath, [tsc, '-b', `build/tsconfig/${project}.json`], { cwd: folder }).catch(
        (error: { stdout: string }) => error,
      )
      return stdout
    } finally {
      await rm(folder, { recursive: true })
    }
  }
  const ours = {
    'shared/base/errors.ts': 'export const a = 1\n',
    'electron/core/base/platform/a.ts': 'export const a = 1\n',
    'electron/measuring-pixels/a.ts': 'export const a = 1\n',
    'electron/core/a.ts': 'export const a = 1\n',
    'electron/sample-workspace/a.ts': 'export const a = 1\n',
  }

  it('accept code that stays within them', async () => {
    expect(
      await check('core', {
        ...ours,
        'electron/core/b.ts': "export { a } from '../../shared/base/errors.ts'\nexport { join } from 'node:path'\n",
      }),
    ).toBe('')
  })

  it('allow the files port in the sample workspace', async () => {
    expect(
      await check('sample-workspace', { ...ours, 'electron/sample-workspace/b.ts': "export { a } from '../core/base/platform/a.ts'\n" }),
    ).toBe('')
  })

  it('give shared/ no Node types', async () => {
    expect(await check('shared', { ...ours, 'shared/b.ts': "export { join } from 'node:path'\n" })).toContain('shared/b.ts')
  })

  it('give shared/ no DOM types either', async () => {
    expect(await check('shared', { ...ours, 'shared/b.ts': 'export const title = document.title\n' })).toContain("'document'")
  })

  it.each([
    ['shared', 'shared/b.ts', '../electron/core/a.ts'],
    ['core', 'electron/core/b.ts', '../sample-workspace/a.ts'],
    ['sample-workspace', 'electron/sample-workspace/b.ts', '../core/a.ts'],
    ['measuring-pixels', 'electron/measuring-pixels/b.ts', '../core/a.ts'],
  ])('%s: %s cannot reach %s', async (project, file, target) => {
    expect(await check(project, { ...ours, [file]: `export { a } from '${target}'\n` })).toContain(file)
  })
})
