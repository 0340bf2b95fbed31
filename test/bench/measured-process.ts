import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { basename, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Agent, request } from 'undici'
import { limitHeap } from '../../electron/core/base/platform/limit-heap.ts'
import { systemFiles } from '../../electron/core/base/platform/system-files.ts'
import { hashFile } from '../../electron/core/pictures/library/keep-original.ts'
import { createAnswers } from '../../electron/sample-workspace/analysis/create-answers.ts'
import type { ImageFormat } from '../../shared/pictures/picture-formats.ts'
import { sendingFor } from '../../shared/service/sending.ts'
import { connect, openCore, startWorkers, type Timed, untilDone, type Work } from './measured-core.ts'
import { readLibrary } from './read-library.ts'
import { workInLibrary } from './work-in-library.ts'

/** The tasks of a measured process. */
export type Task =
  /** Adds a folder, then reads the library like the window. `decode`: in the image process; otherwise its facts are made up. */
  | { readonly kind: 'add'; readonly dataFolder: string; readonly folder: string; readonly decode: boolean; readonly baseUrl?: string }
  /**
   * Drops a folder on a window that shows its first pictures, until all are checked. Phases: `rows` until every picture has its row and
   * job, `screen` from the rows of the first screen to the last of its thumbnails, `checked` until all are decoded.
   */
  | { readonly kind: 'drop'; readonly dataFolder: string; readonly folder: string }
  /** Uploads everything that is queued in the data folder. */
  | { readonly kind: 'upload'; readonly dataFolder: string; readonly baseUrl: string; readonly files: number }
  /** Posts the same files by a bare loop over undici, 16 at once: nothing is hashed or stored. */
  | { readonly kind: 'post'; readonly paths: readonly string[]; readonly baseUrl: string }
  /** Commands about all pictures; `phases` has how long each took until it was on disk, and with ` turn` its longest turn of the event loop. */
  | { readonly kind: 'commands'; readonly dataFolder: string }
  /**
   * Opens a library and works with it; `phases` has the milliseconds of each step, of a search the slowest letter. `folder`: pictures that
   * the library doesn't have; they are dropped, and uploaded to the service at `baseUrl`.
   */
  | { readonly kind: 'growth'; readonly dataFolder: string; readonly search: string; readonly folder: string; readonly baseUrl: string }
  /** Reads a library's lists and writes its exports; `asks`: it also asks about all pictures. `phases` has milliseconds. */
  | { readonly kind: 'reads'; readonly dataFolder: string; readonly asks: boolean }
  /** Reads the text on pictures like the sample workspace; `count` is the number of words. */
  | { readonly kind: 'text'; readonly paths: readonly string[] }
  | { readonly kind: 'hash'; readonly path: string }
  | { readonly kind: 'thumbnails'; readonly paths: readonly string[]; readonly folder: string }
  /** Converts pictures one after the other, in one process, as they are sent by usual settings. */
  | { readonly kind: 'conversions'; readonly format: ImageFormat; readonly paths: readonly string[]; readonly folder: string }

export type Outcome = {
  /** Milliseconds of the measured work itself, without the start of the process. */
  readonly ms: number
  /** The result: number of rows, files or thumbnails. */
  readonly count: number
  /** Jobs that were done by then. */
  readonly done: number
  /** Event-loop delay during the work, in milliseconds. */
  readonly delay: { readonly p50: number; readonly p99: number; readonly p999: number; readonly max: number }
  /** CPU time of the work in milliseconds: of the whole process, and of its main thread (0 if this Node cannot tell). */
  readonly cpu: { readonly process: number; readonly thread: number }
  /** Milliseconds of parts of the work, by name. */
  readonly phases: Readonly<Record<string, number>>
  /** Sizes on disk, by name. */
  readonly bytes: Readonly<Record<string, number>>
}

const delayResolutionMs = 1
const postsAtOnce = 16

const addPictures = async (task: Extract<Task, { kind: 'add' }>, timed: Timed): Promise<Work> => {
  const { core, client } = await openCore(task.dataFolder, task.decode)
  if (task.baseUrl !== undefined) {
    await connect(client, task.baseUrl)
    await core.start()
  }
  const work = await timed(async () => {
    const begun = performance.now()
    await client.intake.add({ named: [task.folder], recursive: false, upload: true })
    const taken = performance.now()
    const rows = await client.pictures.list()
    return {
      count: rows.filter((row) => row.upload !== null).length,
      done: core.progress().done,
      phases: { adding: taken - begun, list: performance.now() - taken },
    }
  })
  await core.stop()
  return work
}

/** How many pictures a window shows. */
const screenSize = 40

