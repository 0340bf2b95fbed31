import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runForeground, runQuietly } from './run-process.mjs'
import { runTests } from './run-tests.mjs'
import { sumUp } from './sum-up.mjs'

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config']

/**
 * The checks by name: Node's arguments. `isEveryday`: part of `npm test`; `isApart`: a command of its own; the others come with
 * `npm test -- --all`, in this order.
 * `isBeside`: runs while the next one does, and prints when that has ended; alone it leaves a core idle. The commands of
 * `e2e` wait half of theirs.
 */
export const checks = {
  lint: { args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--max-diagnostics=100'], isEveryday: true },
  /** Which room of the core imports from which, and whose tables it names. */
  rooms: { args: ['build/check-rooms.mjs'], isEveryday: true },
  /** One project after another, by one checker: side by side, what they share is checked several times, which `unit` beside it pays for. */
  types: {
    args: ['node_modules/typescript/bin/tsc', '-b', '--builders', '1', '--checkers', '1'],
    isBeside: true,
    isEveryday: true,
  },
  /** The main job by command, and one journey in each host; `e2e` has both. They wait a third of their time. */
  main: {
    args: [...vitest, 'build/vitest.e2e.config.ts', 'test/e2e/main-job.test.ts', 'test/e2e/journey-main.test.ts'],
    counted: true,
    isBeside: true,
    isEveryday: true,
    isIn: 'e2e',
  },
  unit: { args: [...vitest, 'build/vitest.config.ts'], counted: true, isEveryday: true },
  package: { args: [...vitest, 'build/vitest.package.config.ts'], counted: true, isBeside: true },
  e2e: { args: [...vitest, 'build/vitest.e2e.config.ts', 'test/e2e/'], counted: true, folders: ['test/e2e/'] },
  window: { args: [...vitest, 'build/vitest.window.config.ts'], counted: true, folders: ['test/window/', 'test/renderer/'] },
  /** Requests at random; `unit` sends fewer of them. */
  requests: { args: [...vitest, 'build/vitest.config.ts', 'test/sample-workspace/openapi.test.ts'], counted: true, isApart: true },
  /** Beside other programs that do the same, at full counts. */
  judge: { args: [...vitest, 'build/vitest.judge.config.ts'], counted: true, isApart: true },
  /** A catalogue's whole way, at full size. */
  journey: { args: [...vitest, 'build/vitest.journey.config.ts'], counted: true, isApart: true },
  faults: {
    // They wait two thirds of their time (130 s of the processors in 192 s on two), so more files, and more tests of a file, are beside each other.
    args: [...vitest, 'build/vitest.e2e.config.ts', '--maxWorkers=6', '--maxConcurrency=10', 'test/faults/'],
    counted: true,
  },
}

/** The names of the checks that `npm test` runs, and with `--all`. */
export const checksOfTests = ({ isAll }) =>
  Object.keys(checks).filter((name) => {
    const { isApart, isEveryday, isIn } = checks[name]
    return isAll ? !isApart && isIn === undefined : isEveryday
  })

/**
 * Runs checks in their order, each once and all of them even when one fails, and sums up (sum-up.mjs).
 * @param more arguments for the last of the checks, for instance a file name
 * @param machine what this machine has (known-skips.mjs); absent: tests may be skipped in any number
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

const runInOrder = async ({ root, node, env, names, more = [], machine }) => {
  const begun = Date.now()
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
  return sumUp({ results, took: Date.now() - begun, machine })
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
  if (check.counted) return runTests({ root, node, env, args, isQuiet })
  const { code, printed } = isQuiet
    ? await runQuietly(node, args, { cwd: root, env })
    : { code: await runForeground(node, args, { cwd: root, env }), printed: '' }
  return { skipped: 0, skips: [], failures: [], files: [], passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, printed }
}
