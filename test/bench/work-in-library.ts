import { rmSync, statSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { libraryFile, walFile } from '../../electron/core/base/database/library-files.ts'
import { listSnapshots } from '../../electron/core/base/database/snapshots.ts'
import { startDatabaseWorker } from '../../electron/core/base/database/start-database-worker.ts'
import { systemFiles } from '../../electron/core/base/platform/system-files.ts'
import { formatCsv } from '../../shared/exchange/export-answers.ts'
import { readAnswers } from '../support/read-answers.ts'
import { connect, openCore, type Timed, untilDone, type Work } from './measured-core.ts'
import type { Task } from './measured-process.ts'
import { stepMark } from './run-measured.ts'

const databaseWorkerEntry = fileURLToPath(new URL('../../electron/core/base/database/database-worker.ts', import.meta.url))

/** The share of a processor is judged over at least so many milliseconds: a small library is done before the first pause. */
const shareOverMs = 1_000

/** How often the event loop is looked at: more often would itself take processor time. */
const lookEveryMs = 50

/** The daily snapshot and its check, in the thread that makes it. `share`: of one processor, in percent. */
const saveSnapshot = async (dataFolder: string): Promise<{ readonly cpu: number; readonly share: number; readonly stall: number }> => {
  const worker = startDatabaseWorker(databaseWorkerEntry, dataFolder)
  // The thread starts with its first task.
  await worker.checkpoint()
  const delays = monitorEventLoopDelay({ resolution: lookEveryMs })
  delays.enable()
  const [begun, before] = [performance.now(), process.cpuUsage()]
  await worker.snapshot(Date.now())
  const [took, used] = [performance.now() - begun, process.cpuUsage(before)]
  delays.disable()
  await worker.stop()
  const cpu = (used.user + used.system) / 1_000
  return { cpu, share: (100 * cpu) / Math.max(took, shareOverMs), stall: delays.max / 1e6 - lookEveryMs }
}

/** As a failed disk would leave it: only the snapshot is left. */
const spoil = (dataFolder: string): void => {
  const path = libraryFile(dataFolder)
  writeFileSync(path, Buffer.alloc(statSync(path).size, 0x5a))
  rmSync(walFile(dataFolder), { force: true })
}

/** The processor time of a step of this name, among `phases`: of the whole process, so also of what its threads do meanwhile. */
export const workOf = (name: string): string => `${name} (processor)`

/** Each step as it ends: a run that is stopped has said what it found. */
const tell = (text: string): void => void process.stderr.write(`${stepMark}${text}\n`)

/** Everything a person does with a library, once; what is asked for and attached stays queued. */
export const workInLibrary = async (task: Extract<Task, { kind: 'growth' }>, timed: Timed): Promise<Work> => {
  const { dataFolder, search, folder, baseUrl } = task
  const phases: Record<string, number> = {}
  const step = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
    const [begun, before] = [performance.now(), process.cpuUsage()]
    const done = await act()
    const [took, used] = [performance.now() - begun, process.cpuUsage(before)]
    const worked = (used.user + used.system) / 1_000
    if (took > (phases[name] ?? 0)) Object.assign(phases, { [name]: took, [workOf(name)]: worked })
    tell(`${name}: ${took.toFixed(0)} ms, ${worked.toFixed(0)} ms of a processor`)
    return done
  }
  const sort = { by: 'name', descending: false } as const
  const all = { kind: 'all' } as const

  const look = async ({ client }: Awaited<ReturnType<typeof openCore>>): Promise<number> => {
    await step('first page', () => client.library.page({ offset: 0, limit: 100, sort: { by: 'added', descending: true }, filter: {} }))
    for (let letters = 1; letters <= search.length; letters++)
      await step('search', () => client.library.page({ offset: 0, limit: 100, sort, filter: { text: search.slice(0, letters) } }))
    await step('queue', () => client.queue.status())
    return (await step('select all', () => client.library.ids({ sort, filter: {} }))).length
  }
  const addNext = async ({ core, client }: Awaited<ReturnType<typeof openCore>>): Promise<void> => {
    const { added } = await step('drop', () => core.addFiles([folder], false))
    await step('check', async () => {
      while (core.progress().takingIn > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    })
    await connect(client, baseUrl)
    await step('upload', () => untilDone(core, added))
    await client.queue.pause()
  }

  return timed(async () => {
    const { cpu, share, stall } = await saveSnapshot(dataFolder)
    const [snapshot] = listSnapshots(systemFiles.sync, dataFolder)
    Object.assign(phases, { snapshot: cpu, 'snapshot share': share, 'snapshot stall': stall })
    tell(`snapshot: ${cpu.toFixed(0)} ms of a processor`)
    const first = await step('open after a crash', () => openCore(dataFolder, true))
    await first.core.stop()
    const opened = await step('open', () => openCore(dataFolder, true))
    const { core, client } = opened
    const count = await look(opened)
    await addNext(opened)
    await step('ask', () => client.questions.ask({ images: all, questions: ['What is in the background?'], again: false }))
    await step('attach', () =>
      client.products.attach({ images: all, product: { kind: 'new', name: 'Mug' }, attribute: 'Images', current: null, again: false }),
    )
    await step('export', async () => formatCsv(await readAnswers(client)))
    await core.stop()
    spoil(dataFolder)
    const restored = await step('restore', () => openCore(dataFolder, true))
    const { total } = await restored.client.library.page({ offset: 0, limit: 1, sort, filter: {} })
    await restored.core.stop()
    if (total < count) throw new Error(`Only ${total} of ${count} pictures were restored.`)
    return { count, phases, bytes: { snapshot: statSync(snapshot?.path ?? '').size } }
  })
}
