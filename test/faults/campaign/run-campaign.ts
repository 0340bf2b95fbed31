import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type PartState, readState } from './campaign-state.ts'
import { parts } from './parts.ts'
import { runPart } from './run-part.ts'

/**
 * node test/faults/campaign/run-campaign.ts [--part NAME…] [--share 0.1] [--index N] [--seed N] [--fresh]: runs every fault of the campaign, and
 * prints the tries and the losses. After an interruption it continues where it was, if the commit is the same.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url))
const { values } = parseArgs({
  options: {
    part: { type: 'string', multiple: true },
    share: { type: 'string', default: '1' },
    /** One try of one part, as a loss report names it. */
    index: { type: 'string' },
    /** Replays a simulated seed, and nothing else. */
    seed: { type: 'string' },
    fresh: { type: 'boolean', default: false },
  },
})
const print = (line: string): void => void process.stdout.write(`${line}\n`)

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const commit = `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`
const stateFolder = join(root, 'out', 'faults')
const unknown = (values.part ?? []).filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}. Parts: ${parts.map(({ name }) => name).join(', ')}.`)
/** The steps of a simulated seed, and what they break. */
const replaySeed = (seed: string): never => {
  const { status } = spawnSync(process.execPath, [join(root, 'test/simulation/simulate.ts'), '--seed', seed], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
if (values.seed !== undefined) replaySeed(values.seed)
const chosen = parts.filter(({ name }) => values.part?.includes(name) ?? true)

let isStopped = false
process.once('SIGINT', () => {
  isStopped = true
  print('Stopping after the running tries. Run it again to continue.')
})

/** A row of the table. */
const describe = ({ part, tried, total, lost, seconds, commit: of }: PartState, reason: string | null): string =>
  [
    part.padEnd(14),
    (reason === null ? `${tried} of ${total}` : 'skipped').padStart(16),
    String(lost.length).padStart(6),
    `${seconds} s`.padStart(8),
    `  ${of}`,
    ...(reason === null ? [] : [`  ${reason}`]),
  ].join('')

const rows: string[] = []
let lost = 0
for (const part of chosen) {
  const reason = (await part.findReasonAgainst?.()) ?? null
  const begun = readState(stateFolder, part.name, values.fresh || values.index !== undefined ? '' : commit)
  if (reason !== null || isStopped) {
    rows.push(describe(begun, reason ?? 'stopped'))
    continue
  }
  print(`▶ ${part.title}`)
  if (values.index !== undefined) {
    const trial = await part.open()
    const what = await trial.tryOne(Number(values.index))
    await trial.close()
    print(what ?? 'Nothing was lost.')
    lost += what === null ? 0 : 1
    continue
  }
  const state = await runPart(
    part,
    { ...begun, commit },
    {
      stateFolder,
      share: Number(values.share),
      onProgress: ({ tried, total, lost: found }) => print(`  ${tried} of ${total}, ${found.length} lost`),
      isStopped: () => isStopped,
    },
  )
  lost += state.lost.length
  rows.push(describe(state, null))
  for (const one of state.lost) rows.push(`  ${part.name} --index ${one.index}: ${one.what}`)
}
print(`\n${'part'.padEnd(14)}${'tried'.padStart(16)}${'lost'.padStart(6)}${'time'.padStart(8)}  commit\n${rows.join('\n')}`)
process.exitCode = lost > 0 ? 1 : 0
