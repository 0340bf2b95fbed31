import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSequenceMark } from '../../../electron/core/base/database/sequence-mark.ts'
import { systemFiles } from '../../../electron/core/base/platform/system-files.ts'
import { AppError } from '../../../shared/base/errors.ts'
import { createModelService } from '../../simulation/model-service.ts'
import { type Client, createSimPackshot, type SimPackshot } from '../../simulation/sim-packshot.ts'
import { createRandom, createWorld, type World } from '../../simulation/world.ts'
import { settleAll } from './main-job.ts'
import type { Part } from './part.ts'

/**
 * In the simulation, where the same number gives the same library, the same bits and the same order of all that comes after. What the disk and
 * the network do is the business of other parts.
 */
const pictures = 4
/** Of every picture: its upload and a question; and the product with its pictures. What was asked while paused comes on top. */
const jobsAtLeast = pictures * 3 + 2

const namesOf = (data: string): string[] => readdirSync(data).filter((name) => name.startsWith('library.db') && !name.endsWith('-shm'))

/** Of every file of the library, only files that were left unchanged may be refused. */
const fingerprint = (data: string): string =>
  namesOf(data)
    .sort()
    .map((name) => {
      const digest = createHash('sha256')
        .update(readFileSync(join(data, name)))
        .digest('hex')
      return `${name} ${digest}`
    })
    .join('\n')

