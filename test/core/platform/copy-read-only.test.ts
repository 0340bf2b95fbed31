import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemFiles } from '../../../electron/core/platform/system-files.ts'

test('the copy of a read-only file can be written, flushed and removed, whoever runs this', async () => {
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
