import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeFinding, type Finding } from './describe-finding.ts'
import { configOf, findSearches } from './find-searches.ts'
import type { Counterexample, Note } from './note.ts'

/**
 * node test/fuzz/run.ts [--minutes 5] [--seed N] [--stop] [test files]: runs all random tests with new seeds, round after round, and prints what
 * to add to them. --seed N repeats one round; --stop ends with the first failure. Exits with 1 if anything was found.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string' }, stop: { type: 'boolean', default: false } },
})
const print = (line: string): void => void process.stdout.write(`${line}\n`)

const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error(`--minutes needs a number above 0, not “${values.minutes}”.`)
const files = positionals.length > 0 ? positionals : findSearches(root)
const folder = mkdtempSync(join(tmpdir(), 'packshot-fuzz-'))
const notes = join(folder, 'notes')
const endAt = values.seed === undefined ? Date.now() + minutes * 60_000 : Number.POSITIVE_INFINITY
const sum = { rounds: 0, parts: 0, tests: 0, cases: 0 }
const findings = new Map<string, { readonly finding: Finding; times: number }>()
let isStopped = false

/** Runs the files of one configuration; false: its time was over before it ended. */
const runFiles = async (config: string, some: readonly string[], seed: number): Promise<boolean> => {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', config, '--reporter=./test/fuzz/note-reporter.ts']
  const child = spawn(process.execPath, [...args, ...(values.stop ? ['--bail=1'] : []), ...some], {
    ...{ cwd: root, stdio: ['ignore', 'ignore', 'pipe'] },
    env: { ...process.env, PACKSHOT_SEED: String(seed), PACKSHOT_FUZZ_NOTES: notes },
  })
  let [said, isEnded] = ['', false]
  child.stderr?.on('data', (bytes) => {
    said = `${said}${bytes}`.slice(-4_000)
  })
  const end = (): void => {
    isEnded = child.kill('SIGINT')
  }
  const timer = endAt === Number.POSITIVE_INFINITY ? undefined : setTimeout(end, Math.max(0, endAt - Date.now()))
  stop = end
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  stop = () => {}
  const tests = readNotes().filter(({ kind }) => kind === 'passed' || kind === 'failed')
  if (!isEnded && code !== 0 && tests.length === 0) throw new Error(`The tests did not start:\n${said}`)
  return !isEnded
}
let stop = (): void => {}
process.once('SIGINT', () => {
  isStopped = true
  stop()
})

const readNotes = (): readonly Note[] =>
  readFileSync(notes, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Note)

const addUp = (seed: number): void => {
  const all = readNotes()
  const counterexamples = all.filter((one): one is Counterexample => one.kind === 'counterexample')
  for (const one of all) {
    if (one.kind === 'tried') sum.cases += one.cases
    if (one.kind === 'passed' || one.kind === 'failed') sum.tests++
    if (one.kind !== 'failed') continue
    const { test, message } = one
    const counterexample = counterexamples.find((other) => other.file === one.file && other.test === test) ?? null
    const finding = { file: relative(root, one.file).replaceAll('\\', '/'), test, message, seed, counterexample }
    const key = `${finding.file}\n${test}\n${counterexample?.found?.shown ?? ''}`
    const known = findings.get(key)
    findings.set(key, { finding: known?.finding ?? finding, times: (known?.times ?? 0) + 1 })
    if (!known) print(`✗ ${describeFinding(finding)}`)
  }
}

/** One seed for all files, as far as the time allows. */
const runRound = async (seed: number): Promise<void> => {
  print(`▶ round ${sum.rounds + 1}, seed ${seed}`)
  let isWhole = true
  for (const config of new Set(files.map(configOf))) {
    const some = files.filter((file) => configOf(file) === config)
    writeFileSync(notes, '')
    isWhole = await runFiles(config, some, seed)
    addUp(seed)
    if (!isWhole || isStopped || (values.stop && findings.size > 0)) break
  }
  if (isWhole) sum.rounds++
  else sum.parts++
}

print(`${files.length} files with random tests, ${values.seed === undefined ? `${minutes} minutes` : `seed ${values.seed}`}`)
try {
  if (values.seed !== undefined) await runRound(Number(values.seed))
  else while (Date.now() < endAt && !isStopped && !(values.stop && findings.size > 0)) await runRound(randomInt(0x7fff_0000))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
print(`${sum.rounds} rounds${sum.parts > 0 ? ' and a part of one' : ''}: ${sum.tests} tests, ${sum.cases} cases of properties`)
if (findings.size === 0) print('Nothing was found.')
else {
  print(`${findings.size} found:`)
  for (const { finding, times } of findings.values()) print(`✗ ${describeFinding(finding)}${times > 1 ? `\n    ${times} times` : ''}`)
}
process.exitCode = findings.size > 0 ? 1 : 0
