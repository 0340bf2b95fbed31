import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import type { Failure } from '../../shared/base/failures.ts'
import type { Job } from '../../shared/queue/jobs.ts'
import { createCataloguePerson } from './catalogue-person.ts'
import { createCommandPerson } from './command-person.ts'
import type { Mail } from './handed-over.ts'
import type { ModelProduct, ModelService, PatchAnswer, Weather } from './model-service.ts'
import type { Oracle } from './oracle.ts'
import { pictureIn } from './picture-names.ts'
import { createPlanPerson } from './plan-person.ts'
import { createSendAgainPerson } from './send-again-person.ts'
import { createSheetPerson } from './sheet-person.ts'
import type { Client, SimPackshot } from './sim-packshot.ts'
import {
  type CatalogueDeed,
  type CommandDeed,
  type Deed,
  isCatalogueDeed,
  isCommandDeed,
  isPlanDeed,
  isSendAgainDeed,
  isSheetDeed,
  isTextDeed,
  type PlanDeed,
  type SendAgainDeed,
  type SheetDeed,
  type Step,
  type TextDeed,
} from './steps.ts'
import { createTextPerson } from './text-person.ts'
import type { WatchedFolder } from './watched-commands.ts'
import type { World } from './world.ts'

const weathers: readonly Weather[] = ['away', 'cuts', 'lost-answers', 'unauthorized', 'payment', 'forbidden', 'rate', 'failing', 'odd']
const patchAnswers: readonly PatchAnswer[] = ['old-list', 'first-page', 'id', 'old-list', 'list', 'first-page']
const day = 86_400_000

type Statement = NonNullable<Parameters<Client['products']['attach']>[0]['current']>

