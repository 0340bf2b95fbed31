import { existsSync, readdirSync } from 'node:fs'
import { cp, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { openSecretStore } from '../../../../electron/core/base/keychain/open-secret-store.ts'
import { describeRecoveries, describeRecovery } from '../../../../shared/base/recovery-words.ts'
import { openTestCore, type TestPorts, waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { createMortalKeytar } from '../keychain/mortal-keytar.ts'

let keychain = createMortalKeytar()
const openKeychainOf = (dataFolder: string) => async () => {
  const opened = await openSecretStore({ loadKeytar: async () => keychain.keytar, dataFolder, platform: 'darwin', probe: false })
  return { store: opened.store }
}
const library = prepareTestLibrary({ openKeychain: () => openKeychainOf(data())() })
const data = (name = 'data'): string => join(library.folder(), name)
const openAt = (folder: string, more: TestPorts = {}) => openTestCore(folder, { openKeychain: openKeychainOf(folder), ...more })

beforeEach(() => {
  keychain = createMortalKeytar()
})

/** The keychain's facts about each library, by id. */
const points = (): Record<string, number> =>
  Object.assign(
    {},
    ...[...keychain.entries]
      .filter(([name]) => name.endsWith('/library-points'))
      .map(([, text]) => Object.fromEntries(JSON.parse(JSON.parse(text).value))),
  )
const libraryPoint = (folder: string): { id: string; sequence: number } => {
  const database = new DatabaseSync(join(folder, 'library.db'), { readOnly: true })
  const row = database.prepare('SELECT id, sequence FROM library').get()
  database.close()
  return { id: String(row?.id), sequence: Number(row?.sequence) }
}

/** A backup in which two uploads, a new product and its attachment are waiting. Since then all of it was done. */
const backUpThenWork = async (): Promise<void> => {
  await library.add(['one.png', 'two.png'])
  await library.connect()
  await library.attach([(await library.row('one.png')).id, (await library.row('two.png')).id])
  await library.close()
  await cp(data(), data('backup'), { recursive: true })
  await library.reopen()
  await library.connect()
  await library.start()
  await library.settled()
  expect(await library.counts()).toMatchObject({ done: 4 })
  await library.close()
}
const restoreBackup = async (): Promise<void> => {
  await rm(data(), { recursive: true })
  await cp(data('backup'), data(), { recursive: true })
}
const saysCopy = /This data folder is a copy, for example from a backup/

describe('a data folder that was restored whole from a backup', () => {
  it('is reported by read-only commands, which change nothing', async () => {
    await backUpThenWork()
    await restoreBackup()
    const before = libraryPoint(data())
    const { core, client } = await openAt(data(), { access: 'read' })
    expect(describeRecoveries(core.restored)).toMatch(saysCopy)
    expect(describeRecoveries(core.restored)).toMatch(/“packshot run”/)
    expect(await client.recovery.list()).toMatchObject([{ reason: 'copy', isMarked: false }])
    // A sound library is still shown.
    expect(await client.pictures.list()).toHaveLength(2)
    await core.stop()
    expect(libraryPoint(data())).toEqual(before)
    expect(existsSync(join(data(), 'library-damage.json'))).toBe(false)
  })

  it('repeats nothing silently: creations and attachments wait, uploads say that they may run twice, lists are in doubt', async () => {
    await backUpThenWork()
    await restoreBackup()
    await library.reopen()
    expect(describeRecoveries(library.core().restored)).toMatch(saysCopy)
    const [notice] = await library.client().recovery.list()
    expect(notice).toMatchObject({ reason: 'copy', isMarked: true })
    expect(notice && describeRecovery(notice).action).toMatch(/wait for you in Activity.*may be done twice/)
    const jobs = await library.client().jobs.list({})
    const parked = jobs.filter((one) => one.status.state === 'parked')
    expect(parked.map((one) => one.work.operation).sort()).toEqual(['attach-sources', 'create-product'])
    const uploads = jobs.filter((one) => one.work.operation === 'upload-source')
    expect(uploads.map(({ notes }) => notes)).toEqual([[{ kind: 'restored' }], [{ kind: 'restored' }]])
    await library.connect()
    await library.start()
    await waitFor(async () => (await library.counts()).done === 2)
    const sent = (method: string, path: string) =>
      library.service().received.filter((one) => one.method === method && one.path.startsWith(path))
    expect(sent('POST', '/v1/products')).toHaveLength(1)
    expect(sent('PATCH', '/v1/products')).toHaveLength(1)
    expect((await library.client().queue.repeats({ after: 0 })).items).toHaveLength(2)
    // The notice stays until it was read, and never comes back.
    await library.reopen()
    expect(describeRecoveries(library.core().restored)).toMatch(saysCopy)
    await library.client().recovery.acknowledge()
    await library.reopen()
    expect(describeRecoveries(library.core().restored)).toBeNull()
  })

  it('is noticed each time, also when the same backup is restored again', async () => {
    await backUpThenWork()
    for (let time = 0; time < 3; time++) {
      await restoreBackup()
      await library.reopen()
      expect(describeRecoveries(library.core().restored)).toMatch(saysCopy)
      await library.close()
    }
  })

  it('is noticed even if its library is also damaged and can be repaired', async () => {
    await backUpThenWork()
    await restoreBackup()
    const { createDamageNote } = await import('../../../../electron/core/base/database/damage-note.ts')
    const { systemPlatform } = await import('../../../../electron/core/base/platform/platform.ts')
    createDamageNote(data(), systemPlatform.files.sync).write({ id: 'd1', at: 1, reason: 'damaged', found: 'a test' })
    await library.reopen()
    expect(await library.client().recovery.list()).toMatchObject([{ reason: 'copy' }])
  })
})

describe('the mark in the keychain', () => {
  it('is written at the end instead of with each change, and is never ahead of the library', async () => {
    for (let index = 0; index < 20; index++) await library.add([`${index}.png`])
    expect(keychain.changes()).toBe(0)
    await library.close()
    expect(keychain.changes()).toBe(1)
    const { id, sequence } = libraryPoint(data())
    expect(points()).toEqual({ [id]: sequence })
    // No change, so nothing is written.
    const reader = await openAt(data(), { access: 'read' })
    await reader.core.stop()
    expect(keychain.changes()).toBe(1)
  })

  it('reports no older copy after a kill between a change and the mark', async () => {
    await library.add(['one.png'])
    await library.close()
    await library.reopen()
    await library.add(['two.png'])
    // The state after kill -9: the keychain knows the end before.
    await cp(data(), data('killed'), { recursive: true })
    await library.close()
    await rm(data(), { recursive: true })
    await rename(data('killed'), data())
    const before = points()
    for (const [name, text] of keychain.entries) keychain.entries.set(name, text.replace(/,\d+\]\]/, ',2]]'))
    expect(points()).not.toEqual(before)
    await library.reopen()
    expect(describeRecoveries(library.core().restored)).toBeNull()
    expect(await library.names()).toHaveLength(2)
  })

  it.each([
    ['refuses', new Error('The collection is locked')],
    ['does not answer', 'hang' as const],
  ])('is not needed if the keychain %s', async (_, trouble) => {
    await library.add(['one.png'])
    await library.close()
    keychain.setTrouble(trouble)
    await library.reopen()
    expect(describeRecoveries(library.core().restored)).toBeNull()
    await library.add(['two.png'])
    await library.close()
    keychain.setTrouble('none')
    await library.reopen()
    expect(describeRecoveries(library.core().restored)).toBeNull()
  })

  it('that could only be read later still detects a copy, and the next start marks the doubts', async () => {
    await backUpThenWork()
    await restoreBackup()
    keychain.setTrouble(new Error('The collection is locked'))
    const told: string[] = []
    await library.reopen({ onDamage: ({ message }) => told.push(message) })
    expect(describeRecoveries(library.core().restored)).toBeNull()
    keychain.setTrouble('none')
    await library.add(['three.png'], false)
    await library.close()
    await waitFor(() => saysCopy.test(told.join()))
    keychain.setTrouble(new Error('The collection is locked'))
    await library.reopen()
    expect(describeRecoveries(library.core().restored)).toMatch(saysCopy)
    expect(await library.names()).toHaveLength(3)
  })
})

