import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ParkChoice } from '../../../shared/queue/job-states.ts'
import type { Job } from '../../../shared/queue/jobs.ts'
import { type TestCore, writePng } from '../../support/open-test-core.ts'
import type { Received } from '../../support/scripted-service.ts'

type Client = TestCore['client']

/** Adds pictures, asks about them and attaches them: Packshot's main job. Requested twice, it runs once. */
export const askForMainJob = async (client: Client, folder: string, pictures = 3): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const paths = Array.from({ length: pictures }, (_, index) => join(folder, `picture ${index}.png`))
  for (const path of paths) await writePng(path, path)
  await client.intake.add({ named: paths, recursive: false, upload: true })
  await client.questions.ask({ images: { kind: 'all' }, questions: ['White?'], again: false })
  await client.products.attach({
    images: { kind: 'all' },
    product: { kind: 'new', name: 'Mug' },
    attribute: 'Images',
    current: null,
    again: false,
  })
}

export const connectToScripted = (client: Client, baseUrl: string) =>
  client.session.connect({
    kind: 'api-key',
    baseUrl,
    apiKey: 'key',
    rates: { 'analyse-image': null },
    publishing: { kind: 'data' },
  })

const order: readonly ParkChoice[] = ['retry', 'replace', 'ready', 'again', 'leave-out']

/** A person's handling of a parked job: any of the offered choices. */
const choose = async (client: Client, job: Job): Promise<void> => {
  if (job.status.state !== 'parked') return
  const { choices, reason } = job.status
  const say = (kind: 'nothing' | 'as-known') => client.jobs.retry({ jobIds: [job.id], choice: 'retry', current: { kind } })
  // Of a library that was repaired, Packshot may know more than the job does.
  if (reason.code === 'current-unknown') await say('nothing').catch(() => say('as-known'))
  else {
    const choice = order.find((one) => choices.includes(one))
    if (choice) await client.jobs.retry({ jobIds: [job.id], choice })
  }
}

const systemTime = { now: Date.now, sleep: (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms)) }

/** Waits until everything is done, making a choice for each parked job. Returns `null`, or what is not done. `isOver`: stop waiting. */
export const settleAll = async (
  client: Client,
  limitMs: number,
  isOver: () => boolean | Promise<boolean> = () => false,
  time: typeof systemTime = systemTime,
): Promise<string | null> => {
  const until = time.now() + limitMs
  for (;;) {
    const { counts, holds } = await client.queue.status()
    // Waiting work may depend on parked work.
    if (counts.running === 0 && (counts.waiting === 0 || counts.parked > 0)) {
      const parked = await client.jobs.list({ state: 'parked' })
      if (parked.length === 0 && counts.waiting === 0) return null
      for (const job of parked) await choose(client, job)
    }
    if (time.now() > until || (await isOver()))
      return `${counts.waiting} waiting, ${counts.running} running, ${counts.parked} parked; holds: ${holds.map(({ kind, reason }) => `${kind}${reason === null ? '' : ` (${JSON.stringify(reason.failure)})`}`).join(', ') || 'none'}`
    await time.sleep(20)
  }
}

/** A request that the service carried out, with a key that is equal for repeats. */
export type Effect = { readonly operation: Job['work']['operation']; readonly key: string }

export const effectOf = (request: Received): Effect => {
  if (request.path === '/v1/sources')
    return { operation: 'upload-source', key: /picture \d+\.png/.exec(request.body.toString('latin1'))?.[0] ?? '' }
  if (request.path === '/v1/image/analysis') return { operation: 'analyse-image', key: request.body.toString('latin1') }
  if (request.method === 'POST') return { operation: 'create-product', key: request.body.toString('latin1') }
  return { operation: 'attach-sources', key: request.path }
}

/** Creations and uploads that ran more often than reported; `null`: none. */
export const findSilentRepeats = async (client: Client, effects: readonly Effect[]): Promise<string | null> => {
  const { items } = await client.queue.repeats({ after: 0, limit: 1_000 })
  for (const operation of ['upload-source', 'create-product', 'analyse-image'] as const) {
    const keys = effects.filter((one) => one.operation === operation).map(({ key }) => key)
    const repeated = new Set(keys.filter((key, index) => keys.indexOf(key) !== index)).size
    const said = items.filter((one) => one.operation === operation).length
    if (repeated > said) return `${repeated} of ${operation} were done twice, and ${said} said so`
  }
  return null
}
