import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runForeground, runQuietly } from './run-process.mjs'

/**
 * Runs test files, each once.
 * @param isQuiet true: prints nothing and returns the output as `printed`
 * @returns {Promise<object>} { passed, failed, skipped: number, skips: [{ test, reason }], failures: [{ test, message }],
 *   files: [{ file, took: milliseconds }], printed: string }; a run that failed or ended without saying so has one failure of its own
 */
export const runTests = async ({ root, node, env, args, isQuiet = false }) => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-tally-'))
  try {
    const file = join(folder, 'tally.json')
    const reporters = ['--reporter=default', '--reporter=./build/tally-reporter.mjs']
    const run = isQuiet ? runQuietly : runForeground
    const ended = await run(node, [...args, ...reporters], { cwd: root, env: { ...env, PACKSHOT_TALLY: file } })
    const { code, printed } = isQuiet ? ended : { code: ended, printed: '' }
    const tallies = readTallies(file)
    const isTold = code === 0 || tallies.some(({ failed }) => failed > 0)
    return { ...addUp(isTold ? tallies : [...tallies, failedRun(code)]), printed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const failedRun = (code) => {
  const failures = [{ test: 'the run as a whole', message: `It ended with exit code ${code}.` }]
  return { file: null, passed: 0, failed: 1, skipped: 0, skips: [], failures, took: 0 }
}

const readTallies = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return []
  }
}

const addUp = (tallies) => {
  const total = (key) => tallies.reduce((sum, tally) => sum + tally[key], 0)
  return {
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    skips: tallies.flatMap(({ skips }) => skips),
    failures: tallies.flatMap(({ failures }) => failures),
    files: tallies.filter(({ file }) => file !== null).map(({ file, took }) => ({ file, took })),
  }
}
