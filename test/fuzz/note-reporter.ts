import { appendFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import type { Note } from './note.ts'

const note = (one: Note): void => appendFileSync(process.env.PACKSHOT_FUZZ_NOTES ?? '', `${JSON.stringify(one)}\n`)
const said = (errors: readonly { readonly message?: string }[]): string => errors.map(({ message }) => message ?? '').join('\n')

/** Writes each test’s end into the notes at once: a round may be ended at any time. */
export default class NoteReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state === 'passed') note({ kind: 'passed' })
    if (state === 'failed') note({ kind: 'failed', file: test.module.moduleId, test: test.fullName, message: said(errors ?? []) })
  }

  onTestModuleEnd(module: TestModule): void {
    const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
    if (errors.length > 0) note({ kind: 'failed', file: module.moduleId, test: 'the file itself', message: said(errors) })
  }

  onTestRunEnd(_: readonly TestModule[], unhandled: readonly { readonly message?: string }[]): void {
    if (unhandled.length > 0) note({ kind: 'failed', file: '', test: 'outside of a test', message: said(unhandled) })
  }
}
