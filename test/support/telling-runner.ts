import { type RunnerTask, TestRunner } from 'vitest'
import { describeOpenPages } from './open-pages.ts'

/** Prints what is in the open windows when a test has failed, before the test’s own hooks close them. */
// biome-ignore lint/style/noDefaultExport: Vitest takes it from there
export default class TellingRunner extends TestRunner {
  async onTaskFinished(test: RunnerTask): Promise<void> {
    if (test.result?.state !== 'fail') return
    const shown = await describeOpenPages()
    if (shown !== '') console.error(`When “${test.name}” failed:\n${shown}`)
  }
}
