import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { Profiler } from 'node:inspector'
import { Session } from 'node:inspector'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { libraryFile } from '../../electron/core/base/database/library-files.ts'
import type { Timers } from '../../electron/core/base/platform/timers.ts'
import { noBarcodes } from '../support/no-barcodes.ts'
import { nothingUnderWay } from '../support/nothing-under-way.ts'
import { openTestCore, writePng } from '../support/open-test-core.ts'
import { type Received, startScriptedService } from '../support/scripted-service.ts'
import { createTestTime } from '../support/test-time.ts'

/**
 * `npm run files-of [-- drop | ask | attach]`: the files that one action passes through, and how many. They are the files that someone opens who
 * follows the action in the code.
 *
 * A file counts if at least five of its lines ran in the action and had not run just before, in unrelated actions: a setting is changed, the
 * queue is paused and resumed, a question set is saved, and time passes. So the path of every call and background work don't count, and a
 * function of fewer lines is read where it is called. Lines are compared, not files: moving a step into a file that always runs doesn't hide it.
 *
 * - Only files of electron/ and shared/ count, by V8's precise coverage of their sources. Code at the top level of a file doesn't count (it
 *   runs when the file is loaded), nor do comments and lines of brackets alone.
 * - The core runs in this process. The image process, the threads and the service are left out: the first two are replaced as in other tests.
 * - An action ends with what a person waits for: the picture's row is saved, the answer is saved, the request with the list is at the service.
 */
const leastLines = 5

const root = new URL('../../', import.meta.url)
const session = new Session()
session.connect()

/** A session on its own thread answers before `post` returns. */
const takeCoverage = (): readonly Profiler.ScriptCoverage[] => {
  let taken: readonly Profiler.ScriptCoverage[] = []
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error
    taken = result
  })
  return taken
}

/** Numbers of the lines that ran, by the file's path in the repository. */
type Lines = ReadonlyMap<string, ReadonlySet<number>>

const hasNoCode = /^\s*(?:\/\/.*|\/?\*.*|[\])};,(]*)$/

