import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemSyncFiles } from '../../electron/core/base/platform/system-sync-files.ts'
import { lackOf } from '../support/lacks.ts'
import { openTestCore } from '../support/open-test-core.ts'

const lack = process.platform === 'win32' ? lackOf('on-windows') : null

describe.skipIf(lack)(`a data folder${lack ? ` (skipped: ${lack})` : ''}`, () => {
  it('that others could read is closed to them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'packshot-closed-'))
    const data = join(folder, 'data')
    await mkdir(data)
    await chmod(data, 0o755)
    const { core } = await openTestCore(data)
    expect((await stat(data)).mode & 0o777).toBe(0o700)
    await core.stop()
    // One for everybody, as for temporary files, stays as it is.
    const shared = join(folder, 'shared')
    await mkdir(shared)
    await chmod(shared, 0o1777)
    systemSyncFiles.makeFolder(shared, 0o700)
    expect((await stat(shared)).mode & 0o7777).toBe(0o1777)
    await rm(folder, { recursive: true, force: true })
  })
})
