import { join } from 'node:path'
import type { Files } from '../../../electron/core/base/platform/files.ts'
import { systemFiles } from '../../../electron/core/base/platform/system-files.ts'
import { openTestCore } from '../../support/open-test-core.ts'
import { askForMainJob, connectToScripted, findSilentRepeats, settleAll } from './main-job.ts'

/**
 * node main-job-child.ts FOLDER BASE_URL FAULT STEP: the main job in a separate process. At the given step through the file port the
 * process is killed (`crash`), or that step fails (`EIO`, `ENOSPC`). The last line says how it ended and how many steps there were.
 */
const [folder = '', baseUrl = '', fault = 'none', stepText = '0'] = process.argv.slice(2)
const failing = Number(stepText)
let steps = 0

/** Counts the calls that change or flush a file. */
const step = (): void => {
  steps++
  if (fault === 'none' || steps !== failing) return
  if (fault === 'crash') process.kill(process.pid, 'SIGKILL')
  throw Object.assign(new Error(`${fault}: injected by the campaign`), { code: fault, syscall: 'write', errno: -5 })
}
const counted =
  <A extends readonly unknown[], R>(act: (...args: A) => R): ((...args: A) => R) =>
  (...args) => {
    step()
    return act(...args)
  }
const countedLater =
  <A extends readonly unknown[], R>(act: (...args: A) => Promise<R>): ((...args: A) => Promise<R>) =>
  async (...args) => {
    step()
    return act(...args)
  }

const { sync } = systemFiles
const files: Files = {
  ...systemFiles,
  write: countedLater(systemFiles.write),
  writeStream: countedLater(systemFiles.writeStream),
  copy: countedLater(systemFiles.copy),
  flushFile: countedLater(systemFiles.flushFile),
  flushFolder: countedLater(systemFiles.flushFolder),
  rename: countedLater(systemFiles.rename),
  remove: countedLater(systemFiles.remove),
  makeFolder: countedLater(systemFiles.makeFolder),
  openFlusher: (path) => {
    const flusher = systemFiles.openFlusher(path)
    return { ...flusher, flush: countedLater(flusher.flush) }
  },
  sync: {
    ...sync,
    write: counted(sync.write),
    copy: counted(sync.copy),
    flushFile: counted(sync.flushFile),
    flushFolder: counted(sync.flushFolder),
    rename: counted(sync.rename),
    remove: counted(sync.remove),
    makeFolder: counted(sync.makeFolder),
  },
}

const open = await openTestCore(join(folder, 'data'), { files })
// The key was only in memory, so a person enters it again.
await connectToScripted(open.client, baseUrl)
await open.core.start()
await askForMainJob(open.client, join(folder, 'pictures'))
const left = await settleAll(open.client, fault === 'none' ? 60_000 : 8_000)
const jobs = await open.client.jobs.list({})
const { items } = await open.client.queue.repeats({ after: 0, limit: 1_000 })
const pictures = (await open.client.pictures.list()).length
const said = (await findSilentRepeats(open.client, [])) ?? null
await open.core.stop()
process.stdout.write(
  `${JSON.stringify({ left: left ?? said, steps, pictures, jobs: jobs.map(({ work, status }) => `${work.operation} ${status.state}`), repeats: items.map((one) => one.operation) })}\n`,
)
process.exit(0)
