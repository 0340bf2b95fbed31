import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createImagePool, type ImagePool } from '../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import { readRssOf } from '../../electron/core/formats/decoding-process/read-rss.ts'

const entry = fileURLToPath(new URL('../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))

/** Of inspecting and converting a picture; `bytes`: the most resident memory. */
export type Used = { ms: number; bytes: number }

/** The SHA-256 that an original's name begins with. */
const contentOf = (path: string): string => basename(path).slice(0, 64)

/** The real image process, one picture at a time, so that memory is of one picture. */
export const measureImages = () => {
  const used = new Map<string, Used>()
  let now: Used | undefined
  const start = (): ImagePool => {
    const pool = createImagePool({
      spawn: () => forkImageWorker(entry),
      workers: 1,
      limits: { taskMs: 60_000, rssBytes: 1_500 * 1024 * 1024 },
      readRss: async (pid) => {
        const bytes = await readRssOf(pid)
        if (now) now.bytes = Math.max(now.bytes, bytes ?? 0)
        return bytes
      },
    })
    let last: Promise<unknown> = Promise.resolve()
    const measure = <T>(path: string, work: () => Promise<T>): Promise<T> => {
      const done = last.then(async () => {
        const one = used.get(contentOf(path)) ?? { ms: 0, bytes: 0 }
        used.set(contentOf(path), one)
        now = one
        const begin = performance.now()
        try {
          return await work()
        } finally {
          one.ms += performance.now() - begin
        }
      })
      last = done.catch(() => {})
      return done
    }
    return {
      ...pool,
      inspect: (task, options) => measure(task.path, () => pool.inspect(task, options)),
      convert: (task, options) => measure(task.path, () => pool.convert(task, options)),
    }
  }
  return {
    start,
    /** By the picture's SHA-256. */
    usedBy: (sha256: string): Used => used.get(sha256) ?? { ms: 0, bytes: 0 },
  }
}
