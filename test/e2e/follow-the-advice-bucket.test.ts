import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../shared/answers/questions.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { saidBy, typeAdvice } from '../support/follow-advice.ts'
import { setUpKeychainUsers } from '../support/keychain-users.ts'
import { findReasonAgainstKeyring } from '../support/keyring-session.ts'
import { type StorageServer, startStorageServer, storageKeys } from '../support/storage-server.ts'

const lack = await findReasonAgainstKeyring()

describe.skipIf(lack)(`the advice for a bucket that refuses${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const set = setUpKeychainUsers()
  let storage: StorageServer
  beforeEach(async () => {
    storage = await startStorageServer()
  })
  afterEach(() => storage.remove())

  it.each([
    ['a wrong secret', { secretAccessKey: 'not-the-right-one' }],
    ['a key that the bucket doesn’t know', { accessKeyId: 'AKIASOMEBODYELSE' }],
  ])('solves it: %s', async (_, wrong) => {
    const user = set.user()
    const file = JSON.parse(await readFile(set.workspace().connectionFile, 'utf8'))
    const path = join(user.folder, 'team.packshot')
    await writeFile(path, JSON.stringify({ ...file, publishing: { ...storage.bucket, keys: { ...storageKeys, ...wrong } } }))
    await user.runWith({ consent: 'allow' }, 'connect', path, '--no-browser')
    await writeTestPictures(join(user.folder, 'pictures'), 2)
    await user.run('add', join(user.folder, 'pictures'))
    await user.run('ask', '--all', '--question', 'What colours does it have?')

    const held = await user.run('run')
    expect(held.code).toBe(3)
    const hand = { known: { ID: storageKeys.accessKeyId }, stdin: storageKeys.secretAccessKey }
    expect(await typeAdvice(user, saidBy(held), /access-key/, hand)).toMatchObject({ code: 0 })
    expect(await user.run('run')).toMatchObject({ code: 0 })
    expect(await user.list<Answer>('answers')).toHaveLength(2)
  })
})
