import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RecoveryNotice } from '../../shared/base/recovery.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { listProducts, listSources } from '../support/compare-with-service.ts'
import { commandsIn, saidBy } from '../support/follow-advice.ts'
import { setUpKeychainUsers } from '../support/keychain-users.ts'
import { findReasonAgainstKeyring } from '../support/keyring-session.ts'

const lack = await findReasonAgainstKeyring()
const saysCopy = /This data folder is a copy, for example from a backup/

describe.skipIf(lack)(`a copy of a data folder, with a real keychain${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const set = setUpKeychainUsers()

  /** Work that waits in the backup and is done in the folder. */
  const backUpThenWork = async (): Promise<string> => {
    const user = set.user()
    const backup = join(user.folder, 'backup')
    await writeTestPictures(join(user.folder, 'pictures'), 2)
    await user.run('add', join(user.folder, 'pictures'))
    await user.run('attach', '--all', '--new', 'Mug')
    await cp(user.dataFolder, backup, { recursive: true, preserveTimestamps: true })
    expect(await user.work(set.workspace())).toMatchObject({ code: 0 })
    expect(saidBy(await user.run('status'))).not.toMatch(saysCopy)
    return backup
  }

  it('restored in its place is reported by status, and run repeats nothing silently', async () => {
    const [user, workspace] = [set.user(), set.workspace()]
    const backup = await backUpThenWork()
    await rm(user.dataFolder, { recursive: true })
    await cp(backup, user.dataFolder, { recursive: true, preserveTimestamps: true })

    const status = await user.run('status')
    expect(status).toMatchObject({ code: 0, stdout: expect.stringContaining('Pictures: 2') })
    expect(status.stderr).toMatch(saysCopy)
    expect(commandsIn(status.stderr)).toContain('run')
    const { recoveries } = (await user.run('status', '--json')).json() as { recoveries: RecoveryNotice[] }
    expect(recoveries).toMatchObject([{ reason: 'copy' }])

    const run = await user.work(workspace)
    expect(run.code).toBe(3)
    expect(run.stderr).toMatch(saysCopy)
    expect(run.stdout).toMatch(/2 uploads may have been sent twice/)
    expect(commandsIn(saidBy(run)).some((command) => command.startsWith('retry'))).toBe(true)
    const [product, ...others] = await listProducts(workspace)
    expect(others).toEqual([])
    expect(product?.attributes.Images).toHaveLength(2)
    expect(await listSources(workspace)).toHaveLength(4)

    expect((await user.run('recovery', '--acknowledge')).stdout).toMatch(saysCopy)
    expect(saidBy(await user.run('status'))).not.toMatch(saysCopy)
  })

  it('beside it says that it is a copy until that is acknowledged; the original says nothing', async () => {
    const user = set.user()
    await backUpThenWork()
    const copied = join(user.folder, 'copied')
    await cp(user.dataFolder, copied, { recursive: true, preserveTimestamps: true })
    expect((await user.run('--data-dir', copied, 'status')).stderr).toMatch(saysCopy)
    expect((await user.run('--data-dir', copied, 'ask', '--question', 'White?')).stderr).toMatch(saysCopy)
    expect((await user.run('--data-dir', copied, 'recovery', '--acknowledge')).code).toBe(0)
    for (const folder of [user.dataFolder, copied]) {
      const ask = await user.run('--data-dir', folder, 'ask', '--question', 'Blue?')
      expect(ask.code).toBe(0)
      expect(saidBy(ask)).not.toMatch(saysCopy)
    }
  })
})
