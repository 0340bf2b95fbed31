import { describe, expect, it } from 'vitest'
import { defaultSilentMs } from '../../electron/core/base/network/watch-silence.ts'
import { listSources } from '../support/compare-with-service.ts'
import { waitFor } from '../support/open-test-core.ts'
import { everyOperation, inEach, operations, queueEachOperation, withTriedClient } from './tried-client.ts'

/** Longer than any test: only the client ends it. */
const forMs = 3_600_000

describe.concurrent('a service that is slow', () => {
  it.each(['before', 'after'])('ten seconds an answer, %s the work: waited for, each thing done once', (when) =>
    withTriedClient({ atOnce: 4 }, async (client) => {
      await queueEachOperation(client)
      await client.misbehave(...inEach({ kind: 'latency', ms: 10_000, when }, 'forever'))
      await client.work()
      await client.settled()
      for (const operation of everyOperation) expect(await client.requests(operation), operation).toHaveLength(1)
      expect((await client.rows()).map(({ notes }) => notes)).toEqual([[], [], [], []])
      await client.expectAllDone()
    })(),
  )
})

/** How soon is tested by a time that the test moves on (test/core/base/network/watch-silence.test.ts); here the machine may be slow. */
describe.concurrent('a half-open connection is noticed', () => {
  it(
    'when the service is reachable and silent: each job says so, and slow work gets its time',
    withTriedClient({}, async (client) => {
      await queueEachOperation(client)
      await client.misbehave(...inEach({ kind: 'black-hole' }))
      const begun = Date.now()
      await client.work()
      for (const operation of ['upload-source', 'analyse-image', 'create-product'] as const)
        await waitFor(async () => (await client.rowOf(operation))?.silentSince != null)
      const rows = (await client.rows()).filter(({ silentSince }) => silentSince !== null)
      expect(rows.map(({ status }) => status.state)).toEqual(['running', 'running', 'running'])
      // Since the last byte, not since it was noticed.
      for (const { silentSince } of rows) {
        expect(silentSince).toBeGreaterThanOrEqual(begun)
        expect(silentSince).toBeLessThanOrEqual(Date.now() - defaultSilentMs + 1_000)
      }
      expect(await client.holds()).toEqual([])
    }),
  )

  it.each([0, 0.5])('when an answer stops after %d of it: ended, repeated and reported', (share) =>
    withTriedClient({}, async (client) => {
      const ids = await client.addPictures(1)
      await client.attachToNew('Mug', ids)
      await client.ask('What colours does it have?')
      await client.misbehave(
        ...inEach({ kind: 'half-open', at: { answerShare: share }, forMs }).filter(({ match }) => match.method === 'POST'),
      )
      await client.work()
      await waitFor(async () => (await client.rowOf('create-product'))?.status.state === 'parked')
      expect((await client.rowOf('create-product'))?.status).toMatchObject({
        reason: { code: 'uncertain', message: expect.stringMatching(/may have been created.*The service did not answer in time/) },
      })
      for (const operation of ['upload-source', 'analyse-image'] as const) {
        await waitFor(async () => (await client.rowOf(operation))?.status.state === 'done')
        expect((await client.rowOf(operation))?.notes).toEqual([{ kind: 'done-after-attempts', attempts: 1 }])
      }
      expect(await listSources(client.workspace)).toHaveLength(2)
    })(),
  )

  it(
    'when a large picture’s upload stalls: ended, sent again and reported, though it had not arrived',
    withTriedClient({}, async (client) => {
      await client.addPictures(1, true, 24_000_000)
      await client.misbehave({ match: operations['upload-source'], times: 1, effect: { kind: 'half-open', at: 'request', forMs } })
      await client.work()
      await waitFor(async () => (await client.rowOf('upload-source'))?.attempts === 2)
      await client.settled()
      expect((await client.rowOf('upload-source'))?.notes).toEqual([{ kind: 'done-after-attempts', attempts: 1 }])
      await client.expectAllDone()
    }),
  )

  it(
    'when the address no longer answers: held as offline, nothing set aside, everything done when it is back',
    withTriedClient({}, async (client) => {
      await client.addPictures(2)
      await client.ask('What colours does it have?')
      // Held until the process stops: each is in the middle of a request then.
      await client.misbehave(...inEach({ kind: 'black-hole' }, 'forever'))
      await client.work()
      await waitFor(async () => ((await client.counts()).running ?? 0) > 0)
      process.kill(client.workspace.pid(), 'SIGSTOP')
      try {
        await waitFor(async () => (await client.holdOf(null))?.kind === 'offline')
        expect(await client.holdOf(null)).toMatchObject({
          kind: 'offline',
          reason: {
            code: 'unreachable',
            message: expect.stringMatching(/could no longer be reached in the middle of a request\. The work is kept/),
          },
        })
        expect((await client.counts()).parked).toBe(0)
      } finally {
        process.kill(client.workspace.pid(), 'SIGCONT')
      }
      await client.misbehave()
      await client.settled()
      await client.expectAllDone()
    }),
  )

  it(
    'when the refresh of a sign-in gets no answer: reported, nothing lost, and work resumes one sign-in later',
    withTriedClient({ signsIn: true }, async (client) => {
      await client.signIn()
      await client.addPictures(2)
      client.clock.ahead = 25 * 3_600_000
      await client.misbehave({ match: { path: '/oauth2/token' }, times: 1, effect: { kind: 'half-open', at: { answerShare: 0.5 }, forMs } })
      await client.work()
      const said = async () => {
        const row = await client.rowOf('upload-source')
        return row?.status.state === 'waiting' ? row.status.because : null
      }
      await waitFor(async () => (await said()) !== null || (await client.holds()).length > 0)
      // The service has rotated the pair, but its answer was lost, so the old pair is invalid.
      await waitFor(async () => (await client.holdOf(null))?.kind === 'signed-out')
      expect(await client.holdOf(null)).toMatchObject({
        reason: { code: 'session-ended', message: expect.stringContaining('Everything queued is kept') },
      })
      expect(await client.counts()).toMatchObject({ waiting: 2, parked: 0 })
      await client.signIn()
      await client.settled()
      await client.expectAllDone()
    }),
  )
})
