import { expect, it } from 'vitest'
import { joinRecognisers, type Recognised, type Recogniser } from '../../electron/measuring-pixels/text/recogniser.ts'

/** A reader whose readings end when the test says so. */
const createFake = () => {
  const open: ((read: Recognised) => void)[] = []
  let stopped = 0
  const recogniser: Recogniser = {
    recognise: () => new Promise((resolve) => open.push(resolve)),
    stop: async () => void stopped++,
  }
  return { recogniser, open, stopped: () => stopped, end: () => open.shift()?.({ kind: 'read', words: [] }) }
}
const picture = [Buffer.from('a picture'), 'page', 0] as const

it('joined readers read at the same time, and the one used last reads next', async () => {
  const [first, second] = [createFake(), createFake()]
  const joined = joinRecognisers([first.recogniser, second.recogniser])
  const [one, two] = [joined.recognise(...picture), joined.recognise(...picture)]
  expect([first.open.length, second.open.length]).toEqual([1, 1])
  first.end()
  second.end()
  await Promise.all([one, two])
  const alone = joined.recognise(...picture)
  expect(first.open.length + second.open.length).toBe(1)
  expect(second.open).toHaveLength(1)
  second.end()
  expect(await alone).toEqual({ kind: 'read', words: [] })
  await joined.stop()
  expect([first.stopped(), second.stopped()]).toEqual([1, 1])
})