/** A person at one computer, who is honest about what the workspace shows and follows the messages. */
export const createPerson = (
  world: World,
  packshot: SimPackshot,
  services: readonly ModelService[],
  oracle: Oracle,
  mail: Mail,
  /** Only in the profile of commands. */
  watched?: WatchedFolder,
) => {
  const isOfCommands = watched !== undefined
  const { name } = packshot
  /** Job ids and image ids that Packshot has accepted, and not reported as missing. */
  let accepted = new Set<string>()
  let images: string[] = []
  /** Image id → the path of the person's file. */
  const paths = new Map<string, string>()
  /** Image id → what was in that file. */
  const contents = new Map<string, string>()
  let edits = 1
  let productNames = 0
  /** By name: how often the person asked to create it once more. */
  const agains = new Map<string, number>()
  /** Job id → when the person requested it (monotonic). */
  const askedAt = new Map<string, number>()
  let wasRestored = false
  /** One of its files was damaged. */
  let wasDamaged = false
  let connected: ModelService | null = null
  /** In the profile of commands these know nothing of what is done: only that nothing is half done after a start. */
  const known: Oracle = isOfCommands
    ? { ...oracle, report: (kind, message) => void (kind === 'left-behind' && oracle.report(kind, message)) }
    : oracle
  const catalogue = createCataloguePerson(world, packshot, services, known)
  const sheet = createSheetPerson({ world, packshot, oracle: known, mail, addPictures: (count) => addPictures(count) })
  const texts = createTextPerson({ world, packshot, services, oracle: known })
  const sendAgain = createSendAgainPerson({
    world,
    packshot,
    oracle,
    sourcesOf: (imageIds) => sourcesOf(imageIds),
    attach: (step) => attach(step, 'said'),
    renew: async (imageId) => {
      await editPicture(imageId)
      await world.pass(1_000)
      await makeVersions()
    },
  })
  mail.register(name, sheet.handOver)
  const commands = createCommandPerson({
    ...{ world, packshot, services, oracle, mail, watched },
    addPictures: (count) => addPictures(count),
    attach: (step, how) => attach(step, how),
    edit: (imageId) => editPicture(imageId),
    connect: (service) => connect(service),
    settle: (step, how) => settleOne(step, how),
    keepPresent: () => keepPresent(),
    sourcesOf: (imageIds) => sourcesOf(imageIds),
  })

  const serviceOf = (productId: string): ModelService | undefined => services.find((one) => one.products.has(productId))
  const serviceOfJob = ({ connectionId }: Pick<Job, 'connectionId'>): ModelService | undefined => {
    const [row] = packshot.query(`SELECT value FROM connections WHERE id = '${connectionId}'`)
    return services.find(({ baseUrl }) => String(row?.value).includes(baseUrl))
  }
  const truth = (productId: string): string[] => serviceOf(productId)?.listOf(productId) ?? []
  const say = (what: string): void => world.say(`${name} ${what}`)
  const jobs = async (): Promise<readonly Job[]> => {
    const answer = await packshot.call((client) => client.jobs.list({}))
    return answer && 'value' in answer ? answer.value : []
  }
  const productIdOf = async (ref: string): Promise<string | null> => {
    const answer = await packshot.call((client) => client.products.list())
    return answer && 'value' in answer ? (answer.value.find((one) => one.ref === ref)?.productId ?? null) : null
  }

  /** Everything that exists now has been accepted. */
  const accept = (): void => {
    const planned = plans.jobIds()
    for (const id of packshot.jobIds()) if (!planned.has(id)) accepted.add(id)
  }

  /** After a start, all of it must be there, or Packshot has said that some may be missing. */
  const inspect = async (restored: string | null): Promise<void> => {
    if (restored !== null) {
      if (!wasDamaged) oracle.report('went-back', `${name} says that its library was damaged, though only the power went: ${restored}`)
      wasRestored = true
      oracle.restored(name)
    }
    if (packshot.running() === null) return
    // A power failure may have come before or after a switch was saved.
    const [active] = packshot.query('SELECT value FROM connections WHERE active = 1')
    connected = services.find(({ baseUrl }) => String(active?.value).includes(baseUrl)) ?? null
    const there = new Set(packshot.jobIds())
    const missing = [...accepted].filter((id) => !there.has(id))
    if (missing.length > 0 && restored === null)
      oracle.report('lost-work', `${name} started without ${missing.length} of ${accepted.size} accepted jobs and said nothing`)
    const planned = plans.jobIds()
    accepted = new Set([...there].filter((id) => accepted.has(id) || !planned.has(id)))
    catalogue.begun()
    plans.begun()
    sheet.begun()
    texts.begun()
    const library = await packshot.call((client) => client.pictures.list())
    if (library && 'value' in library) images = images.filter((id) => library.value.some((one) => one.id === id))
  }

  const start = async (): Promise<void> => {
    for (let tries = 0; packshot.running() === null; tries++) {
      const outcome = await packshot.start()
      say(
        outcome.kind === 'up'
          ? `is up${outcome.restored ? `: ${outcome.restored.slice(0, 60)}` : ''}`
          : `does not start: ${outcome.kind === 'refused' ? outcome.why : 'cut'}`,
      )
      if (outcome.kind === 'up') return inspect(outcome.restored)
      if (outcome.kind === 'cut') packshot.crash('power')
      else if (tries === 0) {
        // Repairs the disk completely.
        packshot.disk.setFault('none')
        packshot.disk.failFlushes(0)
      } else if (tries > 2) {
        oracle.report('does-not-start', `${name} does not start: ${outcome.kind === 'refused' ? outcome.why : ''}`)
        return
      }
    }
  }

  /** Packshot reports that its library is damaged, and that a restart repairs it. */
  const restartIfTold = async (): Promise<void> => {
    const answer = await packshot.call((client) => client.queue.status())
    if (!answer || !('value' in answer) || !answer.value.holds.some(({ kind }) => kind === 'damaged')) return
    say('restarts, as the message says')
    await packshot.stop()
    await start()
  }

  /** The facts by which a question about a list is judged. */
  const questionOf = (failure: Failure | undefined) => {
    const { why, doubt, maybe } = (failure ?? {}) as Record<string, unknown>
    return { why, doubt, maybe }
  }

  const factIds = ({ failure }: { failure?: Failure }): string[] => {
    const lists = Object.values(failure ?? {}).filter((one): one is string[] => Array.isArray(one))
    return lists.flat().filter((one) => one.startsWith('src_'))
  }

  /** The current content, and which of the ids that Packshot asks about are missing. */
  const honest = (productId: string, asked: readonly string[] = []): Statement => {
    const ids = truth(productId)
    const removed = asked.filter((id) => !ids.includes(id))
    const more = removed.length > 0 ? { removed } : {}
    return ids.length === 0 ? { kind: 'nothing', ...more } : { kind: 'ids', ids, ...more }
  }

  /** The last request was rejected because of the disk, or by the end of Packshot. It may still have been saved. */
  let wasPerhapsKept = false
  type Act = (client: Client, current: Statement | null) => Promise<unknown>
  /** Answers a question: nothing at first where `current` is `null`, then the truth, then the state of the ids in question. */
  const withStatement = async (productId: string | null, current: Statement | null, act: Act): Promise<unknown> => {
    let said = current
    for (let tries = 0; tries < 4; tries++) {
      const seen = productId === null ? [] : truth(productId)
      const answer = await packshot.call((client) => act(client, said))
      const isUnknown = !answer || ('error' in answer && ['disk-failed', 'disk-full', 'data-corrupt'].includes(answer.error.code ?? ''))
      wasPerhapsKept = isUnknown
      if (isUnknown && said !== null && productId !== null) oracle.perhapsStated(name, productId, seen)
      if (!answer) return null
      if ('value' in answer) {
        if (said !== null && said.kind !== 'as-known' && productId !== null) oracle.stated(name, productId, seen)
        // Acknowledged requests are on disk.
        accept()
        if (said?.kind === 'as-known' && productId !== null) oracle.stated(name, productId, oracle.knows(name, productId))
        return answer.value
      }
      const { code } = answer.error
      say(`reads ${code}`)
      if (productId === null || !['current-unknown', 'current-contradicts'].includes(code ?? '')) return null
      oracle.asked(name, productId, truth(productId), questionOf(answer.error.failure))
      said = honest(productId, code === 'current-contradicts' ? factIds(answer.error) : [])
    }
    return null
  }

  const choosePictures = async (a: number): Promise<string[]> => {
    if (images.length === 0 || a % 3 === 0) await addPictures(1)
    if (images.length === 0) return []
    const first = a % images.length
    return [...new Set([images[first] as string, ...(a % 4 === 1 ? [images[(first + 1) % images.length] as string] : [])])]
  }
  /** Source ids of these pictures, in any version and workspace: a person who attaches a picture wants them there again. */
  const sourcesOf = (imageIds: readonly string[]): string[] => {
    const wanted = new Set(imageIds.map((id) => pictureIn(paths.get(id) ?? '')))
    return services.flatMap((one) => [...one.sources].flatMap(([id, content]) => (wanted.has(pictureIn(content)) ? [id] : [])))
  }
  const plans = createPlanPerson({
    world,
    packshot,
    services,
    oracle,
    sourcesOf,
    contentOf: (id) => pictureIn(String(packshot.query(`SELECT name FROM images WHERE id = '${id}'`)[0]?.name)),
    matchMore: async (step) => {
      await addPictures(2)
      await catalogue.do('move pictures to a product', step, connect)
    },
  })
  const picturesOf = (jobId: string): string[] =>
    packshot.query(`SELECT image_id FROM attach_pictures WHERE job_id = '${jobId}' ORDER BY position`).map((row) => String(row.image_id))
  const addPictures = (count: number): Promise<void> => addFiles(Array.from({ length: count }, () => packshot.newPicture()))
  const addFiles = async (files: readonly { readonly path: string; readonly content: string }[]): Promise<void> => {
    const named = files.map(({ path }) => path)
    const answer = await packshot.call((client) => client.intake.add({ named, recursive: false, upload: true }))
    if (!answer || !('value' in answer)) return
    accept()
    for (const { id, origin } of answer.value.added) {
      images.push(id)
      if (origin.kind !== 'file') continue
      paths.set(id, origin.path)
      contents.set(id, files.find(({ path }) => path === origin.path)?.content ?? '')
    }
  }
  /** Some pictures became versions of others, or are pictures again. */
  const keepPresent = (): void => {
    const present = packshot.query('SELECT id FROM images WHERE removed_at IS NULL').map((row) => String(row.id))
    images = present.filter((id) => paths.has(id))
  }
  const editPicture = async (imageId: string): Promise<void> => {
    const path = paths.get(imageId)
    if (path === undefined) return
    const content = `${pictureIn(path)}_${++edits}`
    packshot.writePicture(path, content)
    await addFiles([{ path, content }])
  }
  const makeVersions = async (): Promise<void> => {
    const answer = await packshot.call((client) => client.versions.use({}))
    if (answer && 'value' in answer) {
      say(`has ${answer.value.made.length} pictures with a new version`)
      accept()
    }
    keepPresent()
  }
  const someProduct = (a: number): ModelProduct | undefined => {
    const there = [...((connected ?? services[0])?.products.values() ?? [])]
    return there.length === 0 ? undefined : there[a % there.length]
  }

  const attach = async (step: Step, how: 'new' | 'said' | 'silent' | 'as-known'): Promise<void> => {
    const product = someProduct(step.b)
    const chosen = await choosePictures(step.a)
    if (chosen.length === 0 || (how !== 'new' && !product)) return
    const target =
      how === 'new' || !product
        ? ({ kind: 'new', name: `${name}-mug-${step.b % 3 === 0 ? productNames : ++productNames}` } as const)
        : ({ kind: 'id', productId: product.id } as const)
    const isForgetful = wasRestored && product !== undefined && !showsAllThatItKnew(product.id)
    const says = how === 'said' || (how === 'as-known' && isForgetful)
    const current: Statement | null = says && product ? honest(product.id) : how === 'as-known' ? { kind: 'as-known' } : null
    say(
      `attaches ${chosen.length} to ${target.kind === 'id' ? `${target.productId} ${current ? JSON.stringify(current) : ''}` : target.name}`,
    )
    const unknownTo = target.kind === 'new' && wasRestored ? servicesThatLost(target.name) : []
    const done = await withStatement(target.kind === 'id' ? target.productId : null, current, (client, said) =>
      client.products.attach({
        images: { kind: 'some', images: chosen },
        product: target,
        attribute: 'Images',
        current: said,
        again: false,
      }),
    )
    if (target.kind === 'id' && (done !== null || wasPerhapsKept)) oracle.changed(name, target.productId, [], sourcesOf(chosen))
    if (done === null) return
    const { jobId, productId } = done as { readonly jobId: string | null; readonly productId: string | null }
    // A product of this name was created already: the pictures are wanted there.
    if (target.kind === 'new' && productId !== null) oracle.changed(name, productId, [], sourcesOf(chosen))
    if (jobId !== null) askedAt.set(jobId, world.monotonic())
    if (target.kind === 'new' && unknownTo.length > 0) again(target.name)
  }

  /** False: a restore lost a part of this list, so the person doesn't confirm Packshot's version. */
  const showsAllThatItKnew = (productId: string): boolean => {
    const rows = packshot.query(
      `SELECT value FROM attribute_lists JOIN products ON ref = product_ref, json_each(source_ids) WHERE product_id = '${productId}'`,
    )
    return oracle.knows(name, productId).every((id) => rows.some(({ value }) => value === id))
  }

  /** The product of this name, if Packshot has forgotten it since reporting it. Requesting it again then creates it once more. */
  const servicesThatLost = (productName: string): readonly ModelService[] => {
    const rows = packshot.query(
      `SELECT connections.value FROM products LEFT JOIN connections ON connections.id = connection_id WHERE products.name = '${productName}'`,
    )
    return services.filter(
      ({ effects, baseUrl }) =>
        effects.some((one) => one.kind === 'product' && one.by === name && one.name === productName) &&
        !rows.some(({ value }) => value === null || String(value).includes(baseUrl)),
    )
  }
  const again = (productName: string): void => void agains.set(productName, (agains.get(productName) ?? 0) + 1)

  const replace = async ({ a, b }: Step): Promise<void> => {
    const answer = await packshot.call((client) => client.products.list())
    const rows =
      answer && 'value' in answer
        ? answer.value.filter((one) => one.productId && one.lists.some((list) => (list.sourceIds ?? []).length > 0))
        : []
    const row = rows[a % Math.max(1, rows.length)]
    const list = row?.lists.find((one) => (one.sourceIds ?? []).length > 0)
    if (!row?.productId || !list) return
    const seen = list.sourceIds ?? []
    const wanted = b % 2 === 0 ? [...seen].reverse() : seen.filter((_, index) => index !== b % seen.length)
    const taken = seen.filter((id) => !wanted.includes(id))
    const { productId } = row
    // A picture that is taken off goes with the file that takes the place of this one.
    const pictures = new Set(taken.map((id) => pictureIn(serviceOf(productId)?.sources.get(id) ?? '')))
    const files = [...(serviceOf(productId)?.sources ?? [])].filter(([, content]) => pictures.has(pictureIn(content))).map(([id]) => id)
    const off = [...taken, ...files.filter((id) => !seen.includes(id) && !wanted.includes(id))]
    say(`wants ${wanted.join(',') || 'nothing'} on ${productId}`)
    const done = await withStatement(productId, null, (client, said) =>
      client.products.replaceList({
        productRef: row.ref,
        attribute: list.attribute,
        sourceIds: [...wanted],
        current: said,
        seen: [...seen],
      }),
    )
    // A request that was rejected for lack of space may still have been saved.
    if (done !== null) oracle.changed(name, productId, off, wanted)
    else oracle.perhapsChanged(name, productId, off, wanted)
  }

  /** Makes one of the choices for a parked job, with the truth if it is asked for. */
  const settle = async (job: Job, which: number, wrongId?: string): Promise<void> => {
    if (job.status.state !== 'parked') return
    const { choices, reason } = job.status
    const choice = choices[which % Math.max(1, choices.length)]
    say(`settles ${job.work.operation} (${reason.code}) with ${choice ?? 'cancel'}`)
    if (choice === undefined) {
      await packshot.call((client) => client.jobs.cancel({ jobIds: [job.id] }))
      return
    }
    const { work } = job
    if (work.operation === 'set-text') commands.excuse(work.text)
    const path = 'imageId' in work ? paths.get(work.imageId) : undefined
    // Our copy is missing or changed: the message says to add the file again.
    if (path !== undefined && ['file-missing', 'file-changed'].includes(reason.code)) {
      // Of all versions: only Packshot shows which one counts.
      for (const [id, content] of contents)
        if (paths.get(id) === path) {
          packshot.writePicture(path, content)
          await packshot.call((client) => client.intake.add({ named: [path], recursive: false, upload: true }))
        }
    }
    if (work.operation === 'create-product' && choice === 'again') again(work.name)
    if (work.operation === 'create-product' && choice === 'exists') {
      const same = services.flatMap((one) => [...one.products.values()]).find((one) => one.name === work.name)
      const productId = wrongId ?? same?.id ?? someProduct(which)?.id
      if (productId === undefined) return
      // Then the pictures for the new product are requested for that one.
      for (const one of packshot.allJobs())
        if (one.work.operation === 'attach-sources' && one.work.productRef === work.productRef)
          oracle.changed(name, productId, [], sourcesOf(picturesOf(one.id)), askedAt.get(one.id) ?? world.monotonic())
      await packshot.call((client) => client.jobs.retry({ jobIds: [job.id], choice, productId }))
      return
    }
    if (work.operation === 'attach-sources' && choice === 'exists') {
      // The id was from another workspace: in this one it is a different product.
      const right = serviceOfJob(job)?.products.values().next().value
      if (!right) return
      oracle.changed(name, right.id, [], sourcesOf(picturesOf(job.id)), askedAt.get(job.id) ?? world.monotonic())
      await withStatement(right.id, null, (client, said) =>
        client.jobs.retry({ jobIds: [job.id], choice, productId: right.id, ...(said ? { current: said } : {}) }),
      )
      return
    }
    if (work.operation === 'set-text' && reason.code === 'current-unknown' && which % 2 === 1) {
      const currentText = serviceOfJob(job)?.textOf((await productIdOf(work.productRef)) ?? '', work.attribute) ?? ''
      await packshot.call((client) => client.jobs.retry({ jobIds: [job.id], choice: 'retry', currentText }))
      return
    }
    const productId = work.operation === 'attach-sources' ? await productIdOf(work.productRef) : null
    const isQuestion = reason.code === 'current-unknown' || reason.code === 'current-contradicts'
    if (isQuestion && productId !== null) oracle.asked(name, productId, truth(productId), questionOf(reason.failure))
    await withStatement(productId, isQuestion && productId !== null ? honest(productId, factIds(reason)) : null, (client, said) =>
      client.jobs.retry({ jobIds: [job.id], choice, ...(said ? { current: said } : {}) }),
    )
  }

  const parkedJobs = async (): Promise<Job[]> => (await jobs()).filter((one) => one.status.state === 'parked')
  const settleOne = async ({ a, b }: Step, how: 'any' | 'creation'): Promise<void> => {
    const list = await parkedJobs()
    if (how === 'any') {
      const job = list[a % Math.max(1, list.length)]
      return job && settle(job, b)
    }
    const creation = list.find(
      (one) => one.status.state === 'parked' && one.status.choices.includes('exists') && one.work.operation === 'create-product',
    )
    return creation && settle(creation, 0, b % 3 === 0 ? someProduct(a)?.id : undefined)
  }

  const damage = ({ a, b }: Step): void => {
    const path = packshot.library
    wasDamaged = true
    try {
      const { length } = readFileSync(path)
      if (a % 4 === 0) rmSync(path, { force: true })
      else if (a % 4 === 1) truncateSync(path, b % 2 === 0 ? 0 : length >> 1)
      else {
        const bytes = readFileSync(path)
        for (let at = 0; at < (a % 4 === 2 ? 4_000 : 100); at++) {
          const place = Math.floor((length * ((b + 1) / 13) + at) % length)
          bytes[place] = (bytes[place] ?? 0) ^ 0x5a
        }
        writeFileSync(path, bytes)
      }
    } catch {
      // There is no library yet.
    }
  }

  const connect = async (service: ModelService): Promise<void> => {
    say(`connects ${service.name}`)
    commands.connecting()
    sheet.check()
    sheet.connecting()
    const form = { kind: 'api-key', baseUrl: service.baseUrl, apiKey: 'key', isUntried: true, publishing: { kind: 'data' } } as const
    const answer = await packshot.call((client) => client.session.connect({ ...form, rates: { 'analyse-image': null } }))
    if (answer && 'value' in answer) connected = service
    catalogue.connecting(service, answer !== null && 'value' in answer)
  }

  return {
    name,
    start,
    restartIfTold,
    accept,
    jobs,
    settle,
    connect,
    truth,
    productIdOf,
    checkCatalogue: (): void => {
      catalogue.check()
      plans.check()
      sheet.check()
      if (isOfCommands) commands.check()
    },
    calmDown: async (): Promise<void> => {
      packshot.setWeather('fine')
      for (const service of services) {
        await start()
        await connect(service)
        await packshot.call((client) => client.queue.resume())
        await commands.calmDown()
      }
    },
    checkTexts: texts.checkCertain,
    isMerging: sheet.isMerging,
    checkLeft: (): void => {
      catalogue.checkLeft()
      plans.checkLeft()
      sheet.checkLeft()
      texts.checkLeft()
    },
    /** In the profile of commands: long after all work. */
    checkEnd: async (): Promise<void> => {
      if (isOfCommands) await commands.checkEnd()
    },
    agains: (product: string): number => agains.get(product) ?? 0,
    wasRestored: (): boolean => wasRestored,
    do: async (step: Step): Promise<void> => {
      const { a, b } = step
      const { deed } = step
      if (isCatalogueDeed(deed)) return catalogue.do(deed, step, connect)
      if (isPlanDeed(deed)) return plans.do(deed, step)
      if (isSheetDeed(deed)) return sheet.do(deed, step)
      if (isTextDeed(deed)) return texts.do(deed, step)
      if (isCommandDeed(deed)) return commands.do(step)
      if (isSendAgainDeed(deed)) {
        if (await sendAgain.do(deed, step)) accept()
        return
      }
      const usual: Exclude<Deed, CatalogueDeed | PlanDeed | SheetDeed | TextDeed | SendAgainDeed | CommandDeed> = deed
      switch (usual) {
        case 'add pictures':
          return addPictures(1 + (a % 2))
        case 'edit a file and add it again':
          return images.length === 0 ? undefined : editPicture(images[a % images.length] as string)
        case 'use the new versions':
          return makeVersions()
        case 'take a version back':
          if (images.length === 0) return
          await packshot.call((client) => client.versions.separate({ imageIds: [images[b % images.length] as string] }))
          return keepPresent()
        case 'attach to a new product':
          return attach(step, 'new')
        case 'attach, saying what is there':
          return attach(step, 'said')
        case 'attach, saying nothing':
          return attach(step, 'silent')
        case 'attach, as known':
          return attach(step, 'as-known')
        case 'take off or reorder':
          return replace(step)
        case 'ask':
          if (images.length > 0)
            await packshot.call((client) => client.questions.ask({ images: { kind: 'all' }, questions: ['Alt text?'], again: false }))
          return
        case 'pause':
          await packshot.call((client) => client.queue.pause())
          return
        case 'resume':
          await packshot.call((client) => client.queue.resume())
          return
        case 'settle a parked job':
          return settleOne(step, 'any')
        case 'enter an id for a creation':
          return settleOne(step, 'creation')
        case 'cancel a job': {
          const list = (await jobs()).filter((one) => one.status.state === 'waiting' || one.status.state === 'parked')
          const job = list[a % Math.max(1, list.length)]
          if (job) await packshot.call((client) => client.jobs.cancel({ jobIds: [job.id] }))
          return
        }
        case 'disconnect': {
          sheet.check()
          sheet.connecting()
          await packshot.call((client) => client.workspaces.disconnect({ queue: 'keep' }))
          connected = null
          return
        }
        case 'connect':
          return connect(services[a % 4 === 0 ? 1 : 0] as ModelService)
        case 'stop and start':
          await packshot.stop()
          return start()
        case 'kill':
          packshot.crash('kill')
          return start()
        case 'lose power':
          packshot.crash('power')
          return start()
        case 'lose power soon':
          packshot.disk.crashIn(1 + a * 4 + b, () => packshot.crash('power'))
          return
        case 'damage the library':
          if (b % 2 === 0) await packshot.stop()
          else packshot.crash('kill')
          await packshot.bury()
          damage(step)
          if (a % 3 === 0) packshot.disk.crashIn(5 + b * 4, () => packshot.crash('power'))
          return start()
        case 'a colleague adds': {
          const product = someProduct(b)
          const service = product && serviceOf(product.id)
          if (!product || !service) return
          const id = service.addSource('colleague')
          service.setList(product.id, [...service.listOf(product.id), id])
          return say(`sees nothing of it: a colleague puts ${id} on ${product.id}`)
        }
        case 'a colleague takes off': {
          const product = someProduct(b)
          const list = product ? truth(product.id) : []
          if (!product || list.length === 0) return
          serviceOf(product.id)?.setList(
            product.id,
            list.filter((_, index) => index !== a % list.length),
          )
          return
        }
        case 'the weather turns':
          return packshot.setWeather(weathers[a % weathers.length] as Weather)
        case 'the weather clears':
          return packshot.setWeather('fine')
        case 'a flush fails':
          return packshot.disk.failFlushes(1 + (a % 2))
        case 'the disk is full':
          return packshot.disk.setFault('full')
        case 'the disk has room':
          return packshot.disk.setFault('none')
        case 'the clock is set':
          return world.setWall((a - 5) * (b % 2 === 0 ? day : 7 * day))
        case 'sleep for days':
          return world.sleep((1 + a * a) * (day / 3))
        case 'wait a while':
          return world.pass(1_000 * (1 + a * 20))
        case 'the service answers otherwise':
          return (connected ?? services[0])?.setPatchAnswer(patchAnswers[a % patchAnswers.length] as PatchAnswer)
      }
    },
  }
}
export type Person = ReturnType<typeof createPerson>