const linesOf = (text: string, functions: readonly Profiler.FunctionCoverage[]): Set<number> => {
  const isWholeFile = ({ functionName, ranges }: Profiler.FunctionCoverage): boolean => functionName === '' && ranges[0]?.startOffset === 0
  // The outer range first: an inner one says it more precisely.
  const ranges = functions
    .filter((one) => !isWholeFile(one))
    .flatMap((one) => one.ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
  const ran = new Uint8Array(text.length)
  for (const { startOffset, endOffset, count } of ranges) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  const found = new Set<number>()
  let start = 0
  for (const [at, line] of text.split('\n').entries()) {
    const from = start + line.length - line.trimStart().length
    if (!hasNoCode.test(line) && ran.subarray(from, start + line.length).includes(1)) found.add(at + 1)
    start += line.length + 1
  }
  return found
}

/** The lines of ours that ran since the last call. Node strips types in place, so offsets are those of the source. */
const takeLines = (): Lines => {
  const lines = new Map<string, Set<number>>()
  for (const { url, functions } of takeCoverage()) {
    const path = url.startsWith(root.href) ? url.slice(root.href.length) : ''
    if (/^(?:electron|shared)\//.test(path)) lines.set(path, linesOf(readFileSync(new URL(url), 'utf8'), functions))
  }
  return lines
}

/** Time that the script moves on. Once it is stopped, what is due later doesn't happen: how long an action takes makes no difference. */
const createStoppableTime = () => {
  const { clock, timers, pass, passUntil } = createTestTime()
  let isStopped = false
  const due: (() => void)[] = []
  const after: Timers['after'] = (ms, act, options) => {
    let isCancelled = false
    const actOnce = (): void => {
      if (isCancelled) return
      if (isStopped) due.push(actOnce)
      else act()
    }
    const timer = timers.after(ms, actOnce, options)
    return {
      cancel: () => {
        isCancelled = true
        timer.cancel()
      },
    }
  }
  const stoppable: Timers = {
    ...timers,
    after,
    every: (ms, act, options) => timers.every(ms, () => void (isStopped || act()), options),
    sleep: (ms, options) => new Promise((resolve) => void after(ms, resolve, options)),
  }
  return {
    clock,
    timers: stoppable,
    pass,
    passUntil,
    stopTime: (): void => {
      isStopped = true
    },
    resume: (): void => {
      isStopped = false
      for (const act of due.splice(0)) act()
    },
  }
}

type Opened = Awaited<ReturnType<typeof openOnService>>

/** A core at rest, connected to a service, with one picture that is uploaded. */
const openOnService = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-walks-'))
  const service = await startScriptedService()
  const time = createStoppableTime()
  let imageProcessMayAnswer = Promise.resolve()
  let letImageProcessAnswer = (): void => {}
  const open = await openTestCore(join(folder, 'data'), {
    clock: time.clock,
    timers: time.timers,
    startImageProcess: () => ({
      inspect: async ({ format }) => {
        await imageProcessMayAnswer
        return { format, width: 1, height: 1, orientation: 1, hasAlpha: false, hasGps: false }
      },
      ...noBarcodes,
      prepare: () => {},
      stop: async () => {},
    }),
  })
  const { core, client } = open
  await client.session.connect({ kind: 'api-key', baseUrl: service.baseUrl, apiKey: 'key', publishing: { kind: 'data' } })
  await core.start()
  await mkdir(join(folder, 'pictures'))
  const write = async (name: string): Promise<string> => {
    const path = join(folder, 'pictures', name)
    await writePng(path, name)
    return path
  }
  await core.addFiles([await write('cup.png')])
  await time.passUntil(() => core.progress().done === 1)
  // Reads beside the core, without code of ours.
  const library = new DatabaseSync(libraryFile(join(folder, 'data')), { readOnly: true })
  return {
    ...open,
    ...time,
    service,
    cup: (await client.pictures.list()).map(({ id }) => id),
    mug: await write('mug.png'),
    countAnswers: (): number => Number(library.prepare('SELECT count(*) AS answers FROM answers').get()?.answers),
    holdImageProcess: (): void => {
      imageProcessMayAnswer = new Promise((resolve) => {
        letImageProcessAnswer = resolve
      })
    },
    close: async () => {
      letImageProcessAnswer()
      time.resume()
      library.close()
      await core.stop()
      await service.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const doUnrelated = async ({ client, pass }: Opened): Promise<void> => {
  await client.settings.set({ atOnce: 3 })
  await client.settings.get()
  await client.queue.pause()
  await client.queue.resume()
  await client.questionSets.save({ name: 'Shop', runsOnDrop: false, questions: [{ question: 'What is it?', column: 'What' }] })
  await pass(600_000)
}

const actions = {
  drop: {
    title: 'Drop a picture, until its row is in the library',
    act: async ({ core, mug, holdImageProcess }: Opened): Promise<void> => {
      holdImageProcess()
      await core.addFiles([mug])
      // Its check begins beside the end of the drop, before it or after it.
      await nothingUnderWay()
    },
  },
  ask: {
    title: 'Ask a question about a picture, until the answer is saved',
    act: async ({ client, cup, countAnswers }: Opened): Promise<void> => {
      await client.questions.ask({ images: { kind: 'some', images: cup }, questions: ['What color is it?'], again: false })
      while (countAnswers() === 0) await nothingUnderWay()
    },
  },
  attach: {
    title: 'Attach an uploaded picture to a product, until the request is at the service',
    act: async ({ client, service, cup }: Opened): Promise<void> => {
      const sent = new Promise<void>((resolve) => {
        service.answer = ({ method }: Received) => {
          if (method === 'PATCH') resolve()
          return undefined
        }
      })
      const attached = client.products.attach({
        images: { kind: 'some', images: cup },
        product: { kind: 'id', productId: 'SKU-100' },
        attribute: 'Images',
        current: { kind: 'nothing' },
        again: false,
      })
      await Promise.all([attached, sent])
    },
  },
}
type Action = keyof typeof actions

const follow = async (name: Action): Promise<void> => {
  const opened = await openOnService()
  await opened.pass(600_000)
  takeLines()
  await doUnrelated(opened)
  opened.stopTime()
  const before = takeLines()
  await actions[name].act(opened)
  const during = takeLines()
  await opened.close()

  const files = [...during]
    .map(([path, lines]) => ({ path, lines: [...lines].filter((line) => !before.get(path)?.has(line)).length }))
    .filter(({ lines }) => lines >= leastLines)
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const rooms = new Set(files.flatMap(({ path }) => /^electron\/core\/([^/]+)\//.exec(path)?.[1] ?? []))
  console.log(`${actions[name].title}: ${files.length} files, ${rooms.size} rooms of electron/core (${[...rooms].join(', ')})`)
  for (const { path, lines } of files) console.log(`${String(lines).padStart(5)} lines  ${path}`)
  console.log()
}

const isAction = (name: string): name is Action => Object.hasOwn(actions, name)
const named = process.argv.slice(2)
const unknown = named.find((name) => !isAction(name))
if (unknown !== undefined) throw new Error(`There is no action “${unknown}”. Actions: ${Object.keys(actions).join(', ')}.`)
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
for (const name of named.length > 0 ? named : Object.keys(actions)) if (isAction(name)) await follow(name)
session.disconnect()
