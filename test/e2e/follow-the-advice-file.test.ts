import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { listSources } from '../support/compare-with-service.ts'
import { saidBy } from '../support/follow-advice.ts'
import { createPackshotUser, type PackshotUser } from '../support/packshot-user.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

let user: PackshotUser
let workspace: WorkspaceProcess
beforeEach(async () => {
  user = await createPackshotUser()
  workspace = await startWorkspaceProcess()
})
afterEach(async () => {
  await workspace.remove()
  await user.remove()
})

it('the advice for a missing file solves it: add the same file again', async () => {
  const pictures = await writeTestPictures(join(user.folder, 'pictures'), 2)
  await user.run('add', join(user.folder, 'pictures'))
  const originals = join(user.dataFolder, 'originals')
  const [kept = ''] = (await readdir(originals, { recursive: true })).filter((name) => name.includes('.'))
  await rm(join(originals, kept))
  const asks = await user.work(workspace)
  expect(asks.code).toBe(3)
  expect(saidBy(asks)).toMatch(/add it again/i)
  const named = pictures.find((path) => saidBy(asks).includes(`“${path.split('/').at(-1)}”`))
  expect(await user.run('add', named ?? '')).toMatchObject({ code: 0 })
  expect(await user.work(workspace)).toMatchObject({ code: 0 })
  expect(await listSources(workspace)).toHaveLength(2)
})
