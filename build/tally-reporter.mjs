import { writeFileSync } from 'node:fs'

/**
 * A Vitest reporter beside the one that people read: of each test file (errors outside of any: `null`) counts, how long it took, why
 * tests were skipped and what failed, as JSON into the file that PACKSHOT_TALLY names.
 * [{ file: string | null, passed, failed, skipped: number, took: milliseconds, skips: [{ test, reason }], failures: [{ test, message }] }]
 */
export default function tallyReporter() {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const tallies = modules.map((module) => {
        const file = module.relativeModuleId
        const tally = { ...emptyTally(file), took: module.diagnostic().duration }
        fail(tally, file, module.errors())
        for (const suite of module.children.allSuites()) fail(tally, `${file}: ${suite.fullName}`, suite.errors())
        for (const test of module.children.allTests()) count(tally, test)
        return tally
      })
      const outside = emptyTally(null)
      fail(outside, 'outside of a test', unhandledErrors)
      writeFileSync(process.env.PACKSHOT_TALLY, JSON.stringify([...tallies, outside]))
    },
  }
}

const emptyTally = (file) => ({ file, passed: 0, failed: 0, skipped: 0, took: 0, skips: [], failures: [] })

/** Counts each of `errors` as a failure of `test`. */
const fail = (tally, test, errors) => {
  tally.failed += errors.length
  for (const error of errors) tally.failures.push({ test, message: described(error) })
}

const described = ({ message, stacks = [] }) => {
  const [where] = stacks
  return where ? `${message}\nat ${where.file}:${where.line}` : message
}

const count = (tally, test) => {
  const { state, note, errors } = test.result()
  const name = `${tally.file}: ${test.fullName}`
  if (state === 'passed' || state === 'failed') tally[state] += 1
  if (state === 'failed') tally.failures.push({ test: name, message: errors.map(described).join('\n') })
  if (state !== 'skipped') return
  tally.skipped += 1
  tally.skips.push({ test: name, reason: note ?? reasonInTitle(test.fullName) ?? 'no reason was given' })
}

/** A suite that can't run here says why at the end of its title: “the browser host (skipped: there is no browser here)”. */
const reasonInTitle = (name) => /\(skipped: ([^()]+)\)/.exec(name)?.[1]
