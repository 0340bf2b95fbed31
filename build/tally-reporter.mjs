import { writeFileSync } from 'node:fs'

/**
 * A Vitest reporter beside the one that people read: counts, why tests were skipped, what failed, and what passed only when it was
 * tried again, as JSON into the file that PACKSHOT_TALLY names.
 * { passed, failed, skipped: number, skips: [{ test, reason }], failures: [{ test, message }], retried: [{ test, message }] }
 */
export default function tallyReporter() {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const tally = { passed: 0, failed: 0, skipped: 0, skips: [], failures: [], retried: [] }
      fail(tally, 'outside of a test', unhandledErrors)
      for (const module of modules) {
        const file = module.relativeModuleId
        fail(tally, file, module.errors())
        for (const suite of module.children.allSuites()) fail(tally, `${file}: ${suite.fullName}`, suite.errors())
        for (const test of module.children.allTests()) count(tally, test, file)
      }
      writeFileSync(process.env.PACKSHOT_TALLY, JSON.stringify(tally))
    },
  }
}

/** Counts each of `errors` as a failure of `test`. */
const fail = (tally, test, errors) => {
  tally.failed += errors.length
  for (const error of errors) tally.failures.push({ test, message: described(error) })
}

const described = ({ message, stacks = [] }) => {
  const [where] = stacks
  return where ? `${message}\nat ${where.file}:${where.line}` : message
}

const count = (tally, test, file) => {
  const { state, note, errors } = test.result()
  if (state === 'passed' || state === 'failed') {
    tally[state] += 1
    const told = { test: `${file}: ${test.fullName}`, message: (errors ?? []).map(described).join('\n') }
    if (state === 'failed') tally.failures.push(told)
    else if (test.diagnostic()?.flaky) tally.retried.push(told)
    return
  }
  tally.skipped += 1
  tally.skips.push({ test: `${file}: ${test.fullName}`, reason: note ?? 'no reason was given' })
}
