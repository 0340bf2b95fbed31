import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRandom } from '../fixtures/random.ts'
import { readRowTests, testsOf } from './render-coverage.ts'
import { type SwitchedOff, switchedOffRules } from './switched-off-rules.ts'

/**
 * `node test/spec/switch-off.ts [COUNT] [SEED]`: picks COUNT rules at random (ten), switches each off in a copy of the sources and runs
 * the tests of its row; one of them must fail. Exits with 1 if none does: then no test shows that row. The same seed picks the same rules.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const count = Number(process.argv[2] ?? 10)
const seed = Number(process.argv[3] ?? randomInt(1_000_000))
const rowTests = readRowTests()

const copySources = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'switched-off-'))
  for (const name of ['electron', 'shared', 'test', 'build', 'package.json', 'tsconfig.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  mkdirSync(copy, { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  return copy
}

const asPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%[sdijo]/g, '.*')

/** Do the row's tests all pass in the copy? */
const pass = (copy: string, row: string): boolean => {
  const tests = testsOf(rowTests, row).filter(({ file }) => file.startsWith('test/sample-workspace/'))
  const titles = tests.map(({ name }) => asPattern(name.split(' > ').at(-1) ?? '')).join('|')
  const files = [...new Set(tests.map(({ file }) => file))]
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const run = spawnSync(process.execPath, [vitest, 'run', '--config', 'build/vitest.config.ts', '-t', titles, ...files], {
    cwd: copy,
    encoding: 'utf8',
  })
  if (!/Tests .*\d+ (passed|failed)/.test(run.stdout)) throw new Error(`No test of ${row} ran: ${run.stdout}${run.stderr}`)
  return run.status === 0
}

const draw = (rules: readonly SwitchedOff[]): SwitchedOff[] => {
  const random = createRandom(seed)
  return rules
    .map((rule) => ({ rule, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ rule }) => rule)
}

process.stdout.write(`${count} of ${switchedOffRules.length} rules, seed ${seed}\n`)
const copy = copySources()
let unnoticed = 0
try {
  for (const { row, file, from, to } of draw(switchedOffRules)) {
    const path = join(copy, file)
    const whole = readFileSync(path, 'utf8')
    if (whole.split(from).length !== 2) throw new Error(`${file} has “${from}” not exactly once: bring switched-off-rules.ts up to date.`)
    writeFileSync(
      path,
      whole.replace(from, () => to),
    )
    const isUnnoticed = pass(copy, row)
    writeFileSync(path, whole)
    if (isUnnoticed) unnoticed += 1
    process.stdout.write(`${isUnnoticed ? 'NOT NOTICED' : 'noticed'}: ${row}\n`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
process.exitCode = unnoticed === 0 ? 0 : 1
