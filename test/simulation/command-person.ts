import { join } from 'node:path'
import { createCommandPromises } from './command-promises.ts'
import type { CommandName } from './command-swarm.ts'
import type { Mail } from './handed-over.ts'
import { createListPerson } from './list-person.ts'
import type { ModelService } from './model-service.ts'
import type { Oracle } from './oracle.ts'
import type { Client, SimPackshot } from './sim-packshot.ts'
import type { Step } from './steps.ts'
import type { WatchedFolder } from './watched-commands.ts'
import type { World } from './world.ts'

const done = async (act: Promise<unknown>): Promise<true> => {
  await act
  return true
}

export type CommandPersonPorts = {
  readonly world: World
  readonly packshot: SimPackshot
  readonly services: readonly ModelService[]
  readonly oracle: Pick<Oracle, 'report' | 'changed'>
  readonly mail: Mail
  readonly watched?: WatchedFolder | undefined
  readonly addPictures: (count: number) => Promise<void>
  readonly attach: (step: Step, how: 'new' | 'said') => Promise<void>
  readonly edit: (imageId: string) => Promise<void>
  readonly connect: (service: ModelService) => Promise<void>
  readonly settle: (step: Step, how: 'any' | 'creation') => Promise<void>
  /** Pictures became versions of others, or are pictures again. */
  readonly keepPresent: () => void
  readonly sourcesOf: (imageIds: readonly string[]) => readonly string[]
}

/** What became of a command: `undefined`: it was refused, or had no answer. */
type Outcome = unknown

