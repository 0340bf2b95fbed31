import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../../electron/core/base/platform/clock.ts'
import { askedQuestions } from '../../../../shared/answers/sheet.ts'
import { describeError } from '../../../../shared/base/describe-error.ts'
import { readAllAnswers } from '../../../../shared/base/read-all-pages.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { clockAt } from '../../../support/platform-at.ts'
import { readAnswers } from '../../../support/read-answers.ts'
import type { LoggedRequest } from '../../../support/workspace-admin.ts'
import { openContentTest, question } from './open-content-test.ts'

const committed = (requests: readonly LoggedRequest[]): readonly LoggedRequest[] => requests.filter((one) => one.outcome === 'committed')

describe('a text in a brand voice', () => {
  it('is written beside the answer, which stays unchanged; the service gets the voice, the question and the instruction', async () => {
    const test = await openContentTest()
    await test.client().brandVoices.voices.refresh()
    const voice = (await test.client().brandVoices.voices.page({ offset: 0, limit: 10 })).rows.find(({ name }) => name === 'Friendly')
    await test.client().questions.edit({ jobId: test.answer.jobId, text: 'It is not a big mug. It is blue.' })
    expect(await test.write('friendly', { instruction: ' max 125 characters ' })).toEqual({
      queued: 1,
      before: 0,
      withoutAnswer: 0,
      voice: { id: voice?.id, name: 'Friendly' },
    })
    await test.settled()
    const { texts, pending } = await test.writing()
    expect(pending).toEqual([])
    expect(texts).toMatchObject([
      { text: 'It isn’t a big mug. It’s blue.', voiceName: 'Friendly', instruction: 'max 125 characters', isOutdated: false },
    ])
    expect(await readAnswers(test.client())).toMatchObject([{ text: test.answer.text, editedText: 'It is not a big mug. It is blue.' }])
    const [request, ...others] = committed(await test.requests('/v1/command'))
    expect(others).toEqual([])
    expect(request?.facts).toEqual({ command: expect.stringContaining(`“${question}”`), toneId: voice?.id })
    expect(request?.facts.command).toMatch(/^Rewrite this answer about a product picture in the brand voice\..*Also: max 125 characters$/s)
    expect((await test.writingJobs())[0]).toMatchObject({ notes: [], attempts: 1 })
  })

  it('is the newest one that goes into the sheet, also where an earlier one is from a time that the clock was set back from', async () => {
    const test = await openContentTest()
    const what = { kind: 'view' as const, view: { setId: askedQuestions }, questions: [question] }
    await test.client().brandVoices.voices.refresh()
    await test.client().questions.edit({ jobId: test.answer.jobId, text: 'It is not a big mug. It is blue.' })
    await test.reopen({ clock: clockAt(() => Date.now() + 365 * 24 * 60 * 60_000) })
    await test.connect()
    await test.core().start()
    await test.write('friendly')
    await test.settled()
    await test.reopen({ clock: systemClock })
    await test.connect()
    await test.core().start()
    await test.write('Plain')
    await test.settled()
    const { texts } = await test.writing()
    expect(texts.map(({ voiceName }) => voiceName)).toEqual(['Plain', 'Friendly'])
    const [newest, earlier] = texts.map(({ text }) => text)
    expect(newest).not.toBe(earlier)
    const { written } = await readAllAnswers(test.client().questions.answers)
    expect([...written.values()]).toMatchObject([{ text: newest }])
    await test.client().sheet.takeWritten({ what })
    const { rows } = await test.client().sheet.page({ view: what.view, offset: 0, limit: 1 })
    expect(rows[0]?.cells[0]?.text).toBe(newest)
  })

  it('goes into the sheet when a person says so, as one change; not into approved cells, nor over later words', async () => {
    const test = await openContentTest()
    const { sheet, questions, brandVoices } = test.client()
    const what = { kind: 'view' as const, view: { setId: askedQuestions }, questions: [question] }
    const shown = async () => (await sheet.page({ view: what.view, offset: 0, limit: 1 })).rows[0]?.cells[0]?.text
    await brandVoices.voices.refresh()
    await questions.edit({ jobId: test.answer.jobId, text: 'It is not a big mug.' })
    const { jobIds } = await sheet.answersIn({ what })
    expect(jobIds).toEqual([test.answer.jobId])
    await brandVoices.write({ answers: { kind: 'some', jobIds }, voice: 'friendly' })
    await test.settled()
    expect(await sheet.takeWritten({ what })).toEqual({ change: expect.any(Number), changed: 1, skipped: 0, kept: [] })
    expect(await shown()).toBe('It isn’t a big mug.')
    expect(await sheet.undo()).toMatchObject({ kind: 'written', cells: 1 })
    expect(await shown()).toBe('It is not a big mug.')
    await sheet.review({ what, review: 'approved' })
    expect(await sheet.takeWritten({ what })).toEqual({ change: null, changed: 0, skipped: 1, kept: [] })
    expect(await sheet.answersIn({ what })).toEqual({ jobIds: [], skipped: 1 })
    await questions.edit({ jobId: test.answer.jobId, text: 'Later words.' })
    expect(await sheet.takeWritten({ what })).toEqual({ change: null, changed: 0, skipped: 1, kept: [] })
    expect(await shown()).toBe('Later words.')
  })

  it('is written of the answers that are shown, where all are meant: of a person’s words, not of a newer answer that they hide', async () => {
    const test = await openContentTest()
    const { questions, brandVoices } = test.client()
    await brandVoices.voices.refresh()
    await questions.edit({ jobId: test.answer.jobId, text: 'It is not a big mug.' })
    await questions.ask({ images: { kind: 'all' }, questions: [question], again: true })
    await test.settled()
    expect(await brandVoices.write({ answers: { kind: 'all' }, voice: 'friendly' })).toMatchObject({ queued: 1 })
    await test.settled()
    expect((await test.writing()).texts.map(({ text }) => text)).toEqual(['It isn’t a big mug.'])
  })

  it('is not queued where no answer is named', async () => {
    const test = await openContentTest()
    const { brandVoices } = test.client()
    await brandVoices.voices.refresh()
    await expect(brandVoices.write({ answers: { kind: 'some', jobIds: [] }, voice: 'Plain' })).rejects.toThrow()
    expect(await test.writingJobs()).toEqual([])
  })

  it('waits while the workspace is unreachable, and is written afterwards', async () => {
    const test = await openContentTest()
    await test.client().brandVoices.voices.refresh()
    await test.workspace().stop()
    await test.write('Plain')
    await waitFor(async () => (await test.client().queue.status()).holds.some(({ kind }) => kind === 'offline'))
    expect((await test.writing()).pending).toMatchObject([{ state: 'waiting', voiceName: 'Plain' }])
    await test.reopen()
    await test.restart()
    await test.core().start()
    await test.settled()
    expect((await test.writing()).texts).toMatchObject([{ voiceName: 'Plain' }])
    expect(await test.requests('/v1/command')).toHaveLength(1)
  })

  it('is set aside with the service’s message when its voice was deleted; it can be cancelled, or written with another voice', async () => {
    const test = await openContentTest()
    await test.client().brandVoices.voices.refresh()
    const database = new DatabaseSync(join(test.workspace().dataDir, 'workspace.sqlite'))
    database.exec("DELETE FROM content_item WHERE kind = 'tone' AND name = 'Formal'")
    database.close()
    await test.write('Formal')
    await test.settled()
    const [one] = (await test.writing()).pending
    expect(one).toMatchObject({ state: 'parked', reason: { code: 'rejected', status: 400 } })
    const said = one?.reason && describeError(one.reason)
    expect(said?.message).toContain('there is no such item in this workspace')
    expect(said?.action).toContain('“Formal” was removed')
    expect(await test.write('Formal')).toMatchObject({ queued: 0, before: 1 })
    await test.client().jobs.cancel({ jobIds: [one?.jobId ?? ''] })
    await test.client().brandVoices.voices.refresh()
    await expect(test.write('Formal')).rejects.toMatchObject({ code: 'unknown-id' })
    await test.write('Plain')
    await test.settled()
    expect(await test.writing()).toMatchObject({ texts: [{ voiceName: 'Plain' }], pending: [] })
  })

  it('is not retried earlier than a 429 says', async () => {
    const test = await openContentTest()
    await test.client().brandVoices.voices.refresh()
    await test.misbehave({ match: { path: '/v1/command' }, times: 1, effect: { kind: 'status', status: 429, retryAfter: '1' } })
    const at = performance.now()
    await test.write('Plain')
    await waitFor(async () => (await test.writing()).pending[0]?.reason?.code === 'rate-limited')
    await test.settled()
    expect(performance.now() - at).toBeGreaterThanOrEqual(1_000)
    expect((await test.writing()).texts).toHaveLength(1)
    expect((await test.writingJobs())[0]?.status.state).toBe('done')
  })

  it('is held together with all other texts after a 402, and resumes when a person tries again', async () => {
    const test = await openContentTest()
    await test.client().brandVoices.voices.refresh()
    await test.misbehave({ match: { path: '/v1/command' }, times: 1, effect: { kind: 'status', status: 402 } })
    await test.write('Plain')
    await waitFor(async () => (await test.client().queue.status()).holds.length > 0)
    expect((await test.client().queue.status()).holds).toMatchObject([{ kind: 'not-allowed', operation: 'write-text' }])
    await test.client().queue.resume()
    await test.settled()
    expect((await test.writing()).texts).toHaveLength(1)
  })

  it.each(['array', 'bare', 'data-array', 'single', 'extra'])('is read from the envelope “%s”', async (form) => {
    const test = await openContentTest()
    await test.client().brandVoices.voices.refresh()
    await test.misbehave({ match: { path: '/v1/command' }, effect: { kind: 'envelope', form } })
    await test.write('Plain')
    await test.settled()
    expect((await test.writing()).texts).toMatchObject([{ text: expect.stringMatching(/\w/), textId: expect.any(String) }])
  })

  it('is written again when its answer was lost, and Packshot says so', async () => {
    const test = await openContentTest()
    await test.client().brandVoices.voices.refresh()
    await test.misbehave({ match: { path: '/v1/command' }, times: 1, effect: { kind: 'lose-answer' } })
    await test.write('Plain')
    await test.settled()
    expect((await test.writing()).texts).toHaveLength(1)
    expect(committed(await test.requests('/v1/command'))).toHaveLength(2)
    expect((await test.writingJobs())[0]?.notes).toEqual([{ kind: 'done-after-attempts', attempts: 1 }])
  })

  it('is written again when Packshot was killed before the commit: stored once, and Packshot says so', async () => {
    const test = await openContentTest()
    await test.client().brandVoices.voices.refresh()
    await test.client().queue.pause()
    await test.write('Plain')
    await test.stop()
    const script = fileURLToPath(new URL('mortal-core.ts', import.meta.url))
    const child = spawn(process.execPath, [script, test.dataFolder, test.baseUrl, test.apiKey], { stdio: ['ignore', 'ignore', 'pipe'] })
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text
    })
    const [, signal] = await once(child, 'exit')
    expect(signal, complaint).toBe('SIGKILL')
    expect(committed(await test.requests('/v1/command'))).toHaveLength(1)
    const database = new DatabaseSync(join(test.dataFolder, 'library.db'), { readOnly: true })
    expect(database.prepare('SELECT count(*) AS n FROM written_texts').get()).toEqual({ n: 0 })
    database.close()
    await test.reopen()
    await test.core().start()
    await test.settled()
    expect((await test.writing()).texts).toHaveLength(1)
    expect(committed(await test.requests('/v1/command'))).toHaveLength(2)
    expect(await test.writingJobs()).toMatchObject([{ status: { state: 'done' }, notes: [{ kind: 'done-after-attempts' }] }])
  })

  it('is one of several versions: the newest comes first, older wordings are marked, and a duplicate request writes nothing', async () => {
    const test = await openContentTest()
    await test.client().brandVoices.voices.refresh()
    await test.write('Plain')
    await test.settled()
    expect(await test.write('Plain')).toMatchObject({ queued: 0, before: 1 })
    expect(await test.write('Plain', { again: true })).toMatchObject({ queued: 1 })
    await test.settled()
    await test.client().questions.edit({ jobId: test.answer.jobId, text: 'A white mug.' })
    expect(await test.write('Plain')).toMatchObject({ queued: 1, before: 0 })
    await test.settled()
    const { texts } = await test.writing()
    expect(texts.map(({ text, isOutdated }) => [text === 'A white mug.', isOutdated])).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ])
    const { written } = await readAllAnswers(test.client().questions.answers)
    expect([...written]).toEqual([[test.answer.jobId, { text: 'A white mug.', voiceName: 'Plain' }]])
    expect(await test.client().brandVoices.write({ answers: { kind: 'all' }, voice: 'Plain' })).toMatchObject({ queued: 0, before: 1 })
  })

  it('is cancelled with its picture, and restored with it', async () => {
    const test = await openContentTest()
    await test.client().brandVoices.voices.refresh()
    await test.client().queue.pause()
    await test.write('Plain')
    await test.client().library.remove({ imageIds: [test.answer.imageId] })
    expect((await test.writingJobs())[0]?.status.state).toBe('cancelled')
    await test.client().library.restore({ imageIds: [test.answer.imageId] })
    await test.client().queue.resume()
    await test.settled()
    expect((await test.writing()).texts).toHaveLength(1)
  })

  it('is not written from answers about removed pictures, unless such an answer is named', async () => {
    const test = await openContentTest()
    await test.client().brandVoices.voices.refresh()
    await test.client().library.remove({ imageIds: [test.answer.imageId] })
    expect(await test.client().brandVoices.write({ answers: { kind: 'all' }, voice: 'Plain' })).toMatchObject({ queued: 0, before: 0 })
    expect(await test.write('Plain')).toMatchObject({ queued: 1 })
  })

  it('is not written from an answer that couldn’t be given, without an answer, or with an instruction that is too long', async () => {
    const test = await openContentTest()
    await test.client().brandVoices.voices.refresh()
    await test.client().questions.ask({ images: { kind: 'all' }, questions: ['Who designed it?'], again: false })
    await test.settled()
    expect(await test.client().brandVoices.write({ answers: { kind: 'all' }, voice: 'Plain' })).toMatchObject({
      queued: 1,
      withoutAnswer: 1,
    })
    await test.settled()
    await expect(
      test.client().brandVoices.write({ answers: { kind: 'some', jobIds: ['job_none'] }, voice: 'Plain' }),
    ).rejects.toMatchObject({
      code: 'unknown-id',
    })
    await expect(test.write('Plain', { instruction: 'x'.repeat(1_001) })).rejects.toMatchObject({ code: 'usage' })
    await expect(test.write('Nobody')).rejects.toMatchObject({ code: 'unknown-id' })
    expect(await test.writingJobs()).toHaveLength(1)
  })
})
