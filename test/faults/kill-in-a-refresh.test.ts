import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Job } from '../../shared/queue/jobs.ts'
import { createRandom } from '../fixtures/random.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { findReasonAgainstKeyring, startKeyringSession } from '../support/keyring-session.ts'
import { packshot, startPackshot } from '../support/packshot-process.ts'
import { seed } from '../support/seed.ts'
import { startWorkspaceProcess } from '../support/workspace-process.ts'

const kills = process.env.PACKSHOT_FAULTS === 'full' ? 30 : 5

it(`kill -9 during a refresh keeps the session or asks for one sign-in, and loses no job (${kills} times, seed ${seed})`, {
  timeout: 600_000,
}, async (context) => {
  const lack = await findReasonAgainstKeyring()
  if (lack) context.skip(lack)
  const folder = await mkdtemp(join(tmpdir(), 'packshot-refresh-'))
  const keyring = await startKeyringSession()
  const workspace = await startWorkspaceProcess()
  const options = { dataFolder: join(folder, 'data'), environment: keyring.environment, consent: 'allow' as const }
  const run = (...args: string[]) => packshot(args, options)
  const random = createRandom(seed)
  let signIns = 0
  try {
    const pictures = await writeTestPictures(join(folder, 'pictures'), kills)
    expect((await run('connect', workspace.connectionFile, '--no-browser')).code).toBe(0)
    for (const picture of pictures) {
      expect((await run('add', picture)).code).toBe(0)
      // The service rejects the next request's token, so the run refreshes, slowly before and after the service's own commit.
      const slow = (when: string) => ({ match: { path: '/oauth2/token' }, times: 1, effect: { kind: 'latency', ms: 80, when } })
      await workspace.misbehave(
        { match: { path: '/v1/' }, times: 1, effect: { kind: 'status', status: 401 } },
        slow('before'),
        slow('after'),
      )
      const running = startPackshot(['run'], options)
      const timer = setTimeout(() => running.child.kill('SIGKILL'), 250 + random() * 450)
      await running.ended
      clearTimeout(timer)
      await workspace.misbehave()
      let next = await run('run')
      if (next.code === 2) {
        expect(next.stdout + next.stderr).toMatch(/sign in again/i)
        expect((await run('connect', workspace.connectionFile, '--no-browser')).code).toBe(0)
        signIns++
        next = await run('run')
      }
      expect(next.code, next.stdout + next.stderr).toBe(0)
    }
    const jobs = (await run('jobs', '--json')).json() as Job[]
    expect(jobs.map((job) => job.status.state)).toEqual(pictures.map(() => 'done'))
    console.log(`${kills} kills around a refresh: ${signIns} asked for one sign-in each, the others kept their session`)
  } finally {
    await workspace.remove()
    await keyring.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
