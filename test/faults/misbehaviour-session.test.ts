import { describe, expect, it } from 'vitest'
import { waitFor } from '../support/open-test-core.ts'
import { type TriedClient, withTriedClient } from './tried-client.ts'

const hourMs = 3_600_000
const token = { path: '/oauth2/token' }

/** Refreshes and exchanges that the service received. */
const asks = (client: TriedClient) => client.workspace.requests('/oauth2/token')

/** Signed in, with work to do and an expired token. */
const expire = async (client: TriedClient): Promise<void> => {
  await client.signIn()
  await client.addPictures(6)
  client.clock.ahead = 25 * hourMs
}
const expectDoneBySession = async (client: TriedClient): Promise<void> => {
  await client.settled()
  await client.expectAllDone()
}

describe.concurrent('the token endpoint misbehaves in a refresh', () => {
  it.each([
    ['in seconds', () => '3600'],
    ['by a date', () => new Date(Date.now() + hourMs).toUTCString()],
  ])('and asks for a pause %s: no request comes earlier, however many wait for a token', (_, retryAfter) =>
    withTriedClient({ atOnce: 6, signsIn: true }, async (client) => {
      await expire(client)
      await client.misbehave({ match: token, times: 1, effect: { kind: 'status', status: 429, retryAfter: retryAfter() } })
      await client.work()
      await waitFor(async () => (await client.holdOf('upload-source'))?.kind === 'pacing')
      expect((await client.rowOf('upload-source'))?.status).toMatchObject({
        because: { code: 'rate-limited', message: expect.stringMatching(/asks for a pause.*Everything queued is kept/) },
      })
      // In the middle of it, asked to look again, all six get the refusal without a request.
      client.clock.ahead += hourMs / 2
      client.open().core.wake()
      await waitFor(async () => (await client.counts()).waiting === 6)
      expect((await asks(client)).map(({ status }) => status)).toEqual([200, 429])
      client.clock.ahead += hourMs / 2
      client.open().core.wake()
      await expectDoneBySession(client)
      const [, , next, ...more] = await asks(client)
      expect([next?.status, more]).toEqual([200, []])
      // Time itself: the pause was about the sign-in only, so uploads don't wait for one of their own; a slow machine needs seconds for them.
      const uploads = await client.requests('upload-source')
      expect(uploads).toHaveLength(6)
      expect((uploads.at(-1)?.at ?? 0) - (next?.at ?? 0)).toBeLessThan(60_000)
    })(),
  )

  it.each([
    ['fails', { kind: 'status', status: 500 }],
    ['fails with a page', { kind: 'status', status: 503, body: 'html' }],
    ['is cut in the request', { kind: 'cut', at: { requestShare: 0.5 } }],
    ['asks for a pause of no length', { kind: 'status', status: 429, retryAfter: 'soon' }],
    ['is slow', { kind: 'latency', ms: 3_000 }],
  ])('%s: the session stays, and the work resumes by itself', (_, effect) =>
    withTriedClient({ atOnce: 6, signsIn: true }, async (client) => {
      await expire(client)
      await client.misbehave({ match: token, times: 2, effect })
      await client.work()
      await expectDoneBySession(client)
      expect((await client.open().client.session.get()).state).toBe('signed-in')
    })(),
  )

  it.each([
    ['loses the answer', { kind: 'lose-answer' }],
    ['cuts the answer', { kind: 'cut', at: { answerShare: 0.7 } }],
    ['answers with a page', { kind: 'html-answer' }],
  ])('%s after the pair was rotated: the repeated request gets the same pair, without a sign-in', (_, effect) =>
    withTriedClient({ atOnce: 6, signsIn: true }, async (client) => {
      await expire(client)
      await client.misbehave({ match: token, times: 1, effect })
      await client.work()
      await expectDoneBySession(client)
    })(),
  )
})

describe.concurrent('the token endpoint misbehaves in a sign-in', () => {
  it.each([
    ['asks for a pause', { kind: 'status', status: 429, retryAfter: '5' }, 'rate-limited', /asks for a pause/],
    ['fails', { kind: 'status', status: 500, body: 'errors' }, 'service-failed', /failed with status 500/],
    ['answers with a page', { kind: 'html-answer' }, 'bad-answer', /can.t be understood/],
    ['loses the answer', { kind: 'lose-answer' }, 'offline', /can’t be reached/],
  ])('%s: reported, and the next sign-in works', (_, effect, code, words) =>
    withTriedClient({ signsIn: true }, async (client) => {
      await client.addPictures(2)
      await client.work()
      await client.misbehave({ match: token, times: 1, effect })
      await expect(client.signIn()).rejects.toMatchObject({ code, message: expect.stringMatching(words) })
      expect(await client.counts()).toMatchObject({ waiting: 2, parked: 0 })
      await client.signIn()
      await expectDoneBySession(client)
    })(),
  )
})
