import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../shared/answers/questions.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { expectNoSilentRepeats, listProducts, listSources } from '../support/compare-with-service.ts'
import { type ListedImage, linesOf, type PackshotUser } from '../support/packshot-user.ts'
import { withUserAndWorkspace } from '../support/user-with-workspace.ts'
import type { WorkspaceProcess } from '../support/workspace-process.ts'

const addPictures = async (user: PackshotUser, count: number): Promise<readonly ListedImage[]> => {
  await writeTestPictures(join(user.folder, 'pictures'), count)
  expect((await user.run('add', join(user.folder, 'pictures'))).code).toBe(0)
  return user.list<ListedImage>('images')
}
const askAndAttach = async (user: PackshotUser): Promise<void> => {
  expect((await user.run('ask', '--question', 'What colours does it have?')).code).toBe(0)
  expect((await user.run('attach', '--new', 'Mug')).code).toBe(0)
}
/** Everything is there once, whatever happened in between. */
const expectAllDone = async (user: PackshotUser, workspace: WorkspaceProcess, pictures: number): Promise<void> => {
  const jobs = await user.jobs()
  expect(jobs.map((job) => job.status.state)).toEqual(jobs.map(() => 'done'))
  expect(await user.list<Answer>('answers')).toHaveLength(pictures)
  expect((await listProducts(workspace))[0]?.attributes.Images).toHaveLength(pictures)
  await expectNoSilentRepeats(workspace, jobs, await user.list<ListedImage>('images'))
}

// They wait most of their time, so they do it beside each other.
describe.concurrent('a service that keeps a run waiting', () => {
  it(
    'always fails for one picture: that one is set aside after eight attempts, the others are done',
    withUserAndWorkspace(async ({ user, workspace }) => {
      const images = await addPictures(user, 6)
      const bad = images[2]
      await workspace.misbehave({ match: { path: '/v1/sources', sha256: bad?.sha256 }, effect: { kind: 'status', status: 500 } })
      const run = await user.work(workspace)
      expect(linesOf(run.stdout)).toEqual([
        '5 jobs done, 0 waiting, 1 needs attention (see “packshot jobs --state parked”).',
        // A failure after the work was done looks the same.
        '1 upload may have been sent twice: a spare source may exist (picture-00002.jpg).',
        expect.stringMatching(/^ {2}job_\w+ {2}Upload picture-00002\.jpg: The service failed \(500\).*8 times.*retry or cancel/),
      ])
      expect(run).toMatchObject({ code: 3 })
      const [parked] = (await user.jobs()).filter((job) => job.status.state === 'parked')
      expect(parked).toMatchObject({ attempts: 8, countedFailures: 8 })
      expect((await workspace.requests('/v1/sources')).filter((one) => one.status === 500)).toHaveLength(8)

      await workspace.misbehave()
      expect((await user.run('retry', parked?.id ?? '')).stdout).toBe('1 job queued again (“packshot run” does the work).\n')
      expect(await user.work(workspace)).toMatchObject({ code: 0 })
      expect(await listSources(workspace)).toHaveLength(6)
    }),
  )

  it(
    'hangs: the run says after some seconds that it waits for an answer',
    withUserAndWorkspace(async ({ user, workspace }) => {
      await addPictures(user, 1)
      await workspace.misbehave({ match: { path: '/v1/sources' }, effect: { kind: 'latency', ms: 16_000 } })
      const run = await user.work(workspace, '--json')
      expect(run.stderr).toMatch(/The service is slow to answer: 1 request without an answer for \d\d seconds\. Packshot keeps waiting\./)
      expect(run.json()).toMatchObject({ done: 1, repeats: [] })
    }),
  )

  it(
    'never answers: the run ends at its timeout, and uploads that are sent again are reported as possible duplicates',
    withUserAndWorkspace(async ({ user, workspace }) => {
      await addPictures(user, 2)
      await workspace.misbehave({ match: { path: '/v1/' }, effect: { kind: 'black-hole' } })
      const begun = Date.now()
      const held = await user.work(workspace, '--timeout', '1')
      expect(held.code).toBe(4)
      expect(Date.now() - begun).toBeLessThan(15_000)
      expect(held.stdout).toMatch(/The timeout was reached\. .*kept.*\n2 requests were cut off before an answer came\.\n$/)
      await workspace.misbehave()
      const done = await user.work(workspace)
      expect(done.code).toBe(0)
      expect(linesOf(done.stdout)).toEqual([
        '2 jobs done, 0 waiting, 0 need attention.',
        expect.stringMatching(
          /^2 uploads may have been sent twice: spare sources may exist \(picture-0000\d\.jpg, picture-0000\d\.jpg\)\.$/,
        ),
      ])
      expect((await user.work(workspace)).stdout, 'said by the run that did it').toBe('0 jobs done, 0 waiting, 0 need attention.\n')
      expect(await user.jobs()).toMatchObject([
        { note: expect.stringMatching(/spare source may exist/) },
        { note: expect.stringMatching(/spare source may exist/) },
      ])
      expect(await listSources(workspace)).toHaveLength(2)
    }),
  )

  it(
    'answers with web pages: with 200 and 500 the run holds, quotes the page, and accepts nothing as an answer',
    withUserAndWorkspace(async ({ user, workspace }) => {
      await addPictures(user, 2)
      await user.run('ask', '--question', 'What colours does it have?')
      for (const effect of [{ kind: 'html-answer' }, { kind: 'status', status: 500, body: 'html' }]) {
        await workspace.misbehave({ match: { path: '/v1/' }, effect })
        // Long enough that a busy machine has had its first answer.
        const held = await user.work(workspace, '--timeout', '8')
        // Only a person can tell whether the address is right. A failure goes away by itself.
        expect(held.code).toBe(effect.kind === 'html-answer' ? 3 : 4)
        const what = effect.kind === 'html-answer' ? /A web page answered \(200\): “.+”/ : /The service failed \(500\): “500”/
        expect(held.stdout).toMatch(what)
        expect(held.stdout).not.toMatch(/<\w+>/)
      }
      expect(await user.list('answers')).toEqual([])
      await workspace.misbehave()
      expect(await user.work(workspace)).toMatchObject({ code: 0 })
      expect(await user.list('answers')).toHaveLength(2)
      await expectNoSilentRepeats(workspace, await user.jobs(), await user.list<ListedImage>('images'))
    }),
  )

  it(
    'is slow: the run waits for answers that take two seconds',
    withUserAndWorkspace(async ({ user, workspace }) => {
      await addPictures(user, 3)
      await askAndAttach(user)
      await workspace.misbehave({ match: { path: '/v1/' }, effect: { kind: 'latency', ms: 2000 } })
      expect(await user.work(workspace)).toMatchObject({ code: 0 })
      await expectAllDone(user, workspace, 3)
    }),
  )
})

