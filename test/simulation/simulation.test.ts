import { describe, expect, it } from 'vitest'
import { seed as first, seedsOf } from '../support/seed.ts'
import { examples } from './command-examples.ts'
import { runSeed } from './run-seed.ts'
import { simSystems } from './sim-systems.ts'

/** A short search, the same in each run: on two free cores 15 seconds. `npm run faults` searches on. */
const seeds = 20

/** For each other system; the seeds above use Linux' files. */
const seedsPerSystem = 6

/** Seeds of commands at any moment: their own digit. By each a known fault is noticed (README.md). */
const seedsOfCommands = [8, 48, 58, 68, 98, 108, 178, 198]

describe('the simulation', () => {
  it('produces the same log, byte for byte, for the same seed', async () => {
    for (const seed of [3, 10, 21]) {
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

  it('breaks no promise where two commands are done at once', { timeout: 600_000 }, async () => {
    for (const seed of seedsOfCommands) {
      const { violation } = await runSeed(seed)
      expect(violation, `replay it with: npm run faults -- --seed ${seed}`).toBeNull()
    }
  })

  it.each(examples)('breaks no promise by the steps of an earlier fault: $found', { timeout: 600_000 }, async ({ seed, steps }) => {
    expect((await runSeed(seed, { steps })).violation).toBeNull()
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
