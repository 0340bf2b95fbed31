import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ActionRow } from '../../shared/activity/actions.ts'
import type { JobProblem } from '../../shared/products/problems.ts'
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

it('lists attachments to ids that don’t exist as one line with their count, and creates their products with one command', async () => {
  const picture = join(user.folder, 'mug.png')
  const list = join(user.folder, 'list.csv')
  await writeFile(picture, await makeTestPicture(1, { format: 'png' }))
  await writeFile(list, 'Product ID,SKU,Name\nwrong_1,SKU-1,Mug\nwrong_2,SKU-2,Cup\nwrong_3,SKU-3,Bowl\n')
  expect((await user.work(workspace)).code).toBe(0)
  for (const command of [
    ['add', picture],
    ['products', 'import', list],
    ...[1, 2, 3].map((number) => ['attach', '--product', `wrong_${number}`, '--all', '--current', 'none']),
  ])
    expect((await user.run(...command)).code).toBe(0)
  expect((await user.work(workspace)).code).toBe(3)
  const activity = await user.run('activity', '--standing', 'attention')
  expect(activity.stdout).toMatch(/3 +3 attachments have the same kind of problem: .*Bowl.* +retry, as-new, leave\n/)
  expect(activity.stdout).toContain('“packshot problems PROBLEM --fix REMEDY” settles all jobs of one row.')
  expect(activity.stdout).not.toContain('Attach 1 picture')
  // Programs get each of them.
  expect(await user.list<ActionRow>('activity', '--standing', 'attention')).toHaveLength(3)
  const [problem] = await user.list<JobProblem>('problems')
  expect(problem).toMatchObject({ jobs: 3, products: 3 })
  expect((await user.run('problems', '--fix', 'as-new')).stderr).toContain('--fix needs the problem that it is about.')
  const fixed = await user.run('problems', problem?.key ?? '', '--fix', 'as-new')
  expect(fixed.stdout).toContain('3 jobs queued again (“packshot run” does the work).')
  expect((await user.work(workspace)).code).toBe(0)
  expect((await listProducts(workspace)).map(({ name, attributes }) => [name, attributes.Images?.length]).sort()).toEqual([
    ['Bowl', 1],
    ['Cup', 1],
    ['Mug', 1],
  ])
  expect((await user.run('problems')).stdout).toContain('No two jobs have the same problem.')
})
