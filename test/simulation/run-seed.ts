import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeError } from '../../shared/base/describe-error.ts'
import type { JobNote } from '../../shared/queue/jobs.ts'
import { compareDerived, findJobsWithoutAction, findPartialAttaches, findTornPictures } from '../support/derived-tables.ts'
import { checkWaits } from './check-waits.ts'
import { createMail } from './handed-over.ts'
import { createModelService, type ModelService } from './model-service.ts'
import { type Attaches, createOracle, type Oracle, type ViolationKind } from './oracle.ts'
import { createPerson, type Person } from './person.ts'
import { pictureIn } from './picture-names.ts'
import { createSimPackshot, type SimJob, type SimPackshot } from './sim-packshot.ts'
import type { SimSystem } from './sim-systems.ts'
import { pauses, profileOf, type Step, stepsOf } from './steps.ts'
import { createWatchedFolder } from './watched-commands.ts'
import { createWorld, type World } from './world.ts'

/** True for a note that says that an earlier attempt may have been done, too. */
const tellsOfAttempts = ({ kind }: JobNote): boolean => kind === 'done-after-attempts' || kind === 'attempts-without-answer'

export type SeedResult = {
  readonly seed: number
  readonly violation: { readonly kind: ViolationKind; readonly message: string } | null
  readonly steps: number
  readonly attaches: Attaches
  readonly log: readonly string[]
}

export type RunOptions = {
  readonly steps?: readonly Step[]
  readonly ignored?: ReadonlySet<ViolationKind>
  /** The system whose files both computers have; Linux by default. */
  readonly system?: SimSystem
}

/** In memory if the system has such a folder. */
const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
const half = 30 * 60_000
/** The number of rounds at the end in which each workspace is connected and its parked jobs are settled. */
const mostRounds = 10

type Computer = { readonly packshot: SimPackshot; readonly person: Person }

const isOpen = ({ status }: SimJob): boolean => status.state !== 'done' && status.state !== 'cancelled'

/** Faults stop, and each parked job gets its choices. Then everything must end, in bounded time and without endless repeats. */
const settleAll = async (
  world: World,
  { packshot, person }: Computer,
  services: readonly ModelService[],
  { report, violation }: Pick<Oracle, 'report' | 'violation'>,
): Promise<void> => {
  packshot.setWeather('fine')
  packshot.disk.setFault('none')
  packshot.disk.failFlushes(0)
  packshot.disk.stopCrashing()
  await person.start()
  await packshot.call((client) => client.queue.resume())
  /** By job and reason: how often it was parked for it, and which choice was made first. */
  const seen = new Map<string, { readonly times: number; readonly first: number }>()
  let before = ''
  let settled = 0
  for (let round = 0; round < mostRounds; round++) {
    for (const service of services) {
      await person.start()
      await person.restartIfTold()
      await person.connect(service)
      for (let waited = 0; waited < half; waited += 30_000) {
        const open = packshot
          .allJobs()
          .filter(({ status, connectionId }) => (status.state === 'running' || status.state === 'waiting') && connectionId !== null)
        if (open.length === 0) break
        await world.pass(waited < 120_000 ? 5_000 : 30_000)
        if (violation()) return
      }
      for (const job of await person.jobs()) {
        if (job.status.state !== 'parked') continue
        const { choices, reason } = job.status
        const key = `${job.id} ${reason.code}`
        const { times, first } = seen.get(key) ?? { times: 0, first: settled }
        seen.set(key, { times: times + 1, first })
        // Every choice was made, each more than once: one of them must resolve it.
        if (times > 1 + 2 * choices.length)
          return report(
            'led-in-a-circle',
            `${packshot.name}: ${job.work.operation} parks again and again: ${describeError(reason).message}`,
          )
        settled++
        await person.settle(job, first + times)
      }
    }
    const left = packshot.allJobs().filter(isOpen)
    if (left.length === 0) return
    // The jobs that were settled last have had no time yet.
    const now = JSON.stringify([settled, left.map(({ id, status }) => [id, status.state])])
    const isStill = now === before && left.every(({ status }) => status.state !== 'parked')
    before = now
    if (round === mostRounds - 1 || isStill) {
      const [first] = left
      report(
        'stuck',
        `${packshot.name}: ${left.length} jobs do not end, first ${first?.work.operation} ${JSON.stringify(first?.status).slice(0, 200)} blocked by ${first?.blockedBy}`,
      )
      return
    }
  }
}

/** The last start continues a merge that was interrupted, which takes a while. */
const endMerge = async (world: World, { person }: Computer): Promise<void> => {
  for (let waited = 0; waited < half && person.isMerging(); waited += 1_000) {
    await person.start()
    await world.pass(1_000)
  }
}