/** More pairs of picture and question than were written in one piece before commands were transactions. */
const manyQuestions = 105
/** More than are handed over in one piece. */
const listRows = 250
/** A person who does not wait for one command before the next one, at any two of those that the window offers. */
export const createCommandPerson = (ports: CommandPersonPorts) => {
  const { world, packshot, services, oracle, mail, watched } = ports
  const { name } = packshot
  const promises = createCommandPromises(ports)
  const lists = createListPerson(ports)
  let numbers = 0
  /** Where texts and questions end, so that each is told apart. */
  const next = (): number => ++numbers
  let asked: readonly string[] = []
  let fixed: { readonly earlier: Parameters<Client['checks']['putFixesBack']>[0]['earlier']; readonly imageId: string } | null = null
  let isBegun = false

  const call = async <T>(act: (client: Client) => Promise<T>): Promise<T | undefined> => {
    const answer = await packshot.call(act)
    if (answer && 'error' in answer) world.say(`${name} reads ${answer.error.code}`)
    return answer && 'value' in answer ? answer.value : undefined
  }
  const ids = (sql: string): string[] => packshot.query(sql).map((row) => String(row.id))
  const present = (): string[] => ids('SELECT id FROM images WHERE removed_at IS NULL ORDER BY seq')
  const active = (): string | undefined => ids('SELECT id FROM connections WHERE active = 1')[0]
  const some = <T>(list: readonly T[]): T | undefined => (list.length === 0 ? undefined : world.pick(list))
  const product = (n: number) => ({ key: `key-${n}`, productId: null, sku: `SKU-${n}`, gtin: null, name: null, handle: null })
  const move = (imageIds: readonly string[], n: number) =>
    call((client) => client.matching.move({ imageIds: [...imageIds], to: product(n), place: world.chance(0.5) ? 1 : null }))
  const path = (file: string): string => join(packshot.disk.root, file)

  const ask = async (count: number, isSame: boolean): Promise<Outcome> => {
    if (present().length < 3) await ports.addPictures(2)
    if (present().length === 0) return
    if (!isSame || asked.length === 0) asked = Array.from({ length: count }, (_, at) => `${name} asks ${at} of ${numbers + 1}?`)
    next()
    const questions = asked
    promises.asks(questions, !isSame)
    // So many would be under way for minutes.
    if (questions.length === manyQuestions) await call((client) => client.queue.pause())
    const images = present().slice(-3)
    const done = await call((client) => client.questions.ask({ images: { kind: 'some', images }, questions: [...questions], again: false }))
    if (done) promises.areAsked(images, questions)
    return done
  }

  /** In a cell of the picture that was added last: its file may be offered as a version of another. */
  const typeAndApprove = async (): Promise<Outcome> => {
    const offered = await call((client) => client.versions.page({ offset: 0, limit: 50 }))
    const imageId = some(offered?.rows ?? [])?.imageId ?? present().at(-1)
    if (imageId === undefined) return
    const text = `${name} approves ${next()}.`
    const done = await call((client) =>
      client.sheet.edit({ cells: [{ imageId, question: 'What is it?', text, seen: null, review: 'approved' }], kind: 'typed' }),
    )
    if (done && done.changed > 0) promises.said(text, imageId)
    return done
  }

  type AnswerRow = { readonly jobId: string; readonly imageId: string; readonly question: string; readonly shown: string }
  /** An answer of the workspace as it is shown; the newest. */
  const someAnswer = (): AnswerRow | undefined => {
    const [row] = packshot.query(
      `SELECT job_id, image_id, question, coalesce(edited_text, text) AS shown FROM answers JOIN images ON images.id = image_id
       WHERE kind = 'answer' AND removed_at IS NULL AND connection_id = '${active()}' ORDER BY answers.seq DESC LIMIT 1`,
    )
    return row && { jobId: String(row.job_id), imageId: String(row.image_id), question: String(row.question), shown: String(row.shown) }
  }
  const saveAnswer = async ({ jobId, shown }: AnswerRow): Promise<string | undefined> => {
    const text = `${name} says better ${next()}.`
    return (await call((client) => client.questions.edit({ jobId, text, ...{ seen: shown } }))) && text
  }
  /** Twice, so that the first text is an earlier one. */
  const editAnswer = async (): Promise<Outcome> => {
    const row = someAnswer()
    if (!row) return ask(2, false)
    const first = await saveAnswer(row)
    const again = someAnswer()
    if (first === undefined || again?.jobId !== row.jobId || (await saveAnswer(again)) === undefined) return
    promises.earlier(first, await call((client) => client.sheet.history(row)))
    return true
  }
  /** The answer is opened, then approved with other words, then saved as it was opened. */
  const editStale = async (): Promise<Outcome> => {
    const row = someAnswer()
    if (!row) return ask(2, false)
    const { imageId, question } = row
    const text = `${name} approves ${next()}.`
    const cells = [{ imageId, question, text, seen: null, review: 'approved' as const }]
    const approved = await call((client) => client.sheet.edit({ cells, kind: 'typed' }))
    if (!approved || approved.changed === 0 || someAnswer()?.shown !== text) return
    await saveAnswer(row)
    const now = someAnswer()
    if (now?.jobId === row.jobId) promises.stays(text, now.shown)
    return true
  }

  const send = async (): Promise<Outcome> => {
    const service = promises.here()
    const productId = service && [...service.products.keys()][0]
    if (productId === undefined) return
    const text = `${name} words ${next()}`
    return call((client) =>
      client.texts.send({
        what: { kind: 'texts', texts: [{ product: { kind: 'id', productId }, attribute: `Words ${name}`, text }] },
        unknown: 'replace',
      }),
    )
  }

  const fix = async (): Promise<Outcome> => {
    const imageId = fixed?.imageId ?? some(present())
    if (imageId === undefined) return
    const wish = fixed ? ({ kind: 'convert', to: 'jpeg' } as const) : ({ kind: 'scale-down', bytes: 20 } as const)
    const done = await call((client) => client.checks.fix({ imageIds: [imageId], wishes: [wish] }))
    if (done && done.earlier.length > 0 && !fixed) fixed = { earlier: [...done.earlier], imageId }
    return done
  }
  const unfix = async (): Promise<Outcome> => {
    if (fixed) await fix()
    if (!fixed) return fix()
    const { earlier, imageId } = fixed
    fixed = null
    const key = (): string => promises.fixesOf(imageId)
    const before = key()
    const done = await call((client) => client.checks.putFixesBack({ earlier: [...earlier] }))
    if (done) promises.undone(before, key())
    return done
  }

  const change = async (field: 'productAddress' | 'jpegQuality' | 'name'): Promise<Outcome> => {
    const id = field === 'name' ? some(ids('SELECT id FROM connections WHERE forgotten_at IS NULL')) : active()
    if (id === undefined) return
    const n = next()
    const value = { productAddress: `https://shop.example/{productId}/${n}`, jpegQuality: 1 + (n % 90), name: `${name} workspace ${n}` }[
      field
    ]
    const done =
      field === 'name'
        ? await call((client) => client.workspaces.rename({ connectionId: id, name: String(value) }))
        : await call((client) => client.connections.change({ [field]: value }))
    if (done) promises.set(id, field, field === 'name' || active() === id ? value : undefined)
    return done
  }

  const importList = (): Promise<Outcome> => {
    const rows = listRows + world.int(60)
    packshot.disk.put(
      path(`list-${next()}.csv`),
      Buffer.from(['sku;name', ...Array.from({ length: rows }, (_, at) => `SKU-${at};name ${at}`)].join('\n')),
    )
    return call((client) => client.catalogue.importFile({ path: path(`list-${numbers}.csv`), columns: {}, dryRun: false }))
  }
  const handOver = (): Promise<Outcome> =>
    promises.countsOneList(() =>
      call((client) => client.handover.write({ to: { kind: 'path', path: path('work.packshot-handover') }, originals: false })),
    )

  const apply = async (): Promise<Outcome> => {
    const files = packshot
      .query('SELECT name FROM images WHERE removed_at IS NULL ORDER BY seq')
      .map((row, at) => ({ file: String(row.name), product: `SKU-${at % 3}` }))
    // Behind a decision that is being written.
    const decision = move(present().slice(0, 1), world.int(4))
    const done = await promises.onlyHere(() => call((client) => client.matching.apply({ rules: [{ by: 'mapping', files }] })))
    await decision
    return done
  }

  /** Some pictures have new products. */
  const matchSome = async (): Promise<void> => {
    while (present().length < 6 && packshot.running()) await ports.addPictures(2)
    for (const imageId of present().slice(-6)) await move([imageId], 10 + next())
  }
  const attachAll = async (): Promise<Outcome> => {
    const images = present()
    const now = { unknown: 'skip', list: 'skip', old: 'skip', doubted: 'skip' } as const
    const shown = await call((client) => client.plans.preview({ offset: 0, limit: 100, now }))
    if (!shown || shown.changed === 0) return
    const known = packshot.query('SELECT product_id AS id FROM products WHERE product_id IS NOT NULL')
    for (const { id } of known) oracle.changed(name, String(id), [], ports.sourcesOf(images))
    return call((client) => client.plans.start({ mark: shown.mark, now, validForMs: 86_400_000 }))
  }
  const ofPlan = async (what: 'cancel' | 'resume'): Promise<Outcome> => {
    const plan = some(ids('SELECT id FROM plans'))
    return plan === undefined ? undefined : call((client) => client.plans[what]({ planId: plan }))
  }

  const disconnect = async (queue: 'keep' | 'cancel'): Promise<Outcome> => {
    const id = active()
    if (id === undefined) return
    const leave = () => call((client) => client.workspaces.forget({ connectionId: id, queue }))
    const done = queue === 'cancel' ? await promises.cancels(leave, `connection_id = '${id}'`) : await leave()
    if (done && queue === 'cancel') promises.left(id)
    return done
  }
  const switchTo = async (): Promise<Outcome> => {
    const id = some(ids("SELECT id FROM connections WHERE active = 0 AND forgotten_at IS NULL AND value NOT LIKE '%nobody.example%'"))
    return id === undefined
      ? done(ports.connect(services[1] as ModelService))
      : call((client) => client.workspaces.switch({ connectionId: id }))
  }
  /** With a test of the key before; nothing answers at the third address. */
  const tryOne = async (): Promise<Outcome> => {
    promises.connecting()
    const baseUrl = some([...services.map((one) => one.baseUrl), 'https://nobody.example', 'https://nobody.example']) ?? ''
    const form = { kind: 'api-key', baseUrl, apiKey: `key-${next()}`, publishing: { kind: 'data' } } as const
    return call((client) => client.session.connect({ ...form, rates: { 'analyse-image': null } }))
  }

  const remove = async (): Promise<Outcome> => {
    // A picture that something waits for.
    const waited = ids(
      "SELECT DISTINCT image_id AS id FROM attach_pictures JOIN jobs ON jobs.id = job_id WHERE state IN ('waiting', 'parked')",
    ).filter((id) => present().includes(id))
    const imageId = some(waited) ?? some(present())
    if (imageId === undefined) return
    promises.removes(imageId)
    const done = await call((client) => client.library.remove({ imageIds: [imageId] }))
    if (done) promises.isRemoved(imageId, true)
    return done
  }
  const restore = async (): Promise<Outcome> => {
    const imageId = some(promises.removed())
    if (imageId === undefined) return remove()
    const done = await call((client) => client.library.restore({ imageIds: [imageId] }))
    if (done) promises.isRemoved(imageId, false)
    return done
  }
  const changeVersions = async (what: 'use' | 'keepBoth' | 'separate'): Promise<Outcome> => {
    const imageIds = present().slice(0, 1)
    if (what === 'separate' && imageIds.length === 0) return
    const done = await call<unknown>((client) => (what === 'separate' ? client.versions.separate({ imageIds }) : client.versions[what]({})))
    ports.keepPresent()
    return done
  }
  const editFile = async (): Promise<Outcome> => {
    const imageId = some(present())
    if (imageId !== undefined) await ports.edit(imageId)
    return true
  }

  const inFolder = async (what: 'add' | 'edit' | 'rename'): Promise<Outcome> => {
    watched?.[what]()
    return true
  }

  const cancel = async (what: 'one' | 'action' | 'all' | 'questions'): Promise<Outcome> => {
    const row = some(
      packshot.query(
        "SELECT id, action FROM jobs WHERE state IN ('waiting', 'running', 'parked') ORDER BY state = 'running' DESC, seq DESC LIMIT 20",
      ),
    )
    const here = `connection_id IS ${active() === undefined ? 'NULL' : `'${active()}'`}`
    // What is parked has not waited.
    const waiting = `${here} AND state <> 'parked' AND (status ->> '$.isShelved' IS NOT 1 OR status -> '$.was' IS NULL)`
    if (what === 'all') return promises.cancels(() => call((client) => client.jobs.cancelWaiting({})), waiting)
    const operation = 'analyse-image'
    if (what === 'questions')
      return promises.cancels(() => call((client) => client.jobs.cancelWaiting({ operation })), `${waiting} AND operation = '${operation}'`)
    if (!row) return
    if (what === 'one') return call((client) => client.jobs.cancel({ jobIds: [String(row.id)] }))
    return promises.cancels(
      () => call((client) => client.actions.cancel({ action: Number(row.action) })),
      // Without a workspace, what is of any is shown.
      `action = ${Number(row.action)}${active() === undefined ? '' : ` AND ${here}`}`,
      'anywhere',
    )
  }

  const merge = async (): Promise<Outcome> => {
    const handed = await mail.take(name, true)
    if (!handed) return
    packshot.disk.put(path('received.packshot-handover'), handed.bytes)
    const opened = await call((client) => client.handover.open({ path: path('received.packshot-handover') }))
    if (!opened) return
    const use = some(['mine', 'theirs', 'theirs'] as const) ?? 'theirs'
    const choices = { usual: { cell: use, product: use, set: use, match: use }, each: [] }
    return call((client) => client.handover.merge({ id: opened.id, choices, otherWorkspace: true }))
  }

  /** `prepare`: what comes before, with nothing in between. */
  type Command = { readonly act: (step: Step) => Promise<Outcome>; readonly prepare?: () => Promise<void> }
  const commands: Readonly<Record<CommandName, Command>> = {
    asks: { act: () => ask(2, false) },
    'asks much': { act: () => ask(manyQuestions, false) },
    'asks the same': { act: () => ask(2, true) },
    'attaches to a new one': {
      act: ({ a, b }) => done(ports.attach({ a, b: b % 2 === 0 ? 3 * (b % 4) : 3 + b, deed: 'do a command', who: 0, pause: 0 }, 'new')),
    },
    attaches: { act: (step) => done(ports.attach(step, 'said')) },
    'edits an answer': { act: editAnswer },
    'edits an answer from an earlier state': { act: editStale },
    'types and approves': { act: typeAndApprove },
    'sends words': { act: send },
    'answers are lost': {
      act: async () => {
        packshot.setWeather('lost-answers')
        return true
      },
    },
    removes: { act: remove },
    restores: { act: restore },
    'cancels one': { act: () => cancel('one') },
    'cancels an action': { act: () => cancel('action') },
    'cancels all': { act: () => cancel('all') },
    'cancels questions': { act: () => cancel('questions') },
    connects: { act: ({ a }) => done(ports.connect(services[a % services.length] as ModelService)) },
    'tries a connection': { act: tryOne },
    switches: { act: switchTo },
    disconnects: { act: () => disconnect('keep') },
    'disconnects and cancels': { act: () => disconnect('cancel') },
    'edits a file': { act: editFile },
    'adds a watched file': { act: () => inFolder('add') },
    'edits a watched file': { act: () => inFolder('edit') },
    'renames a watched file': { act: () => inFolder('rename') },
    'uses versions': { act: () => changeVersions('use') },
    'keeps both': { act: () => changeVersions('keepBoth') },
    'takes a version back': { act: () => changeVersions('separate') },
    fixes: { act: fix },
    'puts fixes back': { act: unfix },
    'changes the address of products': { act: () => change('productAddress') },
    'changes the quality': { act: () => change('jpegQuality') },
    renames: { act: () => change('name') },
    imports: { act: importList },
    'hands over': { act: handOver },
    merges: { act: merge },
    'applies rules': { act: apply },
    matches: { act: () => move(present().slice(0, 1 + world.int(3)), world.int(4)) },
    'attaches all': { act: attachAll, prepare: matchSome },
    'cancels a plan': { act: () => ofPlan('cancel') },
    'resumes a plan': { act: () => ofPlan('resume') },
    'settles a creation': { act: (step) => done(ports.settle(step, 'creation')) },
    'looks at lists': { act: lists.look },
    pauses: { act: () => call((client) => client.queue.pause()) },
    resumes: { act: () => call((client) => client.queue.resume()) },
  }

  const run = async (does: CommandName, step: Step): Promise<void> => {
    world.say(`${name} ${does}`)
    promises.begins(does)
    if ((await commands[does].act(step)) !== undefined) promises.isDone(does)
  }

  return {
    check: promises.check,
    /** After all work. */
    checkEnd: async (): Promise<void> => {
      promises.check()
      // Events get lost: the next look at the whole folder finds what they said.
      await world.pass(11 * 60_000)
      watched?.check(packshot, oracle.report)
    },
    /** Of a connection that was made by another way. */
    connecting: promises.connecting,
    /** A person sends this text whatever came since. */
    excuse: promises.excuse,
    do: async (step: Step): Promise<void> => {
      if (present().length < 2) await ports.addPictures(2)
      if (!isBegun) for (const service of services.toReversed()) await ports.connect(service)
      if (!isBegun && watched) {
        watched.add()
        const rules = { match: false, upload: true }
        await call((client) => client.watching.add({ folder: { kind: 'path', path: watched.root }, rules }))
      }
      // The thread that reads lists comes up a second after the first one.
      if (!isBegun && (await lists.look())) await world.pass(1_500)
      isBegun = true
      const { does = 'asks', meanwhile, turns = 1 } = step
      await commands[does].prepare?.()
      promises.begin()
      if (meanwhile === undefined) {
        await run(does, step)
        // What it did is shown as soon as it has answered.
        if (world.chance(0.3)) await lists.look()
      } else {
        let isUnderWay = false
        let isOver = false
        const begin = (): void => {
          if (isUnderWay) return
          isUnderWay = true
          void run(meanwhile, step).finally(() => {
            isOver = true
          })
        }
        world.afterTurns(turns, begin)
        await run(does, step)
        begin()
        await world.passUntil(() => isOver, 120_000)
      }
      promises.end()
      if (asked.length < manyQuestions) return
      asked = []
      await cancel('questions')
      await call((client) => client.queue.resume())
    },
    /** Before the end: as many questions as were asked take too long, and what was removed is wanted after all. */
    calmDown: async (): Promise<void> => {
      await call((client) => client.jobs.cancelWaiting({ operation: 'analyse-image' }))
      await world.pass(60_000)
      const imageIds = promises.removed()
      if (imageIds.length > 0) await call((client) => client.library.restore({ imageIds }))
    },
  }
}
