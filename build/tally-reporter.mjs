import { writeFileSync } from 'node:fs'

/**
 * A Vitest reporter beside the one that people read: counts, and why tests were skipped, as JSON into the file that
 * PACKSHOT_TALLY names. { passed, failed, skipped: number, skips: [{ test, reason }] }
 */
export default function tallyReporter() {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const tally = { passed: 0, failed: unhandledErrors.length, skipped: 0, skips: [] }
      for (const module of modules) {
        tally.failed += module.errors().length
        for (const suite of module.children.allSuites()) tally.failed += suite.errors().length
        for (const test of module.children.allTests()) count(tally, test, module.relativeModuleId)
      }
      writeFileSync(process.env.PACKSHOT_TALLY, JSON.stringify(tally))
    },
  }
}

const count = (tally, test, file) => {
  const { state, note } = test.result()
  if (state === 'passed' || state === 'failed') {
    tally[state] += 1
    return
  }
  tally.skipped += 1
  tally.skips.push({ test: `${file}: ${test.fullName}`, reason: note ?? 'no reason was given' })
}