/** The pictures of this computer that a service holds more than once, and the products that it was asked to create more than once. */
const findRepeated = ({ effects }: ModelService, name: string) => {
  const pictures = new Map<string, number>()
  const products = new Map<string, number>()
  for (const effect of effects) {
    if (effect.by !== name || (effect.kind !== 'source' && effect.kind !== 'product')) continue
    const [counts, key] = effect.kind === 'source' ? [pictures, effect.content] : [products, effect.name]
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const repeated = (counts: ReadonlyMap<string, number>) => [...counts].filter(([, count]) => count > 1)
  return { pictures: repeated(pictures), products: repeated(products) }
}

/**
 * Everything that ran twice is reported: on a job, as Activity shows it, and at the end of `run`. Nothing is created twice unless the
 * person said so.
 */
const checkRepeats = async (
  { packshot, person }: Computer,
  services: readonly ModelService[],
  report: (kind: ViolationKind, message: string) => void,
): Promise<void> => {
  const { name } = packshot
  for (const service of services) {
    const { pictures, products } = findRepeated(service, name)
    if (pictures.length + products.length === 0) continue
    const jobs = packshot.allJobs()
    for (const [what, count] of products) {
      // A person who cancelled a creation without an answer and requests it again reads on the job what may exist twice.
      const told = jobs.filter(
        ({ work, notes }) => work.operation === 'create-product' && work.name === what && notes.some(tellsOfAttempts),
      ).length
      if (count > 1 + person.agains(what) + told)
        report('repeated-silently', `${name} created ${what} ${count} times; the person said so ${person.agains(what)} times`)
    }
    // After a restore the recovery message covers all uploads.
    if (person.wasRestored()) continue
    await person.connect(service)
    const answer = await packshot.call((client) => client.queue.repeats({ after: 0, limit: 1_000 }))
    const listed = new Set(answer && 'value' in answer ? answer.value.items.map(({ jobId }) => jobId) : [])
    // Only Packshot knows the order of pictures in an unfinished drop.
    const contents = new Map(packshot.query('SELECT id, name FROM images').map(({ id, name: file }) => [id, pictureIn(String(file))]))
    for (const [what] of pictures) {
      const uploads = jobs.filter(({ work }) => work.operation === 'upload-source' && contents.get(work.imageId) === pictureIn(what))
      if (!uploads.some(({ notes }) => notes.length > 0)) report('repeated-silently', `${name} uploaded ${what} twice, and no job says so`)
      if (!uploads.some(({ id }) => listed.has(id)))
        report('repeated-silently', `${name} uploaded ${what} twice, and the end of “run” does not list it`)
    }
  }
}

/** What pages are read from is what comes out when it is made again from the jobs, sources and lists. */
const checkDerived = (packshot: SimPackshot, report: (kind: ViolationKind, message: string) => void): void => {
  const library = packshot.openLibrary()
  if (!library || library.isTransaction || packshot.disk.fault() !== 'none') return
  const { kept, again } = compareDerived(library)
  const differs = [...kept.filter((row) => !again.includes(row)), ...again.filter((row) => !kept.includes(row))]
  if (differs.length > 0) report('derived-differs', `${packshot.name}: ${differs.slice(0, 4).join(' | ')}`)
  const torn = findTornPictures(library)
  if (torn.length > 0) report('derived-differs', `${packshot.name}: ${torn.join(', ')} and the originals do not agree`)
  const loose = findJobsWithoutAction(library)
  if (loose.length > 0) report('derived-differs', `${packshot.name}: ${loose.join(', ')} belong to no action of their workspace`)
  const partial = findPartialAttaches(library)
  if (partial.length > 0) report('derived-differs', `${packshot.name}: the lists of ${partial.join(', ')} are not as long as its row says`)
}

/** With no work left, a workspace that has a picture has it as it is now. */
const checkUploaded = (packshot: SimPackshot, report: (kind: ViolationKind, message: string) => void): void => {
  const outdated = packshot.query(
    `SELECT DISTINCT images.id, sources.version, images.version AS counts FROM images JOIN sources ON sources.image_id = images.id
     WHERE images.removed_at IS NULL AND images.checked = 1 AND sources.gone = 0 AND sources.version <> images.version
       AND NOT EXISTS (SELECT 1 FROM sources AS one WHERE one.connection_id = sources.connection_id AND one.image_id = images.id
         AND one.version = images.version)
       AND NOT EXISTS (SELECT 1 FROM jobs WHERE operation = 'upload-source' AND subject = images.id
         AND jobs.connection_id = sources.connection_id AND state = 'cancelled')`,
  )
  if (outdated.length > 0) report('lost-work', `${packshot.name}: not uploaded as they are now: ${JSON.stringify(outdated)}`)
}

let template: Buffer | undefined
/** An empty library as after a first start; made once. */
const emptyLibrary = async (): Promise<Buffer> => {
  if (template) return template
  const world = createWorld(0)
  const folder = mkdtempSync(join(base, 'packshot-simulation-'))
  const packshot = createSimPackshot(world, 'T', folder, [], {
    arrives: () => {},
    answered: () => {},
    heard: () => {},
    begins: () => {},
    unanswered: () => {},
    ended: () => {},
  })
  await packshot.start()
  await packshot.stop()
  template = readFileSync(packshot.library)
  packshot.destroy()
  rmSync(folder, { recursive: true, force: true })
  return template
}

/** Runs the steps of a seed, or the given ones, and returns what broke. */
export const runSeed = async (
  seed: number,
  { steps = stepsOf(seed), ignored = new Set(), system }: RunOptions = {},
): Promise<SeedResult> => {
  const library = await emptyLibrary()
  const world = createWorld(seed)
  const folder = mkdtempSync(join(base, 'packshot-simulation-'))
  const services = [createModelService(world, 'W'), createModelService(world, 'V')]
  for (const service of services) {
    service.addProduct('Mug')
    const cup = service.addProduct('Cup')
    service.setList(cup.id, [service.addSource('colleague')])
  }
  const isOfCommands = profileOf(seed) === 'commands'
  // One of its commands may be many requests, and a merge brings the other's pictures.
  const oracle = createOracle(world, isOfCommands ? new Set([...ignored, 'hot-loop', 'put-unasked'] as const) : ignored)
  const mail = createMail()
  const pace = isOfCommands && world.chance(0.5) ? { lookMs: 3, keychainTurns: 1 + world.int(4) } : undefined
  const hasReader = isOfCommands && world.chance(0.5)
  const computers: Computer[] = ['A', 'B'].map((name) => {
    const watched = isOfCommands ? createWatchedFolder(world, folder, name) : undefined
    const more = watched && { ...watched.ports, hasReader, ...(pace ? { pace } : {}) }
    const packshot = createSimPackshot(world, name, folder, services, oracle.wire, system, more)
    return { packshot, person: createPerson(world, packshot, services, oracle, mail, watched) }
  })
  const used = new Set(steps.map((step) => step.who % 2))
  let done = 0
  try {
    for (const [index, { packshot, person }] of computers.entries()) {
      if (!used.has(index)) continue
      // One in ten seeds includes a first start.
      if (seed % 10 > 0) packshot.disk.put(packshot.library, Buffer.from(library))
      await person.start()
      await person.connect(services[0] as ModelService)
    }
    for (const step of steps) {
      const { packshot, person } = computers[step.who % 2] as Computer
      world.say(`-- ${done} ${packshot.name}: ${step.deed} (${step.a}, ${step.b})`)
      await person.do(step)
      if (!isOfCommands) checkDerived(packshot, oracle.report)
      await world.pass(pauses[step.pause] ?? 0)
      checkDerived(packshot, oracle.report)
      person.checkCatalogue()
      await person.checkTexts()
      if (step.pause === pauses.length - 1) await checkWaits(world, packshot, oracle)
      for (const one of computers.filter((_, index) => used.has(index))) {
        if (one.packshot.running() === null) await one.person.start()
        // On a full disk there may be jobs that Packshot rejected, and could not take out again.
        if (one.packshot.disk.fault() === 'none') one.person.accept()
      }
      done++
      if (oracle.violation()) break
    }
    for (const computer of computers) {
      if (oracle.violation() || !used.has(computers.indexOf(computer))) continue
      if (isOfCommands) await computer.person.calmDown()
      await settleAll(world, computer, services, oracle)
      if (!oracle.violation()) await endMerge(world, computer)
      if (!oracle.violation()) computer.person.checkLeft()
      if (!oracle.violation()) await computer.person.checkEnd()
      if (!oracle.violation()) checkUploaded(computer.packshot, oracle.report)
      if (!oracle.violation()) await checkRepeats(computer, services, oracle.report)
    }
  } finally {
    for (const { packshot } of computers) packshot.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
  const violation = oracle.violation()
  return {
    seed,
    violation: violation && { kind: violation.kind, message: violation.message },
    steps: done,
    attaches: oracle.attaches,
    log: world.log,
  }
}
