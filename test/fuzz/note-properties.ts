import { appendFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import fc, { type RunDetails } from 'fast-check'
import { expect } from 'vitest'
import type { Note } from './note.ts'

// Part of each test process of `npm run fuzz` (see ../support/seed.ts): notes what each property tried, and what broke it.

const file = process.env.PACKSHOT_FUZZ_NOTES ?? ''
const note = (one: Note): void => appendFileSync(file, `${JSON.stringify(one)}\n`)

/** The values as a program would write them; `null`: some of them can't be written so. */
const asSource = (values: unknown): string | null => {
  const text = fc.stringify(values)
  try {
    const read: unknown = new Function(`return ${text}`)()
    return isDeepStrictEqual(read, values) ? text : null
  } catch {
    return null
  }
}

const report = (details: RunDetails<unknown>): void => {
  note({ kind: 'tried', cases: details.numRuns })
  if (!details.failed) return
  const { testPath = '', currentTestName = '' } = expect.getState()
  const { counterexample, counterexamplePath, seed } = details
  const found = counterexample === null ? null : { source: asSource(counterexample), shown: fc.stringify(counterexample) }
  note({ kind: 'counterexample', file: testPath, test: currentTestName, seed, path: counterexamplePath, found })
  throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance })
}

fc.configureGlobal({ ...fc.readConfigureGlobal(), reporter: report as never })