describe('a service in trouble', () => {
  it(
    'is down: the run holds, says so once, exits with 4, and a later run does everything',
    withUserAndWorkspace(async ({ user, workspace }) => {
      await addPictures(user, 3)
      await askAndAttach(user)
      await workspace.kill()
      const held = await user.work(workspace, '--timeout', '3')
      expect(held.code).toBe(4)
      expect(linesOf(held.stdout)).toEqual([
        '0 jobs done, 8 waiting, 0 need attention.',
        'The timeout was reached. Everything queued is kept. The next “packshot run” continues.',
        expect.stringMatching(/^Offline: Nothing answers at the workspace’s address\. Everything queued is kept\. Check the network/),
        expect.stringMatching(/^Is http:\S+ the right address\?/),
      ])
      expect((await user.jobs()).every((job) => job.status.state === 'waiting' && job.countedFailures === 0)).toBe(true)
      await workspace.restartOnSamePort()
      expect(await user.work(workspace)).toMatchObject({ code: 0 })
      await expectAllDone(user, workspace, 3)
    }),
  )

  it(
    'comes back while the run waits for it: the run resumes by itself',
    withUserAndWorkspace(async ({ user, workspace }) => {
      await addPictures(user, 3)
      await workspace.stop()
      const running = user.work(workspace, '--timeout', '60')
      await expect.poll(async () => (await user.jobs()).some(({ attempts }) => attempts > 0), { interval: 200 }).toBe(true)
      await workspace.restartOnSamePort()
      expect(await running).toMatchObject({ code: 0, stdout: '3 jobs done, 0 waiting, 0 need attention.\n' })
    }),
  )

  it(
    'rejects the key: one message, the queue is intact, and a valid key resumes it',
    withUserAndWorkspace(async ({ user, workspace }) => {
      await addPictures(user, 3)
      const held = await user.runWith({ stdin: 'wak_this-key-is-not-known' }, 'run', '--api-key-stdin', '--base-url', workspace.baseUrl)
      expect(held.code).toBe(3)
      expect(linesOf(held.stdout)).toEqual([
        '0 jobs done, 3 waiting, 0 need attention.',
        'Refused (uploads): The workspace does not accept this API key: it is wrong or was deleted. Everything queued is kept. Connect again with a valid API key: “packshot connect --base-url URL --api-key-stdin”, or without a keychain “packshot run --api-key-stdin”.',
      ])
      expect(await user.work(workspace)).toMatchObject({ code: 0 })
    }),
  )

  it.each([
    ['no API access (403)', { apiAccess: false }, { apiAccess: true }, /Not allowed \(uploads\): .*\(403\).*no API access/],
    [
      'no product feature (403)',
      { productFeature: false },
      { productFeature: true },
      /Not allowed \(uploads\): .*product feature is not enabled/,
    ],
    [
      'no API subscription (402)',
      { apiSubscription: false },
      { apiSubscription: true },
      /Not allowed \(questions\): .*plan.*\(402\).*API subscription/,
    ],
  ])('has %s: one hold, no job set aside, and it resumes when that is fixed', (_name, off, on, words) =>
    withUserAndWorkspace(async ({ user, workspace }) => {
      await addPictures(user, 4)
      await askAndAttach(user)
      await workspace.admin('POST', 'switches', off)
      const held = await user.work(workspace)
      expect(held.code).toBe(3)
      expect(held.stdout).toMatch(words)
      expect((await user.jobs()).filter((job) => job.status.state === 'parked')).toEqual([])
      if ('apiSubscription' in off) expect((await listProducts(workspace))[0]?.attributes.Images).toHaveLength(4)
      await workspace.admin('POST', 'switches', on)
      expect(await user.work(workspace)).toMatchObject({ code: 0 })
      await expectAllDone(user, workspace, 4)
    })(),
  )

  it(
    'asks for a pause: no request is sent before it is over',
    withUserAndWorkspace(async ({ user, workspace }) => {
      await addPictures(user, 4)
      await workspace.misbehave({
        match: { path: '/v1/sources', nth: 1 },
        times: 1,
        effect: { kind: 'status', status: 429, retryAfter: '6' },
      })
      expect(await user.work(workspace)).toMatchObject({ code: 0 })
      const log = await workspace.requests('/v1/sources')
      const refused = log.find((one) => one.status === 429)
      const msAfter = ({ at }: (typeof log)[number]): number => at - (refused?.at ?? 0)
      expect(refused).toBeDefined()
      // Time itself: the other three were on their way, and arrive seconds later on a busy machine.
      expect(log.filter((one) => msAfter(one) < 5990).length).toBeLessThanOrEqual(4)
      for (const one of log) if (msAfter(one) > 4000) expect(msAfter(one)).toBeGreaterThanOrEqual(5990)
      expect(log.length).toBeGreaterThan(4)
      expect(await listSources(workspace)).toHaveLength(4)
    }),
  )

  it(
    'allows five uploads a minute: the run paces itself, ends at its timeout, and loses nothing',
    withUserAndWorkspace(async ({ user, workspace }) => {
      await addPictures(user, 6)
      await workspace.admin('POST', 'switches', { requestsPerMinute: { sources: 5 } })
      const held = await user.work(workspace, '--timeout', '4')
      expect(held.code).toBe(4)
      expect(held.stdout).toMatch(/Waiting \(uploads\): The service asks for fewer requests \(429\): “At most 5 requests per minute”/)
      expect(await listSources(workspace)).toHaveLength(5)
      expect((await user.jobs()).filter((job) => job.status.state === 'parked')).toEqual([])
      expect((await workspace.requests('/v1/sources')).filter((one) => one.status === 429)).toHaveLength(1)
    }),
  )

  it(
    'rejects one picture of an attach: the others can be attached first, then that one',
    withUserAndWorkspace(async ({ user, workspace }) => {
      const images = await addPictures(user, 3)
      await workspace.misbehave({ match: { sha256: images[1]?.sha256, path: '/v1/sources' }, effect: { kind: 'status', status: 400 } })
      await user.run('attach', '--new', 'Mug')
      const run = await user.work(workspace)
      expect(run.code).toBe(3)
      expect(run.stdout).toMatch(
        /Attach 3 pictures to [^:]+: 1 of 3 pictures could not be uploaded, so nothing was attached yet\. 2 are ready\..*--ready.*--wait/,
      )
      const attach = (await user.jobs()).find((job) => job.work.operation === 'attach-sources')
      expect((await user.run('retry', attach?.id ?? '', '--ready')).code).toBe(0)
      expect((await user.work(workspace)).code).toBe(3)
      expect((await listProducts(workspace))[0]?.attributes.Images).toHaveLength(2)
      await workspace.misbehave()
      await user.run('retry')
      await user.run('attach', '--new', 'Mug')
      expect(await user.work(workspace)).toMatchObject({ code: 0 })
      expect((await listProducts(workspace))[0]?.attributes.Images).toHaveLength(3)
    }),
  )
})
