import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

type FindNpm = (
  node: string,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
) => { readonly command: string; readonly args: readonly string[] }
const { findNpm } = (await import(new URL('../../build/npm.mjs', import.meta.url).href)) as { readonly findNpm: FindNpm }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-npm-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('finds npm’s script where npm.cmd looks for it, under a Path of any case', async () => {
  const script = join(folder, 'node_modules/npm/bin/npm-cli.js')
  await mkdir(join(script, '..'), { recursive: true })
  await writeFile(script, '')
  await writeFile(join(folder, 'npm'), '')
  expect(findNpm('node.exe', { Path: folder }, 'win32')).toEqual({ command: 'node.exe', args: [script] })
})