const drop = async (task: Extract<Task, { kind: 'drop' }>, timed: Timed): Promise<Work> => {
  const { core, client } = await openCore(task.dataFolder, true)
  const filter = { text: '', state: null, format: null, productRef: null }
  const readScreen = () => client.library.page({ offset: 0, limit: screenSize, sort: { by: 'added', descending: false }, filter })
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
  const showScreen = async (): Promise<number> => {
    let page = await readScreen()
    for (; page.rows.length < screenSize; page = await readScreen()) await pause(5)
    const begun = performance.now()
    const shown = await Promise.all(page.rows.map(({ id }) => core.locateImage(id, 'thumbnail')))
    if (shown.includes(undefined)) throw new Error('A thumbnail of the screen is missing.')
    return performance.now() - begun
  }
  const work = await timed(async () => {
    const begun = performance.now()
    const adding = core.addFiles([task.folder], false).then(({ added }) => ({ added, ms: performance.now() - begun }))
    const screen = await showScreen()
    const rows = await adding
    while (core.progress().takingIn > 0) await pause(100)
    return { count: rows.added, phases: { rows: rows.ms, screen, checked: performance.now() - begun } }
  })
  await core.stop()
  return work
}

const upload = async (task: Extract<Task, { kind: 'upload' }>, timed: Timed): Promise<Work> => {
  const { core, client } = await openCore(task.dataFolder, false)
  await connect(client, task.baseUrl)
  const work = await timed(async () => {
    await untilDone(core, task.files)
    // The last jobs counted as done may still be in this turn's transaction.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    return { count: core.progress().done }
  })
  await core.stop()
  return work
}

const postFiles = async ({ paths, baseUrl }: Extract<Task, { kind: 'post' }>, timed: Timed): Promise<Work> => {
  const agent = new Agent({ connections: postsAtOnce, pipelining: 1 })
  const boundary = 'packshot-bench'
  const headers = { 'x-api-key': 'bench-key', 'content-type': `multipart/form-data; boundary=${boundary}` }
  const tail = `\r\n--${boundary}--\r\n`
  const head = (name: string): string =>
    [
      `--${boundary}\r\nContent-Disposition: form-data; name="type"\r\n\r\nFILE`,
      `--${boundary}\r\nContent-Disposition: form-data; name="value"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`,
    ].join('\r\n')
  const left = [...paths]
  const post = async (path: string): Promise<void> => {
    const body = Buffer.concat([Buffer.from(head(basename(path))), await readFile(path), Buffer.from(tail)])
    const answer = await request(`${baseUrl}/v1/sources`, { method: 'POST', headers, body, dispatcher: agent })
    await answer.body.json()
  }
  const work = await timed(async () => {
    const loop = async (): Promise<void> => {
      for (let path = left.pop(); path !== undefined; path = left.pop()) await post(path)
    }
    await Promise.all(Array.from({ length: postsAtOnce }, loop))
    return { count: paths.length }
  })
  await agent.close()
  return work
}

/** The longest stall of the event loop meanwhile, in milliseconds. */
const stallOf = async (change: () => Promise<unknown>): Promise<number> => {
  const delays = monitorEventLoopDelay({ resolution: delayResolutionMs })
  delays.enable()
  // The first delay is counted from here on.
  await new Promise((resolve) => setTimeout(resolve, 10 * delayResolutionMs))
  await change()
  // A stall is counted in the turn after it.
  await new Promise((resolve) => setTimeout(resolve, 10 * delayResolutionMs))
  delays.disable()
  return delays.max / 1e6
}

const commandAll = async ({ dataFolder }: Extract<Task, { kind: 'commands' }>, timed: Timed): Promise<Work> => {
  const { core, client } = await openCore(dataFolder, false)
  await client.queue.pause()
  const imageIds = await client.library.ids({ sort: { by: 'added', descending: false }, filter: {} })
  const images = { kind: 'selected', ids: imageIds } as const
  const [active] = await client.workspaces.list()
  const question = (text: string) => client.questions.ask({ images, questions: [text], again: false })
  const commands = {
    Ask: () => question('What is in the background?'),
    'Ask the same': () => question('What is in the background?'),
    Cancel: () => client.jobs.cancelWaiting({}),
    'Attach to one product': () =>
      client.products.attach({ images, product: { kind: 'new', name: 'Mug' }, attribute: 'Images', current: null, again: false }),
    Remove: () => client.library.remove({ imageIds }),
    Restore: () => client.library.restore({ imageIds }),
    'Ask something else': () => question('What does the label say?'),
    'Disconnect and cancel': () => client.workspaces.forget({ connectionId: active?.id ?? '', queue: 'cancel' }),
  }
  const work = await timed(async () => {
    const phases: Record<string, number> = {}
    for (const [name, act] of Object.entries(commands)) {
      phases[`${name} turn`] = await stallOf(async () => {
        const begun = performance.now()
        await act()
        phases[name] = performance.now() - begun
      })
    }
    return { count: imageIds.length, phases }
  })
  await core.stop()
  return work
}

