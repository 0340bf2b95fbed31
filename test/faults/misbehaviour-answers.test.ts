import { describe, expect, it } from 'vitest'
import { describeError } from '../../shared/base/describe-error.ts'
import { describeNotes } from '../../shared/queue/job-notes-words.ts'
import { listProducts, listSources } from '../support/compare-with-service.ts'
import { waitFor } from '../support/open-test-core.ts'
import { readAnswers } from '../support/read-answers.ts'
import { everyOperation, inEach, type operations, queueEachOperation, type TriedClient, withTriedClient } from './tried-client.ts'

const createAgain = async (client: TriedClient): Promise<void> => {
  const parked = await client.rowOf('create-product')
  expect(parked?.status).toMatchObject({ state: 'parked', choices: ['exists', 'again'], reason: { code: 'uncertain' } })
  const [there] = await listProducts(client.workspace)
  const { jobs } = client.open().client
  const jobIds = [parked?.id ?? '']
  // The person sees in the workspace that the product exists and has no pictures.
  await jobs.retry(there ? { jobIds, choice: 'exists', productId: there.id, current: { kind: 'nothing' } } : { jobIds, choice: 'again' })
}
const noteOf = async (client: TriedClient, operation: keyof typeof operations) => {
  const row = await client.rowOf(operation)
  return row && describeNotes(row)
}

describe.concurrent('a service that fails', () => {
  it.each([
    ['500', { status: 500 }, /^The service failed \(500\): “Told to misbehave”\. The work is kept\.$/],
    ['502 with a page', { status: 502, body: 'html' }, /^The service failed \(502\): “502”\. The work is kept\.$/],
    ['500 with nothing', { status: 500, body: 'empty' }, /^The service failed \(500\)\. The work is kept\.$/],
  ])('with %s: held and reported, nothing set aside but uncertain work, everything done afterwards', (_, effect, words) =>
    withTriedClient({}, async (client) => {
      await queueEachOperation(client)
      await client.addPictures(3)
      await client.misbehave(...inEach({ kind: 'status', ...effect }, 'forever'))
      await client.work()
      await waitFor(async () => (await client.holdOf('upload-source'))?.kind === 'failing')
      expect(await client.holdOf('upload-source')).toMatchObject({
        kind: 'failing',
        until: expect.any(Number),
        reason: { code: 'service-failed', message: expect.stringMatching(words) },
      })
      await waitFor(async () => (await client.rowOf('create-product'))?.status.state === 'parked')
      const rows = await client.rows()
      expect(rows.filter(({ status }) => status.state === 'parked').map(({ work }) => work.operation)).toEqual(['create-product'])
      // How many were tried by now, and which is being tried, is up to the machine.
      const reasons = rows.flatMap(({ status }) =>
        status.state === 'waiting' && status.because ? [describeError(status.because).message] : [],
      )
      expect(reasons).not.toEqual([])
      for (const reason of reasons) expect(reason).toMatch(words)
      expect(rows.find(({ work }) => work.operation === 'create-product')?.status).toMatchObject({
        reason: {
          message: expect.stringMatching(/^The service failed \(50\d\).* Even so, “Mug” may have been created in the workspace\./),
        },
      })
      await client.misbehave()
      await createAgain(client)
      await client.settled()
      expect(await listSources(client.workspace)).toHaveLength(4)
      await client.expectAllDone()
    })(),
  )

  it.each([
    ['loses its answers after the work', { kind: 'lose-answer' }, /The connection was cut/],
    ['answers with pages after the work', { kind: 'html-answer' }, /A web page answered \(20[01]\): “Welcome”/],
  ])('%s: duplicates are reported, and possible ones are asked about', (_, effect, words) =>
    withTriedClient({}, async (client) => {
      await queueEachOperation(client)
      await client.misbehave(...inEach(effect))
      await client.work()
      await client.settled()
      expect((await client.rowOf('create-product'))?.status).toMatchObject({ reason: { message: expect.stringMatching(words) } })
      await createAgain(client)
      await client.settled()
      expect(await noteOf(client, 'upload-source')).toBe(
        'Sent again: 1 earlier attempt ended without an answer, so a spare source may exist in the workspace.',
      )
      expect(await noteOf(client, 'analyse-image')).toBe('Asked again: 1 earlier attempt ended without an answer.')
      expect(await noteOf(client, 'attach-sources')).toBe('Sent again with the whole list: 1 earlier attempt ended without an answer.')
      expect(await listSources(client.workspace)).toHaveLength(2)
      expect(await listProducts(client.workspace)).toHaveLength(1)
      await client.expectAllDone()
    })(),
  )
})

