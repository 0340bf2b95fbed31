import { rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { listProducts } from '../support/compare-with-service.ts'
import { commandsIn, saidBy } from '../support/follow-advice.ts'
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

it.each(['emptied', 'removed'] as const)('the advice of each command solves a library that was %s', async (how) => {
  await writeTestPictures(join(user.folder, 'pictures'), 2)
  await user.run('add', join(user.folder, 'pictures'))
  await user.run('attach', '--all', '--new', 'Mug')
  expect(await user.work(workspace)).toMatchObject({ code: 0 })
  const library = join(user.dataFolder, 'library.db')
  for (const beside of ['-wal', '-shm']) await rm(`${library}${beside}`, { force: true })
  if (how === 'emptied') await truncate(library, 0)
  else await rm(library)

  // A read-only command changes nothing, and names the command that repairs.
  const reads = await user.run('status')
  expect(reads.code).toBe(1)
  expect(commandsIn(saidBy(reads))).toEqual(['run'])
  const repaired = await user.work(workspace)
  expect(saidBy(repaired)).toMatch(/It was restored as of|pictures came back from the originals/)
  // The state depends on the last snapshot: its remaining work waits for a person, or is done.
  if (repaired.code !== 0) {
    expect(repaired.code).toBe(3)
    expect(commandsIn(saidBy(repaired)).some((command) => command.startsWith('retry'))).toBe(true)
  }
  expect(await user.run('status')).toMatchObject({ code: 0, stdout: expect.stringContaining('Pictures: 2') })
  // The workspace is unchanged: nothing was made twice, and no list was replaced.
  const [product, ...others] = await listProducts(workspace)
  expect(others).toEqual([])
  expect(product?.attributes.Images).toHaveLength(2)
})
