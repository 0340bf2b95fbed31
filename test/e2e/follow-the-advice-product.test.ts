import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { listProducts } from '../support/compare-with-service.ts'
import { saidBy, typeAdvice } from '../support/follow-advice.ts'
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

const createProduct = async (): Promise<string> => {
  const headers = { 'x-api-key': workspace.apiKey, 'content-type': 'application/json' }
  const answer = await fetch(`${workspace.baseUrl}/v1/products`, { method: 'POST', headers, body: '{"name":"Mug"}' })
  return ((await answer.json()) as { data: { id: string } }).data.id
}

it('the advice for a wrong product ID solves it: the pictures go to the right product', async () => {
  const right = await createProduct()
  await writeTestPictures(join(user.folder, 'pictures'), 2)
  await user.run('add', join(user.folder, 'pictures'))
  await user.run('attach', '--all', '--product', 'prd_typo', '--current', 'none')
  const asks = await user.work(workspace)
  expect(asks.code).toBe(3)
  const known = { ID: right }
  expect(await typeAdvice(user, saidBy(asks), /--product/, { known })).toMatchObject({ code: 0 })
  // The content of the right product is a separate question with its own advice.
  const asksAgain = await user.work(workspace)
  expect(asksAgain.code).toBe(3)
  expect(await typeAdvice(user, saidBy(asksAgain), /--current none/, { known })).toMatchObject({ code: 0 })
  expect(await user.work(workspace)).toMatchObject({ code: 0 })
  const attached = (await listProducts(workspace)).find(({ id }) => id === right)?.attributes.Images
  expect(attached).toHaveLength(2)
})
