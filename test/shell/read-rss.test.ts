import { expect, it } from 'vitest'
import { createRssReader } from '../../electron/shell/read-rss.ts'

it('reads the memory of one process among the app’s metrics, in bytes', async () => {
  const read = createRssReader(() => [
    { pid: 1, memory: { workingSetSize: 2_048 } },
    { pid: 2, memory: { workingSetSize: 10 } },
    { pid: 3 },
  ])
  expect(await read(1)).toBe(2 * 1024 * 1024)
  expect(await read(3)).toBeUndefined()
  expect(await read(4)).toBeUndefined()
})
