import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Product, UnsettledList } from '../../shared/products/products.ts'
import type { Job } from '../../shared/queue/jobs.ts'
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
      /Create product Mug “3 dl”: No answer came: .* may have been created.*not sent again.*retry job_\w+ --product ID.*retry job_\w+ --again/,
    )
    await workspace.misbehave()
    const parked = (await user.jobs()).filter((job) => job.status.state === 'parked')
    expect(parked).toHaveLength(1)
    const [job] = parked
    if (!job) throw new Error('nothing was set aside')
    const plain = await user.run('retry', job.id)
    expect(plain.code).toBe(1)
    expect(plain.stderr).toMatch(/needs a choice.*--product ID.*--again/)
    expect((await user.run('retry')).stdout).toMatch(/Nothing was queued again\.\nThese need a choice:\n {2}job_/)
    return job
  }

  it('whose creation got no answer is set aside, and continues with its id', async () => {
    const job = await createLostProduct()
    const [there] = await listProducts(workspace)
    expect((await user.run('retry', job.id, '--product', there?.id ?? '')).code).toBe(0)
    // Somebody may have added pictures since, so the list is not replaced without asking.
    expect((await user.work(workspace)).code).toBe(3)
    const settled = await user.runWith({ stdin: `${there?.id};none` }, 'products', 'settle', '-')
    expect(settled).toMatchObject({ code: 0, stdout: '1 product settled. 1 attachment continues with “packshot run”.\n' })
    expect(await user.work(workspace)).toMatchObject({ code: 0 })
    expect(await listProducts(workspace)).toMatchObject([
      { id: there?.id, attributes: { Images: [expect.any(String), expect.any(String)] } },
    ])
    expect(await user.list<Product>('products')).toMatchObject([{ productId: there?.id }])
  })

  it('whose creation got no answer is created once more if a person says so, with a note', async () => {
    const job = await createLostProduct()
    expect((await user.run('retry', job.id, '--again')).code).toBe(0)
    expect(await user.work(workspace)).toMatchObject({ code: 0 })
    expect(await listProducts(workspace)).toHaveLength(2)
    expect((await user.jobs()).find((one) => one.id === job.id)).toMatchObject({
      note: expect.stringMatching(/second product of this name may exist/),
    })
  })

  it('with an unknown list is not replaced without asking', async () => {
    await addPictures(2)
    const refused = await user.run('attach', '--product', 'prd_of_a_colleague')
    expect(refused.code).toBe(1)
    expect(linesOf(refused.stderr)).toHaveLength(1)
    expect(refused.stderr).toMatch(/Attaching replaces the list.*Nothing was queued.*--current none, --current ID,….*--service-appends/)
    expect((await user.run('attach', '--product', 'prd_of_a_colleague', '--current', 'known')).code).toBe(1)
    expect((await user.jobs()).filter((job) => job.work.operation === 'attach-sources')).toEqual([])
  })

  it('with a doubted list is settled from a file; a colleague’s picture survives, and a typo does no harm', async () => {
    await addPictures(2)
    const [first, second] = await user.list<ListedImage>('images')
    const created = await user.run('attach', '--new', 'Bowl', '--image', first?.id ?? '')
    expect(created.code).toBe(0)
    expect(await user.work(workspace)).toMatchObject({ code: 0 })
    const [product] = await listProducts(workspace)
    const productId = product?.id ?? ''
    expect((await user.run('attach', '--product', productId, '--image', second?.id ?? '')).code).toBe(0)
    for (const appends of ['true', 'false']) expect((await user.run('connection', '--set', `serviceAppends=${appends}`)).code).toBe(0)
    expect((await user.run('connection', '--set', 'productAddress=https://shop.example/p/{productId}')).code).toBe(0)
    expect((await user.work(workspace)).code).toBe(3)

    const waiting = await user.list<UnsettledList>('products', '--unsettled')
    expect(waiting).toMatchObject([{ productId, why: 'doubted', address: `https://shop.example/p/${productId}` }])
    expect((await user.run('products', '--unsettled')).stdout).toMatch(/“packshot products settle FILE”/)
    const settle = (text: string) => user.runWith({ stdin: text }, 'products', 'settle', '-')
    const known = waiting[0]?.sourceIds ?? []
    const typo = await settle(`${productId};nnoe\nprd_unknown;none\n`)
    expect(typo).toMatchObject({ code: 1 })
    expect(typo.stdout).toMatch(
      /^No product was settled\.\nLine 1 .*“nnoe” doesn’t look like a source ID.*ids:nnoe\.\nLine 2 \(prd_unknown\): Nothing waits/,
    )
    const left = await settle(`${productId};none\n`)
    expect(left).toMatchObject({ code: 3 })
    expect(left.stdout).toMatch(/leaves out/)
    const said = await settle(`${productId};${known.join(',')}\n`)
    expect(said).toMatchObject({ code: 0, stdout: '1 product settled. 1 attachment continues with “packshot run”.\n' })
    expect(await user.work(workspace)).toMatchObject({ code: 0 })
    expect((await listProducts(workspace))[0]?.attributes.Images).toEqual([...known, expect.any(String)])
    expect((await user.run('products', '--unsettled')).stdout).toBe('No product needs an answer about its pictures.\n')
  })

  it('with a wrong ID is corrected, and no word is mistaken for a picture’s ID', async () => {
    await addPictures(1)
    const [image] = await user.list<ListedImage>('images')
    expect((await user.run('attach', '--new', 'Bowl', '--image', image?.id ?? '')).code).toBe(0)
    expect(await user.work(workspace)).toMatchObject({ code: 0 })
    const [product] = await listProducts(workspace)
    const banana = await user.run('attach', '--product', 'prd_wrong', '--current', 'banana')
    expect(banana.code).toBe(1)
    expect(banana.stderr).toMatch(
      /“banana” doesn’t look like a source ID of this workspace\. Nothing was queued\..*--current none.*ids:banana/,
    )
    await writeTestPictures(join(user.folder, 'more'), 2)
    expect((await user.run('add', join(user.folder, 'more'))).code).toBe(0)
    const added = (await user.list<ListedImage>('images')).find((one) => one.id !== image?.id)
    expect((await user.run('attach', '--product', 'prd_wrong', '--current', 'none', '--image', added?.id ?? '')).code).toBe(0)
    expect((await user.work(workspace)).code).toBe(3)
    const parked = (await user.jobs()).find((job) => job.status.state === 'parked')
    expect((await user.run('retry', parked?.id ?? '', '--product', product?.id ?? '')).code).toBe(0)
    expect(await user.work(workspace)).toMatchObject({ code: 0 })
    expect((await listProducts(workspace))[0]?.attributes.Images).toHaveLength(2)
  })

  it('that does not exist is set aside with the service’s words; cancelling it unblocks the rest', async () => {
    await addPictures(2)
    expect((await user.run('attach', '--product', 'prd_wrong', '--current', 'none')).code).toBe(0)
    const run = await user.work(workspace)
    expect(run.code).toBe(3)
    expect(run.stdout).toMatch(
      /Attach 2 pictures to [^:]+: The service does not know this product \(404\): “There is no product prd_wrong”\. The work is kept\. Check the id, then retry or cancel: “packshot retry job_\w+ --product ID”/,
    )
    expect(await listSources(workspace)).toHaveLength(2)
    const parked = (await user.jobs()).find((job) => job.status.state === 'parked')
    expect((await user.run('cancel', parked?.id ?? '')).stdout).toBe('1 job cancelled.\n')
    expect(await user.work(workspace)).toMatchObject({ code: 0 })
  })
})
