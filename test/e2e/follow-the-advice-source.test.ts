import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { listProducts } from '../support/compare-with-service.ts'
import { saidBy, typeAdvice } from '../support/follow-advice.ts'
import { createPackshotUser, type ListedImage, type PackshotUser } from '../support/packshot-user.ts'
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

/** Somebody deletes it in the workspace itself; the service has no operation for it. */
const deleteSource = (id: string): void => {
  const database = new DatabaseSync(join(workspace.folder, 'workspace.sqlite'))
  expect(database.prepare('DELETE FROM source WHERE id = ?').run(id).changes).toBe(1)
  database.close()
}

it.each([
  ['--replace', 2],
  ['--leave-out', 1],
])('the advice for a deleted source solves it: %s', async (choice, attached) => {
  await writeTestPictures(join(user.folder, 'pictures'), 2)
  await user.run('add', join(user.folder, 'pictures'))
  await user.work(workspace)
  const [first] = await user.list<ListedImage>('images')
  deleteSource(first?.sourceId ?? '')
  await user.run('attach', '--all', '--new', 'Mug')
  const asks = await user.work(workspace)
  expect(asks.code).toBe(3)
  const job = (await user.jobs()).find(({ status }) => status.state === 'parked')?.id ?? ''
  expect(saidBy(asks)).toContain(job)
  expect(await typeAdvice(user, saidBy(asks), new RegExp(choice), { known: { JOB: job } })).toMatchObject({ code: 0 })
  expect(await user.work(workspace)).toMatchObject({ code: 0 })
  expect((await listProducts(workspace))[0]?.attributes.Images).toHaveLength(attached)
})
