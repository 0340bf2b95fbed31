import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { createReader, type ReadAnswer, type ReadTask } from '../../../../electron/core/base/database/reader.ts'
import { AppError } from '../../../../shared/base/errors.ts'

/** A reader whose thread answers what the test says. `logged`: events. */
const openReader = async (answerTo: (task: ReadTask) => ReadAnswer) => {
  const logged: unknown[] = []
  let begin = (): void => {}
  const thread = Object.assign(new EventEmitter(), {
    ref: () => {},
    unref: () => {},
    postMessage: (task: ReadTask) => {
      thread.emit('message', answerTo(task))
    },
  })
  const reader = createReader(
    { double: (one: number) => `${one * 2}, read here` },
    {
      journal: { isWriting: () => false, nextTurn: async () => {} },
      timers: {
        after: (_ms, start) => {
          begin = start
          return { cancel: () => {} }
        },
      },
      startThread: () => thread as unknown as Worker,
      log: (event) => void logged.push(event),
    },
  )
  expect(await reader.read('double', 1)).toBe('2, read here')
  begin()
  expect(await reader.read('double', 2)).toBe('4, read here')
  thread.emit('message', { id: 0, kind: 'ready' })
  return { reader, logged }
}

describe('the answer of the lists’ thread', () => {
  it('is the list', async () => {
    const { reader, logged } = await openReader(({ id, input }) => ({ id, kind: 'read', value: `${Number(input) * 2}, read there` }))
    expect(await reader.read('double', 3)).toBe('6, read there')
    expect(logged).toEqual([{ event: 'reader-ready' }])
  })

  it('may be a refusal, which is the caller’s', async () => {
    const gone = new AppError('unknown-id', { kind: 'set-unknown' }, { kept: 'nothing-changed' })
    const { reader } = await openReader(({ id }) => ({ id, kind: 'refused', reason: gone.toRecord() }))
    await expect(reader.read('double', 3)).rejects.toMatchObject({ failure: { kind: 'set-unknown' }, kept: 'nothing-changed' })
  })

  it('may be that the file can’t be read there: then it is read here, and the log says so', async () => {
    const { reader, logged } = await openReader(({ id }) => ({ id, kind: 'failed', said: 'disk I/O error' }))
    expect(await reader.read('double', 3)).toBe('6, read here')
    expect(logged).toContainEqual({ event: 'reader-failed', list: 'double', reason: 'disk I/O error' })
  })
})

describe('the thread of slow lists', () => {
  const open = (isThere: () => boolean) => {
    const threads: { readonly tasks: ReadTask[]; readonly answer: () => void; readonly exit: () => void }[] = []
    const waits: { readonly ms: number; readonly pass: () => void; isCancelled: boolean }[] = []
    const reader = createReader(
      { double: (one: number) => `${one * 2}, read here` },
      {
        journal: { isWriting: () => false, nextTurn: async () => {} },
        timers: {
          after: (ms, pass) => {
            const wait = { ms, pass, isCancelled: false }
            waits.push(wait)
            return {
              cancel: () => {
                wait.isCancelled = true
              },
            }
          },
        },
        idleMs: 60_000,
        startThread: () => {
          if (!isThere()) throw new Error('no thread left')
          const tasks: ReadTask[] = []
          const thread = Object.assign(new EventEmitter(), {
            ref: () => {},
            unref: () => {},
            postMessage: (task: ReadTask) => tasks.push(task),
          })
          threads.push({
            tasks,
            answer: () => {
              const { id, input } = tasks.at(-1) as ReadTask
              thread.emit('message', { id, kind: 'read', value: `${Number(input) * 2}, read there` })
            },
            exit: () => thread.emit('exit'),
          })
          return thread as unknown as Worker
        },
        log: () => {},
      },
    )
    return { reader, threads, waits }
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))

  it('starts with the first of them, which waits for it', async () => {
    const { reader, threads } = open(() => true)
    const first = reader.read('double', 3)
    await turn()
    expect(threads).toHaveLength(1)
    threads[0]?.answer()
    expect(await first).toBe('6, read there')
  })

  it('ends once none was asked for in a minute, and another one starts with the next', async () => {
    const { reader, threads, waits } = open(() => true)
    for (const input of [3, 4]) {
      const asked = reader.read('double', input)
      await turn()
      threads[0]?.answer()
      expect(await asked).toBe(`${input * 2}, read there`)
    }
    expect(waits.map(({ ms, isCancelled }) => [ms, isCancelled])).toEqual([
      [60_000, true],
      [60_000, false],
    ])
    waits[1]?.pass()
    expect(threads[0]?.tasks.at(-1)?.name).toBe('end')
    const next = reader.read('double', 5)
    await turn()
    // Its end comes after the other one was started.
    threads[0]?.exit()
    threads[1]?.answer()
    expect(await next).toBe('10, read there')
    const stopping = reader.stop()
    expect(threads[1]?.tasks.at(-1)?.name).toBe('end')
    threads[1]?.exit()
    await stopping
  })

  it.each(['can’t be started', 'ends before it answers'])('is not needed: a list is read here where it %s', async (how) => {
    const { reader, threads } = open(() => how === 'ends before it answers')
    const asked = reader.read('double', 3)
    await turn()
    threads[0]?.exit()
    expect(await asked).toBe('6, read here')
  })
})
