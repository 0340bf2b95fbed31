import * as nodeFs from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Files } from '../../../../electron/core/base/platform/files.ts'
import { createSystemFiles } from '../../../../electron/core/base/platform/system-files.ts'

let folder: string
let waited: number[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-held-'))
  waited = []
  await writeFile(join(folder, 'a'), 'new')
  await writeFile(join(folder, 'b'), 'old')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Files whose renames and removals fail this many times with `code`. */
const filesThatFail = (times: number, code: string, platform: NodeJS.Platform): Files => {
  let left = times
  const fail = (): void => {
    if (left-- > 0) throw Object.assign(new Error(code), { code })
  }
  const fs = {
    ...nodeFs,
    renameSync: (from: string, to: string) => {
      fail()
      nodeFs.renameSync(from, to)
    },
    rmSync: (path: string, options?: nodeFs.RmOptions) => {
      fail()
      nodeFs.rmSync(path, options)
    },
    promises: {
      ...nodeFs.promises,
      rename: async (from: string, to: string) => {
        fail()
        await nodeFs.promises.rename(from, to)
      },
      rm: async (path: string, options?: nodeFs.RmOptions) => {
        fail()
        await nodeFs.promises.rm(path, options)
      },
    },
  } as typeof nodeFs
  return createSystemFiles({
    fs,
    platform,
    waits: { sleep: async (ms) => void waited.push(ms), block: (ms) => void waited.push(ms) },
  })
}

const sum = (): number => waited.reduce((total, ms) => total + ms, 0)

const acts: readonly [string, (files: Files) => Promise<void> | void][] = [
  ['rename', (files) => files.rename(join(folder, 'a'), join(folder, 'b'))],
  ['remove', (files) => files.remove(join(folder, 'a'))],
  ['sync rename', (files) => files.sync.rename(join(folder, 'a'), join(folder, 'b'))],
  ['sync remove', (files) => files.sync.remove(join(folder, 'a'))],
]

describe.each(acts)('a %s', (_, act) => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('on Windows that fails with %s is retried with growing pauses', async (code) => {
    await act(filesThatFail(4, code, 'win32'))
    expect(nodeFs.existsSync(join(folder, 'a'))).toBe(false)
    expect(waited).toHaveLength(4)
    expect([...waited].sort((a, b) => a - b)).toEqual(waited)
    expect(sum()).toBeLessThan(1_000)
  })

  it('is given up after five seconds, with the system’s error', async () => {
    await expect((async () => act(filesThatFail(100, 'EBUSY', 'win32')))()).rejects.toMatchObject({ code: 'EBUSY' })
    expect(sum()).toBeGreaterThan(4_500)
    expect(sum()).toBeLessThan(5_500)
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('new')
  })

  it('fails at once for another reason, or on another system', async () => {
    await expect((async () => act(filesThatFail(1, 'ENOSPC', 'win32')))()).rejects.toMatchObject({ code: 'ENOSPC' })
    await expect((async () => act(filesThatFail(1, 'EPERM', 'darwin')))()).rejects.toMatchObject({ code: 'EPERM' })
    expect(waited).toEqual([])
  })
})