describe('a data folder copied beside the first', () => {
  it('becomes a library of its own when its restored work is marked as doubtful; the first is unaffected', async () => {
    await backUpThenWork()
    await cp(data(), data('copied'), { recursive: true })
    const copied = await openAt(data('copied'))
    expect(describeRecoveries(copied.core.restored)).toMatch(saysCopy)
    await copied.client.recovery.acknowledge()
    await copied.core.stop()
    await library.reopen()
    expect(describeRecoveries(library.core().restored)).toBeNull()
    await library.add(['three.png'])
    await library.close()
    const again = await openAt(data('copied'))
    expect(describeRecoveries(again.core.restored)).toBeNull()
    await again.core.stop()
    const [one, other] = [libraryPoint(data()), libraryPoint(data('copied'))]
    expect(points()).toMatchObject({ [one.id]: one.sequence, [other.id]: other.sequence })
    expect(one.id).not.toBe(other.id)
  })

  it('that replaced the first one while it was missing is recognized when both are there', async () => {
    await backUpThenWork()
    await cp(data(), data('copied'), { recursive: true })
    await rename(data(), data('unplugged'))
    const second = await openAt(data('copied'))
    await second.client.questions.ask({ images: { kind: 'all' }, questions: ['White?'], again: false })
    await second.core.stop()
    await rename(data('unplugged'), data())
    // The second continued as the only library, so the first is the older copy.
    const first = await openAt(data())
    expect(describeRecoveries(first.core.restored)).toMatch(saysCopy)
    await first.client.recovery.acknowledge()
    await first.core.stop()
    for (const name of ['copied', 'data', 'copied', 'data']) {
      const next = await openAt(data(name))
      expect(describeRecoveries(next.core.restored), name).toBeNull()
      await next.core.stop()
    }
  })

  it('is not reported for a folder that was moved and left a link in its place', async () => {
    await backUpThenWork()
    await rename(data(), data('moved'))
    await symlink(data('moved'), data())
    const moved = await openAt(data('moved'))
    expect(describeRecoveries(moved.core.restored)).toBeNull()
    await moved.core.stop()
    expect(readdirSync(data('moved')).filter((name) => /damage/.test(name))).toEqual([])
  })
})
