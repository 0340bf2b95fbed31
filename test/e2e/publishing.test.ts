import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../shared/answers/questions.ts'
import type { PublishingWithKeys } from '../../shared/workspaces/publishing-settings.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { waitFor } from '../support/open-test-core.ts'
import { createPackshotUser, type PackshotUser } from '../support/packshot-user.ts'
import { type StorageServer, startStorageServer, storageKeys } from '../support/storage-server.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

let user: PackshotUser
let workspace: WorkspaceProcess
let storage: StorageServer

beforeEach(async () => {
  user = await createPackshotUser()
  workspace = await startWorkspaceProcess()
  storage = await startStorageServer()
})
afterEach(async () => {
  await user.expectNowhere([storageKeys.secretAccessKey])
  await storage.remove()
  await workspace.remove()
  await user.remove()
})

/** The workspace's connection file with another way of publishing pictures. */
const writeFileWith = async (publishing: PublishingWithKeys): Promise<string> => {
  const path = join(user.folder, 'team.packshot')
  const file = JSON.parse(await readFile(workspace.connectionFile, 'utf8'))
  await writeFile(path, JSON.stringify({ ...file, publishing }))
  return path
}
const addPictures = async (count: number): Promise<readonly string[]> => {
  const paths = await writeTestPictures(join(user.folder, 'pictures'), count, { formats: 'both', names: 'odd' })
  expect((await user.run('add', join(user.folder, 'pictures'))).code).toBe(0)
  return paths
}
const workWith = (file: string, ...args: string[]) => user.runWith({ consent: 'allow' }, 'run', '--connect', file, '--no-browser', ...args)
const analysed = async () => (await workspace.requests('/v1/image/analysis')).filter((one) => one.outcome === 'committed')

describe('a folder of pictures and a bucket', () => {
  it('get answers from a workspace that fetches each picture by its presigned address; then the bucket is empty', async () => {
    const paths = await addPictures(24)
    const file = await writeFileWith({ ...storage.bucket, keys: storageKeys })
    await user.run('ask', '--question', 'What colours does it have?', '--question', 'Is the background white?')
    expect(await workWith(file)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^72 jobs done, 0 waiting, 0 need attention\./) })
    expect(await user.list<Answer>('answers')).toHaveLength(48)
    expect(storage.count('PUT')).toBe(24)
    // Fetched without keys, once per question: no picture was inside a question, and the received bytes are those of the folder.
    expect(storage.requests.filter((one) => one.method === 'GET')).toHaveLength(48)
    expect(storage.requests.some((one) => one.method === 'GET' && one.isSigned)).toBe(false)
    const hashes = await Promise.all(
      paths.map(async (path) =>
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      ),
    )
    expect(new Set((await analysed()).map((one) => one.facts.sha256))).toEqual(new Set(hashes))
    expect(await storage.list()).toEqual([])
  })

  it('leave nothing in the bucket after a kill -9: the next start cleans up', async () => {
    await addPictures(12)
    const file = await writeFileWith({ ...storage.bucket, keys: storageKeys })
    await user.run('ask', '--question', 'What colours does it have?')
    // Removals hang, and so do the last pictures' uploads: killed during both.
    let puts = 0
    storage.fault = ({ method }) => (method === 'DELETE' || (method === 'PUT' && ++puts > 8) ? new Promise(() => {}) : undefined)
    const running = user.start(['run', '--connect', file, '--no-browser'], { consent: 'allow' })
    await waitFor(() => storage.requests.some((one) => one.method === 'DELETE') && puts > 8)
    const ended = running.ended.catch(() => {})
    running.child.kill('SIGKILL')
    await ended
    expect((await storage.list()).length).toBeGreaterThan(0)
    storage.fault = () => undefined
    expect((await workWith(file)).code).toBe(0)
    expect(await user.list<Answer>('answers')).toHaveLength(12)
    expect(await storage.list()).toEqual([])
  })

  it('keep their questions while the key is wrong, which is reported once, and resume with the right one', async () => {
    await addPictures(5)
    await user.run('ask', '--question', 'What colours does it have?')
    const wrong = await writeFileWith({ ...storage.bucket, keys: { ...storageKeys, secretAccessKey: 'not-the-right-one' } })
    const held = await workWith(wrong)
    expect(held.code).toBe(3)
    expect(held.stdout.match(/secret of the access key is wrong/g)).toHaveLength(1)
    expect(held.stdout).toMatch(/^5 jobs done, 5 waiting, 0 need attention\./)
    expect((await workWith(await writeFileWith({ ...storage.bucket, keys: storageKeys }))).code).toBe(0)
    expect(await user.list<Answer>('answers')).toHaveLength(5)
  })
})

it('pictures at one’s own base URL are fetched there, with names escaped and sub-folders kept', async () => {
  const paths = await addPictures(8)
  const asked: string[] = []
  const site = createServer(async (request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? '', 'http://x').pathname).replace(/^\/shop\//, '')
    asked.push(name)
    const bytes = await readFile(join(user.folder, name)).catch(() => null)
    response.writeHead(bytes ? 200 : 404).end(bytes)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/shop`
  const file = await writeFileWith({ kind: 'base-url', baseUrl, folder: user.folder })
  await user.run('ask', '--question', 'What colours does it have?')
  const run = await workWith(file)
  site.close()
  expect(run.code).toBe(0)
  expect(asked.toSorted()).toEqual((await readdir(join(user.folder, 'pictures'))).map((name) => `pictures/${name}`).toSorted())
  expect(await user.list<Answer>('answers')).toHaveLength(paths.length)
})
