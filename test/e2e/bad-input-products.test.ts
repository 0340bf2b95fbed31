import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Job } from '../../shared/jobs.ts'
import type { Product } from '../../shared/products.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { listProducts, listSources } from '../support/compare-with-service.ts'
import { createPackshotUser, type ListedImage, linesOf, type PackshotUser } from '../support/packshot-user.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

let user: PackshotUser
let workspace: WorkspaceProcess

beforeEach(async () => {
  user = await createPackshotUser()
  workspace = await startWorkspaceProcess()
})
afterEach(async () => {
  await user.expectNowhere([workspace.apiKey])
  await workspace.remove()
  await user.remove()
})

const addPictures = async (count: number): Promise<readonly ListedImage[]> => {
  await writeTestPictures(join(user.folder, 'pictures'), count)
  expect((await user.run('add', join(user.folder, 'pictures'))).code).toBe(0)
  return user.list<ListedImage>('images')
}

describe('a product', () => {
  const createLostProduct = async (): Promise<Job> => {
    await addPictures(2)
    await workspace.misbehave({ match: { path: '/v1/products', method: 'POST' }, effect: { kind: 'lose-answer' } })
    await user.run('attach', '--new', 'Mug “3 dl”')
    const run = await user.work(workspace)
    expect(run.code).toBe(3)
    expect(run.stdout).toMatch(
      /create product “Mug “3 dl””: No answer came: .* may have been created.*not sent again.*retry JOB --product ID.*retry JOB --again/,
    )
    await workspace.misbehave()
    const parked = (await user.jobs()).filter((job) => job.status.state === 'parked')
    expect(parked).toHaveLength(1)
    const [job] = parked
    if (!job) throw new Error('nothing was set aside')
    const plain = await user.run('retry', job.id)
    expect(plain.code).toBe(1)
    expect(plain.stderr).toMatch(/needs a choice.*--product ID.*--again/)
    expect((await user.run('retry')).stdout).toMatch(/Nothing was put back to work\.\nThese need a choice:\n {2}job_/)
    return job
  }

  it('whose creation got no answer is set aside, and goes on with the id that it has', async () => {
    const job = await createLostProduct()
    const [there] = await listProducts(workspace)
    expect((await user.run('retry', job.id, '--product', there?.id ?? '')).code).toBe(0)
    expect(await user.work(workspace)).toMatchObject({ code: 0 })
    expect(await listProducts(workspace)).toMatchObject([
      { id: there?.id, attributes: { Images: [expect.any(String), expect.any(String)] } },
    ])
    expect(await user.list<Product>('products')).toMatchObject([{ productId: there?.id }])
  })

  it('whose creation got no answer is created once more when a person says so, and that is noted', async () => {
    const job = await createLostProduct()
    expect((await user.run('retry', job.id, '--again')).code).toBe(0)
    expect(await user.work(workspace)).toMatchObject({ code: 0 })
    expect(await listProducts(workspace)).toHaveLength(2)
    expect((await user.jobs()).find((one) => one.id === job.id)?.note).toMatch(/second product of this name may exist/)
  })

  it('that nobody knows here is not replaced unasked', async () => {
    await addPictures(2)
    const refused = await user.run('attach', '--product', 'prd_of_a_colleague')
    expect(refused.code).toBe(1)
    expect(linesOf(refused.stderr)).toHaveLength(1)
    expect(refused.stderr).toMatch(/would be replaced.*Nothing was queued.*--current none, --current ID,….*--service-appends/)
    expect((await user.run('attach', '--product', 'prd_of_a_colleague', '--current', 'known')).code).toBe(1)
    expect((await user.jobs()).filter((job) => job.work.operation === 'attach-sources')).toEqual([])
  })

  it('that does not exist is set aside with the service’s words; cancelling it clears the way', async () => {
    await addPictures(2)
    expect((await user.run('attach', '--product', 'prd_wrong', '--current', 'none')).code).toBe(0)
    const run = await user.work(workspace)
    expect(run.code).toBe(3)
    expect(run.stdout).toMatch(
      /attach 2 pictures \(Images\): The service does not know this product \(404\): “There is no product prd_wrong”\. The work is kept\. Check the id, then retry or cancel\./,
    )
    expect(await listSources(workspace)).toHaveLength(2)
    const parked = (await user.jobs()).find((job) => job.status.state === 'parked')
    expect((await user.run('cancel', parked?.id ?? '')).stdout).toBe('1 job cancelled.\n')
    expect(await user.work(workspace)).toMatchObject({ code: 0 })
  })
})
