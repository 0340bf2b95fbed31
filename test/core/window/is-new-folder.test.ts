import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isNewFolder } from '../../../electron/core/window/is-new-folder.ts'

it('a data folder is new until anything but the window’s own state is in it; one that can’t be read is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-new-folder-'))
  try {
    expect(isNewFolder(folder)).toBe(true)
    await mkdir(join(folder, 'window'))
    expect(isNewFolder(folder)).toBe(true)
    // A damaged library has left only its snapshots.
    await mkdir(join(folder, 'snapshots'))
    expect(isNewFolder(folder)).toBe(false)
    await rm(join(folder, 'snapshots'), { recursive: true })
    await writeFile(join(folder, 'library.db'), '')
    expect(isNewFolder(folder)).toBe(false)
    expect(isNewFolder(join(folder, 'none'))).toBe(false)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
