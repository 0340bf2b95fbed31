import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../shared/answers/questions.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { setUpKeychainUsers } from '../support/keychain-users.ts'
import { findReasonAgainstKeyring } from '../support/keyring-session.ts'
import type { PackshotUser } from '../support/packshot-user.ts'
import { type StorageServer, startStorageServer, storageKeys } from '../support/storage-server.ts'
import type { WorkspaceProcess } from '../support/workspace-process.ts'

const lack = await findReasonAgainstKeyring()

describe.skipIf(lack)(`packshot publishing with a real keychain${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const set = setUpKeychainUsers()
  let user: PackshotUser
  let workspace: WorkspaceProcess
  let storage: StorageServer

  beforeEach(async () => {
    user = set.user()
    workspace = set.workspace()
    storage = await startStorageServer()
    const connected = await user.runWith(
      { stdin: workspace.apiKey },
      'connect',
      ...['--base-url', workspace.baseUrl, '--api-key-stdin', '--publish', 'origin', '--rate', 'none'],
    )
    expect(connected.code).toBe(0)
    await writeTestPictures(join(user.folder, 'pictures'), 4)
    await user.run('add', join(user.folder, 'pictures'))
    await user.run('ask', '--question', 'What colours does it have?')
  })
  afterEach(async () => {
    await user.expectNowhere([storageKeys.secretAccessKey, workspace.apiKey])
    await storage.remove()
  })

  const setBucket = (secret: string, ...more: string[]) =>
    user.runWith(
      { stdin: `${secret}\n` },
      ...['publishing', 'bucket', '--endpoint', storage.endpoint, '--bucket', 'pictures', '--lifetime', '30'],
      ...['--access-key', storageKeys.accessKeyId, '--secret-key-stdin', ...more],
    )

  it('sets and tests a bucket; another process has the key, waiting questions resume, disconnecting empties and forgets', async () => {
    expect((await user.run('run')).code).toBe(3)
    const set = await setBucket(storageKeys.secretAccessKey, '--test', '--keep')
    expect(set).toMatchObject({ code: 0, stdout: expect.stringMatching(/^The test worked: put, fetched and removed in \d+ ms\.\n/) })
    const shown = await user.run('publishing')
    expect(shown.stdout).toMatch(
      /bucket pictures at http.* below packshot\/\)\.\n.*30 minutes; answered pictures are left there\.\n.*in the keychain\. .*\n$/,
    )
    expect(await user.run('run')).toMatchObject({ code: 0 })
    expect(await user.list<Answer>('answers')).toHaveLength(4)
    expect(await storage.list()).toHaveLength(4)
    expect((await user.run('disconnect')).code).toBe(0)
    expect(await storage.list()).toEqual([])
  })

  it('changes nothing when the test fails', async () => {
    const failed = await setBucket('not-the-right-one', '--test')
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/secret of the access key is wrong/) })
    expect((await user.run('publishing', '--json')).json()).toMatchObject({ publishing: { kind: 'origin' }, hasKeys: false })
    for (const args of [
      ['bucket'],
      ['bucket', '--endpoint', 'http://storage.example', '--bucket', 'x1y'],
      ['ftp://x'],
      ['bucket', '--secret-key-stdin', '--endpoint', storage.endpoint, '--bucket', 'pictures'],
    ])
      expect(await user.run('publishing', ...args)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/Nothing was changed|with data, origin/),
      })
  })

  it('tests pictures inside questions, and uses that if it works', async () => {
    const tried = await user.run('publishing', 'try-data')
    expect(tried).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/inside the questions\.\nInside a question, a tiny picture worked on .*red/),
    })
    expect((await user.run('run')).code).toBe(0)
    expect(await user.list<Answer>('answers')).toHaveLength(4)
  })
})
