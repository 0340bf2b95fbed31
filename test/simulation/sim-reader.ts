import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { createJournal } from '../../electron/core/base/database/journal.ts'
import type { ReadAnswer, Reads, ReadTask } from '../../electron/core/base/database/reader.ts'
import type { Platform } from '../../electron/core/base/platform/platform.ts'
import { makeReads } from '../../electron/core/reads.ts'
import { AppError } from '../../shared/base/errors.ts'
import type { Life, World } from './world.ts'

/**
 * Stands in for the thread that reads lists (electron/core/reader-thread.ts), with the same functions: a list is read a while after it was asked
 * for, its answer comes a while after that, when the library may be another one, and a later answer may overtake it. Some are not answered: the
 * thread ends by itself.
 */
export const createSimReader =
  (world: World, life: Life, platform: Platform, library: string): (() => Worker) =>
  () => {
    const thread = new EventEmitter()
    const database = platform.openDatabaseFile(library, { readOnly: true })
    const reads: Reads = makeReads({ ...platform, journal: createJournal(database, platform) })
    let isOver = false
    let last: Promise<void> = Promise.resolve()

    const say = (answer: ReadAnswer): void => void world.after(world.int(80), () => thread.emit('message', answer), life)

    const read = async ({ id, name, input }: ReadTask): Promise<ReadAnswer> => {
      database.exec('BEGIN')
      try {
        return { id, kind: 'read', value: structuredClone(await reads[name]?.(input as never)) }
      } catch (error) {
        const isRefused = error instanceof AppError && error.code !== 'data-corrupt'
        return isRefused ? { id, kind: 'refused', reason: error.toRecord() } : { id, kind: 'failed', said: String(error) }
      } finally {
        if (life.isAlive) database.exec('COMMIT')
      }
    }
    const end = (): void => {
      if (isOver) return
      isOver = true
      database.close()
      thread.emit('exit', 0)
    }
    const run = async (task: ReadTask): Promise<void> => {
      await new Promise<void>((resolve) => void world.after(world.int(40), resolve, life))
      if (isOver) return
      // All that was asked before is answered.
      if (task.name === 'end') return void world.after(100, end, life)
      if (world.chance(0.01)) return end()
      say(await read(task))
    }

    world.after(20, () => thread.emit('message', { id: 0, kind: 'ready' } satisfies ReadAnswer), life)
    return Object.assign(thread, {
      ref: () => {},
      unref: () => {},
      postMessage: (task: ReadTask): void => {
        last = last.then(() => run(task))
      },
    }) as unknown as Worker
  }
