import { expect, test } from 'vitest'
import { createSimilarSearch } from '../../../../electron/core/pictures/similar/find-similar.ts'

type Ports = Parameters<typeof createSimilarSearch>[0]

/** A library with one picture that is to be looked at, in a process whose time the test moves. */
const openSearch = (isSending: () => boolean) => {
  const kept: string[] = []
  let due: (() => void) | undefined
  const ports = {
    dataFolder: '/none',
    clock: { now: () => 0, monotonic: () => 0 },
    timers: {
      after: (_: number, act: () => void) => {
        due = act
        return { cancel: () => (due = undefined) }
      },
    },
    journal: { write: (change: () => void) => change(), durable: async () => {} },
    likenesses: {
      countLeft: () => 1 - kept.length,
      hasOthers: () => false,
      removeOthers: () => {},
      listDue: () => (kept.length === 0 ? [1] : []),
      listToCompare: () => [],
      hasToCompare: () => false,
      keep: (sha256: string) => kept.push(sha256),
    },
    images: { getBySeq: () => ({ id: 'img_1', sha256: 'ab' }), ofContent: () => undefined, countUnchecked: () => 0 },
    imageProcess: () => ({ describeLikeness: async () => null, endComparing: async () => {} }),
    remakeThumbnail: async () => {},
    isBusy: () => false,
    isSending,
    onFound: () => {},
    log: () => {},
  }
  const search = createSimilarSearch(ports as unknown as Ports)
  return {
    search,
    kept,
    wait: async (): Promise<void> => {
      due?.()
      await new Promise(setImmediate)
    },
  }
}

test('waits while requests are sent one after the other', async () => {
  let isSending = true
  const { search, kept, wait } = openSearch(() => isSending)
  search.begin()
  await wait()
  expect(kept).toEqual([])

  isSending = false
  search.noticed()
  await wait()
  expect(kept).toEqual(['ab'])
})

test('begins at once for a person who waits', async () => {
  const { search, kept, wait } = openSearch(() => true)
  await search.findAll(0)
  await wait()
  expect(kept).toEqual(['ab'])
})
