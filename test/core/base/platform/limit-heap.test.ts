import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const limit = fileURLToPath(new URL('../../../../electron/core/base/platform/limit-heap.ts', import.meta.url))

/** Makes garbage of which a part lives on for a while, as uploads do; prints how much room V8 took for new objects. */
const makeGarbage = `
  import { getHeapSpaceStatistics } from 'node:v8'
  const [isLimited] = process.argv.slice(-1)
  if (isLimited === 'limited') (await import(${JSON.stringify(limit)})).limitHeap()
  let kept = []
  for (let round = 0; round < 200; round++) {
    for (let made = 0; made < 5_000; made++) kept.push({ made, more: [made, round] })
    if (kept.length > 50_000) kept = []
    await new Promise(setImmediate)
  }
  console.log(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 1024 / 1024)`

const measure = async (how: 'limited' | 'free'): Promise<number> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', makeGarbage, how])
  return Number(stdout)
}

test('keeps the room for new objects small, where V8 would take eight times as much', async () => {
  const [limited, free] = await Promise.all([measure('limited'), measure('free')])

  expect(limited).toBeGreaterThanOrEqual(2)
  expect(limited).toBeLessThanOrEqual(8)
  expect(free).toBeGreaterThanOrEqual(32)
})
