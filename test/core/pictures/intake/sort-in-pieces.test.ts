import { expect, it } from 'vitest'
import { systemTimers } from '../../../../electron/core/base/platform/timers.ts'
import { sortInPieces } from '../../../../electron/core/pictures/intake/sort-in-pieces.ts'
import { createRandom } from '../../../fixtures/random.ts'
import { seed } from '../../../support/seed.ts'

it('sorts stably like Array.sort, without blocking the event loop', async () => {
  const random = createRandom(seed)
  for (const size of [0, 1, 2, 999, 1_000, 1_001, 20_500]) {
    const list = Array.from({ length: size }, (_, index) => ({ key: Math.floor(random() * 300), index }))
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    expect(await sortInPieces(list, (a, b) => a.key - b.key, systemTimers)).toEqual([...list].sort((a, b) => a.key - b.key))
    clearInterval(timer)
    if (size > 20_000) expect(turns).toBeGreaterThan(0)
  }
})
