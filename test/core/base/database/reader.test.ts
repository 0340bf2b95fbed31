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
