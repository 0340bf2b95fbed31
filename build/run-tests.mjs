import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runForeground, runQuietly } from './run-process.mjs'

/** This many failing files are no coincidence. */
const mostTriedAgain = 4

/**
 * Runs test files, and those that failed and whose paths begin like one of `triedAgain` a second time, each as a whole and one after the
 * other: they drive real windows on a machine that others use too, and tests in a file build on the ones before.
 * @param isQuiet true: prints nothing and returns the output as `printed`
 * @returns {Promise<object>} { passed, failed, skipped: number, skips: [{ test, reason }], failures: [{ test, message }],
 *   retried: [{ test, message }], retriedFiles: [file], printed: string }, where `retried` failed at first and passed then
 */
export const runTests = async ({ root, node, env, args, triedAgain, isQuiet = false }) => {
  const { tallies: first, printed } = await runOnce({ root, node, env, args, isQuiet })
  const again = filesToTryAgain(first, triedAgain)
  if (again.length === 0) return { ...addUp(first, [], []), printed }
  console.log(`\n▶ again, from the start of each file: ${again.join(', ')}`)
  const { tallies: second, printed: printedThen } = await runOnce({
    root,
    node,
    env,
    args: [...args.filter((arg) => !arg.startsWith('test/')), '--no-file-parallelism', ...again],
    isQuiet,
  })
  const failed = new Set(second.filter((tally) => tally.failed > 0).map((tally) => tally.file))
  const retriedFiles = again.filter((file) => !failed.has(file))
  const retried = first.filter(({ file }) => retriedFiles.includes(file)).flatMap(({ failures }) => failures)
  const all = [...first.filter(({ file }) => !again.includes(file)), ...second]
  return { ...addUp(all, retried, retriedFiles), printed: `${printed}\n${printedThen}` }
}

const filesToTryAgain = (tallies, triedAgain) => {
  const failed = tallies.filter(({ failed }) => failed > 0).map(({ file }) => file)
  const isAccident = failed.length <= mostTriedAgain && failed.every((file) => file !== null)
  return isAccident ? failed.filter((file) => triedAgain.some((start) => file.startsWith(start))) : []
}

/** The result of `tally-reporter.mjs`, plus one failure if a run failed or ended without writing one. */
const runOnce = async ({ root, node, env, args, isQuiet }) => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-tally-'))
  try {
    const file = join(folder, 'tally.json')
    const reporters = ['--reporter=default', '--reporter=./build/tally-reporter.mjs']
    const run = isQuiet ? runQuietly : runForeground
    const ended = await run(node, [...args, ...reporters], { cwd: root, env: { ...env, PACKSHOT_TALLY: file } })
    const { code, printed } = isQuiet ? ended : { code: ended, printed: '' }
    const tallies = readTallies(file)
    if (code === 0 || tallies.some(({ failed }) => failed > 0)) return { tallies, printed }
    const failures = [{ test: 'the run as a whole', message: `It ended with exit code ${code}.` }]
    return { tallies: [...tallies, { file: null, passed: 0, failed: 1, skipped: 0, skips: [], failures }], printed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const readTallies = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return []
  }
}

const addUp = (tallies, retried, retriedFiles) => {
  const total = (key) => tallies.reduce((sum, tally) => sum + tally[key], 0)
  return {
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    skips: tallies.flatMap(({ skips }) => skips),
    failures: tallies.flatMap(({ failures }) => failures),
    retried,
    retriedFiles,
  }
}
