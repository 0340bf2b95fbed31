import { describe, expect, it } from 'vitest'
import { runSeed } from './run-seed.ts'

/** Each run plays the same ones, whatever else the computer does: on two free cores they take 15 seconds. */
const seeds = 60

describe('the simulation', () => {
  it('gives the same log, byte for byte, for the same seed', async () => {
    for (const seed of [3, 12, 29]) {
      const first = await runSeed(seed)
      const second = await runSeed(seed)
      expect(second.log.join('\n')).toBe(first.log.join('\n'))
      expect(first.log.length).toBeGreaterThan(20)
    }
  })

  it(`finds no seed up to ${seeds} that breaks a promise`, { timeout: 180_000 }, async () => {
    for (let seed = 1; seed <= seeds; seed++) {
      const { violation } = await runSeed(seed)
      expect(violation, `replay it with: npm run faults -- --seed ${seed}`).toBeNull()
    }
  })
})