const flip = (file: string, random: () => number, bits: number): void => {
  const bytes = readFileSync(file)
  for (let count = 0; count < bits; count++) {
    const at = Math.floor(random() * bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
  }
  writeFileSync(file, bytes)
}

const damage = (data: string, random: () => number): string => {
  const main = join(data, 'library.db')
  const wal = join(data, 'library.db-wal')
  const logBytes = statSync(wal, { throwIfNoEntry: false })?.size ?? 0
  const kinds: readonly (readonly [string, () => void])[] = [
    ['one bit of the library', () => flip(main, random, 1)],
    ['100 bits of the library', () => flip(main, random, 100)],
    ['a cut-off library', () => truncateSync(main, Math.floor(random() * statSync(main).size))],
    ['an empty library', () => writeFileSync(main, '')],
    ['no library', () => rmSync(main)],
    ...(logBytes > 0
      ? ([
          ['one bit of the log', () => flip(wal, random, 1)],
          ['a cut-off log', () => truncateSync(wal, Math.floor(random() * logBytes))],
          ['a lost log', () => rmSync(wal)],
        ] as const)
      : []),
  ]
  const [name, act] = kinds[Math.floor(random() * kinds.length)] ?? (kinds[0] as (typeof kinds)[number])
  act()
  return name
}

/** The mark follows the library within a tenth of a second. Damage in that time is not noticed (core/base/database/README.md). */
const isMarked = ({ dataFolder, query }: SimPackshot): boolean =>
  createSequenceMark(dataFolder, systemFiles.sync).read()?.sequence === Number(query('SELECT sequence FROM library')[0]?.sequence)

const connect = (client: Client, baseUrl: string) =>
  client.session.connect({ kind: 'api-key', baseUrl, apiKey: 'key', rates: { 'analyse-image': null }, publishing: { kind: 'data' } })

/** What the core answers to a call; throws what it throws. */
const callOf = async <T>(packshot: SimPackshot, act: (client: Client) => Promise<T>): Promise<T> => {
  const answer = await packshot.call(act)
  if (answer === null) throw new Error('no answer came')
  if ('error' in answer) throw answer.error
  return answer.value
}

const waitsIn = (world: World) => ({
  now: world.monotonic,
  sleep: (ms: number) => new Promise<void>((resolve) => void world.after(ms, resolve)),
})

/** A library with finished and waiting work, as a kill leaves it. */
const makeLibrary = async (world: World, packshot: SimPackshot, baseUrl: string): Promise<void> => {
  await packshot.start()
  const paths = Array.from({ length: pictures }, () => packshot.newPicture().path)
  await callOf(packshot, async (client) => {
    await connect(client, baseUrl)
    await client.intake.add({ named: paths, recursive: false, upload: true })
    await client.questions.ask({ images: { kind: 'all' }, questions: ['White?'], again: false })
    const product = { kind: 'new', name: 'Mug' } as const
    await client.products.attach({ images: { kind: 'all' }, product, attribute: 'Images', current: null, again: false })
  })
  const left = await callOf(packshot, (client) => settleAll(client, 60_000, () => false, waitsIn(world)))
  if (left !== null) throw new Error(left)
  await callOf(packshot, (client) => client.queue.pause())
  await callOf(packshot, (client) => client.questions.ask({ images: { kind: 'all' }, questions: ['Blue?'], again: false }))
  if (!(await world.passUntil(() => isMarked(packshot), 10_000))) throw new Error('the mark does not follow')
  packshot.crash('kill')
  await packshot.bury()
}

/** The outcome of one start. `saysStartAgain`: the person read that in a failed call or a dialog. */
type Start = { readonly lost: string | null; readonly saysStartAgain: boolean; readonly isRefused?: true }

/** Opens the library and completes all work. `lost: null`: nothing is lost. */
const startOnce = async (world: World, packshot: SimPackshot, baseUrl: string): Promise<Start> => {
  const started = await packshot.start()
  if (started.kind !== 'up') return { lost: started.kind === 'refused' ? started.why : 'cut', saysStartAgain: false, isRefused: true }
  const isDamageTold = async (client: Client): Promise<boolean> =>
    (await client.queue.status()).holds.some(({ kind }) => kind === 'damaged')
  try {
    return await callOf(packshot, async (client): Promise<Start> => {
      await connect(client, baseUrl)
      await client.queue.resume()
      const left = await settleAll(client, 100_000, () => isDamageTold(client), waitsIn(world))
      const [images, jobs] = [await client.pictures.list(), await client.jobs.list({})]
      const saysStartAgain = await isDamageTold(client)
      const isSaid = started.restored !== null
      const end = (lost: string | null): Start => ({ lost, saysStartAgain })
      if (images.length < pictures) return end(`${images.length} of ${pictures} pictures${isSaid ? ', said' : ' in silence'}`)
      if (!isSaid && jobs.length < jobsAtLeast) return end(`${jobs.length} of ${jobsAtLeast} jobs in silence`)
      return end(left)
    })
  } catch (error) {
    const tellsSo = error instanceof AppError && error.code === 'data-corrupt' && /start packshot again/i.test(error.action)
    const isTold = await callOf(packshot, isDamageTold).catch(() => false)
    return { lost: `a call failed: ${String(error)}`, saysStartAgain: isTold || tellsSo }
  } finally {
    await packshot.stop()
  }
}

/** A person follows the message up to this many times, because damage may be found piece by piece. */
const mostStarts = 3

const tryDamage = async (index: number): Promise<string | null> => {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'packshot-damaged-'))
  const world = createWorld(1)
  const service = createModelService(world, 'W')
  const nothing = (): void => {}
  const wire = { arrives: nothing, answered: nothing, heard: nothing, begins: nothing, unanswered: nothing, ended: nothing }
  const packshot = createSimPackshot(world, 'A', folder, [service], wire)
  try {
    await makeLibrary(world, packshot, service.baseUrl)
    const what = damage(packshot.dataFolder, createRandom(index + 1))
    const before = fingerprint(packshot.dataFolder)
    let said = ''
    for (let start = 1; start <= mostStarts; start++) {
      const { lost, saysStartAgain, isRefused } = await startOnce(world, packshot, service.baseUrl)
      await packshot.bury()
      if (isRefused && start === 1) return fingerprint(packshot.dataFolder) === before ? null : `${what}: refused, but changed: ${lost}`
      if (lost === null) return null
      said += ` start ${start}: ${lost};`
      if (!saysStartAgain) break
    }
    return `${what}:${said}`
  } finally {
    packshot.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
}

export const damaged: Part = {
  name: 'damaged',
  title: 'Damaged libraries: repaired or restored, and said, or refused unchanged',
  total: 1_000,
  atOnce: 1,
  open: async () => ({ tryOne: tryDamage, close: async () => {} }),
}
