import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeTestPicture } from '../fixtures/test-pictures.ts'
import { listProducts } from '../support/compare-with-service.ts'
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

const altText = async () => (await listProducts(workspace)).map(({ attributes }) => attributes['Alt text'])

it('sends the texts of the answers to their products, as a dry run says before, and puts the previous ones back', async () => {
  const picture = join(user.folder, 'mug.png')
  await writeFile(picture, await makeTestPicture(1, { format: 'png' }))
  const question = 'What format is it?'
  for (const command of [
    ['add', picture],
    ['attach', '--new', 'Mug', '--all'],
    ['ask', '--question', question],
  ])
    expect((await user.run(...command)).code).toBe(0)
  expect((await user.work(workspace)).code).toBe(0)
  const column = ['--column', `${question}=Alt text`]
  expect((await user.run('send-texts', ...column)).stderr).toMatch(/^There are no texts to send\. .*Approve texts first/)
  const dry = await user.run('send-texts', ...column, '--drafts', '--dry-run')
  expect(dry.stdout).toMatch(/Mug +Alt text +Empty +The file is a PNG/)
  expect(dry.code).toBe(0)
  expect((await user.run('send-texts', ...column, '--drafts')).code).toBe(0)
  expect((await user.work(workspace)).code).toBe(0)
  expect(await altText()).toEqual([expect.stringMatching(/^The file is a PNG/)])
  const rows: readonly { readonly action: number; readonly facts: { readonly kind: string } }[] = (
    await user.run('activity', '--json')
  ).json()
  const action = rows.find(({ facts }) => facts.kind === 'set-text')?.action
  expect((await user.run('send-texts', '--restore', String(action))).stdout).toBe('1 previous text queued\n')
  expect((await user.work(workspace)).code).toBe(0)
  expect(await altText()).toEqual([''])
})
