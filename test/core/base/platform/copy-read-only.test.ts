import * as nodeFs from 'node:fs'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSystemFiles, systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { systemWaits } from '../../../../electron/core/base/platform/system-sync-files.ts'
import { randomBytesOf } from '../../../fixtures/random.ts'

test('the copy of a read-only file can be written, flushed and removed, whichever user runs this', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-copy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [from, to] = [join(folder, 'from.png'), join(folder, 'to.png')]
  await writeFile(from, 'picture')
  await chmod(from, 0o444)
  await systemFiles.copy(from, to)
  expect((await stat(to)).mode & 0o600).toBe(0o600)
  await systemFiles.flushFile(to)
  expect((await stat(from)).mode & 0o777).toBe(0o444)
})

test.each(['darwin', 'win32', 'linux'] as const)(
  'on %s a copy has the bytes, but neither mode nor protection of the original',
  async (platform) => {
    const folder = await mkdtemp(join(tmpdir(), 'packshot-copy-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const from = join(folder, 'from.png')
    const bytes = randomBytesOf(1, 3 * 1024 * 1024 + 17)
    await writeFile(from, bytes)
    await chmod(from, 0o400)
    let copied = 0
    // Linux doesn't show the metadata that the system's own copy adds elsewhere, so check that it isn't used there.
    const fs = {
      ...nodeFs,
      copyFileSync: (...args: Parameters<typeof nodeFs.copyFileSync>) => {
        copied++
        nodeFs.copyFileSync(...args)
      },
      promises: {
        ...nodeFs.promises,
        copyFile: async (...args: Parameters<typeof nodeFs.promises.copyFile>) => {
          copied++
          await nodeFs.promises.copyFile(...args)
        },
      },
    }
    const files = createSystemFiles({ fs, platform, waits: systemWaits })
    await files.copy(from, join(folder, 'later.png'))
    files.sync.copy(from, join(folder, 'now.png'))
    for (const name of ['later.png', 'now.png']) {
      expect((await readFile(join(folder, name))).equals(bytes)).toBe(true)
      // Node on Windows knows no mode but read-only.
      expect((await stat(join(folder, name))).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600)
    }
    expect(copied).toBe(platform === 'linux' ? 2 : 0)
  },
)