const readTexts = async ({ paths }: Extract<Task, { kind: 'text' }>, timed: Timed): Promise<Work> => {
  const answers = createAnswers({ vision: undefined, tell: () => {} })
  const question = 'What text is on it?'
  const work = await timed(async () => {
    const read = await Promise.all(
      paths.map(async (path) => {
        const bytes = await readFile(path)
        const answer = await answers.answer(question, bytes, createHash('sha256').update(bytes).digest('hex'))
        return 'text' in answer ? answer.text : ''
      }),
    )
    return {
      count: read
        .join(' ')
        .split(/\s+/)
        .filter((word) => /[\p{L}\p{N}]{2}/u.test(word)).length,
    }
  })
  await answers.stop()
  return work
}

const makeThumbnails = async ({ paths, folder }: Extract<Task, { kind: 'thumbnails' }>, timed: Timed): Promise<Work> => {
  const workers = startWorkers()
  const inspect = (path: string, name: string) => workers.inspect({ path, format: 'jpeg', thumbnailPath: join(folder, `${name}.jpg`) })
  // The pool starts with the first picture and stays, so a running pool is measured.
  const begun = performance.now()
  await Promise.all(paths.slice(0, 2).map((path, index) => inspect(path, `warm-${index}`)))
  const warm = performance.now() - begun
  const work = await timed(async () => {
    await Promise.all(paths.map((path, index) => inspect(path, String(index))))
    return { count: paths.length, phases: { 'start of the pool and its first two': warm } }
  })
  await workers.stop()
  return work
}

const convertPictures = async ({ format, paths, folder }: Extract<Task, { kind: 'conversions' }>, timed: Timed): Promise<Work> => {
  const workers = startWorkers()
  const convert = (path: string, name: string) =>
    workers.convert({ path, format, settings: sendingFor(null, null), target: join(folder, name) })
  await convert(paths[0] ?? '', 'warm')
  const work = await timed(async () => {
    for (const [index, path] of paths.entries()) await convert(path, `ours-${index}`)
    return { count: paths.length }
  })
  await workers.stop()
  return work
}

const inMilliseconds = (usage: NodeJS.CpuUsage | undefined): number => (usage ? (usage.user + usage.system) / 1_000 : 0)

/** Runs the work under the CPU profiler and saves the profile. */
const profiled = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 500 })
  await session.post('Profiler.start')
  const done = await work()
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  writeFileSync(path, JSON.stringify(profile))
  return done
}

/** Runs the task; with `profilePath`, a CPU profile of the timed part is written there. */
const run = async (task: Task, profilePath: string | undefined): Promise<Outcome> => {
  let ms = 0
  let cpu = { process: 0, thread: 0 }
  const delays = monitorEventLoopDelay({ resolution: delayResolutionMs })
  const timed: Timed = async (work) => {
    delays.enable()
    const begun = performance.now()
    const [process0, thread0] = [process.cpuUsage(), process.threadCpuUsage?.()]
    const done = await (profilePath === undefined ? work() : profiled(profilePath, work))
    ms = performance.now() - begun
    cpu = { process: inMilliseconds(process.cpuUsage(process0)), thread: inMilliseconds(thread0 && process.threadCpuUsage(thread0)) }
    delays.disable()
    return done
  }
  const work = async (): Promise<Work> => {
    switch (task.kind) {
      case 'add':
        return addPictures(task, timed)
      case 'drop':
        return drop(task, timed)
      case 'upload':
        return upload(task, timed)
      case 'post':
        return postFiles(task, timed)
      case 'commands':
        return commandAll(task, timed)
      case 'growth':
        return workInLibrary(task, timed)
      case 'reads':
        return readLibrary(task, timed)
      case 'text':
        return readTexts(task, timed)
      case 'hash':
        return timed(async () => ({ count: (await hashFile(task.path, systemFiles)).length }))
      case 'thumbnails':
        return makeThumbnails(task, timed)
      case 'conversions':
        return convertPictures(task, timed)
    }
  }
  const { count, done = 0, phases = {}, bytes = {} } = await work()
  const inMs = (percentile: number): number => delays.percentile(percentile) / 1e6
  return { ms, count, done, delay: { p50: inMs(50), p99: inMs(99), p999: inMs(99.9), max: delays.max / 1e6 }, cpu, phases, bytes }
}

const task = JSON.parse(process.argv[2] ?? '') as Task
// As the processes with a core; references and the sample workspace, which reads text, run as they are.
if (task.kind !== 'post' && task.kind !== 'text') limitHeap()
process.stdout.write(JSON.stringify(await run(task, process.argv[3])))
