import { expect, it } from 'vitest'
import type { ForgetPictures } from '../../../electron/core/pictures/library/forget-pictures.ts'
import { createRemovedThings } from '../../../electron/core/removed/removed-things.ts'

type Ports = Parameters<typeof createRemovedThings>[0]

it('restores, or removes for good, all of a month in transactions of ten thousand, each of which is whole', async () => {
  const transactions: string[][] = []
  let isOpen = false
  const count = (what: string, ids: readonly string[]): number => {
    expect(isOpen).toBe(true)
    if (ids.length > 0) transactions.at(-1)?.push(`${what} ${ids.length}`)
    return ids.length
  }
  const journal = {
    write: <T>(act: () => T): T => {
      isOpen = true
      transactions.push([])
      const done = act()
      isOpen = false
      return done
    },
    durable: async () => {},
    nextTurn: async () => {},
    get: () => undefined,
    run: () => 0,
  }
  const things = createRemovedThings({
    journal,
    clock: { now: () => 1 },
    timers: { after: () => ({ cancel: () => {} }) },
    removal: { bringBack: (ids: readonly string[]) => count('pictures', ids) },
    pictures: {
      mark: (ids: readonly string[]) => count('marked', ids),
      markUntil: () => 0,
      forgetSome: () => 0,
      tryAgain: () => {},
    } as ForgetPictures,
    questionSets: { forget: () => 0, list: () => [] },
    removedProducts: { forget: ({ ids = [] }: { ids?: string[] }) => ({ refs: [], count: ids.length }) },
    products: { forget: () => {} },
    restoreProduct: (id: string) => count('product', [id]) > 0,
    isAdding: () => false,
    onChange: () => {},
    log: () => {},
  } as unknown as Ports)
  const all = Array.from({ length: 25_000 }, (_, at) => ({ kind: 'picture', id: `img_${at}` }) as const)
  expect(await things.restore([...all, { kind: 'product', id: 'one' }])).toBe(25_001)
  expect(transactions).toEqual([['pictures 10000'], ['pictures 10000'], ['pictures 5000', 'product 1']])
  transactions.length = 0
  expect(await things.removeForGood(all)).toBe(25_000)
  expect(transactions.flat()).toEqual(['marked 10000', 'marked 10000', 'marked 5000'])
})
