import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workAndSummarise } from '../../electron/cli/commands/run.ts'
import { exitCodes } from '../../electron/cli/exit-codes.ts'
import { createOutput, type Output } from '../../electron/cli/output.ts'
import { noDeadline, type RunDeadline, startDeadline } from '../../electron/cli/run-deadline.ts'
import { withResolvers } from '../../electron/core/base/database/with-resolvers.ts'
import { mergeLeftWords } from '../../shared/command/command-words.ts'
import { nothingUnderWay } from '../support/nothing-under-way.ts'
import { openTestCore, type TestCore } from '../support/open-test-core.ts'

let folder: string
let open: TestCore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-run-'))
  open = await openTestCore(join(folder, 'data'))
})
afterEach(async () => {
  await open.core.stop()
  await rm(folder, { recursive: true })
})

let said: readonly string[] = []
const output: Output = createOutput(false, {
  stdout: (text) => {
    said = text.trimEnd().split('\n')
  },
  stderr: () => {},
})

/** A run beside a merge that ends with `merge`. */
const run = (merge: Promise<void>, deadline: RunDeadline, signal = new AbortController().signal) =>
  workAndSummarise(
    { ...open, core: { ...open.core, mergeSettled: () => merge } } as unknown as Parameters<typeof workAndSummarise>[0],
    output,
    deadline,
    signal,
  )
const endless = new Promise<void>(() => {})

describe('a run that continues an interrupted merge', () => {
  it('ends when the merge does', async () => {
    const { promise, resolve } = withResolvers()
    let isOver = false
    const running = run(promise, noDeadline).finally(() => {
      isOver = true
    })
    await nothingUnderWay()
    expect(isOver).toBe(false)
    resolve()
    expect(await running).toBe(exitCodes.done)
    expect(said).not.toContain(mergeLeftWords)
  })

  it('waits for it no longer than until its timeout, and says that it is not complete', async () => {
    expect(await run(endless, startDeadline(200))).toBe(exitCodes.workLeft)
    expect(said).toContain(mergeLeftWords)
  })

  it('waits for it no longer than until Ctrl-C', async () => {
    const stop = new AbortController()
    const running = run(endless, noDeadline, stop.signal)
    await nothingUnderWay()
    stop.abort()
    expect(await running).toBe(exitCodes.workLeft)
  })
})
