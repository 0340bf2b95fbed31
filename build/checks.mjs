import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { judgeSecondTries } from './judge-second-tries.mjs'
import { runForeground, runQuietly } from './run-process.mjs'
import { runTests } from './run-tests.mjs'
import { seconds } from './timed-step.mjs'

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config']

/**
 * The checks by name: Node's arguments, in the order of `npm test`; separate ones have their own commands.
 * `triedAgain`: how the paths of those files begin that open a real window, and run once more when they fail.
 * `isBeside`: runs while the next one does, and prints when that has ended; alone it leaves a core idle. The commands of
 * `e2e` wait half of theirs.
 */
export const checks = {
  lint: { args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--max-diagnostics=100'] },
  /** Which room of the core imports from which, and whose tables it names. */
  rooms: { args: ['build/check-rooms.mjs'] },
  types: { args: ['node_modules/typescript/bin/tsc', '-b'], isBeside: true },
  unit: { args: [...vitest, 'build/vitest.config.ts'], counted: true },
  package: { args: [...vitest, 'build/vitest.package.config.ts'], counted: true, isBeside: true },
  e2e: {
    args: [...vitest, 'build/vitest.e2e.config.ts', 'test/e2e/'],
    counted: true,
    triedAgain: ['test/e2e/journey-'],
    folders: ['test/e2e/'],
  },
  window: {
    args: [...vitest, 'build/vitest.window.config.ts'],
    counted: true,
    triedAgain: ['test/window/', 'test/renderer/'],
    folders: ['test/window/', 'test/renderer/'],
  },
  /** Requests at random; `unit` sends fewer of them. */
  requests: { args: [...vitest, 'build/vitest.config.ts', 'test/sample-workspace/openapi.test.ts'], counted: true, isApart: true },
  /** Beside other programs that do the same, at full counts. */
  judge: { args: [...vitest, 'build/vitest.judge.config.ts'], counted: true, isApart: true },
  /** A catalogue's whole way, at full size. */
  journey: { args: [...vitest, 'build/vitest.journey.config.ts'], counted: true, isApart: true },
  faults: {
    // They wait four fifths of their time, so more tests of a file are beside each other. Many measure how soon something is noticed: no
    // other check runs meanwhile.
    args: [...vitest, 'build/vitest.e2e.config.ts', '--maxConcurrency=10', 'test/faults/'],
    counted: true,
  },
}

/**
 * Runs checks in their order, all of them even when one fails, and sums up: each with its time, every skipped test with
 * its reason, each that failed, or passed only when it was tried again, with the first lines of its message, and last a line
 * "N passed, N failed, N skipped" (types and lint count as one check each; more than one file that was tried again counts as a failure).
 * @param more arguments for the last of the checks, for instance a file name
 * @returns the exit code: 0 only when nothing failed
 */
export const runChecks = async ({ env, ...options }) => {
  // The command and the sample workspace are started a thousand times: Node's compile cache saves a third of each start.
  const compiled = mkdtempSync(join(tmpdir(), 'packshot-compiled-'))
  try {
    return await runInOrder({ ...options, env: { ...env, NODE_COMPILE_CACHE: compiled } })
  } finally {
    rmSync(compiled, { recursive: true, force: true })
  }
}

const runInOrder = async ({ root, node, env, names, more = [] }) => {
  const last = names.at(-1)
  const run = async (name, isQuiet) => {
    const started = Date.now()
    const result = await runCheck({ root, node, env, check: checks[name], more: name === last ? more : [], isQuiet })
    return { name, ...result, took: Date.now() - started }
  }
  const results = []
  let beside = []
  for (const name of names) {
    if (checks[name].isBeside && name !== last) {
      console.log(`\n▶ ${name}, beside what follows`)
      beside.push(run(name, true))
      continue
    }
    console.log(`\n▶ ${name}`)
    results.push(await run(name, false))
    for (const result of await Promise.all(beside)) {
      console.log(`\n▶ ${result.name}, which ran beside it\n${result.printed}`)
      results.push(result)
    }
    beside = []
  }
  return sumUp([...results, ...judgeSecondTries(results)])
}

/** Of these checks those that run the test files that are named; without names all of them. */
export const checksOf = (names, more) => {
  const files = more.filter((arg) => arg.startsWith('test/'))
  if (files.length === 0) return names
  return names.filter((name) => files.some((file) => checks[name].folders?.some((folder) => file.startsWith(folder))))
}

const runCheck = async ({ root, node, env, check, more, isQuiet }) => {
  const isNamed = more.some((arg) => arg.startsWith('test/'))
  // Files that are named take the place of the folder: Vitest would run both.
  const args = [...check.args.filter((arg) => !(isNamed && arg.endsWith('/'))), ...more]
  if (check.counted) return runTests({ root, node, env, args, triedAgain: check.triedAgain ?? [], isQuiet })
  const { code, printed } = isQuiet
    ? await runQuietly(node, args, { cwd: root, env })
    : { code: await runForeground(node, args, { cwd: root, env }), printed: '' }
  const none = { skipped: 0, skips: [], failures: [], retried: [], retriedFiles: [] }
  return { ...none, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, printed }
}

const sumUp = (results) => {
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0)
  console.log('')
  for (const { name, passed, failed, skipped, took } of results) {
    console.log(`${failed > 0 ? '✗' : '✓'} ${name.padEnd(8)} ${seconds(took).padStart(8)}   ${line({ passed, failed, skipped })}`)
  }
  for (const { name, skips } of results) for (const { test, reason } of skips) console.log(`  skipped in ${name}: ${test}: ${reason}`)
  for (const { name, retried } of results)
    for (const failure of retried) console.log(`  passed in ${name} only when tried again: ${inShort(failure)}`)
  for (const { name, failures } of results) for (const failure of failures) console.log(`  failed in ${name}: ${inShort(failure)}`)
  console.log(`\n${line({ passed: total('passed'), failed: total('failed'), skipped: total('skipped') })}`)
  return total('failed') > 0 ? 1 : 0
}

/** People see only the end of a long run, so the failures are summed up there in a few lines. */
const inShort = ({ test, message }) => {
  const plain = stripVTControlCharacters(message).split('\n').slice(0, 12)
  return [test, ...plain].map((text) => text.slice(0, 300)).join('\n      ')
}

const line = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`
