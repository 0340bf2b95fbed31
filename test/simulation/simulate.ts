import { findMutations } from './mutations.ts'
import type { ViolationKind } from './oracle.ts'
import { type RunOptions, runSeed, type SeedResult } from './run-seed.ts'
import { shrink } from './shrink.ts'
import { simSystems } from './sim-systems.ts'
import { describeStep, profileOf } from './steps.ts'

/** Runs the seeds from `from` to below `to`, and reports each as it ends. */
export const runSeeds = async (
  from: number,
  to: number,
  onResult: (result: SeedResult) => void,
  options: RunOptions = {},
  profile?: string,
): Promise<void> => {
  for (let seed = from; seed < to; seed++) if (profile === undefined || profileOf(seed) === profile) onResult(await runSeed(seed, options))
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** A seed as plain steps and, if it breaks a promise, the fewest steps that still do. */
const replay = async (seed: number, options: RunOptions): Promise<boolean> => {
  const result = await runSeed(seed, options)
  if (!result.violation) {
    print(result.log.join('\n'))
    print(`Seed ${seed}: ${result.steps} steps, no promise broken.`)
    return true
  }
  const { kind } = result.violation
  const small = await shrink(seed, kind, options)
  print(small.result.log.join('\n'))
  print(`Seed ${seed} breaks a promise (${kind}): ${small.result.violation?.message ?? result.violation.message}`)
  print(`The steps that are enough (${small.steps.length} of ${result.steps}):`)
  for (const step of small.steps) print(`  ${describeStep(step)}`)
  return false
}

/** JSON lines, for a campaign that resumes where it ended; the last line is the total. */
const campaign = async (from: number, to: number, options: RunOptions): Promise<boolean> => {
  const sum = { seeds: 0, broken: 0, sent: 0, questions: 0 }
  const needless = new Map<string, number>()
  const add = ({ seed, violation, steps, attaches }: SeedResult): void => {
    sum.seeds++
    if (violation) sum.broken++
    sum.sent += attaches.sent
    sum.questions += attaches.questions
    for (const [reason, count] of Object.entries(attaches.needless)) needless.set(reason, (needless.get(reason) ?? 0) + count)
    print(JSON.stringify({ seed, steps, violation, attaches }))
  }
  await runSeeds(from, to, add, options, textAfter('--profile'))
  const perThousand = (count: number): number => (sum.sent === 0 ? 0 : Math.round((1_000 * count) / sum.sent))
  const needlessPer1000 = Object.fromEntries([...needless].sort().map(([reason, count]) => [reason, perThousand(count)]))
  print(JSON.stringify({ ...sum, questionsPer1000: perThousand(sum.questions), needlessPer1000 }))
  return sum.broken === 0
}

const valueAfter = (flag: string): number | undefined => {
  const at = process.argv.indexOf(flag)
  const value = at < 0 ? Number.NaN : Number(process.argv[at + 1])
  return Number.isInteger(value) ? value : undefined
}

const textAfter = (flag: string): string | undefined => {
  const at = process.argv.indexOf(flag)
  return at < 0 ? undefined : process.argv[at + 1]
}

const readOptions = (): RunOptions => {
  const ignored = new Set((textAfter('--ignore') ?? '').split(',')) as ReadonlySet<ViolationKind | ''> as ReadonlySet<ViolationKind>
  const name = textAfter('--system')
  const system = simSystems.find((one) => one === name)
  if (name !== undefined && system === undefined) throw new Error(`--system is one of ${simSystems.join(', ')}.`)
  return { system, ignored }
}

const main = async (): Promise<boolean> => {
  const seed = valueAfter('--seed')
  if (seed !== undefined) return replay(seed, readOptions())
  if (process.argv.includes('--mutations')) return findMutations(valueAfter('--most') ?? 2_000, textAfter('--only'), print)
  const from = valueAfter('--from')
  const to = valueAfter('--to')
  if (from !== undefined && to !== undefined) return campaign(from, to, readOptions())
  print(
    'Usage: simulate.ts --seed N | --from N --to N | --mutations [--most N] [--only NAME]; before a number of seeds: --system linux|windows|macos, --profile NAME, --ignore KIND,KIND',
  )
  return false
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) process.exit((await main()) ? 0 : 1)
