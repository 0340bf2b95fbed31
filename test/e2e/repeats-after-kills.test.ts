import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { listSources } from '../support/compare-with-service.ts'
import { createPackshotUser, type PackshotUser } from '../support/packshot-user.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

let user: PackshotUser
let workspace: WorkspaceProcess
beforeEach(async () => {
  user = await createPackshotUser()
  workspace = await startWorkspaceProcess()
})
afterEach(async () => {
  await workspace.remove()
  await user.remove()
})

/** Waits until the workspace has an unanswered upload, then kills the run. */
const killInTheAnswer = async (uploads: number): Promise<void> => {
  const running = user.start(['run', '--api-key-stdin', '--base-url', workspace.baseUrl, '--rate', 'none'], { stdin: workspace.apiKey })
  const ended = expect(running.ended).rejects.toThrow()
  for (;;) {
    if ((await listSources(workspace)).length === uploads) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  running.child.kill('SIGKILL')
  await ended
}

/** A picture that two killed runs have each uploaded. */
const uploadTwiceInVain = async (): Promise<void> => {
  await writeTestPictures(join(user.folder, 'pictures'), 1)
  await user.run('add', join(user.folder, 'pictures'))
  const never = { match: { path: '/v1/sources' }, times: 2, effect: { kind: 'latency', ms: 60_000, when: 'after' } }
  await workspace.misbehave(never)
  await killInTheAnswer(1)
  await killInTheAnswer(2)
}
const twice = /1 upload may have been sent twice/

it('the next run ends by listing the work that two killed runs repeated', async () => {
  await uploadTwiceInVain()
  // The workspace rejects everything now, so that only repeats found at the start are listed.
  await workspace.misbehave({ match: { path: '/v1/' }, times: 'forever', effect: { kind: 'status', status: 402 } })
  const run = await user.work(workspace)
  expect(run.stdout).toMatch(twice)
})

it('repeated work is reported by whichever command comes first, and once', async () => {
  await uploadTwiceInVain()
  const ask = await user.run('ask', '--question', 'White?')
  expect(ask.stderr).toMatch(twice)
  expect((await user.run('ask', '--question', 'Blue?')).stderr).not.toMatch(twice)
})
