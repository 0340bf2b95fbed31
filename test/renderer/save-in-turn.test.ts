import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createSaver } from '../../renderer/ui/save-in-turn.ts'

const queryKey = ['list']

/** A list that a core keeps; each save is answered when the test says so. */
const prepare = () => {
  let kept: readonly string[] = ['a']
  const asked: { readonly list: readonly string[]; readonly keep: () => void; readonly answer: (isSaved?: boolean) => void }[] = []
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  queries.setQueryData(queryKey, kept)
  const saver = createSaver<readonly string[]>(queries, { queryKey, queryFn: async () => kept })
  const save = (list: readonly string[]): Promise<readonly string[]> =>
    new Promise((resolve, reject) => {
      const keep = (): void => {
        kept = list
      }
      asked.push({
        list,
        keep,
        answer: (isSaved = true) => {
          if (isSaved) keep()
          isSaved ? resolve(list) : reject(new Error('no room'))
        },
      })
    })
  const add = (one: string): Promise<void> => saver.change((list) => [...list, one], save)
  const next = async (count: number): Promise<void> => void (await expect.poll(() => asked.length).toBe(count))
  return { queries, saver, asked, add, next, kept: () => kept }
}

it('shows each change at once, and saves one after another, each from what the one before left', async () => {
  const { saver, asked, add, next, kept } = prepare()
  const saved = [add('b'), add('c')]
  expect(saver.value()).toEqual(['a', 'b', 'c'])
  await next(1)
  expect(asked[0]?.list).toEqual(['a', 'b'])
  asked[0]?.answer()
  await next(2)
  // The first answer doesn't take the second change off the screen.
  expect(saver.value()).toEqual(['a', 'b', 'c'])
  asked[1]?.answer()
  await Promise.all(saved)
  expect([saver.value(), kept()]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ])
})

it('drops a change that can’t be saved, says so, and keeps the one after it', async () => {
  const { saver, asked, add, next, kept } = prepare()
  const [first, second] = [add('b'), add('c')]
  await next(1)
  asked[0]?.answer(false)
  await expect(first).rejects.toThrow('no room')
  expect(saver.value()).toEqual(['a', 'c'])
  await next(2)
  asked[1]?.answer()
  await second
  expect([saver.value(), kept()]).toEqual([
    ['a', 'c'],
    ['a', 'c'],
  ])
})

it('is not set back by a read that began before the change', async () => {
  const { queries, saver, asked, add, next } = prepare()
  let answerLate: (list: readonly string[]) => void = () => {}
  const late = queries.fetchQuery({
    queryKey,
    staleTime: 0,
    queryFn: () => new Promise<readonly string[]>((resolve) => (answerLate = resolve)),
  })
  const saved = add('b')
  await next(1)
  asked[0]?.answer()
  await saved
  answerLate(['a'])
  await late.catch(() => {})
  expect(saver.value()).toEqual(['a', 'b'])
})

it('begins from what the core has kept where the answer to the change before was lost, as in a restart', async () => {
  const { saver, asked, add, next, kept } = prepare()
  const lost = add('b')
  await next(1)
  asked[0]?.keep()
  asked[0]?.answer(false)
  await expect(lost).rejects.toThrow('no room')
  const saved = add('c')
  await next(2)
  asked[1]?.answer()
  await saved
  expect([saver.value(), kept()]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ])
})
