import * as nodeFs from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSystemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { systemWaits } from '../../../../electron/core/base/platform/system-sync-files.ts'

const bytes = Buffer.from('0123456789'.repeat(1_000))

/** `told`: the size that the system tells when the file is opened. */
const filesTelling = (told: number) =>
  createSystemFiles({
    fs: { ...nodeFs, fstatSync: ((fd: number) => Object.assign(nodeFs.fstatSync(fd), { size: told })) as typeof nodeFs.fstatSync },
    platform: process.platform,
    waits: systemWaits,
  })

const readBy = async (told: number, room: Buffer): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-read-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  const files = filesTelling(told)
  const atOnce = Buffer.alloc(room.length)
  const count = await files.readInto(path, room, 0, room.length)
  expect(files.sync.readInto(path, atOnce, 0, atOnce.length)).toBe(count)
  expect(atOnce.equals(room)).toBe(true)
  return room.subarray(0, count)
}

describe('reading a file into a buffer', () => {
  it('gives all of a file that has grown since it was opened', async () => {
    expect(await readBy(4_000, Buffer.alloc(20_000))).toEqual(bytes)
    expect(await readBy(9_999, Buffer.alloc(20_000))).toEqual(bytes)
  })

  it('gives what is left of a file that has shrunk since it was opened', async () => {
    expect(await readBy(15_000, Buffer.alloc(20_000))).toEqual(bytes)
  })

  it('fills the buffer from a file that is larger', async () => {
    expect(await readBy(bytes.length, Buffer.alloc(6_000))).toEqual(bytes.subarray(0, 6_000))
  })
})
