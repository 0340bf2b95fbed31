import { expect, it } from 'vitest'
import { createTurns } from '../../renderer/ui/turns.ts'

it('runs what is asked for while another change runs, after it, also when that one fails', async () => {
  const turns = createTurns()
  const done: string[] = []
  let fail: (error: Error) => void = () => {}
  const first = turns.run(() => new Promise<void>((_, reject) => (fail = reject)))
  const second = turns.run(async () => void done.push('second'))
  await Promise.resolve()
  expect(done).toEqual([])
  fail(new Error('no'))
  await expect(first).rejects.toThrow('no')
  await second
  expect(done).toEqual(['second'])
})
