import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { libraryFile } from '../../electron/core/base/database/library-files.ts'
import type { PlanSummary } from '../../shared/products/plans.ts'
import { createRandom } from '../fixtures/random.ts'
import { makeTestPicture } from '../fixtures/test-pictures.ts'
import { expectNoSilentRepeats, expectSameBytes, listProducts } from '../support/compare-with-service.ts'
import { createPackshotUser, type ListedImage, type PackshotUser } from '../support/packshot-user.ts'
import { seed } from '../support/seed.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

const kills = Number(process.env.PACKSHOT_KILLS ?? 50)
const random = createRandom(seed)

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

const skus = Array.from({ length: 60 }, (_, at) => `SKU-${at + 100}`)
const views = ['1.png', '2.png', '10.png']

const prepare = async (): Promise<void> => {
  for (const [at, sku] of skus.entries()) {
    await mkdir(join(user.folder, 'drop', sku), { recursive: true })
    for (const [index, view] of views.entries())
      await writeFile(join(user.folder, 'drop', sku, view), await makeTestPicture(at * 10 + index + 1, { format: 'png', bytes: 20_000 }))
  }
  await writeFile(join(user.folder, 'list.csv'), `SKU;Name\n${skus.map((sku) => `${sku};Product ${sku}`).join('\n')}\n`)
  expect((await user.run('products', 'import', join(user.folder, 'list.csv'))).code).toBe(0)
  expect((await user.run('add', join(user.folder, 'drop'), '--recursive', '--no-upload')).code).toBe(0)
}

/** Starts the command and kills it after a random time; returns whether it was killed before it ended. */
const runAndKill = async (args: readonly string[], most: number, stdin?: string): Promise<boolean> => {
  const running = user.start(args, stdin === undefined ? {} : { stdin })
  const timer = setTimeout(() => running.child.kill('SIGKILL'), random() * most)
  // The person’s own check refuses an end by a signal.
  const ended = await running.ended.then(
    () => false,
    () => true,
  )
  clearTimeout(timer)
  return ended && running.child.signalCode === 'SIGKILL'
}

const expectWhole = (): void => {
  const database = new DatabaseSync(libraryFile(user.dataFolder), { readOnly: true })
  expect(Object.values(database.prepare('PRAGMA integrity_check').get() ?? {})).toEqual(['ok'])
  database.close()
}

/** A person answers for creations that were killed in the middle of their request, after a look into the workspace. */
const answerForCreations = async (): Promise<number> => {
  const parked = (await user.jobs()).filter(({ status }) => status.state === 'parked')
  const there = new Map((await listProducts(workspace)).map(({ name, id }) => [name, id]))
  for (const { id, work, status } of parked) {
    const what = JSON.stringify({ operation: work.operation, status })
    if (work.operation === 'create-product') {
      const made = there.get(work.name)
      const answer = await user.run('retry', id, ...(made ? ['--product', made] : ['--again']))
      expect(answer.code, `${what} ${answer.stderr}`).toBe(0)
    } else {
      // The product was named by a person, so Packshot asks what it shows.
      expect(work.operation, what).toBe('attach-sources')
      const answer = await user.run('retry', id, '--current', 'none')
      expect(answer.code, `${what} ${answer.stderr}`).toBe(0)
    }
  }
  return parked.length
}

it(`does a plan that was confirmed offline exactly once, with kill -9 at ${kills} random moments`, async () => {
  await prepare()
  await workspace.stop()
  // How long each takes here, so that kills come at any moment of it.
  const matching = ['match', '--json']
  const begun = performance.now()
  expect((await user.run(...matching)).code).toBe(0)
  const commandMs = performance.now() - begun
  expect((await user.run('match', '--undo')).code).toBe(0)
  let killed = 0
  const offline = Math.ceil(kills / 3)
  while (killed < offline / 2) if (await runAndKill(matching, commandMs * 1.2)) killed += 1
  const matched = await user.run(...matching)
  expect(matched.json()).toMatchObject({ matched: skus.length * views.length, questions: 0, unmatched: 0 })
  const confirm = ['attach', '--matched', '--valid-for', '3d', '--json']
  const offlineRun = ['run', '--api-key-stdin', '--base-url', workspace.baseUrl, '--rate', 'none']
  while (killed < offline) {
    const hasPlan = (await user.list<PlanSummary>('plans')).length > 0
    if (await runAndKill(hasPlan ? offlineRun : confirm, commandMs * 1.5, hasPlan ? workspace.apiKey : undefined)) killed += 1
  }
  if ((await user.list<PlanSummary>('plans')).length === 0) expect((await user.run(...confirm)).code).toBe(0)
  expect(await user.list<PlanSummary>('plans')).toMatchObject([{ products: skus.length, pictures: skus.length * views.length }])
  expectWhole()
  await workspace.restartOnSamePort()

  // Slow answers, so that the plan lasts for all kills; many of them come between an effect and its answer.
  await workspace.misbehave({ match: { path: '/v1/' }, times: 'forever', effect: { kind: 'latency', ms: 400, when: 'after' } })
  let asked = 0
  while (killed < kills) {
    if (await runAndKill(offlineRun, commandMs * 2, workspace.apiKey)) killed += 1
    else {
      const answered = await answerForCreations()
      asked += answered
      const [plan] = await user.list<PlanSummary>('plans')
      if (answered === 0 && plan?.counts.done === skus.length) break
    }
    expectWhole()
  }
  for (let rounds = 0; rounds < 4; rounds += 1) {
    const run = await user.work(workspace)
    if (run.code === 0) break
    expect(run.code, run.stderr).toBe(3)
    asked += await answerForCreations()
  }

  const images = await user.list<ListedImage & { readonly folder: string }>('images')
  const nameOf = new Map(images.map((one) => [one.sourceId, `${one.folder.split('/').at(-1)}/${one.name}`]))
  const held = (await listProducts(workspace)).map(({ name, attributes }) => [name, (attributes.Images ?? []).map((id) => nameOf.get(id))])
  expect(held).toHaveLength(skus.length)
  expect(Object.fromEntries(held)).toEqual(Object.fromEntries(skus.map((sku) => [`Product ${sku}`, views.map((view) => `${sku}/${view}`)])))
  await expectSameBytes(workspace, images, (image) => (image.origin.kind === 'file' ? image.origin.path : ''))
  const repeats = await expectNoSilentRepeats(workspace, await user.jobs(), images)
  const [plan] = await user.list<PlanSummary>('plans')
  expect(plan).toMatchObject({ doing: null, counts: { done: skus.length, failed: 0, attention: 0, cancelled: 0 } })
  console.log(`seed ${seed}: ${killed} kills, ${asked} questions, ${repeats} requests repeated, each said`)
  expect(killed).toBe(kills)
})
