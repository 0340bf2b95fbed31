import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import type { BenchContext } from './bench-line.ts'
import { runMeasured } from './run-measured.ts'
import { runTool } from './run-tool.ts'

export const pictureBytes = 60_000

const made = new Map<string, Promise<unknown>>()
const once = async <T>(key: string, make: () => Promise<T>): Promise<T> => {
  const known = (made.get(key) as Promise<T> | undefined) ?? make()
  made.set(key, known)
  return known
}

/** A folder of `count` distinct pictures of 60 KB; made once per run. */
export const picturesFolder = (
  { folder, say }: BenchContext,
  count: number,
): Promise<{ readonly folder: string; readonly paths: string[] }> =>
  once(`${folder} ${count}`, async () => {
    say(`making ${count} pictures`)
    const pictures = join(folder, `pictures-${count}`)
    return { folder: pictures, paths: await writeTestPictures(pictures, count, { bytes: pictureBytes }) }
  })

/** A data folder with `count` pictures added and their uploads queued, without a connection; made once per run. Only a template: don't use it directly. */
const queuedTemplate = (context: BenchContext, count: number): Promise<string> =>
  once(`queued ${context.folder} ${count}`, async () => {
    const pictures = await picturesFolder(context, count)
    context.say(`taking ${count} pictures in`)
    const dataFolder = join(context.folder, `queued-${count}`)
    const taken = await runMeasured({ kind: 'add', dataFolder, folder: pictures.folder, decode: false })
    if (taken.count !== count) throw new Error(`${taken.count} of ${count} pictures were added.`)
    return dataFolder
  })

let copies = 0

/** A separate data folder with `count` uploads queued: the database is a copy, the originals are links to the same files. */
export const copyQueued = async (context: BenchContext, count: number): Promise<string> => {
  const template = await queuedTemplate(context, count)
  const copy = join(context.folder, `queue-${++copies}`)
  await mkdir(copy)
  await runTool('cp', ['-rl', join(template, 'originals'), join(copy, 'originals')])
  await runTool('cp', [join(template, 'library.db'), join(copy, 'library.db')])
  return copy
}

/** Removes a folder and waits for the disk, so that the next measurement isn't slowed down. */
export const discard = async (folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true })
  if (process.env.PACKSHOT_BENCH_SMALL !== '1') await runTool('sync', [])
}