describe.concurrent('a service that answers in other forms', () => {
  it.each(['array', 'bare', 'data-array', 'wrapped', 'id-only', 'single', 'extra'])('“%s” is read, once, and saved as usual', (form) =>
    withTriedClient({}, async (client) => {
      await queueEachOperation(client)
      const effect = { kind: 'envelope', form }
      // An analysis has no id.
      await client.misbehave(...inEach(effect, 'forever').filter(({ match }) => form !== 'id-only' || match.path !== '/v1/image/analysis'))
      await client.work()
      await client.settled()
      for (const operation of everyOperation) expect(await client.requests(operation), operation).toHaveLength(1)
      expect((await client.rows()).map(({ notes }) => notes)).toEqual([[], [], [], []])
      await client.expectAllDone()
      // Unknown fields are ignored.
      const { products, questions, pictures } = client.open().client
      expect(JSON.stringify([await products.list(), await readAnswers({ questions }), await pictures.list()])).not.toContain('unknownField')
    })(),
  )

  it(
    'without a required field: each is reported, a question is sent three times at most, uncertain work is not repeated without asking',
    withTriedClient({}, async (client) => {
      await queueEachOperation(client)
      await client.misbehave(...inEach({ kind: 'envelope', form: 'no-data' }, 'forever'))
      await client.work()
      // What failed is set aside first, then what depends on it.
      for (const one of everyOperation) await waitFor(async () => (await client.rowOf(one))?.status.state === 'parked')
      const [upload, question, creation, attachment] = await Promise.all(everyOperation.map((one) => client.rowOf(one)))
      expect(upload?.status).toMatchObject({
        choices: ['again'],
        reason: {
          code: 'odd-answer',
          status: 201,
          message: expect.stringMatching(
            /^The service’s answer .*201.*“\{"requestId".*It was not sent again, as a spare source may be there\.$/,
          ),
          action: expect.stringMatching(/^Check in the workspace whether it is there\..*diagnostics/),
        },
      })
      expect(question?.status).toMatchObject({
        reason: { code: 'odd-answer', message: expect.stringMatching(/tried 3 times, so it was set aside/) },
      })
      expect(creation?.status).toMatchObject({
        choices: ['exists', 'again'],
        reason: { code: 'uncertain', message: expect.stringMatching(/^No answer came that can be used: “Mug” may have been created/) },
      })
      expect(attachment?.status).toMatchObject({ reason: { code: 'depends-on-failed' } })
      expect((await client.requests('upload-source')).length).toBe(1)
      expect((await client.requests('analyse-image')).length).toBe(3)
      expect((await client.requests('create-product')).length).toBe(1)
      await client.misbehave()
      await createAgain(client)
      const { jobs } = client.open().client
      await jobs.retry({ jobIds: [upload?.id ?? ''], choice: 'again' })
      await jobs.retry({ jobIds: [question?.id ?? ''], choice: 'retry' })
      await client.settled()
      expect(await noteOf(client, 'upload-source')).toMatch(/1 earlier attempt ended without an answer, so a spare source may exist/)
      await client.expectAllDone()
    }),
  )

  it.each([
    ['json', '“Told to misbehave”'],
    ['json-list', '“Told to misbehave.; And once more”'],
    ['errors', '“Told to misbehave”'],
    ['error-only', '“Told to misbehave”'],
    ['html', '“400”'],
    ['empty', null],
  ])('errors as “%s”: the service’s own words are shown, nothing is lost', (body, said) =>
    withTriedClient({}, async (client) => {
      await queueEachOperation(client)
      await client.misbehave(...inEach({ kind: 'status', status: 400, body }))
      await client.work()
      await client.settled()
      const words = `The service refused this (400)${said === null ? '' : `: ${said}`}. The work is kept.`
      for (const operation of ['upload-source', 'analyse-image', 'create-product'] as const)
        expect((await client.rowOf(operation))?.status, operation).toMatchObject({
          choices: ['retry'],
          reason: { code: 'rejected', status: 400, message: words },
        })
      await client.open().client.jobs.retry({ jobIds: [], choice: 'retry' })
      // The attachment is sent last, and is rejected in its turn.
      await client.settled()
      expect((await client.rowOf('attach-sources'))?.status).toMatchObject({
        choices: ['retry'],
        reason: { code: 'rejected', message: words },
      })
      await client.open().client.jobs.retry({ jobIds: [], choice: 'retry' })
      await client.settled()
      for (const operation of everyOperation) expect(await client.requests(operation), operation).toHaveLength(2)
      await client.expectAllDone()
    })(),
  )
})
