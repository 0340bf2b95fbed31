import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../shared/answers/questions.ts'
import type { Image } from '../../shared/pictures/pictures.ts'
import type { Job } from '../../shared/queue/jobs.ts'
import { createRandom } from '../fixtures/random.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { expectNoSilentRepeats, expectSameBytes, listProducts } from '../support/compare-with-service.ts'
import { packshot, startPackshot } from '../support/packshot-process.ts'
import { seed } from '../support/seed.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

const isFull = process.env.PACKSHOT_FAULTS === 'full'
const kills = isFull ? 50 : 6
const pictures = isFull ? 100 : 30

let folder: string
let dataFolder: string
let workspace: WorkspaceProcess
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-kill-'))
  workspace = await startWorkspaceProcess()
})
afterEach(async () => {
  await workspace.remove()
  await rm(folder, { recursive: true, force: true })
})

const run = (...args: string[]) => packshot(args, { dataFolder })
const list = async <T>(what: string): Promise<T[]> => (await run(what, '--json')).json()
const work = ['run', '--api-key-stdin', '--rate', 'none'] as const
const startWork = () => startPackshot([...work, '--base-url', workspace.baseUrl], { dataFolder, stdin: workspace.apiKey })

const checkIntegrity = (): void => {
  const database = new DatabaseSync(join(dataFolder, 'library.db'))
  expect(Object.values(database.prepare('PRAGMA integrity_check').get() ?? {})).toEqual(['ok'])
  database.close()
}

/** One 100-picture run, killed at random moments until it is complete. Returns the number of kills. */
const runWithKills = async (round: number, most: number, random: () => number): Promise<number> => {
  dataFolder = join(folder, `data ${round}`)
  const from = join(folder, `pictures ${round}`)
  await writeTestPictures(from, pictures, { firstSeed: round * 10_000, bytes: 20_000 })
  expect((await run('add', from)).code).toBe(0)
  expect((await run('ask', '--question', 'What colours does it have?', 'Is the background white?')).code).toBe(0)
  expect((await run('attach', '--new', `Product ${round}`)).code).toBe(0)
  let killed = 0
  for (;;) {
    const running = startWork()
    const moment = 150 + random() * 900
    const timer = killed < most ? setTimeout(() => running.child.kill('SIGKILL'), moment) : undefined
    const { signal } = await running.ended
    clearTimeout(timer)
    if (signal !== 'SIGKILL') break
    killed++
    checkIntegrity()
  }
  return killed
}

/** Every request is done, except a create-product that was cut in the middle of its request. */
const checkNothingLost = async (round: number): Promise<number> => {
  let jobs = await list<Job>('jobs')
  for (const parked of jobs.filter((job) => job.status.state === 'parked')) {
    expect(parked.work.operation).toBe('create-product')
    const there = (await listProducts(workspace)).find((one) => one.name === `Product ${round}`)
    const choice = there ? ['--product', there.id] : ['--again']
    expect((await run('retry', parked.id, ...choice)).code).toBe(0)
    if (!there) {
      expect((await startWork().ended).code).toBe(0)
      continue
    }
    // A person named the product, so Packshot asks once which pictures it has.
    expect((await startWork().ended).code).toBe(3)
    const [attach] = (await list<Job>('jobs')).filter((job) => job.status.state === 'parked')
    expect(attach).toMatchObject({ work: { operation: 'attach-sources' }, status: { reason: { code: 'current-unknown' } } })
    expect((await run('retry', attach?.id ?? '', '--current', 'none')).code).toBe(0)
    expect((await startWork().ended).code).toBe(0)
  }
  jobs = await list<Job>('jobs')
  expect(jobs.filter((job) => job.status.state !== 'done')).toEqual([])
  expect(jobs).toHaveLength(pictures * 3 + 2)
  const images = await list<Image & { sourceId: string | null }>('images')
  expect(images).toHaveLength(pictures)
  await expectSameBytes(workspace, images, (image) => join(folder, `pictures ${round}`, image.name))
  expect(await list<Answer>('answers')).toHaveLength(pictures * 2)
  const product = (await listProducts(workspace)).filter((one) => one.name === `Product ${round}`).at(-1)
  expect(product?.attributes.Images).toEqual(images.map((one) => one.sourceId))
  checkIntegrity()
  return expectNoSilentRepeats(workspace, jobs, images)
}

describe('kill -9', () => {
  it(`at ${kills} random moments of ${pictures}-picture runs loses nothing and repeats nothing silently (seed ${seed})`, {
    timeout: 1_200_000,
  }, async () => {
    const random = createRandom(seed)
    // Slow before and after the work, so that some kills hit requests that were carried out and not yet answered.
    const ms = isFull ? 80 : 40
    const slow = (when: string) => ({ match: { path: '/v1/' }, times: 'forever', effect: { kind: 'latency', ms, when } })
    await workspace.misbehave(slow('before'), slow('after'))
    let killed = 0
    let repeats = 0
    for (let round = 1; killed < kills; round++) {
      killed += await runWithKills(round, kills - killed, random)
      repeats += await checkNothingLost(round)
    }
    console.log(`killed ${killed} times; ${repeats} requests were repeated, each said by its job`)
    expect(killed).toBe(kills)
  })
})
