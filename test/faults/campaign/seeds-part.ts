import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SimSystem } from '../../simulation/sim-systems.ts'
import type { Part } from './part.ts'
import { runChild } from './run-child.ts'

const entry = fileURLToPath(new URL('../../simulation/simulate.ts', import.meta.url))
/** One process runs this many seeds, because loading the core takes as long as five seeds. */
const seedsAtOnce = 20
/** Far longer than they take where other work has most of the processor. */
const limitMs = 1_800_000

const seedsOn = (system: SimSystem, name: string, count: number): Part => ({
  name,
  title: `Simulated seeds on files of ${system}, ${seedsAtOnce} a try`,
  total: count / seedsAtOnce,
  atOnce: 2,
  findReasonAgainst: async () => (existsSync(entry) ? null : 'the simulation is not there'),
  open: async () => ({
    tryOne: async (index) => {
      const from = index * seedsAtOnce
      const { code, signal, stdout, stderr } = await runChild(
        process.execPath,
        [entry, '--from', String(from), '--to', String(from + seedsAtOnce), '--system', system],
        limitMs,
      )
      if (code === 0) return null
      const broken = stdout.split('\n').filter((line) => line.includes('"violation":{'))
      return broken.length > 0
        ? broken.map((line) => line.slice(0, 300)).join('\n    ')
        : signal === null
          ? `ended with ${code}: ${stderr.trim().slice(-300)}`
          : `was stopped after ${limitMs / 60_000} minutes, so it says nothing: try it again`
    },
    close: async () => {},
  }),
})

export const seeds = seedsOn('linux', 'seeds', 20_000)
export const windowsSeeds = seedsOn('windows', 'seeds-windows', 500)
export const macosSeeds = seedsOn('macos', 'seeds-macos', 500)
