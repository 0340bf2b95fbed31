import { stripVTControlCharacters } from 'node:util'
import { findUnknownSkips, remedyOf } from './known-skips.mjs'
import { seconds } from './timed-step.mjs'

/** Files that are named as the slowest. */
const mostSlow = 10

/**
 * Prints each check with its time, the slowest test files, each reason for which tests were skipped, once, with their number and what would make
 * them run, each test that failed with the first lines of its message, and last a line "N passed, N failed, N skipped" (types and
 * lint count as one check each).
 * @param results of the checks, as `runChecks` has them
 * @param machine what this machine has: more skipped tests than are known for it count as a failure. Absent: any number may be skipped
 * @returns the exit code: 0 only when nothing failed
 */
export const sumUp = ({ results, took, machine }) => {
  const skips = results.flatMap((result) => result.skips)
  const unknown = machine ? findUnknownSkips(skips, machine) : []
  const failures = results.flatMap(({ name, failures: found }) => found.map((failure) => ({ name, ...failure })))
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0)
  const all = { passed: total('passed'), failed: total('failed') + unknown.length, skipped: total('skipped') }

  console.log('')
  for (const { name, took: its, ...counts } of results) {
    console.log(`${counts.failed > 0 ? '✗' : '✓'} ${name.padEnd(8)} ${seconds(its).padStart(8)}   ${line(counts)}`)
  }
  sayWhichAreSlow(results.flatMap(({ files }) => files))
  for (const [reason, tests] of Object.entries(groupByReason(skips))) {
    console.log(`  skipped: ${tests.length} ${tests.length === 1 ? 'test' : 'tests'}, because ${reason}.${remedyOf(reason)}`)
  }
  for (const { name, ...failure } of failures) console.log(`  failed in ${name}: ${inShort(failure)}`)
  for (const text of unknown) console.log(`  failed: ${text}`)
  console.log(`\nIn ${minutes(took)}, set-up excluded:\n${line(all)}`)
  return all.failed > 0 ? 1 : 0
}

const sayWhichAreSlow = (files) => {
  const slowest = files.toSorted((a, b) => b.took - a.took).slice(0, mostSlow)
  if (slowest.length < 2) return
  console.log('  The slowest test files:')
  for (const { file, took } of slowest) console.log(`  ${seconds(took).padStart(8)}  ${file}`)
}

const groupByReason = (skips) => {
  const groups = {}
  for (const { test, reason } of skips) groups[reason] = [...(groups[reason] ?? []), test]
  return groups
}

/** People see only the end of a long run, so the failures are summed up there in a few lines. */
const inShort = ({ test, message }) => {
  const plain = stripVTControlCharacters(message).split('\n').slice(0, 12)
  return [test, ...plain].map((text) => text.slice(0, 300)).join('\n      ')
}

/** 83456 → "1 min 23 s" */
const minutes = (milliseconds) => {
  const whole = Math.round(milliseconds / 1_000)
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}

const line = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`
