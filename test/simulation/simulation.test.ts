import { describe, expect, it } from 'vitest'
import { seed as first, seedsOf } from '../support/seed.ts'
import { runSeed } from './run-seed.ts'
import { simSystems } from './sim-systems.ts'

/** Each run uses the same seeds, whatever else the computer does. On two free cores they take 15 seconds. */
const seeds = 60

/** For each other system; the seeds above use Linux' files. */
const seedsPerSystem = 12

describe('the simulation', () => {
  it('produces the same log, byte for byte, for the same seed', async () => {
    for (const seed of [3, 10, 21, 32]) {
      const system = simSystems[seed % simSystems.length]
      const first = await runSeed(seed, { system })
      const second = await runSeed(seed, { system })
      expect(second.log.join('\n')).toBe(first.log.join('\n'))
      expect(first.log.length).toBeGreaterThan(20)
    }
  })

  it(`finds no seed of ${seeds} from ${first} on that breaks a promise`, { timeout: 600_000 }, async () => {
    for (const seed of seedsOf(seeds)) {
      const { violation } = await runSeed(seed)
      expect(violation, `replay it with: npm run faults -- --seed ${seed}`).toBeNull()
    }
  })

  it.each(['windows', 'macos'] as const)('breaks no promise with files as on %s', { timeout: 600_000 }, async (system) => {
    let held = 0
    for (const seed of seedsOf(seedsPerSystem)) {
      const { violation, log } = await runSeed(seed, { system })
      expect(violation, `replay it with: npm run faults -- --seed ${seed} --system ${system}`).toBeNull()
      held += log.filter((line) => line.includes('a scanner holds')).length
    }
    expect(held > 0).toBe(system === 'windows')
  })
})
